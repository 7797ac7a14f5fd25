"""The arena's loops do what the judge does, in every legal list, verdict and position."""

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from dragoman.errors import RequestError
from dragoman.geo import COASTAL, Place
from dragoman.judge import adjudicate
from dragoman.model import Phase, Power, Seat, State, Unit
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import EDITIONS, Ask, convoys
from dragoman.sim import LoopArena, differences, left_out, routes
from dragoman.sim.lockstep import compared, judged, judged_lists, listed, unlike
from dragoman.variants import load

BOARDS = [("standard", {"edition": edition}) for edition in EDITIONS]
BOARDS += [
    (name, {})
    for name in (
        *("cline", "youngstown", "build_anywhere", "wings", "catspaw", "escalation", "cat"),
        "militarism",
    )
]
NAMES = [f"{name} {options.get('edition', '')}" for name, options in BOARDS]


def faults(arena: LoopArena, seed: int, last: int) -> tuple[int, list[str]]:
    """How many phases agreed, and the faults of those that did not."""
    found = list(compared(arena, Random(seed), last))
    return found.count(""), [text for text in found if text]


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=NAMES)
def test_whole_games_agree(name: str, options: dict[str, str]) -> None:
    variant, phases = load(name, options), 0
    for seed in range(2):
        arena = LoopArena(variant, 1, seed, interpreted=True)
        agreed, wrong = faults(arena, seed, variant.start.year + 4)
        assert wrong == []
        phases += agreed
    assert phases > 20


# Loops that replace nearly all others take half a minute to compile: `full` plays those of leaders.
@pytest.mark.parametrize(("name", "options"), BOARDS[:-1], ids=NAMES[:-1])
def test_whole_games_agree_compiled(name: str, options: dict[str, str]) -> None:
    variant, phases = load(name, options), 0
    for seed in range(2, 10):
        agreed, wrong = faults(LoopArena(variant, 1, seed), seed, variant.start.year + 5)
        assert wrong == []
        phases += agreed
    assert phases > 100


class Cells(list[Any]):
    """Cells of which none may be counted from the end: compiled, nothing asks whether one is."""

    def __getitem__(self, at: Any) -> Any:
        assert isinstance(at, slice) or at >= 0
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        assert isinstance(at, slice) or at >= 0
        super().__setitem__(at, value)


class Counting(LoopArena):
    """An arena all of whose arrays are such cells."""

    def array(self, values: list[int]) -> Any:
        return Cells(values)

    def zeros(self, size: int, kind: str = "int64") -> Any:
        return Cells([0] * size)

    def _rows(self, row: Any) -> Any:
        return Cells(Cells(row) for _ in range(self.games))


@pytest.mark.parametrize(
    "name", ["standard", "catspaw", "escalation", "cat", "militarism", "youngstown"]
)
def test_no_index_counts_from_the_end(name: str) -> None:
    arena = Counting(load(name), 1, 3, interpreted=True)
    for _ in range(20):
        arena.legal()
        arena.step(arena.random())
    assert arena.playing() == [0]


@pytest.mark.parametrize(
    "options",
    [
        {"led_attack_cuts": 1},
        {"winter_zero": False, "edition": "2023"},
        {"led_orders": "apart", "edition": "2000"},
        {"victory": "units", "win_at": 6},
    ],
)
def test_leaders_agree(options: dict[str, object]) -> None:
    variant = load("militarism", options)
    assert left_out(variant) == ()
    assert list(differences(variant, games=2, years=5, interpreted=True)) == []


def test_leaders_that_are_named_in_supports_are_read() -> None:
    """What lists leave out: with its unit a leader supports, and is supported."""
    arena = LoopArena(load("militarism"), 1, 0, interpreted=True)
    pieces = [("France", "A bur"), ("France", "L bur"), ("Germany", "A mun"), ("Germany", "L mun")]
    pieces += [("France", "A gas"), ("Germany", "A ruh")]
    units = [
        Unit(n, Power(power), text[0], Place(text[2:])) for n, (power, text) in enumerate(pieces, 1)
    ]
    state = placed(arena, units)
    arena.place(0, state)
    french = ["A gas S L bur", "L bur S A gas", "A bur S A gas"]
    row = arena.read(0, {Seat("France"): french, Seat("Germany"): ["A mun - bur", "L mun - bur"]})
    arena.step([row])
    assert arena.position(0) == judged(arena, state, row).state
    assert arena.position(0).phase == Phase(1901, "F", "M")


@pytest.mark.parametrize("written", [[], ["L bud"], ["A vie"], ["A vie", "L bud"]])
def test_openings_of_which_little_is_chosen_agree(written: list[str]) -> None:
    """Units are numbered in another order where a power writes nothing at all."""
    arena = LoopArena(load("militarism"), 1, 0, interpreted=True)
    state = arena.first
    row = arena.read(0, {Seat("Austria"): [f"build {text}" for text in written]})
    resolution = judged(arena, state, row)
    arena.step([row])
    assert arena.position(0) == resolution.state


