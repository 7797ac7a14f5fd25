"""The organizer's powers: each act is logged and shown, none shows sealed orders (S10)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dragoman.house.errors import Closed, Invalid, NotYours, Refused
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.play.sandbox import fork
from dragoman.house.settings import TableSettings
from dragoman.house.tables import organizer
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.logbook import logbook
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table, start_table
from dragoman.house.tables.views import table_view
from dragoman.house.tables.who import Who
from dragoman.record import Turn
from dragoman.store.rows import Event, Table
from tests.house.tools import HOUR, TestHouse, add_people, full_table, game, make_house, row

ACTS: dict[str, Callable[[TestHouse, str | None, str], object]] = {
    "paused": lambda h, a, t: organizer.pause(h, a, t, "lunch"),
    "extended": lambda h, a, t: organizer.extend(h, a, t, 3600, "holidays"),
    "adjudicated": lambda h, a, t: organizer.adjudicate(h, a, t, 1, sure=True, why="agreed"),
    "replacing": lambda h, a, t: organizer.replace_seat(h, a, t, "Italy", "silent"),
    "correction": lambda h, a, t: organizer.correct(
        h, a, t, Change(units={"Italy": ["A ven", "A rom"]}), "typo"
    ),
    "rollback": lambda h, a, t: organizer.roll_back(h, a, t, "S1901M", "wrong map"),
    "abandonment": lambda h, a, t: organizer.abandon(h, a, t, "over"),
    "settings": lambda h, a, t: organizer.change_settings(h, a, t, {"grace": 60}, "kinder"),
    "handed over": lambda h, a, t: organizer.hand_over(h, a, t, "player 0"),
}


@pytest.mark.parametrize("act", ACTS)
def test_every_act_is_in_the_log_for_all_to_read(act: str) -> None:
    house = make_house()
    table, at = full_table(house)
    known = len(logbook(house, None, table))
    ACTS[act](house, "umpire", table)
    for reader in (None, at["France"], "umpire"):
        new = logbook(house, reader, table)[known:]
        assert act in [event.kind for event in new]
        assert "Umpire" in [event.by for event in new]


@pytest.mark.parametrize("act", ACTS)
def test_nobody_else_may(act: str) -> None:
    house = make_house()
    table, at = full_table(house)
    before = row(house, table)
    for stranger in (None, at["France"], "nobody"):
        with pytest.raises(NotYours):
            ACTS[act](house, stranger, table)
    assert row(house, table) == before


def test_reasons_are_asked_for() -> None:
    house = make_house()
    table, _ = full_table(house)
    acts: list[Callable[[], object]] = [
        lambda: organizer.replace_seat(house, "umpire", table, "Italy", " "),
        lambda: organizer.correct(house, "umpire", table, Change(), ""),
        lambda: organizer.roll_back(house, "umpire", table, "S1901M", ""),
        lambda: organizer.abandon(house, "umpire", table, ""),
        lambda: organizer.abandon(house, "umpire", table, "x" * 1001),
    ]
    for act in acts:
        with pytest.raises(Invalid) as refused:
            act()
        assert refused.value.field == "why"


def test_judging_now_asks_again() -> None:
    house = make_house()
    table, at = full_table(house, settings={"grace": 3600, "missed": "wait"})
    save_orders(house, at["France"], table, 1, "A par - bur")
    with pytest.raises(Invalid) as refused:
        organizer.adjudicate(house, "umpire", table, 1, sure=False)
    assert refused.value.field == "sure"
    with pytest.raises(Closed):
        organizer.adjudicate(house, "umpire", table, 2, sure=True)
    assert row(house, table).turn == 1
    organizer.adjudicate(house, "umpire", table, 1, sure=True)
    assert (row(house, table).turn, row(house, table).phase) == (2, "F1901M")


def test_a_pause_keeps_the_time_that_was_left() -> None:
    house = make_house()
    table, at = full_table(house)
    house.clock.move(HOUR)
    organizer.pause(house, "umpire", table)
    with pytest.raises(Closed):
        organizer.pause(house, "umpire", table)
    house.clock.move(1000 * HOUR)
    assert run_due(house) == []
    save_orders(house, at["France"], table, 1, "A par - bur")
    organizer.extend(house, "umpire", table, 3600)
    organizer.resume(house, "umpire", table)
    assert row(house, table).deadline == house.now + 48 * HOUR
    with pytest.raises(Closed):
        organizer.resume(house, "umpire", table)
    with pytest.raises(Invalid):
        organizer.extend(house, "umpire", table, 0)


def test_a_seat_taken_away_is_open_to_others() -> None:
    house = make_house()
    table, at = full_table(house)
    organizer.replace_seat(house, "umpire", table, "Italy", "silent")
    with pytest.raises(NotYours):
        save_orders(house, at["Italy"], table, 1, "A ven H")
    add_people(house, "new")
    assert join(house, "new", table).seat == "Italy"
    save_orders(house, "new", table, 1, "A ven H")


def test_a_position_is_corrected_in_parts() -> None:
    house = make_house()
    table, at = full_table(house)
    before = game(house, table).state
    change = Change(units={"Italy": ["A ven", "F rom"]}, centers={"Italy": ["ven"]}, phase="F1901M")
    organizer.correct(house, "umpire", table, change, "as agreed")
    after = game(house, table).state
    assert [str(u) for u in after.forces_of("Italy")] == ["A ven", "F rom"]  # type: ignore[arg-type]
    assert {u.id for u in after.units if u.power != "Italy"} <= {u.id for u in before.units}
    assert after.centers("Italy") == ("ven",)  # type: ignore[arg-type]
    view = table_view(house, at["Italy"], table)
    assert (view.phase, view.turn) == ("F1901M", 2)
    assert [due.subject for due in view.own[0].owed] == ["A ven", "F rom"]


def test_a_correction_sets_the_marks_that_it_names() -> None:
    """A unit that stays keeps its id, and the marks of which nothing is said."""
    house = make_house()
    table, _ = full_table(house, "cat")
    for written in ("A cin [single]", "A cin"):
        organizer.correct(house, "umpire", table, Change(units={"Telahoma": [written]}), "why")
        [unit] = game(house, table).state.forces_of("Telahoma")  # type: ignore[arg-type]
        assert (unit.id, str(unit)) == (7, "A cin [single]")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"units": {"Spain": []}}, "units.Spain"),
        ({"units": {"Italy": ["A nowhere"]}}, "units.Italy"),
        ({"units": {"Italy": ["F mun"]}}, "units.Italy"),
        ({"units": {"Italy": ["A par"]}}, "units.Italy"),
        ({"centers": {"Italy": ["bur"]}}, "centers.Italy"),
        ({"centers": {"Italy": ["xyz"]}}, "centers.Italy"),
        ({"phase": "X9"}, "phase"),
        ({"phase": "S1901A"}, "phase"),
        ({"result": {"how": 1}}, "result"),
        ({"result": {"how": "solo", "winners": ["Spain"]}}, "result"),
        ({"standoffs": ["xyz"]}, "standoffs"),
        ({"what": 1}, "change"),
        ({"units": 1}, "units"),
    ],
)
def test_a_wrong_correction_is_named_and_changes_nothing(
    change: dict[str, Any], field: str
) -> None:
    house = make_house()
    table, _ = full_table(house)
    before = row(house, table)
    with pytest.raises(Invalid) as refused:
        organizer.correct(house, "umpire", table, organizer.as_change(change), "why not")
    assert refused.value.field == field
    assert row(house, table) == before


def test_an_outcome_is_corrected_too() -> None:
    house = make_house()
    table, _ = full_table(house)
    won = Change(result={"how": "solo", "winners": ["Italy"]})
    organizer.correct(house, "umpire", table, won, "counted again")
    assert row(house, table).status == "finished"
    organizer.correct(house, "umpire", table, Change(result={}), "counted wrongly")
    assert row(house, table).status == "running"
    assert row(house, table).deadline == house.now + 48 * HOUR


def test_an_organizer_who_plays_corrects_parts_only() -> None:
    house = make_house()
    add_people(house, "ann", "bob")
    table = create_table(house, "ann", variant="standard")
    join(house, "ann", table, "France")
    start_table(house, "ann", table)
    state = game(house, table).state
    with pytest.raises(NotYours):
        organizer.correct(house, "ann", table, Change(state=state), "mine")
    organizer.correct(house, "ann", table, Change(units={"Italy": []}), "gone")
    table, _ = full_table(house)
    first, *others = state.units
    for change in ({"units": (replace(first, id=0), *others)}, {"last_id": 1}):
        wrong = replace(state, **change)
        with pytest.raises(Invalid):  # nobody could judge it, or tell its next unit from another
            organizer.correct(house, "umpire", table, Change(state=wrong), "whole")
    organizer.correct(house, "umpire", table, Change(state=state), "whole")
    assert game(house, table).state == state


def test_a_game_goes_back_to_an_earlier_phase() -> None:
    house = make_house()
    table, at = full_table(house)
    save_orders(house, at["France"], table, 1, "A par - bur")
    organizer.adjudicate(house, "umpire", table, 1, sure=True)
    organizer.roll_back(house, "umpire", table, "s1901m", "wrong orders were judged")
    view = table_view(house, at["France"], table)
    assert (view.phase, view.turn, view.own[0].text) == ("S1901M", 3, "")
    assert "A par" in next(p for p in view.powers if p.name == "France").units
    with pytest.raises(Invalid):
        organizer.roll_back(house, "umpire", table, "S1999M", "no such phase")


def test_what_people_rely_on_stays() -> None:
    house = make_house()
    table, _ = full_table(house, settings={"anonymous": True})
    for wrong in ({"anonymous": False}, {"anonymous": True, "ready": "hidden"}):
        with pytest.raises(Invalid):
            organizer.change_settings(house, "umpire", table, wrong)


def test_at_an_anonymous_table_the_log_names_nobody() -> None:
    house = make_house()
    table, at = full_table(house, settings={"anonymous": True})
    organizer.pause(house, "umpire", table, "lunch")
    organizer.hand_over(house, "umpire", table, "player 0")
    for reader in (None, at["Turkey"]):
        rows = logbook(house, reader, table)
        assert {r.by for r in rows} == {"", "organizer", *at}
        assert b"layer" not in msgspec.json.encode(rows)
        assert b"mpire" not in msgspec.json.encode(rows)


def test_an_organizer_sees_who_has_saved_only_if_he_does_not_play() -> None:
    house = make_house()
    table, at = full_table(house)
    save_orders(house, at["France"], table, 1, "A par - bur")
    seen = {s.seat: s.saved for s in table_view(house, "umpire", table).seats}
    assert seen == {seat: seat == "France" for seat in at}
    assert {s.saved for s in table_view(house, at["Italy"], table).seats} == {None}
    assert b"bur" not in msgspec.json.encode(table_view(house, "umpire", table))
    add_people(house, "ann", "bob")
    playing = create_table(house, "ann", variant="standard")
    join(house, "ann", playing, "France")
    join(house, "bob", playing, "Italy")
    start_table(house, "ann", playing)
    save_orders(house, "bob", playing, 1, "A ven - tyr")
    view = table_view(house, "ann", playing)
    assert {s.saved for s in view.seats} == {None}
    assert b"tyr" not in msgspec.json.encode(view.seats)


def test_the_log_only_grows() -> None:
    house = make_house()
    table, _ = full_table(house)
    for act in ("paused", "extended", "replacing", "settings"):
        with house.store.read() as tx:
            before = tx.find(Event, table=table, order="n")
        ACTS[act](house, "umpire", table)
        with house.store.read() as tx:
            after = tx.find(Event, table=table, order="n")
        assert after[: len(before)] == before
        assert [event.n for event in after] == list(range(1, len(after) + 1))


def test_hands_are_not_laid_on_a_table_that_has_not_begun() -> None:
    house = make_house()
    add_people(house, "ann", "player 0")
    table = create_table(house, "ann", variant="standard")
    for act in set(ACTS) - {"settings", "handed over", "replacing"}:
        with pytest.raises(Refused):
            ACTS[act](house, "ann", table)


def test_who_is_who() -> None:
    table = Table(id="t", variant="standard", created=0, organizer="ann")
    who = Who("ann", table, (), TableSettings())
    assert who.organizes and who.umpires
    assert not Who(None, table, (), TableSettings()).organizes


def test_ready_flags_go_when_the_organizer_changes_the_position() -> None:
    house = make_house()
    table, at = full_table(house)
    set_ready(house, at["France"], table, 1, True)
    organizer.correct(house, "umpire", table, Change(units={"Italy": []}), "gone")
    assert not any(seat.ready for seat in table_view(house, None, table).seats)


def test_what_is_taken_back_is_drawn_anew() -> None:
    """Who has seen where the lot fell must not know where it falls the next time."""
    drawn = set()
    for seed in range(6):
        house = make_house(seed=seed)
        table, _ = full_table(house, "black_hole")
        organizer.adjudicate(house, "umpire", table, 1, sure=True)
        first = lots(house, table)
        organizer.roll_back(house, "umpire", table, "S1901M", "once more")
        organizer.adjudicate(house, "umpire", table, 3, sure=True)
        drawn.add(first == lots(house, table))
    assert False in drawn


def test_a_fork_draws_anew_what_was_not_drawn_yet() -> None:
    house = make_house()
    table, _ = full_table(house, "black_hole")
    organizer.adjudicate(house, "umpire", table, 1, sure=True)
    organizer.abandon(house, "umpire", table, "enough")
    same = []
    for n in range(6):
        (person,) = add_people(house, f"forker {n}")
        copy = fork(house, person, table, 0)
        organizer.adjudicate(house, person, copy, 1, sure=True)
        same.append(lots(house, copy) == lots(house, table))
        assert game(house, copy).steps[0].state == game(house, table).steps[0].state
    assert not all(same)


def lots(house: TestHouse, table: str) -> tuple[int, ...]:
    """What was drawn in the phase judged last."""
    turns = [step.entry for step in game(house, table).steps if step.judged]
    assert isinstance(turns[-1], Turn) and turns[-1].lots
    return turns[-1].lots


def test_a_correction_that_nobody_could_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    house = make_house()
    table, _ = full_table(house)

    def fails(*_: object) -> None:
        raise KeyError("bur")

    monkeypatch.setattr(organizer, "position_sheet", fails)
    with pytest.raises(Invalid, match="nobody could read the table"):
        organizer.correct(house, "umpire", table, Change(units={"Italy": ["A ven"]}), "typo")
    assert row(house, table).turn == 1
