"""Games as records: the list of what was ordered, and everything computed from it."""

from dragoman.record.entries import GameRecord, Turn
from dragoman.record.files import read_record, write_record
from dragoman.record.game import Game, SubmittedOrder
from dragoman.record.replay import replay

__all__ = [
    "Game",
    "GameRecord",
    "SubmittedOrder",
    "Turn",
    "read_record",
    "replay",
    "write_record",
]
