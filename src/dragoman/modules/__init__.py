"""Modules by name, as variant files use them."""

from dragoman.modules import (
    black_hole,
    boards,
    cat_reckoning,
    coast_guards,
    declared_homes,
    doubling,
    joint_claims,
    leaders,
    opening_winter,
    passages,
    placement,
    plurality,
    portals,
    victory,
)
from dragoman.rules import Module

MODULES: dict[str, Module] = {
    module.name: module
    for module in (
        black_hole.MODULE,
        boards.MODULE,
        cat_reckoning.MODULE,
        coast_guards.MODULE,
        declared_homes.MODULE,
        doubling.MODULE,
        joint_claims.MODULE,
        leaders.MODULE,
        opening_winter.MODULE,
        passages.MODULE,
        placement.MODULE,
        plurality.MODULE,
        portals.MODULE,
        victory.MODULE,
    )
}
"""Every module that a variant file can use."""
