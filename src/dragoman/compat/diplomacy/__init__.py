"""The interface of the Python package `diplomacy`, on any board of armies and fleets.

    from dragoman.compat.diplomacy import Game

in place of `from diplomacy import Game` lets a program's game loop run on our judge.
"""

from dragoman.compat.diplomacy.board import Map
from dragoman.compat.diplomacy.game import Game
from dragoman.compat.diplomacy.power import Power
from dragoman.compat.diplomacy.saving import (
    from_saved_game_format,
    load_saved_games_from_disk,
    to_saved_game_format,
)
from dragoman.compat.diplomacy.talk import GLOBAL, GamePhaseData, Message

__all__ = [
    "GLOBAL",
    "Game",
    "GamePhaseData",
    "Map",
    "Message",
    "Power",
    "from_saved_game_format",
    "load_saved_games_from_disk",
    "to_saved_game_format",
]
