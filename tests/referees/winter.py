"""Winter as the old books have it: who is farthest from home, and what can be built."""

from collections.abc import Collection, Iterable

from tests.referees.board import Board, province
from tests.referees.sheet import Unit

FAR = 999
"""Farther than any way on a board."""


def steps(board: Board, unit: Unit, goals: Iterable[str]) -> int:
    """How far a unit is from the nearest of some provinces: armies over land and sea alike."""
    goals, edge, seen, far = set(goals), {unit.place}, {unit.place}, 0
    while edge:
        if any(province(p) in goals for p in edge):
            return far
        edge = {q for p in edge for q in onward(board, unit.kind, p)} - seen
        seen |= edge
        far += 1
    return FAR


def onward(board: Board, kind: str, place: str) -> set[str]:
    """The next places on the way home."""
    if kind != "A":
        return board.near("F", place)
    by_sea = {province(q) for p in board.coasts(place) for q in board.fleet[p]}
    return by_sea | board.army.get(place, set())


def first_to_go(board: Board, units: list[Unit], homes: Iterable[str], count: int) -> list[Unit]:
    """Whom civil disorder removes: the farthest, fleets before armies, by name (B14, B15)."""
    goals = list(homes)

    def rank(unit: Unit) -> tuple[int, bool, tuple[str, str]]:
        return -steps(board, unit, goals), unit.kind != "F", board.name(unit.at)

    return sorted(units, key=rank)[:count]


def can_build(board: Board, kind: str, place: str, open_to: Collection[str]) -> bool:
    """Whether a piece fits an open home: armies on land, fleets and Coast Guards on a coast."""
    stands = board.army if kind == "A" else board.fleet
    return province(place) in open_to and place in stands


def built(board: Board, power: str, texts: list[str], open_to: Collection[str]) -> list[Unit]:
    """The pieces that a power can build of those it wrote, one to a home, as written."""
    found: dict[str, Unit] = {}
    for text in texts:
        verb, kind, place = text.split()
        home = province(place)
        if verb == "build" and home not in found and can_build(board, kind, place, open_to):
            found[home] = Unit(power, kind, place)
    return list(found.values())


def removed(mine: list[Unit], texts: list[str]) -> list[Unit]:
    """The units that a power wrote to remove, as written."""
    return [u for t in dict.fromkeys(texts) for u in mine if t == f"remove {u}"]
