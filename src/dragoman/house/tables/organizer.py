"""The organizer's acts: each is in the log with its reason, and shown to everybody afterwards."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import DragomanError
from dragoman.house.clock.clocks import (
    EXTENDED,
    is_frozen,
    more_time,
    pause_clock,
    resume_clock,
)
from dragoman.house.clock.times import gives_less
from dragoman.house.core import House
from dragoman.house.errors import Closed, Invalid, NotYours, Unknown
from dragoman.house.mail import news
from dragoman.house.play import upgrades
from dragoman.house.play.games import (
    ENTRY,
    ReadGame,
    fault_of,
    need_short,
    need_sound,
    played,
    reseeded,
    variant_of,
    written_entry,
)
from dragoman.house.play.phases import open_phase
from dragoman.house.play.steps import GameStep
from dragoman.house.play.turns import judge
from dragoman.house.settings import (
    LONGEST,
    check_fixed,
    differences,
    read_settings,
    written,
)
from dragoman.house.tables.consent import has_played, need_unnamed, need_votes, other_people
from dragoman.house.tables.corrections import Change, corrected
from dragoman.house.tables.log import REMOVED, write_event
from dragoman.house.tables.press import seal_seat
from dragoman.house.tables.seats import vacate
from dragoman.house.tables.tables import check_limits
from dragoman.house.tables.who import Who, approach_locked, is_open, name_of, need_organizer
from dragoman.house.tables.wishes import votes_of
from dragoman.model import State
from dragoman.record.entries import Abandonment, Correction, Entry, Rollback
from dragoman.report import position_sheet
from dragoman.rules import Ask
from dragoman.store.interface import Tx
from dragoman.store.rows import Account, Event, SeatRow, Table

LONGEST_REASON = 1000


class Deed(Struct, frozen=True):
    """What is known of an act once it is done."""

    table: str
    act: str
    turn: int
    status: str


def pause(house: House, account: str | None, table_id: str, why: str = "") -> Deed:
    """Stop the clock."""
    return _set_clock(house, account, table_id, "pause", why, pause_clock)


def resume(house: House, account: str | None, table_id: str, why: str = "") -> Deed:
    """Let the clock go on; a table that was set aside is tried again."""

    def go_on(house: House, tx: Tx, table: Table, owner: str, body: dict[str, Any]) -> Table:
        if fault := fault_of(house, table):
            raise Closed(f"{fault}: agree to today's rules first")
        need_short(played(house, tx, table))
        return resume_clock(house, tx, table, owner, body)

    return _set_clock(house, account, table_id, "resume", why, go_on)


def _set_clock(
    house: House,
    account: str | None,
    table_id: str,
    act: str,
    why: str,
    change: Callable[[House, Tx, Table, str, dict[str, Any]], Table],
) -> Deed:
    """An act that changes nothing but the clock."""
    with house.store.write() as tx:
        who, owner = _approach(tx, account, table_id)
        table = change(house, tx, who.table, owner, {"why": reason(why)})
        return _done(house, tx, who, table, act)


def adopt(house: House, account: str | None, table_id: str, why: str = "") -> Deed:
    """Let a game that was begun by earlier rules go on by today's, from where it stands."""
    with house.store.write() as tx:
        who, owner = _approach(tx, account, table_id)
        need_begun(who.table)
        table = upgrades.adopt(house, tx, who, owner, reason(why))
        return _done(house, tx, who, table, "adopt")


def extend(house: House, account: str | None, table_id: str, seconds: int, why: str = "") -> Deed:
    """Give more time."""
    if not 0 < seconds <= LONGEST:
        raise Invalid(f"from 1 to {LONGEST}", "seconds")

    def later(house: House, tx: Tx, table: Table, owner: str, body: dict[str, Any]) -> Table:
        return more_time(house, tx, table, owner, seconds, body)

    return _set_clock(house, account, table_id, "extend", why, later)


def take_back(house: House, account: str | None, table_id: str, why: str = "") -> Deed:
    """Take back the time that was given last, as long as nothing has happened since."""

    def earlier(house: House, tx: Tx, table: Table, owner: str, body: dict[str, Any]) -> Table:
        last = tx.get(Event, table=table.id, n=table.events)
        if last is None or (last.kind, last.actor) != (EXTENDED, owner):
            raise Closed("time is taken back right after it was given, or not at all")
        seconds = msgspec.json.decode(last.body)["seconds"]
        return more_time(house, tx, table, owner, -seconds, body)

    return _set_clock(house, account, table_id, "extend", why, earlier)


