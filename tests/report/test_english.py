"""Every reason has a sentence, and the sentence says what happened."""

import msgspec
import pytest

from dragoman.geo import Place
from dragoman.model import (
    FAILED,
    REASONS,
    VERBS,
    VOID,
    Act,
    Build,
    Cause,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Piece,
    Power,
    Reason,
    Remove,
    Retreat,
    Seat,
    Support,
    Tally,
    Verdict,
    Waive,
)
from dragoman.report import explain
from dragoman.report.english import SENTENCES
from dragoman.rules import Ask
from tests.report.table import Orders, at, judged, verdict

CODES = [(outcome, code) for outcome, codes in REASONS.items() for code in codes]
PAR, MUN, BUR = Piece("A", Place("par")), Piece("A", Place("mun")), Place("bur")
FRANCE, GERMANY = Power("France"), Power("Germany")
BOARD = at("S1901M", {"France": "A par, F mao, A bur", "Germany": "A mun"})
RIVAL = Cause(GERMANY, Move(MUN, BUR))
TWO = Tally(1, (("army", 1),)).plus(1, "support of A mar")
EVERY_ORDER: list[Order] = [
    Hold(PAR),
    Move(PAR, BUR),
    Support(PAR, MUN),
    Support(PAR, MUN, BUR),
    Convoy(PAR, MUN, BUR),
    Retreat(PAR, BUR),
    Disband(PAR),
    Build(PAR),
    Remove(PAR),
    Waive(),
    Act("strike", "strikes", PAR, ("bur",)),
    Act("claim", "claim", None, ("a share in the win",)),
]


def test_the_sentences_are_those_of_the_table() -> None:
    assert set(SENTENCES) == {code for _, code in CODES}


def test_every_class_of_order_is_tried() -> None:
    assert {type(order) for order in EVERY_ORDER} == {*VERBS, Act}


@pytest.mark.parametrize(("outcome", "code"), CODES)
@pytest.mark.parametrize("order", EVERY_ORDER, ids=str)
def test_every_reason_has_a_sentence_for_any_order(outcome: str, code: str, order: Order) -> None:
    for by, mine, theirs in ((None, None, None), (RIVAL, TWO, Tally(1))):
        for phase in ("S1901M", "S1901R", "W1901A"):
            state = msgspec.structs.replace(BOARD.state, phase=at(phase, {}).state.phase)
            reason = Reason(code, by, mine, theirs)
            text = explain(Verdict(FRANCE, order, outcome, reason), Ask(BOARD.variant, state))
            assert text.strip() == text
            assert not text.endswith((".", ":", ",", "()"))
            assert "\n" not in text and "  " not in text and "None" not in text


@pytest.mark.parametrize(("outcome", "code"), CODES)
def test_the_outcome_shows_in_the_sentence(outcome: str, code: str) -> None:
    reason = Reason(code, RIVAL, Tally(1), Tally(1))
    text = explain(Verdict(FRANCE, Move(PAR, BUR), outcome, reason), BOARD)
    if outcome == VOID:
        assert text.startswith("void: ")
    if outcome == FAILED:
        assert text.startswith(("fails: ", "support cut", "dislodged by", "convoy broken"))


