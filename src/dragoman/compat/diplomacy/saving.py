"""Saved games of the package: written from a game, and read into one."""

import json
import warnings
from pathlib import Path
from typing import Any

import msgspec

from dragoman.compat.diplomacy.game import Game
from dragoman.compat.diplomacy.talk import NO_GAME, GamePhaseData
from dragoman.errors import DragomanError, RequestError


def to_saved_game_format(
    game: Game, output_path: str | Path | None = None, output_mode: str = "a"
) -> dict[str, Any]:
    """A game as plain data: every phase that was judged, and the present one.

    With a path it is written there as well, one line of JSON, after what the file has already
    (`output_mode="w"`: instead of it).
    """
    phases = [*game.get_phase_history(), game.get_phase_data()]
    saved = {
        "id": game.game_id,
        "map": game.map_name,
        "rules": list(game.rules),
        "phases": [phase.to_dict() for phase in phases],
    }
    if output_mode not in ("a", "w"):
        raise ValueError(f"no output_mode {output_mode!r}: 'a' appends, 'w' writes anew")
    if output_path:
        with open(output_path, output_mode, encoding="utf-8") as file:
            file.write(json.dumps(saved) + "\n")
    return saved


def from_saved_game_format(saved_game: dict[str, Any]) -> Game:
    """The game that plain data tells, with its past."""
    if not isinstance(saved_game, dict) or not saved_game.get("phases"):
        raise RequestError(f"{NO_GAME}: it has no phases")
    try:
        phases = [GamePhaseData.from_dict(phase) for phase in saved_game["phases"]]
    except msgspec.ValidationError as error:
        raise RequestError(f"{NO_GAME}: {error}") from error
    named = saved_game.get("map", "standard")
    game = Game(saved_game.get("id"), named, saved_game.get("rules"))
    game.set_phase_data(phases)
    return game


def load_saved_games_from_disk(input_path: str | Path, on_error: str = "raise") -> list[Game]:
    """The games of a file with one saved game in every line.

    A line that is no game is an error, or left out with a warning (`on_error="warn"`) or without
    one (`"ignore"`).
    """
    if on_error not in ("raise", "warn", "ignore"):
        raise ValueError(f"no on_error {on_error!r}: there are 'raise', 'warn' and 'ignore'")
    games = []
    for number, line in enumerate(Path(input_path).read_text(encoding="utf-8").splitlines(), 1):
        try:
            games += [from_saved_game_format(_data(line))] if line.strip() else []
        except DragomanError as error:
            problem = f"{input_path}, line {number}: {error}"
            if on_error == "raise":
                raise RequestError(problem) from error
            if on_error == "warn":
                warnings.warn(problem, stacklevel=2)
    return games


def _data(line: str) -> dict[str, Any]:
    try:
        return dict(json.loads(line))
    except ValueError as error:
        raise RequestError(f"{NO_GAME}: {error}") from error
