"""Scores: how a game ended for each seat, by the usual ways of counting, as JSON and CSV."""

import csv
import io

import msgspec
from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.play.games import ReadGame, played
from dragoman.house.tables.who import Who, approach, name_of
from dragoman.model import Result, Seat
from dragoman.store.interface import Tx

POINTS = 100.0
"""What a game is worth altogether."""


class ScoreRow(Struct, frozen=True):
    """How the game ended for one seat.

    `draw_size`: the winners share the points. `sum_of_squares`: a sole winner takes all, else
    every seat has its share by the square of its centers.
    """

    seat: str
    powers: list[str]
    player: str
    bot: str
    outcome: str
    centers: int
    units: int
    eliminated: str
    draw_size: float
    sum_of_squares: float


class Results(Struct, frozen=True):
    """How a game ended."""

    table: str
    title: str
    variant: str
    how: str
    dated: str
    winners: list[str]
    last: str
    phases: int
    rows: list[ScoreRow]


def results(house: House, account: str | None, table_id: str) -> Results:
    """How a finished game ended for every seat."""
    with house.read() as tx:
        who = approach(tx, account, table_id)
        game = played(house, tx, who.table)
        result = game.state.result
        if result is None or who.table.status != "finished" or not who.table.turn:
            raise Closed("the game has no result yet")
        return Results(
            table=table_id,
            title=who.table.title,
            variant=game.variant.id,
            how=result.how,
            dated=result.dated,
            winners=list(result.winners),
            last=str(game.state.phase),
            phases=sum(step.judged for step in game.steps),
            rows=score_rows(tx, who, game, result),
        )


def score_rows(tx: Tx, who: Who, game: ReadGame, result: Result) -> list[ScoreRow]:
    """The row of every seat, in the order of the game."""
    state = game.state
    rows = {row.seat: row for row in who.rows}
    counts = {s: sum(len(state.centers(p)) for p in powers) for s, powers in state.seats.items()}
    shares, squares = draw_size(result), sum_of_squares(result, counts)
    return [
        ScoreRow(
            seat=seat,
            powers=list(powers),
            player=name_of(tx, rows[seat].account) if seat in rows else "",
            bot=(rows[seat].bot or "") if seat in rows else "",
            outcome=outcome(game, result, seat),
            centers=counts[seat],
            units=sum(unit.power in powers for unit in state.units),
            eliminated=eliminated(game, seat),
            draw_size=shares.get(seat, 0.0),
            sum_of_squares=squares.get(seat, 0.0),
        )
        for seat, powers in state.seats.items()
    ]


def outcome(game: ReadGame, result: Result, seat: Seat) -> str:
    """How the game ended for a seat, in a word."""
    if seat in result.winners:
        return "won" if len(result.winners) == 1 and result.how != "draw" else "shared"
    return "survived" if seat in game.living else "eliminated"


def draw_size(result: Result) -> dict[Seat, float]:
    """The points shared evenly among those who won or drew."""
    return {seat: round(POINTS / len(result.winners), 3) for seat in result.winners}


def sum_of_squares(result: Result, counts: dict[Seat, int]) -> dict[Seat, float]:
    """All points to a sole winner; else by the squares of the centers; none without a result."""
    if len(result.winners) == 1 and result.how != "draw":
        return {result.winners[0]: POINTS}
    whole = sum(count * count for count in counts.values())
    if not result.winners or not whole:
        return {}
    return {seat: round(POINTS * n * n / whole, 3) for seat, n in counts.items()}


def eliminated(game: ReadGame, seat: Seat) -> str:
    """The phase from which on a seat had nothing left; empty if it survived."""
    if seat in game.living:
        return ""
    for n in range(len(game.steps), 0, -1):
        step = game.steps[n - 1]
        if seat in msgspec.structs.replace(game, steps=game.steps[:n]).living:
            return str(step.state.phase)
    return str(game.steps[0].state.phase)


COLUMNS = (
    *("seat", "powers", "player", "bot", "outcome", "centers", "units", "eliminated"),
    *("draw_size", "sum_of_squares"),
)


def results_csv(found: Results) -> str:
    """The results as CSV, one row a seat."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for row in found.rows:
        cells = [getattr(row, name) for name in COLUMNS]
        sheet.writerow([plain(" ".join(c) if isinstance(c, list) else str(c)) for c in cells])
    return text.getvalue()


def plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in tuple("=+-@\t\r") else cell
