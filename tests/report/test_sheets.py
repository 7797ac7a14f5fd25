"""Whole sheets, each read by a person and kept; a change shows as a difference of text."""

from collections.abc import Iterator

import msgspec

from dragoman.geo import Place, Province
from dragoman.model import (
    DONE,
    OUTVOTED,
    VOID,
    Disband,
    Fact,
    Hold,
    Move,
    Piece,
    Power,
    Reason,
    Seat,
    Subject,
    Verdict,
    Votes,
)
from dragoman.report import position_sheet, results_sheet
from dragoman.report.charts import center_chart
from dragoman.rules import Ask, Lots
from tests.report.table import STANDARD, at, golden, judged, sheet

SPRING = at(
    "S1901M",
    {
        "Austria": "A vie, A tri, F adr",
        "England": "A lon, F nth, F edi",
        "France": "A par, A mar, F mao, F bre",
        "Germany": "A mun, A ber, F kie",
        "Italy": "A ven, A tun, F ion",
        "Russia": "A gal, A boh, A war, A pru, F bal",
        "Turkey": "F aeg, F eas",
    },
)
SPRING_ORDERS = {
    "Austria": "A vie H; A tri S A vie; F adr S A tun - gre",
    "England": "A lon - bel; F nth C A lon - bel; F edi - hol",
    "France": "A par - bur; F mao - spa; F bre S A lon - bel",
    "Germany": "A mun - bur; A ber - sil; F kie S A ber; F kie - den",
    "Italy": "A ven - tri; A tun - gre; F ion C A tun - gre",
    "Russia": "A gal - vie; A boh S A gal - vie; A war - sil; A pru - ber; F bal S A pru - ber",
    "Turkey": "F aeg - ion; F eas S F aeg - ion",
}


def test_spring_with_all_that_can_go_wrong() -> None:
    assert sheet(SPRING, SPRING_ORDERS) == golden("spring")


def test_retreats() -> None:
    ask = at(
        "S1901R",
        {"Germany": "A tyr, A sil", "Russia": "A bud, A pru", "Turkey": "A ser, F bul/ec, F ank"},
        driven_Austria="A bud from gal",
        driven_Italy="A tyr from mun",
        driven_France="A sil from boh",
        driven_England="A ser from gre",
        driven_Turkey="A arm from sev",
        driven_Russia="F con from aeg",
        driven_Germany="A por from spa",
        barred="gal",
    )
    orders = {
        "Austria": "A bud - tri",
        "England": "A ser - bul",
        "France": "A sil - gal; A par H",
        "Italy": "A tyr - tri",
        "Turkey": "A arm - smy",
    }
    assert sheet(ask, orders) == golden("retreats")


def test_fall_counts_centers() -> None:
    ask = at(
        "F1902M",
        {
            "Austria": "A vie",
            "England": "F nth, A yor",
            "Germany": "A mun, A tyr, F kie",
            "Italy": "A tri, A ven",
            "Russia": "A gal, A bud, A sil",
            "Turkey": "A smy, A con, F ank",
        },
        {
            "Austria": "vie, tri",
            "England": "lon, edi, lvp",
            "Germany": "mun, ber",
            "Italy": "ven, rom, nap",
            "Russia": "war, bud, mun",
            "Turkey": "ank, con, smy",
        },
    )
    orders = {
        "Austria": "A vie - boh",
        "England": "F nth C A yor - nwy; A yor - nwy",
        "Germany": "A mun - boh; A tyr - vie; F kie - hel",
        "Italy": "A tri H; A ven H",
        "Russia": "A gal - vie; A bud S A gal - vie; A sil - ber",
        "Turkey": "A con - bul",
    }
    assert sheet(ask, orders) == golden("fall")


def test_what_nobody_chooses_is_reported_at_once() -> None:
    ask = at(
        "F1903M",
        {"France": "A par, A bur", "Germany": "A sil, F hel"},
        {"France": "par", "Germany": "mun"},
    )
    assert sheet(ask, {"France": "A par H; A bur - mun"}) == golden("forced")


