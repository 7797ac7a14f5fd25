"""Modules by name, as variant files use them."""

from dragoman.modules import black_hole, declared_homes, placement, plurality
from dragoman.rules import Module

MODULES: dict[str, Module] = {
    module.name: module
    for module in (
        black_hole.MODULE,
        declared_homes.MODULE,
        placement.MODULE,
        plurality.MODULE,
    )
}
"""Every module that a variant file can use."""
