"""The arena's loops do what the judge does, in every legal list, verdict and position."""

from random import Random

import pytest

from dragoman.geo import Place
from dragoman.model import State, Unit
from dragoman.rules import EDITIONS
from dragoman.sim import LoopArena
from dragoman.variants import load
from tests.sim.lockstep import differences

BOARDS = [("standard", {"edition": edition}) for edition in EDITIONS]
BOARDS += [("cline", {}), ("youngstown", {}), ("build_anywhere", {})]
NAMES = [f"{name} {options.get('edition', '')}" for name, options in BOARDS]


def faults(arena: LoopArena, seed: int, last: int) -> tuple[int, list[str]]:
    """How many phases agreed, and the faults of those that did not."""
    told = list(differences(arena, Random(seed), last))
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


def crowd(arena: LoopArena, chance: Random) -> State:
    """A position with very many units, mostly fleets at sea."""
    variant, opening = arena.variant, arena.first
    seas = [Place(s.id) for s in variant.map.spaces.values() if s.convoys]
    units: dict[str, Unit] = {}
    for number in range(1, chance.randint(10, 60)):
        kind = chance.choice("AFF")
        place = chance.choice(sorted(variant.moves[kind]))
        if kind == "F" and chance.random() < 0.6:
            place = chance.choice(seas)
        power = chance.choice(arena.tables.powers[:4])
        units.setdefault(variant.map.province[place], Unit(number, power, kind, place))
    return State(
        phase=variant.start,
        seats=opening.seats,
        units=tuple(units.values()),
        homes=opening.homes,
        last_id=60,
    )


@pytest.mark.parametrize(("name", "options"), BOARDS, ids=NAMES)
def test_crowded_positions_agree(name: str, options: dict[str, str]) -> None:
    arena = LoopArena(load(name, options), 1, 0, interpreted=True)
    chance = Random(name)
    for _ in range(4):
        arena.place(0, crowd(arena, chance))
        assert faults(arena, chance.randint(0, 99), 1901)[1] == []
