"""Consent: an organizer who plays might profit by his acts, so most of the others vote for them."""

from collections.abc import Sequence

import msgspec

from dragoman.house.errors import NotYours
from dragoman.house.play.games import ReadGame
from dragoman.house.tables.log import REMOVED
from dragoman.house.tables.who import Who, is_open
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Event, SeatRow

SAT_DOWN = ("joined", "replaced")
MOVES = ["started", *SAT_DOWN, "left"]
"""The kinds of events that tell who sat where."""


def has_played(tx: Tx, who: Who) -> bool:
    """Whether an account plays, or did: it may have got up so that a friend sits there."""
    if who.seats:
        return True
    sat = Test("kind", "in", SAT_DOWN)
    if who.account is None or not tx.find(Event, sat, table=who.table.id, actor=who.account):
        return False
    return _sat_in_game(tx, who)


def _sat_in_game(tx: Tx, who: Who) -> bool:
    """Whether an account held a seat when the game began, or later."""
    held, begun = set[str](), False
    for event in tx.find(Event, Test("kind", "in", MOVES), table=who.table.id, order="n"):
        begun = begun or event.kind == "started"
        if event.kind in SAT_DOWN and event.actor == who.account:
            held.add(seat_of(event))
        elif event.kind == "left" and not begun:
            held.discard(seat_of(event))
    return begun and bool(held)


def seat_of(event: Event) -> str:
    """The seat that an event is about."""
    return str(msgspec.json.decode(event.body).get("seat", ""))


def is_neutral(tx: Tx, who: Who) -> bool:
    """Whether an account organizes and has no part in the game."""
    return who.umpires and not has_played(tx, who)


def is_umpired(tx: Tx, who: Who) -> bool:
    """Whether the others vote on acts of the organizer, as he plays; where that is a secret, yes.

    Else whoever hands the table over would learn whether the heir plays.
    """
    organizer = msgspec.structs.replace(who, account=who.table.organizer)
    played = who.settings.anonymous or has_played(tx, organizer)
    return played and not who.settings.sandbox


def other_people(who: Who) -> set[str]:
    """The people who sit at a table, but for the one who acts."""
    return {r.account for r in who.rows if r.account and not is_open(r)} - {str(who.account)}


def need_votes(tx: Tx, who: Who, game: ReadGame, what: str, willing: Sequence[SeatRow]) -> None:
    """Refuse what an organizer who plays may do only if most of the other people want it.

    Where all others are bots, there is nobody to ask.
    """
    if who.settings.sandbox or not has_played(tx, who):
        return
    agreed, need = count_votes(tx, who, game, willing)
    if agreed < need:
        raise NotYours(
            f"an organizer who plays needs the votes of the others {what}: "
            f"{agreed} of {need} have voted for it"
        )


def need_unnamed(tx: Tx, who: Who, game: ReadGame, code: str, willing: Sequence[SeatRow]) -> None:
    """Refuse to take up a game again at whose end everybody was named, unless most want it.

    Else any organizer might end it, read who sits where, and let it go on.
    """
    agreed, need = count_votes(tx, who, game, willing)
    if agreed < need:
        raise NotYours(
            f"everybody has been named: to go on from {code} needs the votes of the others: "
            f"{agreed} of {need} have voted for it"
        )


def count_votes(tx: Tx, who: Who, game: ReadGame, willing: Sequence[SeatRow]) -> tuple[int, int]:
    """How many of the others at a table are willing, and how many have to be.

    Those who are out of the game are not asked. Whoever was removed is against it, until somebody
    sits in his place: else those who are against it would be removed.
    """
    sharing = {str(seat) for seat in game.sharing}
    rows = tuple(row for row in who.rows if row.seat in sharing)
    voters = other_people(msgspec.structs.replace(who, rows=rows))
    asked = len(voters) + len(removed_seats(tx, who) & sharing)
    agreed = len({row.account for row in willing} & voters)
    return agreed, asked // 2 + 1 if asked else 0


def removed_seats(tx: Tx, who: Who) -> set[str]:
    """The seats from which an organizer has removed somebody, and where nobody sat down since."""
    found = set[str]()
    kinds = Test("kind", "in", [REMOVED, *SAT_DOWN])
    for event in tx.find(Event, kinds, table=who.table.id, order="n"):
        body = msgspec.json.decode(event.body)
        if event.kind != REMOVED:
            found.discard(body["seat"])
        elif body.get("sat"):
            found.add(body["seat"])
    return found
