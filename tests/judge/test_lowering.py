"""Lowering: what the rules answer about several forces in a place, crossings and convoys."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.judge.explain import Explainer
from dragoman.judge.lower import Battle
from dragoman.judge.movement import fight_of, settle
from dragoman.judge.turn import admit, elect
from dragoman.model import (
    Ballot,
    Force,
    Hold,
    Move,
    Order,
    Piece,
    Seat,
    State,
    Subject,
    Support,
    Tally,
    Unit,
    Verdict,
    read_phase,
)
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Orders
from dragoman.variants import load
from tests.judge.fight import Fight
from tests.judge.variant_fights import orders, position
from tests.rules.table import (
    FRANCE,
    GERMANY,
    STANDARD,
    at,
    ballots,
    by_order,
    judged,
    on_board,
    pieces,
    ruled,
    with_leaders,
)


def leaders_share(ask: Ask, a: Force, b: Force, place: Province) -> bool:
    """A leader shares a place with units of its own power."""
    return a.power != b.power or a.units[0].kind == b.units[0].kind


def leaders_are_light(ask: Ask, force: Force) -> Tally | None:
    """A leader has no weight at all; everything else counts one."""
    return None if force.units[0].kind == "L" else STANDARD.rules.strength(ask, force)


def one_or_none(ask: Ask, force: Force) -> Tally | None:
    """A leader counts nothing, but it fights."""
    return Tally(0, (("leader", 0),)) if force.units[0].kind == "L" else Tally(1, (("unit", 1),))


LIGHT = with_leaders(contests=leaders_share, strength=leaders_are_light)
ZERO = with_leaders(contests=leaders_share, strength=one_or_none)


def test_a_support_finds_the_piece_it_names_among_several() -> None:
    """Of an army and a leader that both stay, a support for the leader is for the leader."""
    ask = at("S1901M", {"France": "A par, L par, A pic", "Germany": "A bur"}, variant=ZERO)
    resolution = judged(ask, {"France": "A pic S L par"})
    [support] = [v for v in resolution.verdicts if isinstance(v.order, Support)]
    assert (support.outcome, support.reason.code) == ("done", "supported")


def test_a_support_for_one_who_left_serves_the_one_who_stayed() -> None:
    """A support to hold fits whoever of that place stays, if the piece named does not."""
    ask = at("S1901M", {"France": "A par, L par, A pic", "Germany": "A bur"}, variant=ZERO)
    resolution = judged(ask, {"France": "A pic S A par; A par - bre", "Germany": "A bur - par"})
    assert by_order(resolution)["A pic S A par"] == "done supported"
    assert by_order(resolution)["A bur - par"] == "failed repelled"


def test_a_support_that_fits_nobody_is_unmatched() -> None:
    """Both pieces leave, so a support to hold is for none of them."""
    ask = at("S1901M", {"France": "A par, L par, A pic"}, variant=ZERO)
    resolution = judged(ask, {"France": "A pic S A par; A par - bre; L par - bur"})
    assert by_order(resolution)["A pic S A par"] == "failed unmatched"


def test_nobody_supports_a_piece_without_weight() -> None:
    """A light piece takes no part in a fight, so there is nothing to support."""
    ask = at("S1901M", {"France": "L par, A pic", "Germany": "A bur"}, variant=LIGHT)
    resolution = judged(ask, {"France": "A pic S L par", "Germany": "A bur - par"})
    assert by_order(resolution)["A pic S L par"] == "failed unmatched"
    assert by_order(resolution)["A bur - par"] == "done moved"


def test_a_piece_without_weight_cuts_nothing() -> None:
    """An attack by a light piece leaves a support alone."""
    ask = at("S1901M", {"France": "A par, A bre", "Germany": "L bur, A gas"}, variant=LIGHT)
    resolution = judged(
        ask, {"France": "A bre - gas; A par S A bre - gas", "Germany": "L bur - par"}
    )
    assert by_order(resolution)["A par S A bre - gas"] == "done supported"


def test_a_support_of_no_worth_adds_nothing() -> None:
    """A leader of strength 0 fights, but has nothing to lend."""
    ask = at("S1901M", {"France": "A par, L pic", "Germany": "A bur"}, variant=ZERO)
    resolution = judged(ask, {"France": "A par - bur; L pic S A par - bur"})
    assert by_order(resolution)["L pic S A par - bur"] == "failed idle"
    assert by_order(resolution)["A par - bur"] == "failed repelled"


def test_a_piece_without_weight_supports_with_nothing() -> None:
    ask = at("S1901M", {"France": "A par, L pic", "Germany": "A bur"}, variant=LIGHT)
    resolution = judged(ask, {"France": "A par - bur; L pic S A par - bur"})
    assert by_order(resolution)["L pic S A par - bur"] == "failed idle"
    assert by_order(resolution)["A par - bur"] == "failed repelled"


def test_friends_change_places() -> None:
    """Two who may share a place pass through each other."""
    ask = at("S1901M", {"France": "A par, L bur"}, variant=ZERO)
    resolution = judged(ask, {"France": "A par - bur; L bur - par"})
    assert pieces(resolution) == ["France A bur", "France L par"]


def by_parts(ask: Ask, place: Province, ordered: Sequence[tuple[Unit, Orders]]) -> Sequence[Force]:
    """A unit with two orders acts in two parts."""
    return [
        Force(unit.power, (unit,), unit.place, order, part)
        for unit, orders in ordered
        for order, part in zip(orders, ("army", "fleet"), strict=False)
    ]


PARTED = ruled(
    muster=by_parts,
    legal=lambda ask, ballot: (None,) * len(ballot.orders),
    contests=lambda ask, a, b, place: a.power != b.power,
)


@pytest.mark.parametrize(
    ("part", "to", "outcome"),
    [
        ("army", "bur", "done supported"),
        ("fleet", None, "done supported"),
        ("fleet", "bur", "failed unmatched"),
        ("", "bur", "done supported"),
        ("", "gas", "failed unmatched"),
    ],
)
def test_a_support_may_name_the_part_of_a_unit(part: str, to: str | None, outcome: str) -> None:
    """An army's half that marches and one that stays are distinguished by name."""
    ask = at("S1901M", {"France": "A par", "Germany": "A mar"}, variant=PARTED)
    me, whom = Piece("A", Place("mar")), Piece("A", Place("par"), part)
    march: Order = Move(Piece("A", Place("par"), "army"), Place("bur"))
    stay: Order = Hold(Piece("A", Place("par"), "fleet"))
    cast = [
        Ballot(Seat("France"), Subject(FRANCE, 1), (march, stay)),
        Ballot(
            Seat("Germany"), Subject(GERMANY, 2), (Support(me, whom, Place(to) if to else None),)
        ),
    ]
    resolution = adjudicate(PARTED, ask.state, cast)
    [support] = [v for v in resolution.verdicts if isinstance(v.order, Support)]
    assert f"{support.outcome} {support.reason.code}" == outcome


