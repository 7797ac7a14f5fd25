"""Clocks that differ: a heartbeat from the future, and hosts that share a database."""

import logging

import pytest

from dragoman.house.clock.clocks import beat
from dragoman.house.play.rounds import run_due
from dragoman.house.world import COMPARED, SharedClock
from dragoman.store.interface import StoreDown
from dragoman.store.rows import Table
from tests.house.tools import HOUR, NOON, HandClock, full_table, make_house, row


def test_a_heartbeat_from_the_future_is_set_right() -> None:
    """A clock that was ahead for a while must not hide that the house was down later."""
    house = make_house()
    table, _ = full_table(house, settings={"limits": {"other": {"seconds": 7200}}})
    house.clock.move(1000 * HOUR)
    beat(house)
    house.clock.at = NOON + HOUR
    beat(house)
    ends = row(house, table).deadline
    house.clock.move(3 * HOUR)
    assert beat(house) == [table]
    assert (row(house, table).deadline or 0) > (ends or 0)


def test_a_phase_that_was_begun_by_a_clock_that_was_ahead_is_judged_at_once() -> None:
    """Whoever was at it was killed; nobody waits until the time that was given then has come."""
    house = make_house()
    table, _ = full_table(house)
    house.clock.move(30 * 24 * HOUR)
    with house.store.write() as tx:
        tx.change(Table, {"id": table}, tried=house.now + 1000 * HOUR, attempts=1)
    assert run_due(house) == [table]


class Shared:
    """The clock of a database, which may be away."""

    def __init__(self, at: int) -> None:
        self.at, self.away = at, False

    def __call__(self) -> int:
        if self.away:
            raise StoreDown("away")
        return self.at


def test_hosts_of_one_database_go_by_its_clock(caplog: pytest.LogCaptureFixture) -> None:
    shared = Shared(NOON)
    hosts = [HandClock(NOON + ahead) for ahead in (-5000, 0, 400, 90_000)]
    with caplog.at_level(logging.WARNING):
        clocks = [SharedClock(shared, host) for host in hosts]
    assert {clock.now() for clock in clocks} == {NOON}
    said = [record.getMessage() for record in caplog.records]
    assert ["5.0 s behind" in said[0], "90.0 s ahead of" in said[1], len(said)] == [True, True, 2]


def test_clocks_are_compared_again_and_go_on_without_the_database() -> None:
    shared, own = Shared(NOON), HandClock(NOON)
    clock = SharedClock(shared, own)
    own.move(COMPARED + 7000)
    shared.at += COMPARED
    assert clock.now() == NOON + COMPARED
    own.move(COMPARED)
    shared.away = True
    assert clock.now() == NOON + 2 * COMPARED
    own.move(10)
    assert clock.now() == NOON + 2 * COMPARED + 10
