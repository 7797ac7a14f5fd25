"""What nobody may order, and what is no row of orders, is refused: nothing is judged by chance."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from dragoman.errors import NotationError, RequestError
from dragoman.geo import Place
from dragoman.model import Phase, Power, Seat, Unit
from dragoman.sim import AnyArena, Arena, LoopArena
from dragoman.sim.codes import (
    BLOCK,
    BY_AT,
    ME_AT,
    MOVE,
    SECOND,
    SUPPORT,
    SUPPORT_MOVE,
    TO_AT,
    VERB,
    VIA,
    WHOM_AT,
)
from dragoman.variants import load


def looped(name: str = "standard", games: int = 2, **options: Any) -> LoopArena:
    return LoopArena(load(name, options), games, 7, interpreted=True)


@pytest.fixture(params=["interpreted", "compiled", "judged"])
def arena(request: pytest.FixtureRequest) -> AnyArena:
    if request.param == "judged":
        return Arena("payola", 2, 7)
    return LoopArena(load("standard"), 2, 7, interpreted=request.param == "interpreted")


def number(arena: LoopArena, name: str) -> int:
    return arena.tables.number[Place(name)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": "4"}, "games: must be a whole number, not '4'"),
        ({"games": 2.5}, "games: must be a whole number"),
        ({"seed": None}, "seed: must be a whole number, not None"),
        ({"variant": 5}, "variant: must be a name or a variant, not 5"),
        ({"variant": load("standard"), "win_at": 3}, "options are for a variant by its name"),
        ({"nosuch": 1}, "no option 'nosuch'"),
        ({"win_at": "x"}, "option win_at must be a number"),
    ],
)
def test_an_arena_is_asked_for_rightly(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RequestError, match=said):
        Arena(**({"variant": "standard"} | given))


def test_only_what_is_listed_is_picked(arena: AnyArena) -> None:
    legal = arena.legal()
    rows = len(legal.games)
    wrong: list[tuple[Any, str]] = [
        ([[10**6]] * rows, "cannot be picked"),
        ([[-1]] * rows, "cannot be picked"),
        ([[0, 1, 2]] * rows, "at most 1 are picked"),
        ([[0.5]] * rows, "no list of places"),
        ([0] * rows, "no list of places"),
        ([[0]], f"picks for each of the {rows} rows"),
    ]
    for picks, said in wrong:
        with pytest.raises(RequestError, match=said):
            arena.fill(legal, picks)
    assert len(arena.fill(legal, [[]] * rows)) == 2


def test_only_rows_of_whole_numbers_are_judged(arena: AnyArena) -> None:
    before, rows = arena.position(0), [[int(o) for o in row] for row in arena.random()]
    wrong: list[Any] = [None, [], rows[:1], [[0]] * 2, [row[:-1] for row in rows], [rows, rows]]
    wrong += [[[float(o) for o in row] for row in rows], [["x"] * len(row) for row in rows]]
    wrong += [[[*row[:-1], -1] for row in rows], [[*row[:-1], 1 << 60] for row in rows]]
    for orders in wrong:
        with pytest.raises(RequestError):
            arena.step(orders)
    assert arena.position(0) == before
    arena.step(rows)
    assert arena.position(0) != before


def test_games_seats_and_lines_are_there(arena: AnyArena) -> None:
    row, state = arena.random()[0], arena.position(0)
    twice = msgspec.structs.replace(state, units=(*state.units, state.units[0]))
    wrong: list[Callable[[], object]] = [
        *(lambda n=n: arena.position(n) for n in (-1, 2, "a")),
        lambda: arena.place(2, state),
        lambda: arena.place(0, None),  # type: ignore[arg-type]
        lambda: arena.place(0, twice),
        lambda: arena.orders(2, row),
        lambda: arena.orders(0, row[:3]),
        lambda: arena.orders(0, [10**15] * len(row)),
        lambda: arena.orders(0, [-1] * len(row)),
        lambda: arena.read(2, {}),
        lambda: arena.read(0, {Seat("Narnia"): ["A par H"]}),
        lambda: arena.read(0, {Seat("France"): "A par H"}),  # type: ignore[dict-item]
        lambda: arena.read(0, {Seat("France"): [5]}),  # type: ignore[list-item]
        lambda: arena.read(0, [Seat("France")]),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises(RequestError):
            call()
    with pytest.raises(NotationError, match="no place called 'xyz'"):
        arena.read(0, {Seat("France"): ["A xyz - abc"]})


def test_a_position_of_another_table_is_not_taken() -> None:
    arena, two = looped("catspaw"), looped("catspaw", players=2)
    with pytest.raises(RequestError, match="seats: must be 3, as at the opening"):
        arena.place(0, two.position(0))
    with pytest.raises(RequestError, match="no power"):
        looped().place(0, looped("cline").position(0))


def test_orders_for_what_others_hold_are_not_read() -> None:
    arena = looped()
    row = arena.read(0, {Seat("Austria"): ["A par - bur", "A vie - tyr"]})
    assert [text for text in arena.orders(0, row)[Seat("France")] if "par" in text] == ["A par H"]
    assert sum(map(bool, row)) == 1


@pytest.mark.parametrize("machine", [False, True])
@pytest.mark.parametrize(
    ("at", "verb", "whom", "to", "said"),
    [
        ("par", MOVE, "", "mos", "game 1: A par - mos is not possible"),
        ("bre", MOVE, "", "par", "F bre - par"),
        ("par", SUPPORT, "vie", "", "A par S A vie"),
        ("par", SUPPORT_MOVE, "mar", "spa", "A par S A mar - spa"),
        ("ruh", MOVE, "", "bel", "at cell"),
        ("par", MOVE | VIA, "", "bur", "A par - bur via"),
        ("par", MOVE | 1 << 5, "", "bur", "is no order"),
        ("mar", MOVE | VIA, "", "nap", "A mar - nap via"),
    ],
)
def test_impossible_orders_are_refused(
    machine: bool, at: str, verb: int, whom: str, to: str, said: str
) -> None:
    arena = LoopArena(load("standard"), 2, 7, interpreted=not machine)
    before, orders = arena.position(1), arena.random()
    p = number(arena, at)
    order = verb | p << ME_AT
    order |= number(arena, whom) << WHOM_AT if whom else 0
    orders[1][p] = order | (number(arena, to) << TO_AT if to else 0)
    with pytest.raises(RequestError, match=said):
        arena.step(orders)
    assert arena.position(1) == before


def test_orders_of_an_earlier_phase_are_refused() -> None:
    for arena in (looped(games=5), LoopArena(load("standard"), 5, 7)):
        orders = arena.random()
        arena.step(orders)
        with pytest.raises(RequestError, match="is not possible"):
            arena.step(orders)


def test_what_lists_leave_out_is_taken() -> None:
    """A support may name the coast, which lists do not."""
    arena = looped(games=1)
    units = [
        Unit(1, Power("France"), "A", Place("gas")),
        Unit(2, Power("Italy"), "F", Place("mao")),
    ]
    state = msgspec.structs.replace(arena.position(0), units=tuple(units))
    arena.place(0, state)
    named = {Seat("France"): ["A gas S F mao - spa/nc"], Seat("Italy"): ["F mao - spa/nc"]}
    row = arena.read(0, named)
    assert arena.orders(0, row) == named
    assert row[number(arena, "gas")] not in arena.legal().orders
    arena.step([row])
    assert arena.names[arena.verdicts()[0][number(arena, "gas")]] == ("done", "supported")


def test_what_lists_leave_out_is_read_where_the_judge_plays() -> None:
    arena = Arena("payola")
    units = Unit(1, Power("France"), "A", Place("gas")), Unit(2, Power("Italy"), "F", Place("mao"))
    arena.place(0, msgspec.structs.replace(arena.position(0), units=units))
    row = arena.read(0, {Seat("France"): ["A gas S F mao - spa/nc $1"]})
    assert "A gas S F mao - spa" in str(arena.orders(0, row))


def test_a_second_order_to_hold_is_read_wherever_the_unit_stands() -> None:
    """At the first province to hold is 0."""
    arena = looped("cat", 1)
    home = arena.tables.places[0]
    state = msgspec.structs.replace(
        arena.position(0), units=(Unit(1, Power("Cassiusica"), "A", home),)
    )
    arena.place(0, state)
    legal = arena.legal()
    texts = [arena.orders(0, [int(o), *[0] * (arena.tables.cells - 1)]) for o in legal.row(0)]
    move = next(t for [t] in (found[Seat("Cassiusica")] for found in texts) if " - " in t)
    lines = {Seat("Cassiusica"): [move, f"A {home} H"]}
    row = arena.read(0, lines)
    assert arena.orders(0, row) == lines
    arena.step([row])
    assert len(arena.position(0).units) == 2
    arena.place(0, state)
    alone = next(int(o) for o in legal.row(0) if o & VERB == SUPPORT)
    for second in (0, arena.tables.t[SECOND] << BY_AT):
        row = [alone, *[0] * (arena.tables.cells - 1)]
        row[arena.tables.t[BLOCK]] = second
        arena.step([row])
        arena.place(0, state)


def test_no_more_is_ordered_than_is_due() -> None:
    arena = looped("escalation", 1)
    orders = arena.random()
    [placed] = [o for o in orders[0] if o]
    other = next(o for o in arena.legal().orders if o >> ME_AT != placed >> ME_AT)
    orders[0][arena.cell(other)] = other
    with pytest.raises(RequestError, match="is not possible"):
        arena.step(orders)


def test_of_two_builds_in_one_home_the_first_stands() -> None:
    arena = looped(games=1)
    state = arena.position(0)
    others = tuple(unit for unit in state.units if unit.power != "France")
    winter = Phase(1901, "W", "A")
    arena.place(0, msgspec.structs.replace(state, units=others, phase=winter))
    legal = arena.legal()
    at = legal.subjects.index(arena.tables.power[Power("France")])
    row = list(legal.row(at))
    army, fleet = (k for k, order in enumerate(row) if arena.cell(order) == number(arena, "bre"))
    picks = [[fleet, army] if n == at else [] for n in range(len(legal.games))]
    [filled] = arena.fill(legal, picks)
    assert arena.orders(0, filled) == {Seat("France"): ["build F bre"]}


def test_what_is_possible_in_another_game_is_not_so_in_this() -> None:
    # Where units are given two orders, those that only a half can carry out are looked up in lists.
    arena = looped("cat")
    for _ in range(4):
        arena.step(arena.random())
    legal = arena.legal()
    listed: list[set[int]] = [set(), set()]
    for at, game in enumerate(legal.games):
        listed[game] |= {*legal.row(at)}
    cells = {arena.cell(order) for order in listed[0]}
    foreign = [o for o in sorted(listed[1] - listed[0]) if arena.cell(o) in cells]
    assert foreign
    for order in foreign:
        rows = [[0] * arena.tables.cells for _ in range(2)]
        rows[0][arena.cell(order)] = order
        with pytest.raises(RequestError, match="is not possible"):
            arena.step(rows)
