"""Saved games of the package `diplomacy`: theirs come in and judge the same, ours go out."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.errors import RequestError
from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import (
    Dislodged,
    Power,
    Resolution,
    Result,
    Seat,
    State,
    Unit,
    read_phase,
)
from dragoman.record.diplomacy_json import (
    Given,
    SavedPhase,
    phases_from_saved_game,
    phases_of_turn,
    saved_game_from_phases,
)
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import Ask, Lots
from dragoman.variants import load

SAMPLE: dict[str, Any] = json.loads(
    Path(__file__).with_name("data").joinpath("diplomacy_package.json").read_text(encoding="utf-8")
)
STANDARD = load("standard")
OPENING = STANDARD.rules.opening(STANDARD, (), Lots("opening"))


def judged(state: State, orders: Given) -> Resolution:
    """A phase judged from the orders of each power."""
    ask = Ask(STANDARD, state)
    lines = {Seat(power): [[order] for order in given] for power, given in orders.items()}
    ballots = [b for seat, given in lines.items() for b in file_orders(ask, seat, given).ballots]
    return adjudicate(STANDARD, state, ballots)


def position(phase: str, units: dict[str, str], centers: dict[str, str] | None = None) -> State:
    """A position of Standard, such as `{"France": "A par, F bre"}`."""
    named = [(power, *text.split()) for power, row in units.items() for text in row.split(",")]
    placed = [Unit(n, Power(p), kind, Place(at)) for n, (p, kind, at) in enumerate(named, 1)]
    owned = {Province(c): Power(p) for p, row in (centers or {}).items() for c in row.split()}
    return msgspec.structs.replace(
        OPENING, phase=read_phase(phase), units=tuple(placed), owners=owned, last_id=len(placed)
    )


def read(state: State, orders: dict[str, str]) -> Given:
    """The orders of each power, given as text."""
    ask = Ask(STANDARD, state)
    lines = {Power(p): read_lines(ask, Seat(p), text.split(";")) for p, text in orders.items()}
    return {power: tuple(order for line in rows for order in line) for power, rows in lines.items()}


def saved_phases(state: State, orders: dict[str, str]) -> list[SavedPhase]:
    """What a turn adds to a saved game."""
    return phases_of_turn(state, judged(state, read(state, orders)))


def words(state: State, orders: dict[str, str]) -> dict[str, str]:
    """What the package reads of each unit, joined with plus signs."""
    return {unit: "+".join(row) for unit, row in saved_phases(state, orders)[0].results.items()}


def board(state: State) -> set[str]:
    """The units of a position, whatever their ids."""
    return {f"{unit.power} {unit}" for unit in state.units}


def refuges(state: State) -> dict[str, set[Place]]:
    """Where each dislodged unit may go; those that can go nowhere are left out."""
    ask = Ask(STANDARD, state)
    found = {str(d.unit): set(ask.rules.refuges(ask, d.unit)) for d in state.dislodged}
    return {unit: places for unit, places in found.items() if places}


def pairs() -> list[tuple[SavedPhase, SavedPhase]]:
    """Each phase of the sample with the next one."""
    return list(pairwise(phases_from_saved_game(SAMPLE)))


@pytest.mark.parametrize(("phase", "then"), pairs(), ids=lambda phase: str(phase.name))
def test_a_game_of_theirs_judges_to_the_same_positions(phase: SavedPhase, then: SavedPhase) -> None:
    state = judged(phase.state, phase.orders).state
    assert (state.phase, board(state)) == (then.state.phase, board(then.state))
    assert state.owners == then.state.owners
    assert refuges(state) == refuges(then.state)


def test_a_game_of_theirs_goes_out_as_it_came_in() -> None:
    back = saved_game_from_phases(phases_from_saved_game(SAMPLE), id=SAMPLE["id"])
    assert {key: back[key] for key in ("id", "map", "rules")} == {
        key: SAMPLE[key] for key in ("id", "map", "rules")
    }
    assert [comparable(phase) for phase in back["phases"]] == [
        comparable(phase) for phase in SAMPLE["phases"]
    ]


def comparable(phase: dict[str, Any]) -> dict[str, Any]:
    """A phase without its time and hash, without `VIA`, its lists sorted."""
    state = {k: v for k, v in phase["state"].items() if k not in ("timestamp", "zobrist_hash")}
    for key in ("units", "centers", "homes", "influence"):
        state[key] = {power: sorted(row) for power, row in state[key].items()}
    state["retreats"] = {
        power: {unit: sorted(places) for unit, places in row.items()}
        for power, row in state["retreats"].items()
    }
    orders = {power: [o.removesuffix(" VIA") for o in row or []] for power, row in orders_of(phase)}
    return {**phase, "state": state, "orders": orders}


def orders_of(phase: dict[str, Any]) -> list[tuple[str, list[str] | None]]:
    """The orders of a phase as its file has them."""
    return list(phase["orders"].items())


def test_our_words_for_results_are_theirs() -> None:
    other = [
        (phase.name, unit, ours[unit], theirs)
        for phase, _ in pairs()
        for ours in [phases_of_turn(phase.state, judged(phase.state, phase.orders))[0].results]
        for unit, theirs in phase.results.items()
        if unit != "WAIVE" and ours[unit] != theirs
    ]
    assert other == []


@pytest.mark.parametrize(
    ("phase", "power", "theirs", "ours"),
    [
        ("S1901M", "France", "A PAR H", "A par H"),
        ("S1901M", "France", "A PAR - BUR", "A par - bur"),
        ("S1901M", "Russia", "F STP/SC - BOT", "F stp/sc - bot"),
        ("S1901M", "France", "A MAR S A PAR", "A mar S A par"),
        ("S1901M", "France", "A MAR S A PAR - BUR", "A mar S A par - bur"),
        ("S1901M", "England", "F LON C A LVP - BEL", "F lon C A lvp - bel"),
        ("S1901M", "England", "A LVP - BEL VIA", "A lvp - bel"),
        ("W1901A", "France", "A PAR B", "build A par"),
        ("W1901A", "Russia", "F STP/NC B", "build F stp/nc"),
        ("W1901A", "France", "A PAR D", "remove A par"),
        ("W1901A", "France", "WAIVE", "waive"),
    ],
)
def test_orders_are_worded_in_both_dialects(phase: str, power: str, theirs: str, ours: str) -> None:
    state = msgspec.structs.replace(OPENING, phase=read_phase(phase))
    orders = read(state, {power: ours})
    saved = saved_game_from_phases([SavedPhase(state, orders)])
    assert saved["phases"][0]["orders"][power.upper()] == [theirs]
    assert phases_from_saved_game(saved)[0].orders == orders


@pytest.mark.parametrize(
    ("carried", "ours"),
    [("F nth C A hol - bel", "A hol - bel via"), ("F nth H", "A hol - bel")],
)
def test_via_is_kept_where_fleets_carry_an_army_that_could_march(carried: str, ours: str) -> None:
    """Where nobody does the package lets the army march."""
    state = position("S1902M", {"Germany": "A hol", "England": "F nth"})
    orders = read(state, {"Germany": "A hol - bel via", "England": carried})
    saved = saved_game_from_phases([SavedPhase(state, orders)])
    assert saved["phases"][0]["orders"]["GERMANY"] == ["A HOL - BEL VIA"]
    (back,) = phases_from_saved_game(saved)[0].orders[Power("Germany")]
    assert str(back) == ours


@pytest.mark.parametrize(
    ("support", "theirs"),
    [
        ("A gas S F mao - spa/nc", "A GAS S F MAO - SPA/NC"),
        ("F lyo S F mao - spa/nc", "F LYO S F MAO - SPA"),
        ("F lyo S F wes - spa/sc", "F LYO S F WES - SPA/SC"),
    ],
)
def test_a_fleets_support_names_no_coast_where_there_are_two(support: str, theirs: str) -> None:
    state = position("S1902M", {"France": "F mao, A gas, F wes, F lyo"})
    saved = saved_game_from_phases([SavedPhase(state, read(state, {"France": support}))])
    assert saved["phases"][0]["orders"]["FRANCE"] == [theirs]


def test_each_way_to_fail_has_its_word() -> None:
    state = position(
        "S1902M",
        {
            "France": "A par, A mar, F eng, A pic, A bre, F lon",
            "Germany": "A bur, A mun, A ruh, A hol, A ber",
            "Italy": "A tyr",
        },
    )
    orders = {
        "France": "A par - bur; A mar S A par - bur; F eng C A pic - wal; A pic - nwy;"
        "A bre S A pic; F lon S A par",
        "Germany": "A bur S A ruh - mun; A mun S A bur; A ruh - mun; A hol - kie; A ber - kie",
        "Italy": "A tyr - mun",
    }
    assert words(state, orders) == {
        **{"A PAR": "", "A MAR": "", "F ENG": "void", "A PIC": "void", "A BRE": ""},
        **{"F LON": "void", "A BUR": "cut+dislodged", "A MUN": "cut", "A RUH": "bounce"},
        **{"A HOL": "bounce", "A BER": "bounce", "A TYR": "bounce"},
    }


def test_a_broken_convoy_has_its_words() -> None:
    state = position("S1902M", {"England": "A lon, F nth", "France": "F eng, F bel"})
    orders = {
        "England": "A lon - nwy; F nth C A lon - nwy",
        "France": "F eng - nth; F bel S F eng - nth",
    }
    assert words(state, orders) == {
        **{"A LON": "no convoy", "F NTH": "dislodged", "F ENG": "", "F BEL": ""},
    }


def driven_out() -> State:
    """An Italian fleet and a German army that must leave, and a French one that cannot."""
    state = position("F1902R", {"France": "A gas", "England": "F mao, A par", "Russia": "A spa"})
    rows = [("Italy", "F", "spa/sc", "gas"), ("Germany", "A", "par", "bre")]
    units = [(Unit(n, Power(p), k, Place(at)), by) for n, (p, k, at, by) in enumerate(rows, 8)]
    return msgspec.structs.replace(
        state,
        dislodged=tuple(Dislodged(unit, Province(by)) for unit, by in units),
        standoffs=(Province("bur"),),
    )


def test_retreats_are_worded_in_both_dialects() -> None:
    """What is closed by a stand-off or the attacker's origin is closed when it comes back."""
    before = position("F1902M", {"Germany": "A par", "England": "A bre, F mao"})
    move = SavedPhase(before, read(before, {"England": "A bre - par"}), {"A BRE": ()})
    orders = read(driven_out(), {"Italy": "F spa/sc - wes", "Germany": "A par disband"})
    saved = saved_game_from_phases([move, SavedPhase(driven_out(), orders)])
    there = saved["phases"][1]
    assert {power: row for power, row in there["orders"].items() if row} == {
        "ITALY": ["F SPA/SC R WES"],
        "GERMANY": ["A PAR D"],
    }
    assert there["state"]["units"]["ITALY"] == ["*F SPA/SC"]
    assert there["state"]["retreats"]["ITALY"] == {"F SPA/SC": ["LYO", "MAR", "POR", "WES"]}
    assert there["state"]["retreats"]["GERMANY"] == {"A PAR": ["PIC"]}
    back = phases_from_saved_game(saved)[1]
    assert back.orders == orders
    assert refuges(back.state) == refuges(driven_out())
    assert [d.by for d in back.state.dislodged] == ["bre", None]


