"""History: the phases that were judged, each as it was shown to those who watch."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.draw.game import Moment
from dragoman.house.core import House
from dragoman.house.errors import Closed, Unknown
from dragoman.house.play.games import ReadGame, played, shown_of
from dragoman.house.play.shown import PhaseView, ResultRow, StepView, drawn, lesser, seen_state
from dragoman.house.tables.who import Who, approach, eyes
from dragoman.model import Seat, State
from dragoman.record import GameRecord, Turn
from dragoman.report import position_sheet
from dragoman.rules import Ask
from dragoman.store.interface import Tx
from dragoman.translate import Said

T = TypeVar("T")
NO_PICTURE = "by today's rules this can no longer be drawn: its sheet tells it"
AGAIN = "Judged again by today's rules: what was shown when it was played is not known."
UNFIT = "The rules have changed and this can no longer be judged: these are the orders."


class PhaseRow(Struct, frozen=True):
    """A step of the game in the list of all: what happened, and in which phase."""

    n: int
    kind: str
    phase: str
    label: Said


def phase_rows(game: ReadGame) -> list[PhaseRow]:
    """Every step of a game so far."""
    return game.cached("rows", lambda: [phase_row(game, n) for n in range(1, len(game.steps))])


def phase_row(game: ReadGame, n: int) -> PhaseRow:
    """A step of a game in the list of all."""
    return PhaseRow(n, game.steps[n].kind, game.steps[n - 1].phase, game.label(n - 1))


def last_phase(tx: Tx, game: ReadGame, watcher: Seat | None) -> PhaseView | None:
    """The phase judged last."""
    for n in range(len(game.steps) - 1, 0, -1):
        if game.steps[n].judged:
            return phase_view(tx, game, n, watcher)
    return None


def phase_view(tx: Tx, game: ReadGame, n: int, watcher: Seat | None) -> PhaseView:
    """A phase that was judged, as a watcher may see it."""
    return game.cached((n, watcher), lambda: _phase_view(tx, game, n, watcher))


def _phase_view(tx: Tx, game: ReadGame, n: int, watcher: Seat | None) -> PhaseView:
    step = game.steps[n]
    if not step.judged:
        raise Unknown(f"step {n} is no phase that was judged")
    found = None if step.unfit else sight(tx, game, n, watcher).phase
    if found is None:
        return text_view(game, n, watcher)
    return msgspec.structs.replace(found, note=AGAIN) if step.again else found


def sight(tx: Tx, game: ReadGame, n: int, watcher: Seat | None) -> StepView:
    """What a watcher may know of a step."""
    return shown_of(tx, game, n).to(watcher, game.over)


def text_view(game: ReadGame, n: int, watcher: Seat | None) -> PhaseView:
    """A phase of which only the orders are known; before the end, to each only his own."""
    entry = game.steps[n].entry
    assert isinstance(entry, Turn)
    shown = {s: lines for s, lines in entry.orders.items() if game.over or s == watcher}
    rows = [
        ResultRow("", seat, line, "", "", None, "", False)
        for seat, lines in shown.items()
        for line in lines
    ]
    sheet = [UNFIT, *(f"\n{seat}\n  " + "\n  ".join(lines) for seat, lines in shown.items())]
    return PhaseView(
        n=n,
        phase=entry.phase,
        label=entry.phase,
        orders=rows,
        dislodged=[],
        standoffs=[],
        votes=[],
        news=[],
        facts=[],
        centers={},
        sheet="\n".join(sheet) + "\n",
        note=UNFIT,
    )


def seen_position(tx: Tx, game: ReadGame, n: int, watcher: Seat | None) -> State:
    """The position that a step led to, as a watcher may see it."""
    step = game.steps[n]
    if not step.kept:
        return seen_state(game.variant, step.state, watcher, game.over)
    return lesser(step.state, sight(tx, game, n, watcher).less) if step.hidden else step.state


def history(house: House, account: str | None, table_id: str, n: int, seat: str = "") -> PhaseView:
    """One judged phase of a table."""
    with house.read() as tx:
        who, game = _open(house, tx, account, table_id)
        return phase_view(tx, game, checked_step(game, n), eyes(who, seat))


def checked_step(game: ReadGame, n: int) -> int:
    """The number of a step that the game has."""
    if not 0 < n < len(game.steps):
        raise Unknown(f"no step {n}: the game has {len(game.steps) - 1}")
    return n


def moment(
    house: House, account: str | None, table_id: str, n: int | None = None, seat: str = ""
) -> tuple[ReadGame, Moment]:
    """What is to be drawn of a table: the present position, or step `n` with its results."""
    with house.read() as tx:
        who, game = _open(house, tx, account, table_id)
        return game, moment_of(tx, game, n, eyes(who, seat))


def pictured(game: ReadGame, draw: Callable[[], T]) -> T:
    """A picture of a game; one whose rules are no longer today's may have none."""
    if not game.fault:
        return draw()
    try:
        if not game.gone:
            return draw()
    except Exception as error:
        raise Unknown(NO_PICTURE) from error
    raise Unknown(NO_PICTURE)


