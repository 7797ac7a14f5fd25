"""Saved games of the package: written from a game, and read into one."""

from typing import Any

import msgspec

from dragoman.compat.diplomacy.game import Game
from dragoman.compat.diplomacy.talk import Message
from dragoman.errors import RequestError


def to_saved_game_format(game: Game) -> dict[str, Any]:
    """A game as plain data: every phase that was judged, and the present one."""
    phases = [*game.get_phase_history(), game.get_phase_data()]
    return {
        "id": game.game_id,
        "map": game.map_name,
        "rules": list(game.rules),
        "phases": [phase.to_dict() for phase in phases],
    }


def from_saved_game_format(saved_game: dict[str, Any]) -> Game:
    """The game that plain data tells, with its past."""
    if not isinstance(saved_game, dict) or not saved_game.get("phases"):
        raise RequestError("this is no saved game of the package diplomacy: it has no phases")
    named = saved_game.get("map", "standard")
    game = Game(saved_game.get("id"), named, saved_game.get("rules"))
    *judged, present = saved_game["phases"]
    for phase in judged:
        name = phase["name"]
        game.state_history[name] = phase["state"]
        game.order_history[name] = {n: list(o or ()) for n, o in phase["orders"].items()}
        game.result_history[name] = phase.get("results", {})
        game.message_history[name] = _said(phase)
    game.messages = _said(present)
    game.set_state(present["state"], clear_history=False)
    for name, orders in present["orders"].items():
        game.set_orders(name, orders or ())
    return game


def _said(phase: dict[str, Any]) -> dict[int, Message]:
    said = [msgspec.convert(row, Message) for row in phase.get("messages", [])]
    return {message.time_sent or n: message for n, message in enumerate(said)}
