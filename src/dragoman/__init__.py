"""Dragoman: a judge, a table and a laboratory for Diplomacy and its variants."""

from typing import TYPE_CHECKING

from dragoman.errors import DataError, DragomanError, NotationError, RequestError
from dragoman.variants import load, variant_ids

__version__ = "0.1.0"

if TYPE_CHECKING:
    from dragoman.game import Game
else:
    # The judge and the reader of orders come with the first game: to load a variant needs neither.
    def __getattr__(name: str) -> object:
        if name != "Game":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from dragoman.game import Game

        globals()[name] = Game
        return Game


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