def all_moments(
    house: House, account: str | None, table_id: str, seat: str = ""
) -> tuple[ReadGame, list[Moment]]:
    """A whole game to be drawn: every phase that was judged, and the present position."""
    with house.read() as tx:
        who, game = _open(house, tx, account, table_id)
        turns = [n for n, step in enumerate(game.steps) if step.judged]
        return game, [moment_of(tx, game, n, eyes(who, seat)) for n in (*turns, None)]


def moment_of(tx: Tx, game: ReadGame, n: int | None, watcher: Seat | None) -> Moment:
    """What is to be drawn of a game for a watcher."""
    if n is None:
        return Moment(seen_position(tx, game, len(game.steps) - 1, watcher))
    after = seen_position(tx, game, checked_step(game, n), watcher)
    step = game.steps[n]
    if not step.judged or step.unfit:
        return Moment(after)
    before = seen_position(tx, game, n - 1, watcher)
    return Moment(before, drawn(sight(tx, game, n, watcher), before, after))


def seen_game(
    house: House, account: str | None, table_id: str, seat: str = ""
) -> tuple[ReadGame, list[State]]:
    """A game, and its positions from the opening on as a watcher may see them."""
    with house.read() as tx:
        who, game = _open(house, tx, account, table_id)
        watcher = eyes(who, seat)

        def positions() -> list[State]:
            return [seen_position(tx, game, n, watcher) for n in range(len(game.steps))]

        return game, game.cached(("positions", watcher), positions)


def sheet(house: House, account: str | None, table_id: str, seat: str = "") -> str:
    """The present position as text."""
    with house.read() as tx:
        who, game = _open(house, tx, account, table_id)
        state = seen_position(tx, game, len(game.steps) - 1, eyes(who, seat))
    return plain_sheet(state) if game.fault else position_sheet(Ask(game.variant, state))


def plain_sheet(state: State) -> str:
    """A position in words that need no rules."""
    units = [f"{unit.power}: {unit}" for unit in state.units]
    return "\n".join([str(state.phase), "", *sorted(units)]) + "\n"


def record(house: House, account: str | None, table_id: str) -> GameRecord:
    """The game file; while the game goes on it would tell secrets, so it waits for the end."""
    with house.read() as tx:
        _, game = _open(house, tx, account, table_id)
    if not game.over:
        raise Closed("the game file can be had when the game is over")
    return game.record


class SeatFile(Struct, frozen=True):
    """All that a watcher knows of a game so far, to be kept."""

    table: str
    title: str
    variant: str
    version: str
    options: dict[str, Any]
    seat: str
    phase: str
    phases: list[PhaseView]
    position: str


def seat_file(house: House, account: str | None, table_id: str, seat: str = "") -> SeatFile:
    """The game as far as a seat, or a visitor, may know it."""
    with house.read() as tx:
        who, game = _open(house, tx, account, table_id)
        watcher, table = eyes(who, seat), who.table
        turns = [n for n, step in enumerate(game.steps) if step.judged]
        views = [phase_view(tx, game, n, watcher) for n in turns]
    return SeatFile(
        table.id,
        table.title,
        table.variant,
        table.version,
        msgspec.json.decode(table.options),
        str(watcher or ""),
        table.phase,
        views,
        sheet(house, account, table_id, seat),
    )


def _open(house: House, tx: Tx, account: str | None, table_id: str) -> tuple[Who, ReadGame]:
    who = approach(tx, account, table_id)
    return who, played(house, tx, who.table)
