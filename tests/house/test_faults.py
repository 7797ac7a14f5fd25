"""Faults: a poisoned game, lost time, duplicates, a frozen house, a bot that fails."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from dragoman.bots import BOTS
from dragoman.house.clock.clocks import freeze, remind
from dragoman.house.errors import Closed
from dragoman.house.limits import at_once
from dragoman.house.mail import news
from dragoman.house.play import solving, turns
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.play.turns import due
from dragoman.house.settings import HouseSettings
from dragoman.house.tables.logbook import logbook
from dragoman.house.tables.organizer import adjudicate, resume, roll_back
from dragoman.house.tables.press import read_press, send_press
from dragoman.house.tables.seats import join, seat_bot
from dragoman.house.tables.tables import create_table, start_table
from dragoman.house.tables.views import table_view
from dragoman.model import State
from dragoman.record import Turn
from dragoman.record.replay import HistoryStep, judge_turn
from dragoman.rules import Variant
from dragoman.store.interface import Tx
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Account, Ballots, Table
from dragoman.web.workers import Workers
from tests.house.tools import (
    HOUR,
    TestHouse,
    add_people,
    full_table,
    game,
    make_house,
    play_phase,
    row,
    tick,
)

DAY = 24 * HOUR


class Notices:
    """A house's notices, kept in a list."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, str]] = []

    def __call__(
        self, tx: Tx, accounts: Sequence[str], kind: str, table: Table, words: dict[str, str]
    ) -> None:
        self.all += [(account, kind, table.id) for account in accounts]


def poison(monkeypatch: pytest.MonkeyPatch, house: TestHouse, table: str, how: str) -> None:
    """Let the judge fail at one table."""
    bad = row(house, table).seed

    def poisoned(variant: Variant, seed: str, state: State, turn: Turn) -> HistoryStep:
        if seed == bad and how == "raises":
            raise ZeroDivisionError("poison")
        while seed == bad and how == "loops":
            time.sleep(0)
        return judge_turn(variant, seed, state, turn)

    monkeypatch.setattr(solving, "judge_turn", poisoned)


@contextmanager
def worked(house: TestHouse, seconds: float) -> Iterator[None]:
    """A house whose work is done by workers, as at a site; they know what was changed before."""
    workers = Workers(1, seconds)
    house.work = workers.do
    try:
        yield
    finally:
        workers.close()
        house.work = at_once


@pytest.mark.parametrize("how", ["raises", "loops"])
def test_f10_a_poisoned_game_is_set_aside_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    notices = Notices()
    house = make_house(notify=notices)
    bad, _ = full_table(house, "catspaw", organizer="owner")
    good = [create_table(house, "owner", variant="catspaw") for _ in range(3)]
    for table in good:
        for n in range(3):
            join(house, f"player {n}", table)
    poison(monkeypatch, house, bad, how)
    house.clock.move(2 * DAY)
    # Generous where the judge works, short where it never ends.
    with worked(house, 1.5):
        assert set(run_due(house)) == set(good)
        assert (row(house, bad).status, row(house, bad).attempts) == ("running", 1)
        assert run_due(house) == []
    assert row(house, bad).status == "stuck"
    assert due(house) == []
    assert (("owner", news.STUCK, bad)) in notices.all
    assert logbook(house, None, bad)[-1].kind == "stuck"
    # Nothing of the phase was kept, and it can be played on once the cause is gone.
    assert game(house, bad).state.phase.season == "S"
    monkeypatch.setattr(solving, "judge_turn", judge_turn)
    resume(house, "owner", bad)
    assert run_due(house) == [bad]
    assert row(house, bad).phase == "F1901M"


