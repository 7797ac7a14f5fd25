"""What is of no more use is forgotten, so that a house does not fill up with it."""

from dragoman.house.clock.clocks import BEAT, REMEMBERED, beat, forget_reminders, remind
from dragoman.house.people.accounts import (
    IDLE,
    LONGEST,
    forget_expired,
    known,
    make_link,
    open_session,
)
from dragoman.house.tables.seats import YEAR, make_invitation
from dragoman.house.tables.tables import create_table
from dragoman.store.rows import Account, Session, SiteValue, Token
from tests.house.tools import HOUR, TestHouse, add_people, full_table, make_house


def count(house: TestHouse) -> tuple[int, int]:
    """How many sessions and links are kept."""
    with house.store.read() as tx:
        return tx.count(Session), tx.count(Token)


def test_sessions_are_forgotten_once_they_are_unused_or_old() -> None:
    house = make_house()
    add_people(house, "ann")
    with house.store.read() as tx:
        ann = tx.get(Account, id="ann")
    assert ann is not None
    used, unused = open_session(house, ann), open_session(house, ann)
    for _ in range(0, LONGEST, IDLE // 2):
        house.clock.move(IDLE // 2 - 1)
        known(house, used)
        forget_expired(house)
    assert (known(house, used) is not None, known(house, unused)) == (True, None)
    assert count(house) == (1, 0)
    house.clock.move(IDLE // 2)
    forget_expired(house)
    assert (known(house, used), count(house)) == (None, (0, 0))


def test_links_are_forgotten_when_their_time_is_over() -> None:
    house = make_house()
    add_people(house, "ann")
    table = create_table(house, "ann", variant="standard")
    make_invitation(house, "ann", table)
    with house.store.write() as tx:
        make_link(tx, house, "reset", {"account": "ann"}, HOUR)
    house.clock.move(HOUR - 1)
    forget_expired(house)
    assert count(house) == (0, 2)
    house.clock.move(1)
    forget_expired(house)
    assert count(house) == (0, 1)
    house.clock.move(YEAR)
    forget_expired(house)
    assert count(house) == (0, 0)


def test_reminders_are_forgotten_and_no_other_fact() -> None:
    house = make_house()
    beat(house)
    table, _ = full_table(house)
    house.clock.move(48 * HOUR - house.settings.remind)
    assert remind(house) == [table]

    def facts() -> list[str]:
        with house.store.read() as tx:
            return [fact.name for fact in tx.find(SiteValue)]

    assert facts() == [BEAT, f"reminded {table} 1"]
    house.clock.move(REMEMBERED)
    forget_reminders(house)
    assert len(facts()) == 2
    house.clock.move(1)
    forget_reminders(house)
    assert facts() == [BEAT]
