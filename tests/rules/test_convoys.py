"""Routes of convoys: the same as by listing them, and found without listing them."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from dragoman.geo import COASTAL, Map, Place, Province
from dragoman.model import State, Unit
from dragoman.rules import Ask, Lots, convoys
from dragoman.rules.convoys import Net, afloat, can_sail, could_carry, needed_fleets, on_routes
from dragoman.variants import load

STANDARD = load("standard")
BOARDS: list[tuple[str, dict[str, int]]] = [
    ("standard", {}),
    ("youngstown", {}),
    ("cline", {}),
    ("ancient_mediterranean", {}),
    ("chromatic", {}),
    ("twin_earths_1", {}),
    ("heptadiplomacy", {"module": 3}),
]


def waters_of(board: Map) -> list[Province]:
    """Every province in which a fleet may carry."""
    return [p for p, space in board.spaces.items() if space.convoys]


def shores_of(board: Map) -> list[Province]:
    """One shore for all that have the same waters."""
    shores = (p for p, space in board.spaces.items() if space.kind == COASTAL)
    alike = {board.water_class[p]: p for p in shores if p in board.water_class}
    return list(alike.values())


def flotilla(rng: random.Random, board: Map, size: int) -> set[Province]:
    """About so many fleets, most of which hang together."""
    seas = waters_of(board)
    found = [rng.choice(seas)]
    for _ in range(size):
        near = [p for p in board.waters[rng.choice(found)] if p in seas]
        found.append(rng.choice(near or seas))
    return set(found)


def listed(board: Map, fleets: set[Province], start: Province, end: Province) -> set[Province]:
    """The fleets on routes without a shortcut, every route being walked."""
    first = fleets.intersection(board.waters.get(start, ()))
    last = fleets.intersection(board.waters_to.get(end, ()))

    def walk(path: tuple[Province, ...], closed: set[Province]) -> Iterator[Province]:
        if path[-1] in last:
            yield from path
            return
        nexts = fleets.intersection(board.waters.get(path[-1], ())) - closed
        for fleet in nexts:
            yield from walk((*path, fleet), {*closed, *nexts})

    return {fleet for begun in first for fleet in walk((begun,), {*first, begun})}


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=[name for name, _ in BOARDS])
def test_routes_are_those_that_listing_them_finds(name: str, options: dict[str, int]) -> None:
    board = load(name, options).map
    rng = random.Random(name)
    shores = [p for p, space in board.spaces.items() if space.kind == COASTAL]
    carried = 0
    for _ in range(60):
        fleets = flotilla(rng, board, rng.randint(2, 14))
        coasts = {p for fleet in fleets for p in board.waters[fleet]}.intersection(shores)
        start, end = rng.sample(sorted(coasts), 2) if len(coasts) > 1 else rng.sample(shores, 2)
        found = on_routes(board, fleets, start, end)
        assert found == listed(board, fleets, start, end)
        carried += len(found) > 1
    assert carried > 20


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=[name for name, _ in BOARDS])
def test_on_a_full_board_the_work_goes_with_what_is_found(
    name: str, options: dict[str, int]
) -> None:
    """All seas hold fleets: for each convoy that may be ordered a few steps are taken."""
    board = load(name, options).map
    net, shores = Net(board, waters_of(board)), shores_of(board)
    orders = sum(net.routes(a, b).bit_count() for a, b in product(shores, shores) if a != b)
    assert orders > 500
    assert net.steps < 40 * orders
    again = net.steps
    assert sum(net.routes(a, b).bit_count() for a, b in product(shores, shores) if a != b) == orders
    assert net.steps == again


def position(*seas: str) -> Ask:
    """Standard's board with nothing but fleets in some waters."""
    opening = STANDARD.rules.opening(STANDARD, (), Lots("flotillas"))
    power = opening.units[0].power
    units = tuple(Unit(n, power, "F", Place(sea)) for n, sea in enumerate(seas, 1))
    return Ask(STANDARD, State(opening.phase, opening.seats, units))


@pytest.mark.parametrize(
    ("start", "end", "needed"),
    [
        ("bre", "nwy", ["eng", "nth"]),
        ("bre", "tun", ["mao", "wes"]),
        ("par", "nwy", []),
        ("bre", "bre", []),
        ("bre", "con", []),
    ],
)
def test_which_fleets_a_convoy_cannot_do_without(start: str, end: str, needed: list[str]) -> None:
    ask = position("eng", "nth", "mao", "wes", "iri")
    # The second time it is known of the flotilla.
    for _ in range(2):
        assert needed_fleets(ask, "A", Province(start), Province(end)) == needed


def test_of_two_flotillas_neither_is_needed() -> None:
    con, bul = Province("con"), Province("bul")
    assert needed_fleets(position("aeg", "bla"), "A", con, bul) == []
    assert needed_fleets(position("aeg"), "A", con, bul) == ["aeg"]


def test_a_flotilla_is_known_again_and_only_so_many_are(monkeypatch: pytest.MonkeyPatch) -> None:
    eng, nth, bla, lon, bre, nwy = map(Province, ("eng", "nth", "bla", "lon", "bre", "nwy"))

    def routes(ask: Ask) -> list[bool]:
        whole = can_sail(ask, "A", bre, nwy), could_carry(ask, "A", eng, lon, bre)
        return [*whole, can_sail(ask, "A", bre, nwy, without=eng)]

    first, again, other = position("eng", "nth"), position("nth", "eng"), position("eng", "bla")
    assert afloat(first, "A")[eng] is afloat(again, "A")[nth]
    assert afloat(other, "A")[eng] is not afloat(other, "A")[bla]
    answers = [routes(ask) for ask in (first, other)]
    assert answers == [[True, True, False], [False, True, False]]
    monkeypatch.setattr(convoys, "MOST_FLOTILLAS", 1)
    STANDARD.flotillas.clear()
    fresh = [position("eng", "nth"), position("eng", "bla")]
    assert [routes(ask) for ask in fresh] == answers
    assert len(STANDARD.flotillas) == 1