class Everybody(Battle):
    """A battle in which nobody is left out of the fight, and which is one island."""

    def _find_free(self) -> set[int]:
        return set()

    def _strand(self) -> list[int]:
        return []

    def _find_islands(self) -> list[list[Province]]:
        self.fought, self.mixed = self.given, set(range(len(self.orders)))
        return [[*{*self.heres, *self.goals}]]


@pytest.mark.parametrize(
    ("ref", "phase", "powers"),
    [
        ("standard", "S1901M", ("France", "Germany", "England")),
        ("cat", "S3M", ("Telahoma", "Cassiusica", "Andromeda")),
        ("militarism", "S1901M", ("France", "Germany", "England")),
    ],
)
def test_who_meets_nobody_can_be_left_out(ref: str, phase: str, powers: tuple[str, ...]) -> None:
    """Verdicts, reasons and the next position are the same as if every force fought."""
    left_out = 0
    for seed in range(40):
        rng, variant = Random(seed), load(ref)
        ask = Ask(variant, position(rng, variant, read_phase(phase), powers))
        trees = {u.id: legal_orders(ask, Subject(u.power, u.id)) for u in ask.state.units}
        for _ in range(5):
            elected = orders(rng, ask, trees)
            some, everybody = Battle(ask, elected), Everybody(ask, elected)
            inside = {i for places in some.islands for p in places for i in meeting(some, p)}
            left_out += len(some.orders) - len(inside)
            assert outcome(some) == outcome(everybody)
    assert left_out > 200


def meeting(battle: Battle, place: Province) -> tuple[int, ...]:
    """Who is in a place, or wants to be."""
    return battle.at.get(place, ()) + battle.comers.get(place, ())


def outcome(battle: Battle) -> tuple[list[Verdict], State]:
    """What comes of a battle."""
    explainer = Explainer(battle)
    return explainer.verdicts(), settle(explainer)


def test_an_army_that_surely_sails_may_be_supported_in_vain() -> None:
    """Its convoy comes with it into the fight over the support."""
    units = {"England": "A lon, F nth, F ska", "Germany": "F den"}
    orders = "A lon - nwy; F nth C A lon - nwy; F ska S A lon - nwy"
    resolution = judged(at("S1901M", units), {"England": orders, "Germany": "F den - ska"})
    assert by_order(resolution) == {
        "A lon - nwy": "done moved",
        "F nth C A lon - nwy": "done convoyed",
        "F ska S A lon - nwy": "failed cut",
        "F den - ska": "failed repelled",
    }


STRAIT = """
@map strait
@name Strait
@crossing bridge army nor-sou fleet eas-wes
nor coast North
  army sou
  fleet eas wes
sou coast South
  army nor
  fleet eas wes
eas sea East
  fleet nor sou wes
wes sea West
  fleet eas gul nor sou
gul sea Gulf
  fleet wes
"""


