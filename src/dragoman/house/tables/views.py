"""Views: a table as a watcher may see it, in plain values; what is secret stays out."""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.people.tallies import tally_of
from dragoman.house.play.games import ReadGame, played
from dragoman.house.play.history import PhaseRow, last_phase, phase_rows, seen_position
from dragoman.house.play.orders import SeatOrders, seat_orders
from dragoman.house.play.shown import PhaseView
from dragoman.house.settings import TableSettings
from dragoman.house.tables.catalog import press_mode
from dragoman.house.tables.choices import SeatChoice, choices_of
from dragoman.house.tables.consent import is_neutral, is_umpired
from dragoman.house.tables.who import Who, approach, eyes, is_open, shown_name
from dragoman.house.tables.wishes import votes_of
from dragoman.judge import owed
from dragoman.model import Power, Result, Seat, State
from dragoman.report.rows import DislodgedAnswer, VoteTable, units_by_power
from dragoman.rules import Ask, Variant, knows_draws, seen, survivors
from dragoman.store.interface import Test, Tx
from dragoman.store.rows import Account, Ballots, SeatRow
from dragoman.translate import Said
from dragoman.words.speech import SpokenFact, spoken_facts

__all__ = ["DislodgedAnswer", "SeatView", "TableView", "VoteTable", "table_view"]


UNKNOWN = "#777777"
"""The color of a power of a variant that is gone."""


class PowerView(Struct, frozen=True):
    """A power on the board: its look, its seat, and what it has."""

    name: str
    color: str
    seat: str
    units: list[str]
    centers: list[str]


class SeatView(Struct, frozen=True):
    """A seat as a watcher sees it.

    `name` is empty where it is hidden; `ready` and `draw`, a vote for a draw, are none where they
    are; `saved` is shown to an organizer who has not played, and nobody else.
    `centers` and `units` are none where not all of them can be seen.
    """

    seat: str
    powers: list[str]
    name: str
    guest: bool
    bot: str
    mine: bool
    open: bool
    alive: bool
    owes: bool
    ready: bool | None
    saved: bool | None
    draw: bool | None
    missed: int
    reliability: int | None
    centers: int | None
    units: int | None


class TableView(Struct, frozen=True):
    """A table as a watcher sees it; `own` has what each of his seats owes and has ordered.

    `choices` are what each seat may set for itself while the table forms.
    `umpired` if its organizer plays, so that the others vote on some of his acts, or if nobody may
    know whether he does. `fault` says why a game cannot go on by today's rules; where the house has
    no longer what the table plays it is not `readable` but as text.
    """

    id: str
    title: str
    variant: str
    variant_name: str
    version: str
    options: dict[str, Any]
    settings: TableSettings
    press: str
    status: str
    visibility: str
    organizer: str
    organizing: bool
    created: int
    now: int
    turn: int
    phase: str
    label: Said
    opened: int | None
    deadline: int | None
    left: int | None
    events: int
    seats: list[SeatView]
    powers: list[PowerView]
    dislodged: list[str]
    facts: list[SpokenFact]
    own: list[SeatOrders]
    last: PhaseView | None
    phases: list[PhaseRow]
    result: Result | None
    draws: bool
    choices: list[SeatChoice]
    umpired: bool = False
    fault: Said = ""
    readable: bool = True


def table_view(
    house: House, account: str | None, table_id: str, *, seat: str = "", invite: str = ""
) -> TableView:
    """A table as an account, or a visitor, sees it; by one of his seats, if he holds several."""
    with house.read() as tx:
        who = approach(tx, account, table_id, invite=invite)
        game = played(house, tx, who.table)
        return _view(house, tx, who, game, seat)


def _view(house: House, tx: Tx, who: Who, game: ReadGame, seat: str) -> TableView:
    table, watcher = who.table, eyes(who, seat)
    board, known = _board(tx, game, watcher, table.status), acquaintances(tx, who)
    return TableView(
        id=table.id,
        title=table.title,
        variant=table.variant,
        variant_name=game.variant.name,
        version=table.version,
        options=msgspec.json.decode(table.options),
        settings=who.settings,
        press=press_mode(who.settings, game.variant),
        status=table.status,
        visibility=table.visibility,
        organizer=shown_name(known.get(table.organizer)) if shows_names(who) else "",
        organizing=who.organizes,
        created=table.created,
        now=house.now,
        turn=table.turn,
        phase=table.phase or str(board.state.phase),
        label=board.label,
        opened=table.opened,
        deadline=table.deadline,
        left=table.left,
        events=table.events,
        seats=seat_views(tx, who, board, known),
        powers=board.powers,
        dislodged=board.dislodged,
        facts=board.facts,
        own=[own_orders(house, tx, who, game, name) for name in who.seats],
        last=last_phase(tx, game, watcher),
        phases=phase_rows(game),
        result=msgspec.json.decode(table.result, type=Result) if table.result else None,
        draws=not game.fault and knows_draws(game.ask),
        choices=choices_of(game.variant) if table.status == "forming" else [],
        umpired=is_umpired(tx, who),
        fault=game.fault,
        readable=not game.gone,
    )


class BoardView(Struct, frozen=True):
    """What a watcher sees of the position itself; it stays the same until the game goes on."""

    state: State
    label: str
    powers: list[PowerView]
    dislodged: list[str]
    facts: list[SpokenFact]
    due: frozenset[str]
    living: frozenset[str]
    whole: bool = True