def adjudicate(
    house: House, account: str | None, table_id: str, turn: int, *, sure: bool, why: str = ""
) -> Deed:
    """Judge the phase now with the orders that there are; must be said to be sure."""
    with house.store.write() as tx:
        who, owner = _approach(tx, account, table_id)
        if who.table.status != "running":
            raise Closed(f"only a running game can be judged; this one is {who.table.status}")
        if is_frozen(tx):
            raise Closed("all play is stopped by those who run the site: try again later")
        need_turn(who.table, turn)
        game = need_short(need_sound(played(house, tx, who.table)))
        if not sure:
            raise Invalid("orders not yet given will be missing: say that you are sure", "sure")
        need_votes(tx, who, game, "to judge now", hasty(who))
        body = {"why": reason(why), "phase": who.table.phase}
        changes = {"deadline": house.now, "attempts": 0, "tried": None}
        table = write_event(tx, who.table, house.now, "adjudicated", owner, body, **changes)
        act = _done(house, tx, who, table, "adjudicate")
    judge(house, table_id, patient=False)
    return act


def hasty(who: Who) -> list[SeatRow]:
    """The seats that vote for the phase to be judged early."""
    return [row for row in who.rows if votes_of(row).early]


def replace_seat(house: House, account: str | None, table_id: str, seat: str, why: str) -> Deed:
    """Take a seat from whoever holds it, and open it for somebody else."""
    with house.store.write() as tx:
        who, owner = _approach(tx, account, table_id)
        row = who.row(seat)
        if who.table.status == "finished" or who.settings.sandbox:
            raise Closed("no seat of this table can be given to another")
        sat = row.account is not None and not is_open(row)
        body = {"seat": row.seat, "why": need_reason(why), "of": row.account or "", "sat": sat}
        table = write_event(tx, who.table, house.now, REMOVED, owner, body)
        if row.account is not None and row.account != owner:
            house.notify(tx, [row.account], news.REPLACED, table, {"seat": row.seat})
        table = vacate(house, tx, table, row, owner)
        if has_played(tx, who) and who.table.status != "forming":
            seal_seat(tx, table, row.seat)
        return _done(house, tx, who, table, "replace")


def correct(
    house: House,
    account: str | None,
    table_id: str,
    change: Change,
    why: str,
    *,
    turn: int | None = None,
) -> Deed:
    """Set the position or the outcome right, with a written reason; once, if the turn is named."""

    def entry(tx: Tx, who: Who, game: ReadGame) -> Entry:
        state = corrected(game, change, trusted=not has_played(tx, who))
        return Correction(state, need_reason(why))

    return _amend(house, account, table_id, "correct", why, turn, entry)


def roll_back(
    house: House,
    account: str | None,
    table_id: str,
    to: str,
    why: str,
    *,
    turn: int | None = None,
) -> Deed:
    """Go back to the start of an earlier phase, with a written reason; once, if given a turn."""

    def entry(tx: Tx, who: Who, game: ReadGame) -> Entry:
        need_reason(why)
        return Rollback(to.strip().upper())

    return _amend(house, account, table_id, "roll_back", why, turn, entry)


def _amend(
    house: House,
    account: str | None,
    table_id: str,
    act: str,
    why: str,
    turn: int | None,
    entry: Callable[[Tx, Who, ReadGame], Entry],
) -> Deed:
    """An act that sets right what has been judged."""
    with house.store.write() as tx:
        who, _ = _approach(tx, account, table_id)
        need_begun(who.table)
        need_turn(who.table, turn)
        game = need_sound(played(house, tx, who.table))
        return enter_act(house, tx, who, entry(tx, who, game), act, why)


def abandon(house: House, account: str | None, table_id: str, why: str) -> Deed:
    """End the game without a result, with a written reason."""
    with house.store.write() as tx:
        who, _ = _approach(tx, account, table_id)
        need_begun(who.table)
        if who.table.status == "finished":
            raise Closed("the game is over")
        return enter_act(house, tx, who, Abandonment(need_reason(why)), "abandon", why)


def change_settings(
    house: House, account: str | None, table_id: str, settings: dict[str, Any], why: str = ""
) -> Deed:
    """Change how a running table is run; whether it is anonymous or secret stays as it was."""
    wanted = read_settings(settings)
    with house.store.write() as tx:
        who, owner = _approach(tx, account, table_id)
        check_fixed(wanted, who.settings)
        check_limits(variant_of(house, who.table), wanted)
        if who.table.turn and gives_less(wanted, who.settings):
            game = played(house, tx, who.table)
            need_votes(tx, who, game, "to give less time", hasty(who))
        body = {"why": reason(why), "what": differences(wanted, who.settings)}
        table = write_event(
            tx, who.table, house.now, "settings", owner, body, settings=written(wanted)
        )
        return _done(house, tx, who, table, "settings")


