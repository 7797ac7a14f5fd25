"""Modules by name, as variant files use them."""

from dragoman.modules import boards, joint_claims, passages, portals
from dragoman.rules import Module

_ALL: tuple[Module, ...] = (boards.MODULE, joint_claims.MODULE, passages.MODULE, portals.MODULE)

MODULES: dict[str, Module] = {module.name: module for module in _ALL}
"""Every module that a variant file can use."""
