"""Time: durations, fixed hours in any zone, days on which nobody must be there, first phases."""

from datetime import UTC, datetime

import pytest

from dragoman.house.clock.times import closes, deadline, length, limit_of, time_text
from dragoman.house.play.rounds import run_due
from dragoman.house.settings import Limit, TableSettings
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table
from dragoman.store.rows import SeatRow, Table
from tests.house.tools import add_people, game, make_house, row


def at(text: str) -> int:
    """A time of UTC in milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1000


@pytest.mark.parametrize(
    ("limit", "opened", "ends"),
    [
        (Limit(), "2026-03-02 10:00", None),
        (Limit(3600), "2026-03-02 10:00", "2026-03-02 11:00"),
        (Limit(at="18:00"), "2026-03-02 10:00", "2026-03-02 18:00"),
        (Limit(at="18:00"), "2026-03-02 18:00", "2026-03-03 18:00"),
        (Limit(12 * 3600, at="18:00"), "2026-03-02 10:00", "2026-03-03 18:00"),
        (Limit(at="18:00", zone="Europe/Vienna"), "2026-03-02 10:00", "2026-03-02 17:00"),
        # Summer time begins on 29 March 2026 in Vienna: the hour on the wall stays the same.
        (Limit(at="18:00", zone="Europe/Vienna"), "2026-03-28 17:30", "2026-03-29 16:00"),
        # It ends on 25 October.
        (Limit(at="18:00", zone="Europe/Vienna"), "2026-10-24 17:00", "2026-10-25 17:00"),
        # At half past two on that day in March no clock strikes; half past three is the same time.
        (Limit(at="02:30", zone="Europe/Vienna"), "2026-03-28 12:00", "2026-03-29 01:30"),
        (Limit(at="20:00", zone="America/Los_Angeles"), "2026-03-02 10:00", "2026-03-03 04:00"),
        (Limit(at="06:00", zone="Pacific/Kiritimati"), "2026-03-02 10:00", "2026-03-02 16:00"),
        # 2 March 2026 is a Monday.
        (Limit(at="18:00", days=("sat", "sun")), "2026-03-02 10:00", "2026-03-07 18:00"),
        (Limit(at="18:00", days=("mon",)), "2026-03-02 19:00", "2026-03-09 18:00"),
        # A leap day.
        (Limit(at="00:00"), "2028-02-28 12:00", "2028-02-29 00:00"),
        (Limit(at="00:00"), "2028-02-29 12:00", "2028-03-01 00:00"),
    ],
)
def test_deadlines(limit: Limit, opened: str, ends: str | None) -> None:
    assert deadline(limit, at(opened)) == (None if ends is None else at(ends))
    assert length(limit, at(opened)) == (0 if ends is None else at(ends) - at(opened))


def test_a_phase_has_the_limit_of_its_rule() -> None:
    house = make_house()
    add_people(house, "a", "b", "c")
    hour = {"seconds": 3600}
    limits = {"placement": {"seconds": 60}, "movement": hour, "first": {"seconds": 7}}
    table = create_table(house, "a", variant="escalation", settings={"limits": limits})
    for person in "abc":
        join(house, person, table)
    assert row(house, table).deadline == house.now + 7000
    house.clock.move(7000)
    assert run_due(house) == [table]
    assert game(house, table).ask.rule.name == "placement"
    assert row(house, table).deadline == house.now + 60_000
    seats = game(house, table).ask
    settings = TableSettings(limits={"other": Limit(5)})
    assert limit_of(settings, seats, 2) == Limit(5)
    assert limit_of(TableSettings(limits={}), seats, 2) == Limit()


def test_who_has_ordered_has_no_grace() -> None:
    table = Table(id="t", variant="standard", created=0, deadline=1000)
    seat = SeatRow(table="t", seat="France")
    settings = TableSettings(grace=2)
    assert closes(table, seat, settings, has_orders=False) == 3000
    assert closes(table, seat, settings, has_orders=True) == 1000


def test_times_in_words() -> None:
    assert time_text(None) == "no deadline"
    assert time_text(at("2026-03-02 10:05")) == "02 March 2026 10:05 UTC"