def test_a_game_that_kills_the_process_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count of attempts is kept before anything is tried."""
    store = MemoryStore()
    house = make_house(store)
    table, _ = full_table(house, "catspaw")
    house.clock.move(2 * DAY)

    def killed(*_: Any) -> HistoryStep:
        raise KeyboardInterrupt

    monkeypatch.setattr(turns, "attempt", killed)
    for _ in range(house.settings.starts):
        with pytest.raises(KeyboardInterrupt):
            run_due(house)
        assert run_due(house) == []
        house.clock.move(house.settings.lease)
    assert run_due(house) == []
    assert row(house, table).status == "stuck"


def test_a_stuck_game_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    house = make_house()
    table, at = full_table(house, "catspaw")
    play_phase(house, table, at, Random(1))
    poison(monkeypatch, house, table, "raises")
    house.clock.move(2 * DAY)
    run_due(house)
    run_due(house)
    assert row(house, table).status == "stuck"
    roll_back(house, "umpire", table, "S1901M", "the judge stumbled")
    assert (row(house, table).status, row(house, table).phase) == ("running", "S1901M")


def many_tables(house: TestHouse, number: int) -> list[str]:
    """Some running tables with different limits."""
    add_people(house, "owner", *(f"player {n}" for n in range(3)))
    tables = []
    for n in range(number):
        hours = 1 + n % 50
        limits = {"limits": {"other": {"seconds": hours * 3600}}}
        table = create_table(house, "owner", variant="catspaw", settings=limits)
        for each in range(3):
            join(house, f"player {each}", table)
        tables.append(table)
    return tables


def test_f11_nobody_misses_a_deadline_while_the_house_is_down() -> None:
    store = MemoryStore()
    house = make_house(store, settings=HouseSettings(tables_each=200))
    tables = many_tables(house, 100)
    tick(house)
    house.clock.move(house.settings.beat)
    tick(house)
    awake = house.now
    back = make_house(store, seed=1)
    back.clock.at = awake + 60 * HOUR
    ticked = tick(back)
    assert (set(ticked.moved), ticked.judged) == (set(tables), [])
    for table in tables:
        found = row(back, table)
        opened, ends = found.opened, found.deadline
        assert opened is not None and ends is not None
        hours = 1 + tables.index(table) % 50
        assert ends == back.now + min(hours, 60) * HOUR
        assert logbook(back, None, table)[-1].kind == "downtime"
    with store.read() as tx:
        assert {account.tally for account in tx.find(Account)} == {"{}"}
    save_orders(back, "player 0", tables[0], 1, "")
    back.clock.move(back.settings.beat)
    assert tick(back).judged == []


def test_a_short_phase_is_not_made_longer_than_it_was() -> None:
    store = MemoryStore()
    house = make_house(store)
    table, _ = full_table(house, "catspaw", settings={"limits": {"other": {"seconds": 300}}})
    tick(house)
    house.clock.move(10 * HOUR)
    assert tick(house).moved == [table]
    assert row(house, table).deadline == house.now + 300_000


def test_a_deadline_that_comes_soon_after_is_moved_too_and_a_late_one_is_not() -> None:
    house = make_house()
    soon, _ = full_table(house, "catspaw", settings={"limits": {"other": {"seconds": 36600}}})
    late = create_table(house, "umpire", variant="catspaw")
    for n in range(3):
        join(house, f"player {n}", late)
    tick(house)
    house.clock.move(10 * HOUR)
    assert tick(house).moved == [soon]
    assert row(house, soon).deadline == house.now + 10 * HOUR


def test_what_everybody_was_ready_for_is_judged_though_the_house_was_down() -> None:
    house = make_house()
    table, at = full_table(house, "catspaw")
    tick(house)
    for person in at.values():
        set_ready(house, person, table, 1, True)
    house.clock.move(10 * HOUR)
    ticked = tick(house)
    assert (ticked.moved, ticked.judged) == ([], [table])


def test_a_clock_set_back_judges_nothing_twice() -> None:
    house = make_house()
    table, _ = full_table(house, "catspaw")
    house.clock.move(2 * DAY)
    assert run_due(house) == [table]
    house.clock.move(-3 * DAY)
    assert tick(house).judged == []
    assert row(house, table).turn == 2


def test_a_frozen_house_judges_nothing_and_costs_nobody_a_turn() -> None:
    house = make_house()
    table, _ = full_table(house, "catspaw")
    tick(house)
    freeze(house, True)
    house.clock.move(3 * DAY)
    assert tick(house).judged == []
    with pytest.raises(Closed, match="all play is stopped"):
        adjudicate(house, "umpire", table, 1, sure=True)
    freeze(house, False)
    ticked = tick(house)
    assert (ticked.moved, ticked.judged) == ([table], [])


def test_those_without_orders_are_reminded_once() -> None:
    notices = Notices()
    house = make_house(notify=notices)
    table, at = full_table(house, "catspaw")
    first, *others = at
    save_orders(house, at[first], table, 1, "")
    tick(house)
    assert [t for t in notices.all if t[1] == news.REMINDER] == []
    house.clock.move(43 * HOUR)
    assert [remind(house), remind(house)] == [[table], []]
    reminded = [account for account, kind, _ in notices.all if kind == news.REMINDER]
    assert sorted(reminded) == sorted(at[seat] for seat in others)


def test_f8_the_same_thing_said_again_has_one_effect() -> None:
    house = make_house()
    table, at = full_table(house, "catspaw")
    first, *_ = at
    for _ in range(5):
        send_press(house, at[first], table, [], "once", key="k")
        save_orders(house, at[first], table, 1, "A x - y")
        set_ready(house, at[first], table, 1, True)
        join(house, at[first], table)
    assert len(read_press(house, at[first], table).messages) == 1
    view = table_view(house, at[first], table)
    assert (view.own[0].text, view.own[0].ready) == ("A x - y", True)
    assert sum(seat.mine for seat in view.seats) == 1
    with house.store.read() as tx:
        assert len(tx.find(Ballots, table=table)) == 1


def test_a_bot_that_fails_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bad:
        name = "bad"

        def orders(self, *_: Any) -> Any:
            raise ZeroDivisionError

        def agrees(self, *_: Any) -> bool:
            raise ZeroDivisionError

    class Slow(Bad):
        def orders(self, *_: Any) -> Any:
            while True:
                time.sleep(0)

    monkeypatch.setitem(BOTS, "bad", Bad)
    monkeypatch.setitem(BOTS, "slow", Slow)
    house = make_house()
    add_people(house, "ann")
    table = create_table(house, "ann", variant="catspaw")
    seat_bot(house, "ann", table, "Seat 1", "bad")
    seat_bot(house, "ann", table, "Seat 2", "slow")
    seat = join(house, "ann", table).seat
    assert seat == "Seat 3"
    set_ready(house, "ann", table, 1, True)
    with worked(house, 1.0):
        assert run_due(house) == [table]
    assert row(house, table).turn == 2


def test_bots_order_when_the_phase_opens() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_table(house, "ann", variant="catspaw", settings={"start": "organizer"})
    for n in (1, 2):
        seat_bot(house, "ann", table, f"Seat {n}", "random")
    join(house, "ann", table, "Seat 3")
    start_table(house, "ann", table)
    tick(house)
    with house.store.read() as tx:
        assert len(tx.find(Ballots, table=table, turn=1)) == 2