def test_chosen_openings_agree_without_leaders() -> None:
    for variant in (load("cat", {"winter_zero": True}), load("chaos")):
        assert left_out(variant) == ()
        assert list(differences(variant, games=1, years=4, interpreted=True)) == []


def test_halves_agree_where_provinces_have_several_coasts() -> None:
    assert list(differences(load("doubling"), games=3, years=5, interpreted=True)) == []


def test_two_orders_of_a_unit_are_read_and_judged() -> None:
    arena = LoopArena(load("cat"), 1, 0, interpreted=True)
    guard = Unit(1, Power("Cassiusica"), "CG", Place("oak"))
    others = [Unit(2, Power("Telahoma"), "A", Place("cyp"))]
    state = placed(arena, [guard, *others])
    for lines, codes in (
        (["CG oak (army) - row", "CG oak (fleet) - csb"], ["moved", "moved"]),
        (["CG oak (army) - ast", "CG oak (fleet) - ast"], ["moved", "moved"]),
        (["CG oak H", "CG oak (army) S CG oak (fleet)"], ["held", "idle"]),
    ):
        arena.place(0, state)
        row = arena.read(0, {Seat("Cassiusica"): lines})
        assert arena.orders(0, row)[Seat("Cassiusica")] == lines
        judgement = judged(arena, state, row)
        arena.step([row])
        assert list(unlike(arena, judgement, row)) == []
        assert [v.reason.code for v in judgement.verdicts if v.seat == "Cassiusica"] == codes


def test_two_orders_that_fit_both_halves_are_void() -> None:
    arena = LoopArena(load("cat"), 1, 0, interpreted=True)
    state = placed(arena, [Unit(1, Power("Cassiusica"), "CG", Place("oak"))])
    arena.place(0, state)
    legal, names = arena.legal(), ["CG oak - ast", "CG oak - elm"]
    row = arena.read(0, {Seat("Cassiusica"): names[:1]})
    second = arena.read(0, {Seat("Cassiusica"): names[1:]})
    picks = [list(legal.row(0)).index(max(found)) for found in (row, second)]
    [both] = arena.fill(legal, [picks])
    judgement = judged(arena, state, both)
    arena.step([both])
    assert list(unlike(arena, judgement, both)) == []
    assert {v.reason.code for v in judgement.verdicts} == {"unclear_part", "held"}


def test_games_that_are_won_agree() -> None:
    """Votes run out where few centers win."""
    variant = load("catspaw", {"win_at": 6})
    assert list(differences(variant, games=4, years=6, interpreted=True)) == []


@pytest.mark.parametrize(
    "options",
    [
        {"build_ties": "dropped", "players": 5},
        {"extra_builds": "one_per_country", "players": 4},
        {"victory": "units", "win_at": 7},
        {"victory": "majority_of_units", "players": 2},
    ],
)
def test_votes_agree(options: dict[str, object]) -> None:
    variant = load("catspaw", options)
    assert left_out(variant) == ()
    assert list(differences(variant, games=2, years=6, interpreted=True)) == []


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "win_at": 9},
        {"players": 5, "snake": True},
        {"early_win": True, "win_at": 5, "players": 4},
        {"edition": "1971", "homes": 2},
    ],
)
def test_placements_and_homes_agree(options: dict[str, object]) -> None:
    """Some turns are missed, some homes not declared."""
    variant = load("escalation", options)
    assert left_out(variant) == ()
    assert list(differences(variant, games=2, years=3, interpreted=True)) == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"boards": 3, "assignment": "B"},
        {"module": 1},
        {"module": 3, "retreat_own_board_only": True, "several_claims": "undone"},
    ],
)
def test_linked_boards_agree(options: dict[str, object]) -> None:
    variant = load("heptadiplomacy", {"boards": 2} | options)
    assert left_out(variant) == ()
    assert list(differences(variant, games=1, years=3, interpreted=True)) == []


@pytest.mark.parametrize("options", [{"boards": 9}, {"boards": 7, "module": 3}])
def test_many_boards_agree(options: dict[str, object]) -> None:
    arena = LoopArena(load("heptadiplomacy", options), 1, 0, interpreted=True)
    assert left_out(arena.variant) == ()
    for fault in islice(compared(arena, Random(1), 1901), 3):
        assert fault == ""


FEW = {"boards": 2, "scaled": False, "two_way": 12, "two_way_each": 6, "three_way": 18}