def test_winter_builds_removes_and_civil_disorder() -> None:
    ask = at(
        "W1902A",
        {
            "Austria": "A vie, A bud, F tri",
            "England": "F lon, A edi",
            "France": "A spa, F mao",
            "Germany": "A mun, A ber, F kie",
            "Italy": "A rom",
            "Russia": "A war, A mos, A ukr, F sev",
            "Turkey": "A ank",
        },
        {
            "Austria": "vie, bud",
            "England": "lon, edi, lvp, nwy",
            "France": "par, bre, mar, spa, por",
            "Germany": "mun, ber, kie, hol",
            "Italy": "rom, ven",
            "Russia": "war, mos",
        },
    )
    orders = {
        "Austria": "remove A bud; remove F tri",
        "England": "build F lvp; waive",
        "France": "build F bre; build A bre; build A gas; build F par",
        "Italy": "remove A rom",
    }
    assert sheet(ask, orders) == golden("winter")


def test_a_win() -> None:
    most = "par, bre, mar, spa, por, bel, hol, lon, lvp, edi, mun, ber, kie, den, ven, rom, nap"
    ask = at(
        "F1910M",
        {"France": "A tyr, A boh", "Austria": "A vie", "Turkey": "A bul"},
        {"France": most, "Austria": "vie, bud", "Turkey": "ank, bul"},
    )
    orders = {"France": "A tyr - vie; A boh S A tyr - vie", "Austria": "A vie H"}
    resolution = judged(ask, orders)
    retreats = Ask(STANDARD, resolution.state)
    assert results_sheet(resolution, ask, retreats) == golden("before_the_win")
    assert sheet(retreats, {"Austria": "A vie - gal"}) == golden("win")


def test_what_passes_at_once_is_reported_unless_it_goes_without_saying() -> None:
    ask = at("W1901A", {"France": "A par"}, {"France": "par"})
    france, par = Power("France"), Piece("A", Place("par"))
    rows = (
        Verdict(france, Hold(par), DONE, Reason("held"), supplied=True),
        Verdict(france, Disband(par), DONE, Reason("disbanded"), supplied=True),
    )
    resolution = msgspec.structs.replace(judged(ask, {}), verdicts=rows)
    text = results_sheet(resolution, ask, Ask(STANDARD, resolution.state))
    assert text.split("\n\n")[1:3] == ["No orders.", "French A par disband: is disbanded."]


def test_long_names_of_powers_keep_their_numbers_apart() -> None:
    long = Power("The Most Serene Republic")
    info = msgspec.structs.replace(STANDARD.powers[Power("Italy")], name=long)
    variant = msgspec.structs.replace(STANDARD, powers={long: info})
    ask = at("W1901A", {}, {"Italy": "ven"})
    was = msgspec.structs.replace(ask.state, owners={Province("ven"): long})
    now = msgspec.structs.replace(was, owners={Province("rom"): long})
    assert center_chart(Ask(variant, was), Ask(variant, now))[2:] == [
        "  The Most Serene Republic     1        -      0",
        "      gains rom; loses ven; 1 build due, but no room",
        "  Neutral                     33        -",
    ]


def test_pieces_without_supply_are_no_units_in_the_sum_of_a_seat() -> None:
    """Here fleets need none: Austria and Turkey have an army each."""
    ask = at("F1901M", {"Austria": "A vie, F tri", "Turkey": "A ank"}, {"Austria": "vie"})
    idle = msgspec.structs.replace(STANDARD.kinds["F"], needs_supply=False)
    variant = msgspec.structs.replace(STANDARD, kinds={**STANDARD.kinds, "F": idle})
    seats = {Seat("Anna"): (Power("Austria"), Power("Turkey"))}
    now = Ask(variant, msgspec.structs.replace(ask.state, seats=seats))
    rows = {line[2:16].strip(): line.split()[-1] for line in center_chart(now, now)[2:]}
    assert (rows["Turkey"], rows["Anna in all"]) == ("1", "2")


