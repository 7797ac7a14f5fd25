"""Answers: what was judged, who owes what next, and the position to come back with."""

from collections.abc import Sequence
from itertools import chain, count, repeat
from operator import itemgetter
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from dragoman.contract.request import Carried, Opened, Request, open_request
from dragoman.errors import NotationError, RequestError, brief, shown
from dragoman.judge import turned
from dragoman.model import REASONS, Ballot, Order, Resolution, Seat, Subject
from dragoman.notation import ORDER_TEXTS
from dragoman.record.filing import file_orders, plain_ballots, read_lines
from dragoman.record.replay import seat_called
from dragoman.record.trees import (
    find_subject,
    legal_by_seat,
    legal_by_subject,
    open_subjects,
    steps_after,
)
from dragoman.report import verdict_texts
from dragoman.report.rows import (
    DislodgedAnswer,
    Due,
    FactRow,
    StepRow,
    VoteTable,
    centers_by_power,
    dislodged_rows,
    facts,
    owed_rows,
    units_by_power,
    vote_tables,
)
from dragoman.rules import Ask, Lots, seen

LONGEST = 2000
"""How long one order text may be; every row repeats the text that it was written in."""


Outcome = Annotated[str, Meta(extra_json_schema={"enum": list(REASONS)})]
Code = Annotated[str, Meta(description="one of the reasons, or of those that a module brings")]


class OrderRow(Struct, frozen=True):
    """One order and what came of it; `input` is none where the rules supplied the order."""

    power: str
    input: str | None
    order: str
    outcome: Outcome
    reason: Code
    by: str | None
    text: str


class Answer(Struct, frozen=True):
    """What came of a request: `phase` was judged (none at an opening), `next` is due (or none)."""

    phase: str | None
    next: str | None
    owed: dict[str, list[Due]]
    orders: list[OrderRow]
    units: dict[str, list[str]]
    dislodged: list[DislodgedAnswer]
    standoffs: list[str]
    centers: dict[str, list[str]]
    winners: list[str]
    result: str | None
    votes: list[VoteTable]
    quotas: dict[str, dict[str, int]]
    facts: list[FactRow]
    label: str
    state: Carried


class Refusal(Struct, frozen=True):
    """Why a request among many was not answered: what is wrong, and where."""

    error: str


class LegalAnswer(Struct, frozen=True):
    """Every legal order by seat and subject."""

    phase: str
    legal: dict[Seat, dict[str, list[str]]]


class StepsAnswer(Struct, frozen=True):
    """The next choices for a subject after the words already chosen."""

    phase: str
    subject: str
    prefix: list[str]
    steps: list[StepRow]


def judge(request: Request, folders: Sequence[Path] = ()) -> Answer:
    """The answer to a request: the phase judged, or the opening if there is nothing to judge."""
    opened = open_request(request, folders)
    if opened.at_opening:
        return position_answer(opened)
    if opened.ask.state.result is not None:
        raise RequestError("the game is over", "state")
    given = file_all(opened.ask, request.orders or {})
    lots = Lots(f"{opened.seed}/{opened.ask.state.phase}")
    return answer(opened, *turned(opened.ask, given.ballots, lots), given)


class FiledBallots(Struct, frozen=True):
    """The ballots of a request, and for each of their orders the text as written.

    `ranks` are those of its text and of itself among its seat's; none if all stand in their order.
    """

    ballots: list[Ballot]
    texts: list[str]
    ranks: list[tuple[int, int]] | None = None


def file_all(ask: Ask, orders: dict[str, list[str]]) -> FiledBallots:
    """The ballots of every seat, and for each of their orders what was written, and where."""
    return file_each(ask, orders) or file_mixed(ask, orders)


def file_each(ask: Ask, orders: dict[str, list[str]]) -> FiledBallots | None:
    """The same of seats that wrote one plain order for each of some units; else none."""
    by_seat = {seat_called(ask, name): texts for name, texts in orders.items()}
    seats = {seat: texts for seat, texts in by_seat.items() if seat is not None}
    ballots = plain_ballots(ask, seats) if len(seats) == len(orders) else None
    if ballots is None:
        return None
    return FiledBallots([*ballots.values()], [*chain(*orders.values())])


def file_mixed(ask: Ask, orders: dict[str, list[str]]) -> FiledBallots:
    """The same of orders of whatever kind; one that is not understood is refused."""
    lines: dict[Seat, list[tuple[str, list[Order], int]]] = {}
    rank = count()
    for name, texts in orders.items():
        where = f"orders.{brief(name)}"
        seat = named_seat(ask, name, where)
        read = read_texts(ask, seat, where, texts)
        lines.setdefault(seat, []).extend(zip(texts, read, rank, strict=False))
    ranks: list[tuple[int, int]] = []
    given = FiledBallots([], [], ranks)
    for seat, mine in lines.items():
        filed = file_orders(ask, seat, [read for _, read, _ in mine])
        given.ballots.extend(filed.ballots)
        numbers = [*chain(*filed.lines)]
        given.texts.extend(mine[n][0] for n in numbers)
        rows = zip(numbers, chain(*filed.ranks), strict=True)
        ranks += [(mine[n][2], place) for n, place in rows]
    return given