def test_retreats_have_their_words() -> None:
    collide = {"Italy": "F spa/sc - mar", "Germany": "A par - bur"}
    assert words(driven_out(), collide) == {"F SPA/SC": "", "A PAR": "void+disband"}


def test_a_unit_that_can_go_nowhere_is_forgotten() -> None:
    """The package takes it away with the moves, so neither its order nor its fate is saved."""
    state = msgspec.structs.replace(driven_out(), standoffs=(Province("bur"), Province("pic")))
    turn = saved_phases(state, {"Italy": "F spa/sc - wes", "Germany": "A par disband"})
    there = saved_game_from_phases(turn)["phases"][0]
    assert there["orders"]["GERMANY"] == []
    assert there["results"] == {"F SPA/SC": []}
    assert there["state"]["units"]["GERMANY"] == []


def test_adjustments_have_their_words() -> None:
    centers = {"France": "par mar bre spa", "Germany": "mun", "Italy": "rom nap"}
    state = position("W1902A", {"France": "A par, A gas", "Germany": "A mun, A ber"}, centers)
    orders = {
        "France": "build F mar; build A par; waive",
        "Germany": "remove A ber; remove A mun",
        "Italy": "build A nap",
    }
    assert words(state, orders) == {
        **{"F MAR": "", "A PAR": "void", "WAIVE": "void", "A BER": "", "A MUN": "void", "A NAP": ""}
    }
    builds = saved_game_from_phases([SavedPhase(state)])["phases"][0]["state"]["builds"]
    assert builds["FRANCE"] == {"count": 2, "homes": ["BRE", "MAR"]}
    assert builds["GERMANY"] == {"count": -1, "homes": []}
    assert builds["TURKEY"] == {"count": 0, "homes": []}


