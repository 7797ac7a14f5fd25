"""Passages between boards: the modules of CW Heptadiplomacy, and that of Twin Earths I."""

import msgspec

from dragoman.geo import Place
from dragoman.model import Ballot, Order, Reason, Retreat, Unit
from dragoman.modules.passages.ways import link
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings

STAYS = Reason("not_a_refuge", note="retreats stay on their board")


WAYS = {
    1: "to the same province on another board; only units of that board support this",
    2: "to the same province and to every neighbor on another board, by convoy too, its fleets "
    "sharing a board",
    3: "as in 2, and supports and convoys cross from board to board too",
    4: "to the same province on another board only, supports and convoys too",
}
"""The modules of rule 3 of Heptadiplomacy, and the way of Twin Earths I."""


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


def tells(draft: Draft, settings: Settings) -> tuple[str, ...]:
    """How units pass between the boards."""
    return (f"Module {settings['module']}: units pass {WAYS[settings['module']]}.",)


MODULE = Module(
    name="passages",
    about="Ways from each board to every other, by one of four modules.",
    answer=answer,
    shape=shape,
    tells=tells,
    objects=objects,
    loops=f"{__name__}.loops",
    options=(
        Option(
            "module",
            "choice",
            2,
            "; ".join(f"{number}: {way}" for number, way in WAYS.items()),
            tuple(WAYS),
            source="H1",
            title="How units pass between boards",
        ),
        Option(
            "convoy_board",
            "choice",
            "common",
            "common: in module 2 the fleets of a convoy share any one board; "
            "origin: they share that on which the army starts",
            ("common", "origin"),
            source="H6",
            title="Boards of a convoy's fleets",
        ),
        Option(
            "retreat_own_board_only",
            "flag",
            False,
            "whether a dislodged unit must stay on the board on which it stood",
            source="H9",
            title="Retreats stay on their board",
        ),
    ),
    # What the ways mean for retreats holds on every board (H9).
    everywhere=True,
)
