"""Games as pictures: any position of a game, any phase with its orders and results."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from dragoman.draw.atlas import draw_atlas
from dragoman.draw.compiled import FILE, Compiled, load_compiled
from dragoman.draw.picture import draw_board
from dragoman.draw.scene import scene
from dragoman.errors import RequestError
from dragoman.geo import IMPASSABLE
from dragoman.model import Resolution, State
from dragoman.record.replay import HistoryStep
from dragoman.rules import Variant

MAPS = Path(__file__).parents[1] / "maps"


class Moment(Struct, frozen=True):
    """A position, and what came of the phase that began with it, if it has been judged."""

    state: State
    resolution: Resolution | None = None

    @property
    def name(self) -> str:
        """The code of its phase."""
        return str(self.state.phase)


def moments(steps: tuple[HistoryStep, ...]) -> Iterator[Moment]:
    """Every phase of a game with its results, then the position it has come to."""
    for before, step in pairwise(steps):
        if step.resolution is not None:
            yield Moment(before.state, step.resolution)
    yield Moment(steps[-1].state)


def find_moment(steps: tuple[HistoryStep, ...], phase: str) -> Moment:
    """The moment of a phase; the last one of that name if the game went back."""
    found = [m for m in moments(steps) if m.name == phase.upper()]
    if not found:
        known = ", ".join(dict.fromkeys(m.name for m in moments(steps)))
        raise RequestError(f"no phase {phase!r} in this game: it has {known}")
    return found[-1]


def map_name(variant: Variant) -> str:
    """The id of the map of which the boards of a variant are made."""
    return re.split(r"[^a-z0-9_]+", variant.map.id)[0]


def map_folders(variant: Variant, folders: Sequence[Path]) -> Iterator[Path]:
    """Where the drawing of a variant's map may lie: beside the map's file as a rule."""
    name, own = map_name(variant), Path(variant.folder)
    if variant.map_folder:
        yield Path(variant.map_folder)
    for place in (*folders, own, own.parent, MAPS):
        yield from (place / name, place / "maps" / name)


def compiled_map(variant: Variant, folders: Sequence[Path] = ()) -> Compiled:
    """The compiled map of a variant: from the folders named, its own, or the package."""
    name = map_name(variant)
    for place in map_folders(variant, folders):
        if (place / FILE).is_file():
            found = load_compiled(place / FILE)
            if place.name == name or found.id == name:
                return found
    raise RequestError(
        f"map {name!r} has no drawing yet: make one with `dragoman map compile FOLDER`, "
        "FOLDER being where its map.txt is"
    )


def undrawn(variant: Variant, folders: Sequence[Path] = ()) -> str:
    """Why a variant cannot be drawn, and the command that helps; empty if it can."""
    name = map_name(variant)
    known = (p for p in map_folders(variant, folders) if (p / "map.txt").is_file())
    command = f"`dragoman map compile {next(known, 'FOLDER')}`"
    try:
        shapes = compiled_map(variant, folders).shapes
    except RequestError:
        return f"map {name!r} has no drawing yet: make one with {command}"
    open_ = [s.id for s in variant.map.spaces.values() if s.kind != IMPASSABLE]
    lacks = sorted({p.rpartition(":")[2] for p in open_} - shapes.keys())
    if not lacks:
        return ""
    return (
        f"the drawing of map {name!r} is older than its map.txt and lacks {', '.join(lacks)}: "
        f"make it anew with {command}"
    )


def draw_moment(
    variant: Variant,
    moment: Moment,
    *,
    theme: str = "light",
    small: bool = False,
    alone: bool = True,
    board: str = "",
    one: bool = False,
    folders: Sequence[Path] = (),
) -> str:
    """A moment of a game as SVG: its board, or an atlas of its boards about the chosen one.

    Only the chosen board, if `one` is wanted.
    """
    compiled = compiled_map(variant, folders)
    boards = variant.map.boards
    if board and board not in boards:
        there = f"there are {', '.join(boards)}" if len(boards) > 1 else "it has only one"
        raise RequestError(f"no board {board!r} in {variant.name}: {there}")
    title = f"{variant.name}, {moment.name}"
    if len(boards) == 1 or one:
        seen = scene(variant, moment.state, moment.resolution, board or boards[0])
        return draw_board(compiled, seen, theme=theme, small=small, alone=alone, title=title)
    scenes = {b: scene(variant, moment.state, moment.resolution, b) for b in boards}
    look: dict[str, Any] = {"theme": theme, "alone": alone, "title": title}
    return draw_atlas(compiled, scenes, variant.map, chosen=board, books=variant.books, **look)