def _board(tx: Tx, game: ReadGame, watcher: Seat | None, status: str) -> BoardView:
    """The position as a watcher sees it, kept with the game for the next who sees the same."""
    forming = status == "forming"

    def make() -> BoardView:
        return kept_board(tx, game, watcher) if game.fault else _make_board(game, watcher, forming)

    return game.cached(("board", watcher, forming), make)


def kept_board(tx: Tx, game: ReadGame, watcher: Seat | None) -> BoardView:
    """The position of a game that has no rules today, from what was kept of it."""
    state = seen_position(tx, game, len(game.steps) - 1, watcher)
    last = last_phase(tx, game, watcher)
    return BoardView(
        state=state,
        label=game.label(len(game.steps) - 1),
        powers=power_views(game.variant, state, forming=False),
        dislodged=[f"{d.unit.power}: {d.unit}" for d in state.dislodged],
        facts=last.facts if last else [],
        due=frozenset(),
        living=frozenset(game.living),
    )


def _make_board(game: ReadGame, watcher: Seat | None, forming: bool) -> BoardView:
    ask = seen(game.ask, watcher)
    return BoardView(
        state=ask.state,
        label=ask.rules.label(ask, ask.state.phase),
        powers=power_views(game.variant, ask.state, forming),
        dislodged=[f"{d.unit.power}: {d.unit}" for d in ask.state.dislodged],
        facts=spoken_facts(ask),
        due=frozenset() if forming else frozenset(owed(ask)),
        # Who is out of the game everybody knows, whatever he sees of the board.
        living=frozenset(survivors(game.ask)),
        whole=ask.rules.known(ask) is None,
    )


def own_orders(house: House, tx: Tx, who: Who, game: ReadGame, seat: str) -> SeatOrders:
    """What one of the watcher's own seats owes and has ordered."""
    saved = tx.get(Ballots, table=who.table.id, seat=seat, turn=who.table.turn)
    return seat_orders(house, who, who.row(seat), game, saved)


def shows_names(who: Who) -> bool:
    """Whether a watcher may know who sits where; one who may yet sit down, or did, must not."""
    # A table that was given up before its game began has not ended: nobody is named then.
    if not who.settings.anonymous or (who.table.status == "finished" and who.table.turn):
        return True
    return who.umpires and not who.settings.organizer_plays


def seat_views(
    tx: Tx, who: Who, board: BoardView, known: dict[str | None, Account]
) -> list[SeatView]:
    """Every seat in the order of the position, as a watcher sees it."""
    saved = saved_seats(tx, who)
    rows = {row.seat: row for row in who.rows}
    live = who.table.status != "forming"
    names = [str(s) for s in board.state.seats if s in rows] if live else []
    return [
        seat_view(known, who, board, rows[seat], saved) for seat in dict.fromkeys((*names, *rows))
    ]


def acquaintances(tx: Tx, who: Who) -> dict[str | None, Account]:
    """The accounts at a table whom the watcher may know, read all at once."""
    named = shows_names(who)
    ids = {row.account for row in who.rows if row.account and (named or row.seat in who.seats)}
    ids |= {who.table.organizer} if named and who.table.organizer else set()
    found = tx.find(Account, Test("id", "in", sorted(ids))) if ids else []
    return {row.id: row for row in found}


def saved_seats(tx: Tx, who: Who) -> set[str] | None:
    """The seats that have saved orders, for an organizer who does not play and never did."""
    if not is_neutral(tx, who):
        return None
    return {row.seat for row in tx.find(Ballots, table=who.table.id, turn=who.table.turn)}


def seat_view(
    known: dict[str | None, Account],
    who: Who,
    board: BoardView,
    row: SeatRow,
    saved: set[str] | None,
) -> SeatView:
    """A seat as a watcher sees it."""
    state = board.state
    powers = state.seats.get(Seat(row.seat), ()) if who.table.status != "forming" else ()
    mine = row.seat in who.seats
    sitter = known.get(row.account) if shows_names(who) or mine else None
    tells = mine or saved is not None or who.settings.ready == "shown"
    return SeatView(
        seat=row.seat,
        powers=list(powers),
        name=shown_name(sitter),
        guest=sitter is not None and sitter.kind == "guest",
        bot=row.bot or "",
        mine=mine,
        open=is_open(row),
        alive=row.seat in board.living,
        owes=row.seat in board.due,
        ready=row.ready if tells else None,
        saved=None if saved is None else row.seat in saved,
        draw=votes_of(row).draw if mine or who.settings.draws == "open" else None,
        missed=row.missed if mine or shows_names(who) else 0,
        reliability=tally_of(sitter).reliability if sitter else None,
        centers=sum(len(state.centers(p)) for p in powers) if board.whole or mine else None,
        units=sum(u.power in powers for u in state.units) if board.whole or mine else None,
    )


def power_views(variant: Variant, state: State, forming: bool) -> list[PowerView]:
    """Every power with its units and centers; before the game who holds what is yet to be drawn."""
    units, holder = units_by_power(Ask(variant, state)), state.holder
    colors = {power: info.color for power, info in variant.powers.items()}
    return [
        PowerView(
            power,
            colors.get(Power(power), UNKNOWN),
            "" if forming else holder.get(Power(power), ""),
            units.get(power, []),
            list(state.centers(Power(power))),
        )
        for power in dict.fromkeys((*colors, *units))
    ]
