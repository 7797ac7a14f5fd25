"""Cat, Militarism and what they are composed into: through JSON alone, and with votes."""

import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dragoman.contract import judge, legal, read_request
from dragoman.judge import adjudicate
from dragoman.model import Ballot, Power, Seat, Subject
from dragoman.record.cases import read_cases
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import Ask, Election, Lots, Mandate, Ruleset
from dragoman.variants import find, load
from tests.modules.table import placed, standing

COMPOSED = [
    "doubling+militarism",
    "militarism+doubling",
    "militarism@cline",
    "cat@standard",
    "militarism@cat",
]


def asked(request: dict[str, Any], *, legal_orders: bool = False) -> dict[str, Any]:
    """The answer to a request, by way of JSON text."""
    read = read_request(json.dumps(request))
    answer = legal(read) if legal_orders else judge(read)
    found: dict[str, Any] = json.loads(msgspec.json.encode(answer))
    return found


@pytest.mark.parametrize("ref", ["cat", "militarism", "doubling", *COMPOSED])
def test_a_game_is_driven_by_json_alone(ref: str) -> None:
    """Opening, legal orders and every phase of three years, with nothing but the answers."""
    chance = random.Random(ref)
    answer = asked({"variant": ref, "seed": "7"})
    assert answer["phase"] is None
    for _ in range(10):
        state = answer["state"]
        choices = asked({"variant": ref, "state": state}, legal_orders=True)["legal"]
        orders = {
            seat: [chance.choice(texts) for texts in subjects.values() if texts]
            for seat, subjects in choices.items()
        }
        answer = asked({"variant": ref, "state": state, "orders": orders})
        void = [row for row in answer["orders"] if row["outcome"] == "void"]
        # What is listed is possible, some of it only beside an order for the other half (K3).
        assert all("order the other half, too" in str(row) for row in void)
        if answer["next"] is None:
            break


@pytest.mark.parametrize("ref", ["cat", "militarism", "doubling", *COMPOSED])
def test_variants_describe_themselves(ref: str) -> None:
    """Every module says what it is about and every option what it means."""
    variant = load(ref)
    assert variant.summary and variant.credits
    assert all(option.about for option in variant.schema)


def test_the_reconstruction_is_named_wherever_the_board_is() -> None:
    """Its variant, its map and whatever is composed on it say so."""
    cat = load("cat")
    assert "reconstruct" in cat.name and "reconstruct" in cat.summary
    assert "reconstruct" in cat.map.name
    assert "reconstruct" in load("militarism@cat").name


TELAHOMA = Power("Telahoma")


def voting(rules: Ruleset) -> Ruleset:
    """A stand-in for votes: both other seats order Telahoma, one ballot a line; most votes win."""

    def mandate(ask: Ask, seat: Seat) -> Mandate:
        own = rules.mandate(ask, seat)
        extra = tuple(replace(c, pool="votes") for c in ask.charges(TELAHOMA))
        return Mandate((*own.charges, *extra), {"votes": 3})

    def elect(ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
        cast: dict[frozenset[str], list[Ballot]] = {}
        for ballot in ballots:
            cast.setdefault(frozenset(map(str, ballot.orders)), []).append(ballot)
        most = max(map(len, cast.values()))
        first = [found for found in cast.values() if len(found) == most]
        return Election(first[0][0].orders if len(first) == 1 else ())

    return rules.answering(mandate=mandate, elect=elect)


@pytest.mark.parametrize(
    ("votes", "ended"),
    [
        (
            {"Cassiusica": ["A cin - sil; A cin - pea"] * 2, "Andromeda": ["A cin - iro"]},
            ["Telahoma A pea [single]", "Telahoma A sil [single]"],
        ),
        (
            {"Cassiusica": ["A cin - sil; A cin - pea"], "Andromeda": ["A cin - iro"] * 2},
            ["Telahoma A iro"],
        ),
        (
            {"Cassiusica": ["A cin - sil; A cin - pea"], "Andromeda": ["A cin - sil"]},
            ["Telahoma A cin"],
        ),
        (
            {
                "Cassiusica": ["A cin - sil; A cin - pea"],
                "Andromeda": ["A cin - pea; A cin - sil", "A cin - iro"],
            },
            ["Telahoma A pea [single]", "Telahoma A sil [single]"],
        ),
    ],
)
def test_a_ballot_of_two_orders_wins_or_loses_as_a_whole(
    votes: dict[str, list[str]], ended: list[str]
) -> None:
    """Votes are for what a double does with both halves, in either order of writing."""
    cat = load("cat")
    variant = replace(cat, rules=voting(cat.rules))
    start = placed(variant, "S3M", "Telahoma: A cin")
    seats = {seat: powers for seat, powers in start.state.seats.items() if TELAHOMA not in powers}
    ask = Ask(variant, replace(start.state, seats=seats))
    ballots: list[Ballot] = []
    for name, lines in votes.items():
        filed = file_orders(ask, Seat(name), read_lines(ask, Seat(name), lines))
        ballots += filed.ballots
    assert [len(ballot.orders) for ballot in ballots] == [
        1 + line.count(";") for lines in votes.values() for line in lines
    ]
    found = adjudicate(variant, ask.state, ballots)
    assert standing(found.left) == ended


def test_leaders_of_clines_new_powers_have_their_places() -> None:
    """Nobody placed them: Algeria and Iran."""
    variant = load("militarism@cline")
    ask = Ask(variant, variant.rules.opening(variant, (), Lots("test")))
    found = adjudicate(variant, ask.state, [])
    leaders = {u.place for u in found.state.units if u.kind == "L"}
    assert {"alg", "ira", "par", "stp"} <= leaders and len(leaders) == len(variant.powers)


def test_catspaw_over_cat_has_two_seats_and_a_power_nobody_holds() -> None:
    """Two of the three powers are held; the third is voted on, two orders a ballot."""
    variant = load("catspaw@cat", {"powers": ["Cassiusica", "Andromeda"]})
    start = placed(variant, "S3M", "Telahoma: A cin")
    assert list(start.state.seats) == ["Cassiusica", "Andromeda"]
    ballots: list[Ballot] = []
    for name, line in [("Cassiusica", "A cin - sil; A cin - pea")] * 2:
        ballots += file_orders(start, Seat(name), read_lines(start, Seat(name), [line])).ballots
    found = adjudicate(variant, start.state, ballots)
    assert standing(found.left) == ["Telahoma A pea [single]", "Telahoma A sil [single]"]
    assert [votes.chosen for votes in found.votes] == ["A cin - pea; A cin - sil"]


@pytest.mark.parametrize(
    ("name", "numbers", "apart"),
    [
        ("cat", [f"K{n}" for n in range(1, 32)], {"K25", "K26", "K27"}),
        ("militarism", [f"L{n}" for n in range(1, 23)], {"L1", "L4", "L19", "L21"}),
    ],
)
def test_every_ruling_has_a_case_of_its_name(
    name: str, numbers: list[str], apart: set[str]
) -> None:
    """A ruling is shown by a case; those about notation, secrecy, start and end are shown apart."""
    folder = find(name) / "cases"
    ids = {case.id.partition("-")[0] for f in folder.glob("*.case") for case in read_cases(f)}
    assert [number for number in numbers if number not in ids | apart] == []
