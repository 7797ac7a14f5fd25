"""Modules by name, as variant files use them."""

from dragoman.rules import Module

_ALL: tuple[Module, ...] = ()

MODULES: dict[str, Module] = {module.name: module for module in _ALL}
"""Every module that a variant file can use."""
