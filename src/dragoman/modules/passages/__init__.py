"""Passages between boards: the modules of CW Heptadiplomacy, and that of Twin Earths I."""

import msgspec

from dragoman.geo import Place
from dragoman.model import Unit
from dragoman.modules.passages.ways import link
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings


def shape(draft: Draft, settings: Settings) -> Draft:
    """The boards of the draft joined by the module chosen."""
    origin = settings["convoy_board"] == "origin"
    linked = link(draft.map, settings["module"], fleets_of_origin=origin)
    return msgspec.structs.replace(draft, map=linked)


def objects(draft: Draft, settings: Settings) -> str | None:
    """There must be several boards to pass between."""
    return None if len(draft.map.boards) > 1 else "there is only one board"


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Retreats may be held to the board on which the unit stood (H9)."""

    def refuges(ask: Ask, unit: Unit) -> tuple[Place, ...]:
        here = board_of(ask, unit.place)
        return tuple(p for p in rules.refuges(ask, unit) if board_of(ask, p) == here)

    return rules.answering(refuges=refuges) if settings["retreat_own_board_only"] else rules


def board_of(ask: Ask, place: Place) -> str:
    """The board on which a place lies."""
    return ask.map.spaces[ask.province[place]].board


MODULE = Module(
    name="passages",
    about="Ways from each board to every other, by one of four modules.",
    answer=answer,
    shape=shape,
    objects=objects,
    options=(
        Option(
            "module",
            "choice",
            2,
            "1: to the same province on another board; 2: also to every neighbor on another "
            "board, by convoy too, its fleets sharing a board; 3: supports and convoys cross too; "
            "4: to the same province only, supports and convoys too",
            (1, 2, 3, 4),
            source="H1",
        ),
        Option(
            "convoy_board",
            "choice",
            "common",
            "common: in module 2 the fleets of a convoy share any one board; "
            "origin: they share that on which the army starts",
            ("common", "origin"),
            source="H6",
        ),
        Option(
            "retreat_own_board_only",
            "flag",
            False,
            "whether a dislodged unit must stay on the board on which it stood",
            source="H9",
        ),
    ),
    # What the ways mean for retreats holds on every board (H9).
    everywhere=True,
)
