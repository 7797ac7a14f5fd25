"""The arena's loops do what the judge does, in every legal list, verdict and position."""

from random import Random

import pytest

from dragoman.geo import COASTAL, Place
from dragoman.model import State, Unit
from dragoman.rules import EDITIONS, convoys
from dragoman.sim import LoopArena, differences, routes
from dragoman.sim.lockstep import compared, judged_lists, listed
from dragoman.variants import load

BOARDS = [("standard", {"edition": edition}) for edition in EDITIONS]
BOARDS += [
    (name, {}) for name in ("cline", "youngstown", "build_anywhere", "catspaw", "escalation")
]
NAMES = [f"{name} {options.get('edition', '')}" for name, options in BOARDS]


def faults(arena: LoopArena, seed: int, last: int) -> tuple[int, list[str]]:
    """How many phases agreed, and the faults of those that did not."""
    told = list(compared(arena, Random(seed), last))
    return told.count(""), [text for text in told if text]


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=NAMES)
def test_whole_games_agree(name: str, options: dict[str, str]) -> None:
    variant, phases = load(name, options), 0
    for seed in range(2):
        agreed, wrong = faults(LoopArena(variant, 1, seed, interpreted=True), seed, 1905)
        assert wrong == []
        phases += agreed
    assert phases > 20


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=NAMES)
def test_whole_games_agree_compiled(name: str, options: dict[str, str]) -> None:
    variant, phases = load(name, options), 0
    for seed in range(2, 10):
        agreed, wrong = faults(LoopArena(variant, 1, seed), seed, 1906)
        assert wrong == []
        phases += agreed
    assert phases > 100


def test_games_that_are_won_agree() -> None:
    """Votes run out where few centers win."""
    variant = load("catspaw", {"win_at": 6})
    assert list(differences(variant, games=4, years=6, interpreted=True)) == []


@pytest.mark.parametrize("options", [{"players": 2, "win_at": 9}, {"players": 5, "snake": True}])
def test_placements_and_homes_agree(options: dict[str, object]) -> None:
    """Some turns are missed, some homes not declared."""
    variant = load("escalation", options)
    assert list(differences(variant, games=2, years=3, interpreted=True)) == []


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


def placed(arena: LoopArena, units: list[Unit]) -> State:
    """A position in which nobody owns anything, with some units."""
    return State(
        phase=arena.variant.start,
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
        assert faults(arena, chance.randint(0, 99), 1901)[1] == []


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


@pytest.mark.parametrize("most", [5, 9, 60])
def test_fleets_of_which_there_are_too_many_agree(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No shipped board has so many seas as the search gives up at; so it gives up earlier here."""
    for module in (convoys, routes):
        monkeypatch.setattr(module, "TOO_MANY", most)
    arena = LoopArena(load("cline"), 1, 0, interpreted=True)
    arena.place(0, full(arena, 6))
    assert listed(arena) == judged_lists(arena, arena.position(0))
