"""Boards that nobody has seen: made from a seed, named, drawn, and as even as may be."""

from dragoman.generate.build import Wanted, generate

__all__ = ["Wanted", "generate"]