def test_a_winter_without_a_choice_is_a_phase_of_its_own() -> None:
    """Our judge settles it together with the Fall; the package lists it."""
    state = position("F1902M", {"France": "A par", "Germany": "A ruh"}, {"France": "par"})
    fall, winter = saved_phases(state, {})
    assert (fall.name, fall.results) == ("F1902M", {"A PAR": (), "A RUH": ()})
    assert (winter.name, winter.results) == ("W1902A", {"A RUH": ("",)})
    assert board(winter.state) == {"France A par", "Germany A ruh"}


def test_a_game_that_was_won_is_completed() -> None:
    centers = " ".join(STANDARD.map.centers[:18])
    state = position("F1910M", {"France": "A par, A gas"}, {"France": centers})
    turn = saved_phases(state, {"France": "A gas - spa"})
    over = SavedPhase(judged(state, read(state, {"France": "A gas - spa"})).state)
    saved = saved_game_from_phases([*turn, over])
    assert [phase["name"] for phase in saved["phases"]] == ["F1910M", "COMPLETED"]
    assert saved["phases"][1]["state"]["note"] == "Victory by: FRA"
    back = phases_from_saved_game(saved)[1].state
    assert (str(back.phase), back.result) == ("W1910A", Result("solo", (Seat("France"),)))


