"""Modules by name, as variant files use them."""

from dragoman.modules import plurality
from dragoman.rules import Module

MODULES: dict[str, Module] = {module.name: module for module in (plurality.MODULE,)}
"""Every module that a variant file can use."""