FIGHTS: list[tuple[str, Orders, Orders, str, str]] = [
    (
        "a stand-off",
        {"France": "A par", "Germany": "A mun"},
        {"France": "A par - bur", "Germany": "A mun - bur"},
        "A par - bur",
        "fails: 1 against 1, stood off by German A mun - bur",
    ),
    (
        "a stronger rival",
        {"France": "A par", "Germany": "A mun, A ruh"},
        {"France": "A par - bur", "Germany": "A mun - bur; A ruh S A mun - bur"},
        "A par - bur",
        "fails: 1 against 2 (army 1 + support of A ruh 1), beaten by German A mun - bur",
    ),
    (
        "an arrival against somebody",
        {"France": "A par", "Germany": "A mun, A ruh"},
        {"France": "A par - bur", "Germany": "A mun - bur; A ruh S A mun - bur"},
        "A mun - bur",
        "arrives in bur, 2 (army 1 + support of A ruh 1) against 1",
    ),
    (
        "a defended place",
        {"France": "A par, A mar", "Germany": "A bur, A mun"},
        {"France": "A par - bur; A mar S A par - bur", "Germany": "A bur H; A mun S A bur"},
        "A par - bur",
        "fails: 2 (army 1 + support of A mar 1) against 2 (army 1 + support of A mun 1), "
        "held off by German A bur H",
    ),
    (
        "one that could not leave",
        {"France": "A par", "Germany": "A bur", "Italy": "A mar"},
        {"France": "A par - bur", "Germany": "A bur - mar"},
        "A par - bur",
        "fails: 1 against 1, held off by German A bur - mar, which did not get away",
    ),
    (
        "head-on",
        {"France": "A par", "Germany": "A bur"},
        {"France": "A par - bur", "Germany": "A bur - par"},
        "A par - bur",
        "fails: 1 against 1, met head-on by German A bur - par",
    ),
    (
        "one's own",
        {"France": "A par, A bur, A mar"},
        {"France": "A par - bur; A mar S A par - bur; A bur H"},
        "A par - bur",
        "fails: 2 (army 1 + support of A mar 1) against 1, but it may not dislodge "
        "French A bur H, which is on its own side",
    ),
    (
        "help that may not count",
        {"Austria": "F tri, A vie", "Italy": "A ven"},
        {"Austria": "F tri H; A vie S A ven - tri", "Italy": "A ven - tri"},
        "A ven - tri",
        "fails: 1 (army 1 + support of A vie 1, less 1: support not counted against its own side) "
        "against 1, held off by Austrian F tri H",
    ),
    (
        "a dislodgement",
        {"Russia": "F bla, A arm", "Turkey": "F ank"},
        {"Russia": "F bla - ank; A arm S F bla - ank", "Turkey": "F ank H"},
        "F ank H",
        "dislodged by Russian F bla - ank, 2 (fleet 1 + support of A arm 1) against 1",
    ),
    (
        "a cut",
        {"Austria": "A tri, A bud", "Italy": "A ven"},
        {"Austria": "A tri S A bud; A bud H", "Italy": "A ven - tri"},
        "A tri S A bud",
        "support cut by Italian A ven - tri",
    ),
    (
        "a broken convoy",
        {"Austria": "F alb, F adr", "Italy": "F ion, A tun"},
        {
            "Austria": "F alb - ion; F adr S F alb - ion",
            "Italy": "F ion C A tun - gre; A tun - gre",
        },
        "A tun - gre",
        "convoy broken: Austrian F alb - ion dislodged Italian F ion",
    ),
    (
        "no convoy",
        {"Italy": "F ion, A tun"},
        {"Italy": "F ion H; A tun - gre"},
        "A tun - gre",
        "fails: no chain of fleets was ordered to convoy it, and it needs Italian F ion",
    ),
    (
        "no convoy, by either of two fleets",
        {"England": "A lon, F nth", "France": "F eng"},
        {"England": "A lon - bel; F nth H"},
        "A lon - bel",
        "fails: no chain of fleets was ordered to convoy it",
    ),
    (
        "a support for something else",
        {"France": "A par, A mar"},
        {"France": "A par S A mar - bur; A mar - spa"},
        "A par S A mar - bur",
        "fails: this support does not match French A mar - spa",
    ),
    (
        "a convoy for something else",
        {"England": "F nth, A lon"},
        {"England": "F nth C A lon - nwy; A lon H"},
        "F nth C A lon - nwy",
        "fails: this convoy does not match English A lon H",
    ),
    (
        "a convoy for one that walks",
        {"England": "A nwy", "Germany": "F ska"},
        {"England": "A nwy - swe", "Germany": "F ska C A nwy - swe"},
        "F ska C A nwy - swe",
        "fails: English A nwy - swe goes by land",
    ),
    (
        "too far for a fleet",
        {"England": "F nth"},
        {"England": "F nth - pic"},
        "F nth - pic",
        "void: a fleet in nth cannot reach pic",
    ),
    (
        "nowhere to go",
        {"England": "A yor"},
        {"England": "A yor - yor"},
        "A yor - yor",
        "void: an army in yor cannot move to where it already stands",
    ),
    (
        "no ground for a fleet",
        {"Germany": "F kie"},
        {"Germany": "F kie - mun"},
        "F kie - mun",
        "void: a fleet cannot go to mun",
    ),
    (
        "no water to cross",
        {"England": "A lon"},
        {"England": "A lon - wal via"},
        "A lon - wal via",
        "void: an army in lon cannot reach wal by convoy (no fleets could carry it there)",
    ),
    (
        "one of two coasts",
        {"France": "F mao"},
        {"France": "F mao - spa"},
        "F mao - spa",
        "void: F mao could land on spa/nc or spa/sc: name the coast",
    ),
    (
        "a support out of reach",
        {"France": "F bre, A pic"},
        {"France": "F bre S A pic - bel"},
        "F bre S A pic - bel",
        "void: a fleet in bre cannot support into bel, where it could not move",
    ),
    (
        "a support for the impossible",
        {"France": "A bur", "Germany": "F kie"},
        {"France": "A bur S F kie - mun"},
        "A bur S F kie - mun",
        "void: F kie cannot be supported to mun (the other unit cannot get there)",
    ),
    (
        "a convoy from port",
        {"France": "F bre, A pic"},
        {"France": "F bre C A pic - lon"},
        "F bre C A pic - lon",
        "void: a fleet in bre is not at sea, so it cannot convoy",
    ),
    (
        "a convoy off the route",
        {"France": "F lyo, A pic"},
        {"France": "F lyo C A pic - lon"},
        "F lyo C A pic - lon",
        "void: F lyo is on no convoy route from pic to lon",
    ),
    (
        "another's unit",
        {"France": "A par", "Germany": "A mun"},
        {"France": "A mun - bur"},
        "A mun - bur",
        "void: France may not order the German A mun",
    ),
    (
        "two orders",
        {"France": "A par"},
        {"France": "A par H; A par - bur"},
        "A par - bur",
        "void: A par was given another legal order as well, so neither counts",
    ),
    (
        "a build in Spring",
        {"France": "A par"},
        {"France": "build A mar"},
        "build A mar",
        "void: no build orders are due in Spring 1901 movement",
    ),
]


