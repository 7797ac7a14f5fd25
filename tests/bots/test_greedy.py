"""What the greedy bot does in positions where the right thing is plain."""

from random import Random
from typing import Any

import msgspec
import pytest

from dragoman.bots import look
from dragoman.bots.greedy import GreedyBot
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import (
    Ballot,
    Dislodged,
    Move,
    Phase,
    Power,
    Seat,
    State,
    Unit,
    piece_of,
    read_phase,
)
from dragoman.modules.declared_homes import HOMES
from dragoman.modules.joint_claims.words import CLAIM
from dragoman.modules.placement import PLACE
from dragoman.record.replay import opening
from dragoman.rules import Ask, Variant
from dragoman.variants import load

CALM = GreedyBot(moods=(0.0,))


def position(variant: Variant, phase: str, units: dict[str, str], owners: dict[str, str]) -> State:
    """A position: for each power its units and its centers, each list in words."""
    start = opening(variant, (), "0")
    stands = [
        (Power(power), kind, Place(at))
        for power, texts in units.items()
        for kind, at in (text.strip().split(" ") for text in texts.split(","))
    ]
    return msgspec.structs.replace(
        start,
        phase=read_phase(phase),
        units=tuple(Unit(n, p, k, at) for n, (p, k, at) in enumerate(stands, 1)),
        owners={Province(c): Power(p) for p, cs in owners.items() for c in cs.split()},
        last_id=len(stands),
    )


def ordered(variant: Variant, state: State, seat: str, seed: int = 1) -> list[str]:
    """What the bot orders for a seat, as text."""
    return [str(order) for b in ballots(variant, state, seat, seed) for order in b.orders]


def ballots(variant: Variant, state: State, seat: str, seed: int = 1) -> list[Ballot]:
    """What the bot orders for a seat."""
    return CALM.orders(look(Ask(variant, state), Seat(seat)), Random(seed))


STANDARD = load("standard")


def test_a_free_center_is_taken_in_fall() -> None:
    state = position(STANDARD, "F1901M", {"France": "A gas"}, {"France": "par bre mar"})
    assert ordered(STANDARD, state, "France") == ["A gas - spa"]


def test_an_attack_on_a_guarded_center_is_supported() -> None:
    state = position(
        STANDARD,
        "F1901M",
        {"Germany": "A bur, A pic", "France": "A par"},
        {"Germany": "ber kie mun bel hol bre mar lon spa", "France": "par"},
    )
    judged = adjudicate(STANDARD, state, ballots(STANDARD, state, "Germany"))
    assert judged.state.dislodged or judged.state.owners[Province("par")] == "Germany"


def test_no_two_units_go_to_one_place() -> None:
    state = opening(STANDARD, (), "0")
    for seat in state.seats:
        goals = [
            o.to for b in ballots(STANDARD, state, seat) for o in b.orders if isinstance(o, Move)
        ]
        assert len(goals) == len(set(goals))


def test_an_army_is_carried_over_the_sea_where_that_pays() -> None:
    state = position(STANDARD, "F1901M", {"England": "A yor, F nth"}, {"England": "edi lon lvp"})
    orders = ordered(STANDARD, state, "England")
    moved = adjudicate(STANDARD, state, ballots(STANDARD, state, "England")).state
    assert any(" C A yor - " in order for order in orders)
    assert len(moved.centers(Power("England"))) == 4


def test_a_dislodged_unit_retreats_to_a_center() -> None:
    state = position(STANDARD, "F1901R", {"Germany": "A bur"}, {"France": "par mar"})
    lost = Dislodged(Unit(9, Power("France"), "A", Place("bur")), Province("mun"))
    state = msgspec.structs.replace(state, dislodged=(lost,), last_id=9)
    [order] = ordered(STANDARD, state, "France")
    assert order in ("A bur - par", "A bur - mar", "A bur - bel")


def test_what_is_due_is_built_and_what_is_too_much_removed() -> None:
    state = position(
        STANDARD,
        "W1901A",
        {"France": "A spa", "Italy": "A ven, A tun, F ion"},
        {"France": "par mar bre", "Italy": "ven tun"},
    )
    assert [text.split()[0] for text in ordered(STANDARD, state, "France")] == ["build"] * 2
    assert [text.split()[0] for text in ordered(STANDARD, state, "Italy")] == ["remove"]


def test_an_island_gets_fleets() -> None:
    variant = load("militarism")
    state = opening(variant, (), "0")
    for seed in range(4):
        built = ordered(variant, state, "England", seed)
        assert sum(text.startswith("build F") for text in built) >= 2


def test_pieces_are_placed_on_free_centers() -> None:
    variant = load("escalation")
    state = opening(variant, (), "0")
    [ballot] = ballots(variant, state, "First")
    [order] = ballot.orders
    piece = piece_of(order)
    assert PLACE.made(order) and piece is not None
    assert variant.map.spaces[variant.map.province[piece.place]].center


