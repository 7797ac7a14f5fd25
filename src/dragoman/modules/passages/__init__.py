"""Passages between boards: the modules of CW Heptadiplomacy, and that of Twin Earths I."""

import msgspec

from dragoman.geo import Place
from dragoman.model import Ballot, Order, Reason, Retreat, Unit
from dragoman.modules.passages.ways import link
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings

STAYS = Reason("not_a_refuge", note="retreats stay on their board")


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

    def legal(ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
        faults = rules.legal(ask, ballot)
        return tuple(
            STAYS if fault and leaves(ask, order) else fault
            for order, fault in zip(ballot.orders, faults, strict=True)
        )

    held = settings["retreat_own_board_only"]
    return rules.answering(refuges=refuges, legal=legal) if held else rules


def leaves(ask: Ask, order: Order) -> bool:
    """Whether an order is a retreat to another board."""
    if not isinstance(order, Retreat) or order.to not in ask.province:
        return False
    return board_of(ask, order.to) != board_of(ask, order.unit.place)


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