def test_a_completed_game_without_a_winner_was_drawn() -> None:
    drawn = msgspec.structs.replace(OPENING, result=Result("draw", (Seat("France"), Seat("Italy"))))
    saved = saved_game_from_phases([SavedPhase(drawn)])
    assert saved["phases"][0]["state"]["note"] == "Victory by: FRA, ITA"
    assert phases_from_saved_game(saved)[0].state.result == drawn.result
    saved["phases"][0]["state"]["note"] = ""
    result = phases_from_saved_game(saved)[0].state.result
    assert result == Result("draw", tuple(OPENING.seats))


def test_messages_pass_unchanged() -> None:
    message = {"sender": "FRANCE", "recipient": "ITALY", "message": "Peace?", "phase": "S1901M"}
    saved = saved_game_from_phases([SavedPhase(OPENING, messages=(message,))])
    assert saved["rules"] == ["POWER_CHOICE"]
    assert phases_from_saved_game(saved)[0].messages == (message,)


def spoiled(path: str, value: Any) -> dict[str, Any]:
    """The opening as a saved game, with one value put in its place."""
    saved = saved_game_from_phases([SavedPhase(OPENING)])
    at: Any = saved
    *way, last = path.split(".")
    for key in way:
        at = at[int(key)] if key.isdigit() else at[key]
    at[last] = value
    return saved


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("map", "ancmed", "no variant 'ancmed'"),
        ("phases", {}, "no saved game of the package diplomacy"),
        ("phases.0.name", "FORMING", "'FORMING' is not a phase"),
        ("phases.0.orders.CHINA", ["A PEK H"], "no power 'CHINA'"),
        ("phases.0.state.units.FRANCE", ["A XYZ"], "no place 'XYZ'"),
        ("phases.0.state.units.FRANCE", ["A NTH"], "'A NTH' is no unit that can stand there"),
        ("phases.0.state.units.FRANCE", ["G PAR"], "'G PAR' is no unit that can stand there"),
        ("phases.0.state.units.FRANCE", ["F STP"], "'F STP' is no unit that can stand there"),
        ("phases.0.state.units.FRANCE", ["A VIE"], "two units stand in one province in S1901M"),
    ],
)
def test_what_is_no_saved_game_is_refused(path: str, value: Any, fault: str) -> None:
    with pytest.raises(RequestError, match=fault):
        phases_from_saved_game(spoiled(path, value))


def test_variants_that_the_package_does_not_know_are_refused() -> None:
    with pytest.raises(RequestError, match="knows nothing like Militarism"):
        saved_game_from_phases([SavedPhase(OPENING)], load("militarism"))
    with pytest.raises(RequestError, match="a game on the board 'standard', not 'cline'"):
        phases_from_saved_game(SAMPLE, load("cline"))