@pytest.mark.parametrize(
    ("orders", "outcomes"),
    [
        (
            {"France": "A nor - sou", "Germany": "F eas - wes"},
            ["failed crossed", "failed crossed"],
        ),
        ({"France": "A nor - sou", "Germany": "F eas - sou"}, ["failed bounced", "failed bounced"]),
        ({"Germany": "F eas - wes"}, ["done moved"]),
        ({"France": "A nor - sou"}, ["done moved"]),
    ],
)
def test_moves_over_one_crossing_stop_each_other(
    orders: dict[str, str], outcomes: list[str]
) -> None:
    """An army on the bridge and a fleet under it do not get past each other."""
    ask = at(
        "S1901M",
        {"France": "A nor", "Germany": "F eas"},
        variant=on_board(STRAIT),
        centers={"France": ""},
    )
    resolution = judged(ask, orders)
    given = [v for v in resolution.verdicts if not v.supplied]
    assert [f"{v.outcome} {v.reason.code}" for v in given] == outcomes
    assert {v.reason.rule for v in given} == ({"bridge"} if "crossed" in outcomes[0] else {""})


def test_the_stronger_of_two_that_cross_gets_over() -> None:
    ask = at(
        "S1901M",
        {"France": "A nor", "Germany": "F eas, F gul"},
        variant=on_board(STRAIT),
        centers={"France": ""},
    )
    resolution = judged(
        ask, {"France": "A nor - sou", "Germany": "F eas - wes; F gul S F eas - wes"}
    )
    assert by_order(resolution) == {
        "A nor - sou": "failed crossed",
        "F eas - wes": "done moved",
        "F gul S F eas - wes": "done supported",
    }


def test_a_convoy_passes_no_crossing() -> None:
    """An army carried by sea does not use the bridge."""
    ask = at(
        "S1901M",
        {"France": "A nor, F wes", "Germany": "F eas"},
        variant=on_board(STRAIT),
        centers={"France": ""},
    )
    resolution = judged(
        ask, {"France": "A nor - sou via; F wes C A nor - sou", "Germany": "F eas - wes"}
    )
    assert by_order(resolution)["A nor - sou via"] == "done moved"
    assert by_order(resolution)["F eas - wes"] == "failed repelled"


def test_the_fight_of_a_phase_can_be_had_by_itself() -> None:
    """The integers that the solver takes: forces that meet, with supports that nobody can cut."""
    ask = at("S1901M", {"France": "A par, A mar, F bre, A spa", "Germany": "A bur, A ber"})
    cast = ballots(ask, {"France": "A par - bur; A mar S A par - bur; F bre - mao"})
    elected, _ = elect(ask, cast, admit(ask, cast))
    fight = Fight.read(fight_of(ask, elected))
    assert (fight.places, [f.attack for f in fight.forces], fight.supports) == (2, [1, 2], ())


def fight_over(ask: Ask, lines: dict[str, str]) -> tuple[Fight, dict[str, str]]:
    """The fight that orders make, and what comes of each order."""
    cast = ballots(ask, lines)
    elected, _ = elect(ask, cast, admit(ask, cast))
    return Fight.read(fight_of(ask, elected)), by_order(judged(ask, lines))


def test_an_army_that_nobody_carries_meets_nobody() -> None:
    """It cuts no support (6.F.6), so there is nothing to fight about."""
    ask = at("S1901M", {"England": "A lon, F nth", "Germany": "F nwy, A swe"})
    lines = {"England": "A lon - nwy", "Germany": "F nwy S A swe"}
    fight, outcomes = fight_over(ask, lines)
    assert not fight.forces
    assert outcomes["A lon - nwy"] == "failed no_convoy"
    assert outcomes["F nwy S A swe"] == "done supported"


def test_an_army_that_nobody_carries_is_attacked_at_home() -> None:
    """It stands there with its own strength, and whoever it does not meet gets through."""
    units = {"England": "A lon, F nth", "Germany": "F eng, F wal, A bel, F ska"}
    lines = {"England": "A lon - nwy", "Germany": "F eng - lon; F wal S F eng - lon; F ska - nwy"}
    fight, outcomes = fight_over(at("S1901M", units), lines)
    assert [f.attack for f in fight.forces] == [1, 2]
    assert outcomes["F eng - lon"] == outcomes["F ska - nwy"] == "done moved"
    assert outcomes["A lon - nwy"] == "failed no_convoy"


def test_a_support_that_only_its_own_side_attacks_is_out_of_the_fight() -> None:
    """Its own side never cuts it (6.D.20), and whom it is for meets nobody."""
    ask = at("S1901M", {"France": "A par, A gas, A bur"})
    fight, outcomes = fight_over(ask, {"France": "A par S A bur; A gas - par"})
    assert (len(fight.forces), len(fight.supports)) == (2, 0)
    assert outcomes["A par S A bur"] == "done supported"
    assert outcomes["A gas - par"] == "failed repelled"


def test_units_come_in_the_order_of_their_ids_whatever_it_was_before() -> None:
    """Also if the orders come in another order than the units."""
    ask = at("S1901M", {"France": "A par, A mar", "Germany": "A mun"})
    turned = ask.with_state(replace(ask.state, units=ask.state.units[::-1]))
    lines = {"France": "A par - bur; A mar S A par - bur", "Germany": "A mun - bur"}
    assert judged(turned, lines).state == judged(ask, lines).state
