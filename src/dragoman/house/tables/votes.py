"""Votes: on a draw, on giving the game to one seat, on pauses and more time; secret if so set."""

from collections.abc import Sequence

import msgspec

from dragoman.errors import RequestError
from dragoman.house.clock.clocks import more_time, pause_clock, resume_clock
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid
from dragoman.house.play.bots import bot_agrees
from dragoman.house.play.games import ENTRY, ReadGame, need_short, played, written_entry
from dragoman.house.play.phases import open_phase
from dragoman.house.play.upgrades import adopt
from dragoman.house.tables.log import HOUSE
from dragoman.house.tables.who import Who, approach, approach_locked, is_open
from dragoman.house.tables.wishes import SeatVotes, votes_of
from dragoman.model import Phase, Seat, read_phase
from dragoman.record.entries import Concession, DrawVote, Entry
from dragoman.record.game import NO_DRAWS
from dragoman.rules import knows_draws
from dragoman.store.interface import Tx
from dragoman.store.rows import SeatRow

STANDING = ("paused", "stuck")
"""The states of a game that stands still until somebody lets it go on."""


def my_votes(house: House, account: str | None, table_id: str, *, seat: str = "") -> SeatVotes:
    """What a seat of one's own votes for."""
    with house.read() as tx:
        return votes_of(approach(tx, account, table_id).own(seat))


def cast_votes(
    house: House, account: str | None, table_id: str, turn: int, votes: SeatVotes, *, seat: str = ""
) -> list[str]:
    """Set what a seat votes for; answers what came of it: ended, paused, resumed, extended.

    Votes hold for the phase in which they are cast.
    """
    willing = willing_bots(house, account, table_id) if votes.draw else set()
    with house.store.write() as tx:
        who = approach_locked(tx, account, table_id)
        row = who.own(seat)
        game = played(house, tx, who.table)
        wanted = checked(who, game, row, votes, turn)
        text = msgspec.json.encode(wanted).decode()
        tx.change(SeatRow, {"table": row.table, "seat": row.seat}, votes=text)
        rows = tuple(tx.find(SeatRow, table=table_id))
        fresh = Who(who.account, who.table, rows, who.settings)
        if who.settings.draws == "open":
            tx.tell(f"table:{table_id}", str(who.table.events))
        return settle(house, tx, fresh, game, willing)


def willing_bots(house: House, account: str | None, table_id: str) -> set[str]:
    """The seats of bots that would agree to a draw now."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        game = played(house, tx, who.table)
    return {row.seat for row in who.rows if row.bot and bot_agrees(house, game, row.seat, row.bot)}


def checked(who: Who, game: ReadGame, row: SeatRow, votes: SeatVotes, turn: int) -> SeatVotes:
    """Votes that a seat may cast now."""
    over = who.table.status == "finished" and votes == SeatVotes(back=votes.back)
    if who.table.status not in ("running", *STANDING) and not over:
        raise Closed(f"there is nothing to vote on: the game is {who.table.status}")
    if turn != who.table.turn:
        raise Closed(f"turn {turn} is over; the game is in turn {who.table.turn}")
    if game.fault and (votes.draw or votes.concede):
        raise Closed(f"{game.fault}: vote to go on by today's rules first")
    if votes.draw and not knows_draws(game.ask):
        raise Closed(NO_DRAWS)
    if row.seat not in game.sharing:
        raise Closed(f"{row.seat} has nothing left on the board and votes no more")
    to = who.row(votes.concede).seat if votes.concede else ""
    if to == row.seat:
        raise Invalid("one concedes to another", "concede")
    if not 0 <= votes.extend <= who.settings.longest_extension:
        raise Invalid(f"from 0 to {who.settings.longest_extension} seconds", "extend")
    if votes.extend and who.settings.extensions != "vote":
        raise Closed("at this table the organizer gives more time")
    back = str(read_back(votes.back)) if votes.back else ""
    return msgspec.structs.replace(votes, concede=to, back=back)


def read_back(code: str) -> Phase:
    """The phase to which somebody would go back."""
    try:
        return read_phase(code)
    except RequestError as error:
        raise Invalid(error.text, "back") from error


def settle(house: House, tx: Tx, who: Who, game: ReadGame, willing: set[str]) -> list[str]:
    """Do what enough seats have voted for."""
    living = game.sharing
    present = [row for row in who.rows if row.seat in living and row.account and not is_open(row)]
    entry = None if game.fault else ending(who, present, living, willing)
    if entry is not None and conclude(house, tx, who, game, entry):
        return ["ended"]
    return majority(house, tx, who, game, present)


def ending(
    who: Who, present: Sequence[SeatRow], living: Sequence[Seat], willing: set[str]
) -> Entry | None:
    """The draw or concession that everybody agrees to.

    A seat where nobody sits goes with the others, a bot agrees to a draw as it thinks.
    """
    cast = {row.seat: votes_of(row) for row in present}
    unwilling = {row.seat for row in who.rows if row.bot and row.seat in living} - willing
    if cast and all(votes.draw for votes in cast.values()) and not unwilling:
        return DrawVote(tuple(living))
    named = {votes.concede for votes in cast.values() if votes.concede}
    chosen = [to for to in named if all(v.concede == to for seat, v in cast.items() if seat != to)]
    # Two who would give the game to each other have not agreed.
    if len(chosen) != 1:
        return None
    return Concession(Seat(chosen[0]), tuple(seat for seat in living if seat != chosen[0]))


def conclude(house: House, tx: Tx, who: Who, game: ReadGame, entry: Entry) -> bool:
    """End the game by agreement, if the rules of the variant accept it."""
    try:
        step = game.followed(entry)
    except RequestError as error:
        raise Closed(str(error)) from error
    if step.state.result is None:
        return False
    after = game.extended(step, who.table.events + 1)
    body = written_entry(entry)
    open_phase(house, tx, who.table, after, ENTRY, HOUSE, body, house.now)
    return True


def majority(
    house: House, tx: Tx, who: Who, game: ReadGame, present: Sequence[SeatRow]
) -> list[str]:
    """Pause, resume or give more time, if more than half of those who play want it."""
    cast = [votes_of(row) for row in present]
    need = len(cast) // 2 + 1
    if who.table.status == "running" and sum(votes.pause for votes in cast) >= need:
        pause_clock(house, tx, who.table, HOUSE, {"by": "vote"})
        return forget(tx, present, "pause", "paused")
    if who.table.status in STANDING and sum(votes.resume for votes in cast) >= need:
        if game.fault:
            adopt(house, tx, who, HOUSE, "by vote")
        else:
            need_short(game)
            resume_clock(house, tx, who.table, HOUSE, {"by": "vote"})
        return forget(tx, present, "resume", "resumed")
    wanted = sorted((votes.extend for votes in cast if votes.extend), reverse=True)
    if len(wanted) >= need:
        # As much as a majority wants at least.
        more_time(house, tx, who.table, HOUSE, wanted[need - 1], {"by": "vote"})
        return forget(tx, present, "extend", "extended")
    return []


def forget(tx: Tx, rows: Sequence[SeatRow], kind: str, done: str) -> list[str]:
    """Strike out the votes that have had their effect."""
    nothing = getattr(SeatVotes(), kind)
    for row in rows:
        left = msgspec.structs.replace(votes_of(row), **{kind: nothing})
        text = msgspec.json.encode(left).decode()
        tx.change(SeatRow, {"table": row.table, "seat": row.seat}, votes=text)
    return [done]
