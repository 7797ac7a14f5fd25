"""Dragoman: a judge, a table and a laboratory for Diplomacy and its variants."""

from typing import TYPE_CHECKING

from dragoman.errors import DataError, DragomanError, NotationError, RequestError
from dragoman.model import (
    Act,
    Build,
    Convoy,
    Disband,
    Dislodged,
    Hold,
    Move,
    Order,
    Phase,
    Piece,
    Remove,
    Result,
    Retreat,
    State,
    Support,
    Unit,
    Waive,
    read_phase,
    read_state,
)
from dragoman.rules import Variant
from dragoman.variants import load, variant_ids

__version__ = "0.1.0"

if TYPE_CHECKING:
    from dragoman.game import Game, Svg
    from dragoman.record import SubmittedOrder
    from dragoman.report import ExplainedResolution, ExplainedVerdict
else:
    # The judge and the reader of orders come with the first game: to load a variant needs neither.
    _LATER = {
        "Game": "dragoman.game",
        "Svg": "dragoman.game",
        "SubmittedOrder": "dragoman.record",
        "ExplainedResolution": "dragoman.report",
        "ExplainedVerdict": "dragoman.report",
    }

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(_LATER[name]), name)
        return found

    def __dir__() -> list[str]:
        return sorted(__all__)


__all__ = [
    "Act",
    "Build",
    "Convoy",
    "DataError",
    "Disband",
    "Dislodged",
    "DragomanError",
    "ExplainedResolution",
    "ExplainedVerdict",
    "Game",
    "Hold",
    "Move",
    "NotationError",
    "Order",
    "Phase",
    "Piece",
    "Remove",
    "RequestError",
    "Result",
    "Retreat",
    "State",
    "SubmittedOrder",
    "Support",
    "Svg",
    "Unit",
    "Variant",
    "Waive",
    "__version__",
    "load",
    "read_phase",
    "read_state",
    "variant_ids",
]
