"""A game of bots on a draft, to be watched in quick motion."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from dragoman.draw.game import Moment
from dragoman.draw.layers import draw_base, draw_overlay
from dragoman.errors import DragomanError
from dragoman.lab.play import GamePlay, Laboratory
from dragoman.lab.setup import Setup
from dragoman.model import Ballot, Resolution
from dragoman.rules import Ask
from dragoman.translate import Said
from dragoman.variants.files import homely
from dragoman.workshop.picture import compile_in
from dragoman.workshop.texts import BOARD, MAP, Files, laid_out

MOST_FRAMES = 120
LIGHT = 6_000_000
"""How many letters the pictures of one game may have together."""


class Frame(Struct, frozen=True):
    """One phase: what lies upon the board, in three slots, and the centers of each seat."""

    phase: Said
    under: str
    middle: str
    over: str
    centers: dict[str, int]


class Watched(Struct, frozen=True):
    """A game: the board, its phases, and how it ended."""

    base: str = ""
    frames: list[Frame] = []
    end: Said = ""
    fault: Said = ""


class _Watch(GamePlay):
    """A game that keeps what happened in each phase."""

    def __init__(self, lab: Laboratory, number: int) -> None:
        self.moments: list[Moment] = []
        super().__init__(lab, number)

    def watch(self, ask: Ask, ballots: list[Ballot], judged: Resolution) -> None:
        """Keep the phase."""
        self.moments.append(Moment(ask.state, judged))
        super().watch(ask, ballots, judged)


def watch(
    files: Files, name: str, folders: Sequence[Path], number: int, board: str = ""
) -> Watched:
    """A game of a number, drawn phase by phase."""
    with laid_out(files, name) as folder:
        places = (folder.parent, *folders)
        try:
            if MAP in files and board:
                (folder / BOARD).write_text(board, encoding="utf-8")
            elif MAP in files:
                compile_in(folder)
            lab = Laboratory(Setup(name, folders=tuple(map(str, places))))
            game = _Watch(lab, number)
            row = game.run()
        except (DragomanError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            return Watched(fault=homely(f"{type(error).__name__}: {error}", places))
        base = draw_base(lab.variant, folders=places)
        ended = ", ".join(row.winners) or row.end
        return Watched(base, _frames(lab, game.moments, places), ended)


def _frames(lab: Laboratory, moments: Sequence[Moment], places: Sequence[Path]) -> list[Frame]:
    frames: list[Frame] = []
    weight = 0
    for moment in moments[:MOST_FRAMES]:
        drawn = draw_overlay(lab.variant, moment, folders=places)
        state = moment.resolution.state if moment.resolution else moment.state
        centers = {
            str(s): sum(len(state.holdings.get(p, ())) for p in ps) for s, ps in state.seats.items()
        }
        frames.append(
            Frame(str(moment.state.phase), drawn.under, drawn.middle, drawn.over, centers)
        )
        weight += len(drawn.under) + len(drawn.middle) + len(drawn.over)
        if weight > LIGHT:
            break
    return frames