@pytest.mark.parametrize(
    ("claims", "win_at", "how"),
    [
        ({"Austria": "TWO Italy", "Italy": "TWO Austria"}, 30, "two-way"),
        ({"Austria": "TWO Italy", "Italy": "SOLO"}, 30, ""),
        ({"Italy": "TWO Russia", "Russia": "TWO Italy", "France": "TWO Turkey"}, 8, "two-way"),
        ({"Austria": "TWO Italy", "Italy": "TWO Austria"}, 8, "first equal"),
        (
            {"Italy": "THREE Turkey France", "France": "THREE Turkey Italy"}
            | {"Turkey": "THREE France Italy"},
            30,
            "three-way",
        ),
        (
            {"Austria": "TWO Italy", "Italy": "TWO Austria", "France": "TWO Turkey"}
            | {"Turkey": "TWO France"},
            30,
            "first equal",
        ),
        ({"Austria": "TWO England"}, 8, "solo"),
        ({}, 6, "first equal"),
    ],
)
def test_claims_agree(claims: dict[str, str], win_at: int, how: str) -> None:
    variant = load("heptadiplomacy", FEW | {"three_way_each": 6, "win_at": win_at})
    arena = LoopArena(variant, 1, 0, interpreted=True)
    autumn = msgspec.structs.replace(arena.first, phase=Phase(1901, "F", "M"))
    arena.place(0, autumn)
    row = arena.read(0, {Seat(seat): [f"claim {said}"] for seat, said in claims.items()})
    resolution = judged(arena, autumn, row)
    arena.step([row])
    result = arena.position(0).result
    assert list(unlike(arena, resolution, row)) == []
    assert (result.how if result else "") == how
    arena.place(0, resolution.state)
    assert arena.position(0) == resolution.state


def test_a_claim_with_conditions_is_not_for_the_arena() -> None:
    arena = LoopArena(load("heptadiplomacy", {"boards": 2}), 1, 0, interpreted=True)
    autumn = msgspec.structs.replace(arena.first, phase=Phase(1901, "F", "M"))
    ask, seat = Ask(arena.variant, autumn), Seat("Italy")
    lines = read_lines(ask, seat, ["claim TWO Austria IF CENTERS(Austria) >= 3"])
    resolution = adjudicate(arena.variant, autumn, file_orders(ask, seat, lines).ballots)
    with pytest.raises(RequestError, match="the arena knows no such claim: TWO Austria IF"):
        arena.place(0, resolution.state)
    arena.place(0, autumn)
    conditional = ["claim TWO Austria IF CENTERS(Austria) >= 3"]
    for texts in (conditional, ["claim SOLO", "claim TWO Austria"]):
        with pytest.raises(RequestError, match="the arena knows no such order of Italy: claim TWO"):
            arena.read(0, {seat: texts})


def crowd(arena: LoopArena, chance: Random) -> State:
    """A position with very many units, mostly fleets at sea."""
    variant = arena.variant
    seas = [Place(s.id) for s in variant.map.spaces.values() if s.convoys]
    units: dict[str, Unit] = {}
    for number in range(1, chance.randint(10, 60)):
        kind = chance.choice("AFF")
        place = chance.choice(sorted(variant.moves[kind]))
        if kind == "F" and chance.random() < 0.6:
            place = chance.choice(seas)
        power = chance.choice(arena.tables.powers[:4])
        units.setdefault(variant.map.province[place], Unit(number, power, kind, place))
    return placed(arena, list(units.values()))


def first_spring(arena: LoopArena) -> int:
    """The year in which units first move."""
    start = arena.variant.start
    return start.year + (start.season == "W")


def placed(arena: LoopArena, units: list[Unit]) -> State:
    """A position in which nobody owns anything, with some units."""
    return State(
        phase=Phase(first_spring(arena), "S", "M"),
        seats=arena.first.seats,
        units=tuple(units),
        homes=arena.first.homes,
        notes=arena.first.notes,
        last_id=60,
    )


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=NAMES)
def test_crowded_positions_agree(name: str, options: dict[str, str]) -> None:
    arena = LoopArena(load(name, options), 1, 0, interpreted=True)
    chance = Random(name)
    for _ in range(4):
        arena.place(0, crowd(arena, chance))
        assert faults(arena, chance.randint(0, 99), first_spring(arena))[1] == []


def full(arena: LoopArena, cargo: int) -> State:
    """A position with a fleet in every sea, and a few armies ashore."""
    spaces = arena.variant.map.spaces.values()
    shores = Random(cargo).sample([Place(s.id) for s in spaces if s.kind == COASTAL], cargo)
    places = [*(("A", p) for p in shores), *(("F", Place(s.id)) for s in spaces if s.convoys)]
    powers = arena.tables.powers[:4]
    units = [Unit(n, powers[n % 4], kind, place) for n, (kind, place) in enumerate(places, 1)]
    return placed(arena, units)


@pytest.mark.parametrize("name", ["youngstown", "modern"])
def test_positions_with_fleets_in_all_seas_agree(name: str) -> None:
    arena = LoopArena(load(name), 1, 0)
    for cargo in (3, 4):
        arena.place(0, full(arena, cargo))
        assert faults(arena, cargo, 1901)[1] == []


@pytest.mark.parametrize(
    ("name", "options"), [("cline", {}), ("heptadiplomacy", {"boards": 2, "module": 3})]
)
@pytest.mark.parametrize("most", [5, 9, 60])
def test_fleets_of_which_there_are_too_many_agree(
    most: int, name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search gives up earlier here; fleets that could replace one another count once."""
    for module in (convoys, routes):
        monkeypatch.setattr(module, "TOO_MANY", most)
    variant = load(name, options)
    monkeypatch.setitem(vars(variant), "flotillas", {})  # kept ones were searched otherwise
    arena = LoopArena(variant, 1, 0, interpreted=True)
    arena.place(0, full(arena, 6))
    assert listed(arena) == judged_lists(arena, arena.position(0))
