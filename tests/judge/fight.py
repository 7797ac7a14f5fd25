"""A readable view of a fight: its flat integers as rows of small tuples, for tests and debugging.

The judge itself does without: the lowering hands its integers straight to `flatten`, and the solved
ones are read by the names in `layout`.
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple, Self

from dragoman.judge.flat import flatten
from dragoman.judge.layout import (
    ARRIVE,
    BY,
    CARGO,
    CARRIER_ROW,
    CARRIERS,
    CAUSE,
    CLASHES,
    CUT,
    CUT_BY,
    CUT_ROW,
    CUTS,
    CUTTER,
    DIRECT,
    ENDS,
    FATE,
    FLEET,
    FORCE_GIVEN,
    FORCE_ROW,
    FORCES,
    GIVEN,
    GIVER,
    GOAL,
    KNOTS,
    LANDING,
    LINKS,
    NEED,
    ORIGIN,
    PAIR_ROW,
    PEACES,
    PLACE,
    PLACE_ROW,
    PLACES,
    POINTS,
    RECEIVER,
    ROUTE,
    SEA,
    SIDE,
    STOOD_OFF,
    STOPPER,
    STRENGTH,
    STRIKE,
    SUPPORT_ROW,
    SUPPORTS,
    TAKER,
    WORTH,
    YES,
)

Pair = tuple[int, int]


class ForceRow(NamedTuple):
    """A force as the solver sees it; its place and goal are numbers of places."""

    place: int
    goal: int
    side: int
    attack: int = 1
    defence: int = 1
    path: int = DIRECT
    light: int = 0


class SupportRow(NamedTuple):
    """A support and what it is worth when 0, 1, 2 … points of it are cut."""

    giver: int
    receiver: int
    worth: tuple[int, ...] = (1, 0)


class CutRow(NamedTuple):
    """What a move takes from a support when it has a path to its giver, and when it arrives."""

    cutter: int
    support: int
    strike: int = 1
    arrive: int = 1


class CarrierRow(NamedTuple):
    """A fleet that carries a move, and which ends of the voyage it touches."""

    cargo: int
    fleet: int
    ends: int = ORIGIN | LANDING


class Fight(NamedTuple):
    """A fight in readable rows; a reference is the number of a row, counted from 0."""

    places: int
    forces: tuple[ForceRow, ...]
    supports: tuple[SupportRow, ...] = ()
    cuts: tuple[CutRow, ...] = ()
    carriers: tuple[CarrierRow, ...] = ()
    links: tuple[Pair, ...] = ()
    clashes: tuple[Pair, ...] = ()
    peaces: tuple[Pair, ...] = ()

    def flat(self) -> list[int]:
        """The same fight as the integers that `solve` works on."""
        pool: list[int] = []
        where: dict[tuple[int, ...], int] = {}
        for support in self.supports:
            if support.worth not in where:
                where[support.worth] = len(pool)
                pool += support.worth
        supports = [(s.giver, s.receiver, where[s.worth], len(s.worth) - 1) for s in self.supports]
        blocks = (self.forces, supports, self.cuts, self.carriers, self.links, self.clashes)
        given = [[*chain.from_iterable(block)] for block in (*blocks, self.peaces)]
        return flatten(self.places, *[*given, pool])

    @classmethod
    def read(cls, d: Sequence[int]) -> Self:
        """The fight that some flat integers stand for."""
        place = numbers(d, PLACES, PLACE_ROW)
        force = numbers(d, FORCES, FORCE_ROW)
        carrier = numbers(d, CARRIERS, CARRIER_ROW)
        support = numbers(d, SUPPORTS, SUPPORT_ROW)
        return cls(
            len(place),
            tuple(
                ForceRow(place[d[f + PLACE]], place[d[f + GOAL]], *d[f + SIDE : f + FORCE_GIVEN])
                for f in force
            ),
            tuple(
                SupportRow(force[d[s + GIVER]], force[d[s + RECEIVER]], worth(d, s))
                for s in support
            ),
            tuple(
                CutRow(force[d[c + CUTTER]], support[d[c + CUT]], d[c + STRIKE], d[c + ARRIVE])
                for c in numbers(d, CUTS, CUT_ROW)
            ),
            tuple(
                CarrierRow(force[d[c + CARGO]], force[d[c + FLEET]], d[c + ENDS]) for c in carrier
            ),
            pairs(d, LINKS, carrier),
            pairs(d, CLASHES, force),
            pairs(d, PEACES, force),
        )


class ForceOutcome(NamedTuple):
    """What became of a force, with the numbers of other forces."""

    fate: int
    by: int | None
    cause: int
    stopper: int | None
    strength: int | None
    against: int | None
    route: bool
    sea: bool


class SupportOutcome(NamedTuple):
    """What a support was worth in the end, and the force that cut it."""

    given: int
    cut_by: int | None


class PlaceOutcome(NamedTuple):
    """Who took a place by arriving, and whether a stand-off left it vacant."""

    taker: int | None
    stood_off: bool


class Outcome(NamedTuple):
    """What the solver found, in readable rows.

    `strength` and `against` are none unless strengths were compared: what a move counted for at
    its goal or its crossing, and the strongest it had to beat there.
    """

    forces: tuple[ForceOutcome, ...]
    supports: tuple[SupportOutcome, ...]
    places: tuple[PlaceOutcome, ...]
    knots: int

    @classmethod
    def read(cls, d: Sequence[int]) -> Self:
        """The outcome in the integers of a solved fight."""
        force = numbers(d, FORCES, FORCE_ROW)
        return cls(
            tuple(
                ForceOutcome(
                    d[f + FATE],
                    force.get(d[f + BY]),
                    d[f + CAUSE],
                    force.get(d[f + STOPPER]),
                    d[f + STRENGTH] if d[f + NEED] else None,
                    d[f + NEED] - 1 if d[f + NEED] else None,
                    d[f + ROUTE] == YES,
                    d[f + SEA] == YES,
                )
                for f in force
            ),
            tuple(
                SupportOutcome(d[s + GIVEN], force.get(d[s + CUT_BY]))
                for s in numbers(d, SUPPORTS, SUPPORT_ROW)
            ),
            tuple(
                PlaceOutcome(force.get(d[p + TAKER]), d[p + STOOD_OFF] == 1)
                for p in numbers(d, PLACES, PLACE_ROW)
            ),
            d[KNOTS],
        )


def numbers(d: Sequence[int], block: int, width: int) -> dict[int, int]:
    """The rows of a block, each with its number."""
    return {row: number for number, row in enumerate(range(d[block], d[block + 1], width))}


def pairs(d: Sequence[int], block: int, number: dict[int, int]) -> tuple[Pair, ...]:
    """The pairs of a block, as numbers."""
    rows = range(d[block], d[block + 1], PAIR_ROW)
    return tuple((number[d[row]], number[d[row + 1]]) for row in rows)


def worth(d: Sequence[int], support: int) -> tuple[int, ...]:
    """What a support is worth when 0, 1, 2 … points of it are cut."""
    start = d[support + WORTH]
    return tuple(d[start : start + d[support + POINTS] + 1])
