"""Modules by name, as variant files use them."""

from dragoman.modules import (
    black_hole,
    cat_reckoning,
    coast_guards,
    declared_homes,
    doubling,
    leaders,
    opening_winter,
    placement,
    plurality,
    victory,
)
from dragoman.rules import Module

MODULES: dict[str, Module] = {
    module.name: module
    for module in (
        black_hole.MODULE,
        cat_reckoning.MODULE,
        coast_guards.MODULE,
        declared_homes.MODULE,
        doubling.MODULE,
        leaders.MODULE,
        opening_winter.MODULE,
        placement.MODULE,
        plurality.MODULE,
        victory.MODULE,
    )
}
"""Every module that a variant file can use."""