@pytest.mark.parametrize(
    ("units", "orders", "order", "text"),
    [row[1:] for row in FIGHTS],
    ids=[row[0] for row in FIGHTS],
)
def test_what_happens_in_a_movement_is_explained(
    units: Orders, orders: Orders, order: str, text: str
) -> None:
    ask = at("S1901M", units)
    assert explain(verdict(ask, orders, order), ask) == text


RETREATS = at(
    "F1901R",
    {"Germany": "A tyr, A boh", "Italy": "F spa/sc"},
    driven_Austria="A vie from gal",
    driven_France="F por from mao",
    barred="bud",
)


@pytest.mark.parametrize(
    ("orders", "order", "text"),
    [
        ({"Austria": "A vie - tri"}, "A vie - tri", "retreats to tri"),
        (
            {"Austria": "A vie - tyr"},
            "A vie - tyr",
            "void: A vie may not retreat to tyr, where German A tyr stands",
        ),
        (
            {"Austria": "A vie - bud"},
            "A vie - bud",
            "void: A vie may not retreat to bud, which a stand-off closed",
        ),
        (
            {"Austria": "A vie - gal"},
            "A vie - gal",
            "void: A vie may not retreat to gal, where its attacker came from",
        ),
        (
            {"Austria": "A vie - rom"},
            "A vie - rom",
            "void: A vie may not retreat to rom, which it cannot reach by itself",
        ),
        ({"Germany": "A boh - mun"}, "A boh - mun", "void: there is no dislodged A boh"),
    ],
)
def test_what_happens_in_a_retreat_is_explained(orders: Orders, order: str, text: str) -> None:
    assert explain(verdict(RETREATS, orders, order), RETREATS) == text


WINTER = at(
    "W1901A",
    {"France": "A spa", "Germany": "A mun, A ber", "Italy": "A rom", "Turkey": "A par"},
    {
        "France": "bre, spa",
        "Germany": "mun",
        "Italy": "rom",
        "Russia": "stp, mar",
        "Turkey": "par, ank",
    },
)


