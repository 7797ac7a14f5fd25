"""Boards that nobody has seen: made from a seed, named, drawn, and as even as may be."""

from dragoman.generate.build import Wishes, generate

__all__ = ["Wishes", "generate"]
