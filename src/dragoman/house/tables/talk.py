"""Table talk: what those say to one another who wait for a game to begin."""

from dragoman.house.core import House
from dragoman.house.errors import NotYours, TooMany
from dragoman.house.tables.log import write_event
from dragoman.house.tables.press import check_message
from dragoman.house.tables.tables import need_forming
from dragoman.house.tables.who import approach_locked, need_account

SAID = "said"
"""The kind of event that somebody's words are."""
LONGEST = 500
MOST = 200
"""How many events a table may have before it begins, if more is to be said."""


def say(house: House, account: str | None, table_id: str, text: str) -> None:
    """Say something to everybody at a table that waits for players; press comes with the game."""
    person = need_account(account)
    check_message(house, text, None)
    if len(text) > LONGEST:
        raise TooMany(f"say it in at most {LONGEST} letters")
    with house.store.write() as tx:
        who = approach_locked(tx, person, table_id)
        need_forming(who.table)
        if not who.seats and not who.organizes:
            raise NotYours("sit down first, then you can talk")
        if who.table.events >= MOST:
            raise TooMany("enough has been said here: begin the game")
        # Where the lot deals the seats, the one of now will be another's.
        drawn = who.settings.assignment == "lot"
        seat = "" if drawn else who.seats[0] if who.seats else "organizer"
        body = {"text": text.strip(), "seat": seat}
        write_event(tx, who.table, house.now, SAID, person, body)