def shared_table() -> Ask:
    """A position in which seats are not powers, some powers are nobody's, and units are marked."""
    ask = at(
        "S1901R",
        {"Austria": "A vie", "Italy": "A ven, A ven", "Turkey": "A rum, A bud"},
        {"Austria": "vie, tri", "Italy": "ven, rom, nap", "Turkey": "ank, rum", "Germany": "ber"},
        driven_Austria="A bud from ser",
        driven_Russia="A rum from bul",
        barred="gal",
    )
    first, *others = ask.state.units
    seats = {
        Seat("Anna"): (Power("Austria"), Power("Turkey")),
        Seat("Ben"): (Power("England"),),
        Seat("Italy"): (Power("Italy"),),
    }
    marked = msgspec.structs.replace(first, marks=("single",))
    state = msgspec.structs.replace(ask.state, units=(marked, *others), seats=seats)
    facts = (Fact("Quota", 5, "extra orders for units that nobody holds"), Fact("Hole", "boh"))
    rules = STANDARD.rules.answering(show=lambda ask: facts)
    return Ask(msgspec.structs.replace(STANDARD, rules=rules), state)


def test_a_position_of_an_unusual_table() -> None:
    assert position_sheet(shared_table()) == golden("position")


def test_the_opening_position() -> None:
    state = STANDARD.rules.opening(STANDARD, (), Lots("opening"))
    assert position_sheet(Ask(STANDARD, state)) == golden("opening")


def test_votes_and_news() -> None:
    ask = at("S1901M", {"Germany": "A mun, A ber", "France": "A par"})
    seats = {Seat("Ann"): (Power("France"),), Seat("Bob"): (Power("Austria"),)}
    ask = Ask(STANDARD, msgspec.structs.replace(ask.state, seats=seats))
    mun, ber = (Subject(Power("Germany"), unit.id) for unit in ask.state.units[:2])
    ann, bob = seats
    tables = (
        Votes(mun, (("A mun - tyr", 3, (ann, ann, bob)), ("A mun H", 1, (bob,))), "A mun - tyr"),
        Votes(ber, (("A ber - sil", 1, (ann,)), ("A ber - pru", 1, (bob,))), ""),
        Votes(
            Subject(Power("Italy"), topic="builds"), (("build F nap", 1, (bob,)),), "build F nap"
        ),
    )
    rows = tuple(votes_of(ask, ann, bob))
    resolution = msgspec.structs.replace(
        judged(ask, {"Ann": "A par - bur"}),
        votes=tables,
        verdicts=rows,
        news=("The hole has swallowed Bohemia, with all that stood there.",),
    )
    assert results_sheet(resolution, ask, Ask(STANDARD, resolution.state)) == golden("votes")


def votes_of(ask: Ask, ann: Seat, bob: Seat) -> Iterator[Verdict]:
    """Verdicts on ballots of which some were outvoted and some tied."""
    germany, mun, ber = Power("Germany"), Piece("A", Place("mun")), Piece("A", Place("ber"))
    yield Verdict(Power("France"), Hold(Piece("A", Place("par"))), DONE, Reason("held"), ann)
    for seat in (ann, ann, bob):
        yield Verdict(germany, Move(mun, Place("tyr")), DONE, Reason("moved"), seat)
    yield Verdict(germany, Hold(mun), OUTVOTED, Reason("outvoted"), bob)
    yield Verdict(germany, Move(ber, Place("sil")), OUTVOTED, Reason("tied"), ann)
    yield Verdict(germany, Move(ber, Place("pru")), OUTVOTED, Reason("tied"), bob)
    yield Verdict(germany, Move(mun, Place("lon")), VOID, Reason("cannot_reach"), bob)
    yield Verdict(germany, Hold(ber), DONE, Reason("held"), supplied=True)
