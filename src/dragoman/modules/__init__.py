"""Modules by name, as variant files use them."""

from dragoman.modules import (
    cat_reckoning,
    coast_guards,
    doubling,
    leaders,
    opening_winter,
    victory,
)
from dragoman.rules import Module

MODULES: dict[str, Module] = {
    module.name: module
    for module in (
        cat_reckoning.MODULE,
        coast_guards.MODULE,
        doubling.MODULE,
        leaders.MODULE,
        opening_winter.MODULE,
        victory.MODULE,
    )
}
"""Every module that a variant file can use."""
