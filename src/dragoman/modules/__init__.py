"""Modules by name, as variant files use them."""

from dragoman.rules import Module

MODULES: dict[str, Module] = {module.name: module for module in ()}
"""Every module that a variant file can use."""