def test_homes_are_declared_among_ones_own_centers() -> None:
    variant = load("escalation")
    state = position(
        variant, "W1901D", {"First": "A par"}, {"First": "par mar bre spa por", "Second": "ber"}
    )
    [ballot] = ballots(variant, state, "First")
    [order] = ballot.orders
    assert HOMES.made(order)
    assert len(order.args) == 3
    assert set(order.args) <= {"par", "mar", "bre", "spa", "por"}


def test_a_leader_goes_along_with_its_army() -> None:
    variant = load("militarism")
    state = position(variant, "F1901M", {"France": "A gas, L gas"}, {"France": "par bre mar"})
    assert ordered(variant, state, "France") == ["A gas - spa", "L gas - spa"]


def test_a_leader_alone_looks_for_a_unit() -> None:
    variant = load("militarism")
    state = position(
        variant, "F1901M", {"France": "A mar, L pic"}, {"France": "par bre mar", "Italy": "spa"}
    )
    [army, leader] = ordered(variant, state, "France")
    assert army == "A mar - spa"
    assert leader in ("L pic - par", "L pic - bur", "L pic - bre")


def test_a_doubled_unit_is_divided_between_two_free_centers() -> None:
    variant = load("doubling")
    state = position(variant, "F1901M", {"Austria": "A bud"}, {"Austria": "bud tri vie"})
    found = [ordered(variant, state, "Austria", seed) for seed in range(3)]
    assert ["A bud - ser", "A bud - rum"] in [sorted(f, reverse=True) for f in found]


def claims(sizes: dict[str, int], seat: str) -> list[str]:
    """What the bot claims in an Autumn in which seats have so many centers."""
    variant = load("heptadiplomacy", {"boards": 2})
    start = opening(variant, (), "0")
    centers = iter(variant.map.centers)
    owners = {
        next(centers): Power(f"{name}@1") for name, size in sizes.items() for _ in range(size)
    }
    state = msgspec.structs.replace(start, phase=Phase(1905, "F", "M"), owners=owners)
    orders = (o for b in ballots(variant, state, seat) for o in b.orders)
    return [str(o.args[0]) for o in orders if CLAIM.made(o)]


@pytest.mark.parametrize(
    ("sizes", "seat", "claimed"),
    [
        ({"Austria": 20, "France": 3}, "Austria", ["SOLO"]),
        ({"Austria": 19, "France": 19, "Italy": 4}, "Austria", ["TWO France"]),
        ({"Austria": 19, "France": 19, "Italy": 4}, "France", ["TWO Austria"]),
        ({"Austria": 19, "France": 19, "Italy": 4}, "Italy", []),
        ({"Austria": 5, "France": 5, "Italy": 5}, "Austria", []),
    ],
)
def test_claims_are_made_by_those_who_could_make_them_good(
    sizes: dict[str, int], seat: str, claimed: list[str]
) -> None:
    assert claims(sizes, seat) == claimed


def catspaw_votes(options: dict[str, Any]) -> list[tuple[Variant, State, Ballot]]:
    """The votes of all seats at the opening of Catspaw and in the Fall after it."""
    variant = load("catspaw", options)
    state = opening(variant, (), "0")
    found: list[tuple[Variant, State, Ballot]] = []
    for _ in range(2):
        cast = [b for seat in state.seats for b in ballots(variant, state, seat)]
        held = {power for powers in state.seats.values() for power in powers}
        found += [(variant, state, b) for b in cast if b.subject.power not in held]
        state = adjudicate(variant, state, cast).state
    return found


def test_every_extra_vote_is_used_and_none_is_against_ones_own_rule() -> None:
    votes = catspaw_votes({"powers": ["Austria", "England", "Turkey"]})
    variant = load("catspaw", {"powers": ["Austria", "England", "Turkey"]})
    start = opening(variant, (), "0")
    quotas = sum(sum(Ask(variant, start).mandate(s).quotas.values()) for s in start.seats)
    assert len([v for v in votes if v[1] == start]) == quotas
    for variant, state, ballot in votes:
        ask = Ask(variant, state)
        for order in ballot.orders:
            to = getattr(order, "to", None)
            stands = ask.at.get(ask.province[to], []) if to else []
            assert ballot.subject.power not in {unit.power for unit in stands}


def test_variants_on_one_map_have_pieces_of_their_own() -> None:
    """The index of a board is kept for the kinds that it was made for."""
    standard, militarism = load("standard"), load("militarism")
    assert standard.map is militarism.map
    state = opening(standard, (), "0")
    assert ordered(standard, state, "England", 0)
    assert ordered(militarism, opening(militarism, (), "0"), "England", 0)