def named_seat(ask: Ask, name: str, where: str) -> Seat:
    """The seat of a name, or of a power of its; one that is not there is refused with its place."""
    seat = seat_called(ask, name)
    if seat is None:
        known = ", ".join(ask.state.seats)
        raise RequestError(f"no seat {shown(name)}; there are {known}", where)
    return seat


def read_texts(ask: Ask, seat: Seat, where: str, texts: list[str]) -> Sequence[list[Order]]:
    """The orders in each text of a seat; if one is not understood, they are read one by one."""
    if max(map(len, texts), default=0) <= LONGEST:
        try:
            return read_lines(ask, seat, texts)
        except NotationError:
            pass
    return [read_order(ask, seat, f"{where}[{n}]", text) for n, text in enumerate(texts)]


def read_order(ask: Ask, seat: Seat, where: str, text: str) -> list[Order]:
    """The orders in one text; one that is not understood is refused with its place."""
    if len(text) > LONGEST:
        raise RequestError(f"the text is longer than {LONGEST} characters; give a list", where)
    try:
        return read_lines(ask, seat, [text])[0]
    except NotationError as error:
        raise RequestError(str(error), where) from error


def answer(opened: Opened, resolution: Resolution, after: Ask, given: FiledBallots) -> Answer:
    """A resolution, and the position that it leads to, as an answer."""
    before = opened.ask
    rows = order_rows(before, resolution, given.texts)
    if given.ranks is not None:
        first = sorted(zip(given.ranks, rows, strict=False), key=itemgetter(0))
        rows[: len(first)] = [row for _, row in first]
    return Answer(
        phase=str(resolution.phase),
        orders=rows,
        dislodged=list(dislodged_rows(before, resolution, after)),
        standoffs=list(resolution.standoffs),
        votes=vote_tables(before, resolution),
        **shared(after, opened.seed),  # type: ignore[arg-type]
    )


def position_answer(opened: Opened) -> Answer:
    """A position that nothing was judged for."""
    return Answer(
        phase=None,
        orders=[],
        dislodged=[],
        standoffs=[],
        votes=[],
        **shared(opened.ask, opened.seed),  # type: ignore[arg-type]
    )


def shared(ask: Ask, seed: str) -> dict[str, object]:
    """What every answer says about the position it ends with."""
    state, result = ask.state, ask.state.result
    return {
        "next": None if result else str(state.phase),
        "owed": owed_rows(ask),
        "units": units_by_power(ask),
        "centers": centers_by_power(ask),
        "winners": list(result.winners) if result else [],
        "result": result.how if result else None,
        "quotas": {} if result else quotas(ask),
        "facts": facts(ask),
        "label": ask.rules.label(ask, state.phase),
        "state": Carried(state, seed),
    }


def quotas(ask: Ask) -> dict[str, dict[str, int]]:
    """How many ballots each pool allows to each seat that has any; by default none has."""
    if ask.rules.is_default("mandate"):
        return {}
    return {s: mandate.quotas for s in ask.state.seats if (mandate := ask.mandate(s)).quotas}


def order_rows(ask: Ask, resolution: Resolution, inputs: list[str]) -> list[OrderRow]:
    """Verdicts as an answer tells them, the first of them on orders that were written."""
    rows = []
    written = chain(inputs, repeat(None))
    texts = verdict_texts(resolution, ask)
    for verdict, text, explanation in zip(resolution.verdicts, written, texts, strict=False):
        reason = verdict.reason
        by = ORDER_TEXTS[reason.by.order] if reason.by else None
        order = ORDER_TEXTS[verdict.order]
        row = OrderRow(verdict.power, text, order, verdict.outcome, reason.code, by, explanation)
        rows.append(row)
    return rows


def legal_lists(
    ask: Ask, views: dict[Seat, Ask], open_to: dict[Seat, list[Subject]]
) -> dict[Seat, dict[str, list[str]]]:
    """Every legal order of each seat, as it sees the position."""
    if ask.rules.is_default("see"):
        return legal_by_seat(ask, open_to)
    return {s: legal_by_subject(views[s], own) for s, own in open_to.items() if own}


def legal(request: Request, folders: Sequence[Path] = ()) -> LegalAnswer | StepsAnswer:
    """Every legal order, or the next choices where the request names a subject and a prefix."""
    ask = open_request(request, folders).ask
    phase = str(ask.state.phase)
    seats = [named_seat(ask, request.seat, "seat")] if request.seat else list(ask.state.seats)
    over = ask.state.result is not None
    views = {} if over else {seat: seen(ask, seat) for seat in seats}
    open_to = {seat: open_subjects(mine, seat) for seat, mine in views.items()}
    if request.subject is None:
        return LegalAnswer(phase, legal_lists(ask, views, open_to))
    subject = find_subject(ask, [*chain(*open_to.values())], request.subject)
    mine = next(views[seat] for seat, own in open_to.items() if subject in own)
    prefix = request.prefix or []
    steps = steps_after(mine, subject, prefix)
    rows = [StepRow(s.token, str(s.order) if s.order else None, s.more) for s in steps]
    return StepsAnswer(phase, request.subject, prefix, rows)
