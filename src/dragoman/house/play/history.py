"""History: the phases that were judged, each with its orders, reasons and votes."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from dragoman.draw.game import Moment
from dragoman.house.core import House
from dragoman.house.errors import Closed, Unknown
from dragoman.house.play.games import ReadGame, played
from dragoman.house.tables.who import Who, approach, eyes
from dragoman.model import Resolution, Seat, State, Verdict
from dragoman.record import GameRecord
from dragoman.report import explain, position_sheet, results_sheet
from dragoman.report.rows import (
    DislodgedAnswer,
    Fact,
    VoteTable,
    centers_by_power,
    dislodged_rows,
    facts,
    vote_tables,
)
from dragoman.rules import Ask


class ResultRow(Struct, frozen=True):
    """One order and what came of it; `seat` is empty where it is not published who gave it."""

    power: str
    seat: str
    order: str
    outcome: str
    reason: str
    by: str | None
    text: str
    supplied: bool


class PhaseRow(Struct, frozen=True):
    """A step of the game in the list of all: what happened, and in which phase."""

    n: int
    kind: str
    phase: str
    label: str


class PhaseView(Struct, frozen=True):
    """A phase that was judged, with what came of it; `sheet` tells it all as text."""

    n: int
    phase: str
    label: str
    orders: list[ResultRow]
    dislodged: list[DislodgedAnswer]
    standoffs: list[str]
    votes: list[VoteTable]
    news: list[str]
    facts: list[Fact]
    centers: dict[str, list[str]]
    sheet: str


def phase_rows(game: ReadGame) -> list[PhaseRow]:
    """Every step of a game so far."""
    return game.told("rows", lambda: list(_rows(game)))


def _rows(game: ReadGame) -> Iterator[PhaseRow]:
    for n in range(1, len(game.steps)):
        before, step = game.steps[n - 1], game.steps[n]
        ask = Ask(game.variant, before.state)
        kind = str(type(step.entry).__struct_config__.tag)  # type: ignore[union-attr]
        label = ask.rules.label(ask, before.state.phase)
        yield PhaseRow(n, kind, str(before.state.phase), label)


def last_phase(game: ReadGame, watcher: Seat | None) -> PhaseView | None:
    """The phase judged last."""
    for n in range(len(game.steps) - 1, 0, -1):
        if game.steps[n].resolution is not None:
            return phase_view(game, n, watcher)
    return None


def phase_view(game: ReadGame, n: int, watcher: Seat | None) -> PhaseView:
    """A phase that was judged, as a watcher may see it."""
    return game.told((n, watcher), lambda: _phase_view(game, n, watcher))


def _phase_view(game: ReadGame, n: int, watcher: Seat | None) -> PhaseView:
    before, resolution, after = seen_step(game, n, watcher)
    return PhaseView(
        n=n,
        phase=str(resolution.phase),
        label=before.rules.label(before, resolution.phase),
        orders=[result_row(before, verdict) for verdict in resolution.verdicts],
        dislodged=list(dislodged_rows(before, resolution)),
        standoffs=list(resolution.standoffs),
        votes=vote_tables(before, resolution),
        news=list(resolution.news),
        facts=facts(after),
        centers=centers_by_power(after),
        sheet=results_sheet(resolution, before, after),
    )


def result_row(before: Ask, verdict: Verdict) -> ResultRow:
    """A verdict as a watcher reads it."""
    by = verdict.reason.by
    return ResultRow(
        power=verdict.power,
        seat=verdict.seat or "",
        order=str(verdict.order),
        outcome=verdict.outcome,
        reason=verdict.reason.code,
        by=str(by.order) if by else None,
        text=explain(verdict, before),
        supplied=verdict.supplied,
    )


def seen_step(game: ReadGame, n: int, watcher: Seat | None) -> tuple[Ask, Resolution, Ask]:
    """A phase that was judged, with everything in it as a watcher may see it now."""
    before, step = game.steps[n - 1], game.steps[n]
    if step.resolution is None:
        raise Unknown(f"step {n} is no phase that was judged")
    over = game.state.result is not None
    found = step.resolution
    kept = tuple(v for v in found.verdicts if over or not v.sealed or v.seat == watcher)
    seen = msgspec.structs.replace(
        found,
        verdicts=kept,
        left=seen_state(game, found.left, watcher),
        state=seen_state(game, found.state, watcher),
    )
    return (
        Ask(game.variant, seen_state(game, before.state, watcher)),
        seen,
        Ask(game.variant, seen.state),
    )


def seen_state(game: ReadGame, state: State, watcher: Seat | None) -> State:
    """A position as a watcher may see it; once the game is over there are no secrets."""
    if game.state.result is not None:
        return state
    ask = Ask(game.variant, state)
    return ask.rules.see(ask, (), watcher).state


def history(house: House, account: str | None, table_id: str, n: int, seat: str = "") -> PhaseView:
    """One judged phase of a table."""
    who, game = _open(house, account, table_id)
    return phase_view(game, checked_step(game, n), eyes(who, seat))


def checked_step(game: ReadGame, n: int) -> int:
    """The number of a step that the game has."""
    if not 0 < n < len(game.steps):
        raise Unknown(f"no step {n}: the game has {len(game.steps) - 1}")
    return n


def moment(
    house: House, account: str | None, table_id: str, n: int | None = None, seat: str = ""
) -> tuple[ReadGame, Moment]:
    """What is to be drawn of a table: the present position, or step `n` with its results."""
    who, game = _open(house, account, table_id)
    watcher = eyes(who, seat)
    if n is None:
        return game, Moment(seen_state(game, game.state, watcher))
    step = game.steps[checked_step(game, n)]
    if step.resolution is None:
        return game, Moment(seen_state(game, step.state, watcher))
    before, resolution, _ = seen_step(game, n, watcher)
    return game, Moment(before.state, resolution)


def seen_game(
    house: House, account: str | None, table_id: str, seat: str = ""
) -> tuple[ReadGame, list[State]]:
    """A game, and its positions from the opening on as a watcher may see them."""
    who, game = _open(house, account, table_id)
    watcher = eyes(who, seat)

    def positions() -> list[State]:
        return [seen_state(game, step.state, watcher) for step in game.steps]

    return game, game.told(("positions", watcher), positions)


def sheet(house: House, account: str | None, table_id: str, seat: str = "") -> str:
    """The present position as text."""
    who, game = _open(house, account, table_id)
    return position_sheet(Ask(game.variant, seen_state(game, game.state, eyes(who, seat))))


def record(house: House, account: str | None, table_id: str) -> GameRecord:
    """The game file; while the game goes on it would tell secrets, so it waits for the end."""
    _, game = _open(house, account, table_id)
    if game.state.result is None:
        raise Closed("the game file can be had when the game is over")
    return game.record


def _open(house: House, account: str | None, table_id: str) -> tuple[Who, ReadGame]:
    with house.store.read() as tx:
        who = approach(tx, account, table_id)
        return who, played(house, tx, who.table)