def hand_over(house: House, account: str | None, table_id: str, to: str) -> Deed:
    """Make another account the organizer."""
    with house.store.write() as tx:
        who, owner = _approach(tx, account, table_id)
        heir = tx.get(Account, id=to)
        if heir is None or heir.closed is not None:
            raise Unknown("there is no such account")
        need_fair_heir(tx, who, to)
        body = {"to": name_of(tx, to)}
        table = write_event(tx, who.table, house.now, "handed over", owner, body, organizer=to)
        return _done(house, tx, who, table, "hand_over")


def need_fair_heir(tx: Tx, who: Who, heir: str) -> None:
    """Refuse to make a friend of an organizer who plays the umpire of his game."""
    if who.table.status in ("forming", "finished") or not other_people(who):
        return
    if not has_played(tx, who):
        return
    if who.settings.anonymous:
        # Whether it was done would tell who sits here.
        raise NotYours("an organizer who plays at an anonymous table does not hand it over")
    if heir not in other_people(who):
        raise NotYours("an organizer who plays hands the table over only to another who plays")


def reason(why: str) -> str:
    """A reason, if it is a short text."""
    clean = why.strip()
    if len(clean) > LONGEST_REASON or "\0" in clean:
        raise Invalid(f"at most {LONGEST_REASON} letters", "why")
    return clean


def need_reason(why: str) -> str:
    """A reason that must be given."""
    if not why.strip():
        raise Invalid("write down the reason; the players will read it", "why")
    return reason(why)


def need_begun(table: Table) -> None:
    """Refuse what needs a game."""
    if table.status == "forming":
        raise Closed("the game has not begun")


def need_turn(table: Table, turn: int | None) -> None:
    """Refuse what was meant for another turn."""
    if turn is not None and turn != table.turn:
        raise Closed(f"turn {turn} is over; the game is in turn {table.turn}")


def _approach(tx: Tx, account: str | None, table_id: str) -> tuple[Who, str]:
    who = approach_locked(tx, account, table_id)
    return who, need_organizer(who)


def enter_act(house: House, tx: Tx, who: Who, entry: Entry, act: str, why: str) -> Deed:
    """Add an entry of the organizer's to the record, and open the phase that it leads to."""
    game = played(house, tx, who.table)
    if not isinstance(entry, Abandonment):
        need_short(game)
    try:
        step = game.followed(entry)
    except DragomanError as error:
        raise Invalid(str(error), "to") from error
    step = step if game.fault else readable(game, step)
    if not isinstance(entry, Abandonment):
        code = str(step.state.phase)
        willing = [row for row in who.rows if votes_of(row).back == code]
        need_votes(tx, who, game, f"to go on from {code}", willing)
        if who.settings.anonymous and reopens(game.state, step.state):
            need_unnamed(tx, who, game, code, willing)
    body = {"act": act, "why": reason(why), "phase": who.table.phase}
    # Whoever knows what came of a phase must not know what comes of it the next time.
    seed = reseeded(house, who.table.seed)
    table = write_event(tx, who.table, house.now, "act", str(who.account), body, seed=seed)
    after = game.extended(step, table.events + 1)
    entered = written_entry(entry)
    table = open_phase(house, tx, table, after, ENTRY, str(who.account), entered, house.now)
    return _done(house, tx, who, table, act)


def reopens(before: State, after: State) -> bool:
    """Whether an act takes a game up that was over."""
    return before.result is not None and after.result is None


def readable(game: ReadGame, step: GameStep) -> GameStep:
    """A step that can be shown to everybody and played on from; any other is refused."""
    try:
        ready, ask = game.prepared(step), Ask(game.variant, step.state)
        for seat in step.state.seats:
            ask.mandate(seat)
        position_sheet(ask)
    except (DragomanError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise Invalid(f"nobody could read the table any more: {error}", "change") from error
    return ready


def _done(house: House, tx: Tx, who: Who, table: Table, act: str) -> Deed:
    others = [row for row in who.rows if row.account != who.account]
    news.tell_seats(house, tx, table, others, news.ACT, {"act": act})
    return Deed(table.id, act, table.turn, table.status)


def as_change(body: dict[str, Any]) -> Change:
    """A correction as a request gives it."""
    try:
        return msgspec.convert(body, Change)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise Invalid(what, where.strip("`.") or "change") from error