@pytest.mark.parametrize(
    ("orders", "order", "text"),
    [
        ({"France": "build F bre"}, "build F bre", "is built"),
        ({"France": "build A par"}, "build A par", "void: Turkish A par stands there"),
        (
            {"France": "build A mar"},
            "build A mar",
            "void: France does not own mar (Russia does)",
        ),
        (
            {"France": "build A gas"},
            "build A gas",
            "void: France may not build in gas, which is not one of its home centers",
        ),
        ({"France": "build F bre; waive"}, "waive", "void: France may build only 1 unit"),
        (
            {"France": "remove A spa"},
            "remove A spa",
            "void: France has builds due, not removals",
        ),
        (
            {"Russia": "build F stp"},
            "build F stp",
            "void: F stp could be built on stp/nc or stp/sc: name the coast",
        ),
        (
            {"Russia": "build A stp; build F stp/nc"},
            "build F stp/nc",
            "void: another order already puts a unit in stp",
        ),
        ({"Turkey": "build F ank"}, "build F ank", "is built"),
        ({"Germany": "remove A mun"}, "remove A mun", "is removed"),
        ({"Germany": "build A kie"}, "build A kie", "void: Germany has to remove, not build"),
        ({}, "remove A ber", "is removed by civil disorder"),
        ({"Italy": "build A ven"}, "build A ven", "void: Italy has nothing to build or remove"),
    ],
)
def test_what_happens_in_winter_is_explained(orders: Orders, order: str, text: str) -> None:
    assert explain(verdict(WINTER, orders, order), WINTER) == text


def test_a_removal_ordered_twice_is_made_once() -> None:
    ask = at("W1901A", {"Germany": "A mun, A ber, A kie"}, {"Germany": "mun"})
    rows = judged(ask, {"Germany": "remove A ber; remove A ber"}).verdicts[:2]
    assert [explain(row, ask) for row in rows] == ["is removed", "void: A ber is removed already"]


def sentence(code: str, *, by: Cause | None = None, **rest: object) -> str:
    """The sentence for a reason made by hand."""
    outcome = next(o for o, c in CODES if c == code)
    order: Order = Support(PAR, MUN) if code == "supported" else Move(PAR, BUR)
    return explain(Verdict(FRANCE, order, outcome, Reason(code, by, **rest)), BOARD)  # type: ignore[arg-type]


def test_retreats_that_meet_are_counted() -> None:
    assert sentence("collided", by=RIVAL) == (
        "fails: German A mun - bur goes to the same place, so both units are disbanded"
    )
    assert sentence("collided", by=RIVAL, note="3 units") == (
        "fails: German A mun - bur goes to the same place, so all 3 units are disbanded"
    )


def test_votes_are_counted() -> None:
    assert sentence("outvoted", mine=Tally(2), theirs=Tally(3)) == "outvoted 2 to 3"
    assert sentence("outvoted") == "outvoted: another order had more votes"
    assert sentence("tied", mine=Tally(2), theirs=Tally(2)) == (
        "tied at 2 votes each: no order had the most votes"
    )
    assert sentence("tied") == "tied: no order had the most votes"


def test_rules_and_notes_are_added() -> None:
    assert sentence("paradox", rule="Szykman") == (
        "fails: the convoy is caught in a paradox (Szykman)"
    )
    assert sentence("paradox", by=RIVAL, rule="Szykman") == (
        "fails: the convoy is caught in a paradox over German A mun - bur (Szykman)"
    )
    assert sentence("crossed", by=RIVAL, mine=Tally(1), theirs=Tally(1), rule="messina") == (
        "fails: 1 against 1, met German A mun - bur on the same crossing (messina)"
    )
    assert sentence("not_allowed", note="no order against one's own") == (
        "void: the rules of this variant do not allow it (no order against one's own)"
    )


def test_a_support_may_be_worth_more_or_less_than_one() -> None:
    assert sentence("supported", mine=Tally(1)) == "support given"
    assert sentence("supported", mine=Tally(2)) == "support given, worth 2"
    assert sentence("supported", by=RIVAL, mine=Tally(1), note="partly cut") == (
        "support given, but cut to 1 by German A mun - bur"
    )


def test_a_power_that_the_variant_does_not_know_is_called_by_its_name() -> None:
    stranger = Cause(Power("Lepanto"), Move(MUN, BUR))
    assert sentence("cut", by=stranger) == "support cut by Lepanto A mun - bur"


def test_a_seat_is_named_that_orders_what_is_not_its_own() -> None:
    row = Verdict(GERMANY, Waive(), VOID, Reason("not_yours"), Seat("Anna"))
    assert explain(row, BOARD) == "void: Anna may not order this for Germany"
