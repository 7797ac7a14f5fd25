"""Dragoman: a judge, a table and a laboratory for Diplomacy and its variants."""

from dragoman.errors import DataError, DragomanError, NotationError, RequestError
from dragoman.record import Game
from dragoman.variants import load, variant_ids

__version__ = "0.1.0"

__all__ = [
    "DataError",
    "DragomanError",
    "Game",
    "NotationError",
    "RequestError",
    "__version__",
    "load",
    "variant_ids",
]
