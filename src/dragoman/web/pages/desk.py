"""The desk: what a seat may order, as a page offers it to hands, eyes and ears."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from dragoman.draw.scene import colors
from dragoman.geo import Place
from dragoman.house.core import House
from dragoman.house.play.drafts import LineNote, ReadDraft, SeatReader
from dragoman.house.play.orders import my_desk, open_steps, seat_view
from dragoman.model import Build, Seat, Subject, Unit
from dragoman.record.filing import subject_of
from dragoman.report.describe import describe_order
from dragoman.rules import Ask, Charge, Step
from dragoman.translate import Said
from dragoman.web.language import say
from dragoman.web.pages.doubts import Lapse, Waiting, Warned, doubts, warnings
from dragoman.web.pages.groups import Group, for_all, group_steps, groups
from dragoman.web.pages.look import catalog, t
from dragoman.web.pages.sets import place_set
from dragoman.words.phrases import affair_of, kind_name, place_name, subject_name
from dragoman.words.speech import pool_words

TELLING = ("move", "retreat", "build")
"""The verbs whose orders show best how orders are written."""


class ChargeRow(Struct, frozen=True):
    """One thing that may be ordered: what it is called, where it stands, what was ordered.

    `amounts` are what was offered for each order given, `most` what may be offered. What is
    `usual` the rules build of their own where nobody chooses.
    """

    subject: str
    label: str
    place: str
    power: str
    color: str
    verbs: list[str]
    count: int
    pool: str
    owed: bool
    given: list[str]
    amounts: list[int]
    most: int
    faults: list[Said]
    board: str
    short: str
    usual: bool = False


class Pool(Struct, frozen=True):
    """A quota of extra ballots or of amounts for them, what it is for, and what is left of it."""

    name: Said
    about: Said
    all: int
    left: int


class Desk(Struct, frozen=True):
    """Everything that a page needs to take a seat's orders."""

    seat: str
    turn: int
    phase: str
    open: bool
    ready: bool
    text: str
    version: int
    lines: list[LineNote]
    missing: list[str]
    charges: list[ChargeRow] = []
    pools: list[Pool] = []
    example: str = ""
    warned: list[Warned] = []
    doubts: list[Lapse] = []


class Choice(Struct, frozen=True):
    """One way to go on with an order: its word, what to call it, the place that it points at.

    Where places are picked in any order, `wanted` says how many.
    """

    token: str
    label: str
    place: str
    order: str | None
    said: str
    more: bool
    wanted: int


def desk(house: House, account: str | None, table: str, seat: str) -> Desk:
    """What a seat may order and what it has ordered so far."""
    found = my_desk(house, account, table, seat=seat)
    mine = found.orders
    empty = Desk(
        seat=mine.seat,
        turn=mine.turn,
        phase=mine.phase,
        open=mine.open,
        ready=mine.ready,
        text=mine.text,
        version=mine.version,
        lines=mine.lines,
        missing=mine.missing,
    )
    return laid_out(empty, found.reader, found.draft) if found.reader else empty


def laid_out(empty: Desk, reader: SeatReader, draft: ReadDraft) -> Desk:
    """A desk with all that may be ordered, and what a draft orders of it."""
    ask, mandate = reader.ask, reader.ask.mandate(reader.seat)
    given = given_orders(ask, reader.seat, draft)
    rows = [charge_row(ask, charge, given.get(charge.subject, [])) for charge in mandate.charges]
    pools = [pool_row(ask, pool, n, rows) for pool, n in mandate.quotas.items()]
    together = [group_row(ask, group) for group in groups(ask, mandate.charges)]
    return msgspec.structs.replace(
        empty,
        charges=by_board(ask, [*together, *rows]),
        pools=pools,
        example=example(ask, mandate.charges),
        warned=list(warnings(ask, reader.seat, draft.orders)),
    )


def by_board(ask: Ask, rows: Sequence[ChargeRow]) -> list[ChargeRow]:
    """Rows in the order of the boards where their units stand; what belongs to no board comes last.

    A mandate lists units by the board that they come from, and at first that is the same.
    """
    numbers = {board: n for n, board in enumerate(ask.map.boards)}
    return sorted(rows, key=lambda row: numbers.get(row.board, len(numbers)))


def pool_row(ask: Ask, pool: str, quota: int, rows: Sequence[ChargeRow]) -> Pool:
    """A quota as the page shows it: where its ballots carry amounts, as an amount."""
    drawn = [row for row in rows if row.pool == pool]
    most = max((row.most for row in drawn), default=0)
    if most:
        return Pool(*pool_words(ask, pool), most, most - sum(sum(row.amounts) for row in rows))
    return Pool(*pool_words(ask, pool), quota, quota - sum(len(row.given) for row in drawn))


def doubts_of(desk: Desk, whose: str = "") -> list[Lapse]:
    """What a seat is asked about before its orders are final."""
    missing = set(desk.missing)
    rows = [
        Waiting(
            row.subject,
            row.label,
            row.verbs,
            bool(row.place),
            row.owed,
            lacks(row, row.subject in missing),
            row.faults[0] if row.faults and len(row.faults) == len(row.given) else "",
            row.usual,
        )
        for row in desk.charges
    ]
    return list(doubts(rows, desk.warned, whose))


def lacks(row: ChargeRow, missing: bool) -> int:
    """How many orders are lacking for something."""
    if row.place or row.pool:
        return int(missing)
    good = len(row.given) - len(row.faults)
    return max(int(missing), row.count - good)


def example(ask: Ask, charges: Sequence[Charge]) -> str:
    """An order that could be typed now, such as shows how orders are written."""
    for charge in charges[:1]:
        prefix: tuple[str, ...] = ()
        while steps := list(ask.rule.choices(ask, charge.subject, prefix)):
            step = next((one for one in steps if one.token in TELLING), steps[0])
            if step.order is not None:
                return str(step.order)
            prefix = (*prefix, step.token)
    return ""


class GivenOrder(Struct, frozen=True):
    """An order of a draft, what is offered for it, and what is wrong with it."""

    order: str
    amount: int
    fault: str


def given_orders(ask: Ask, seat: Seat, draft: ReadDraft) -> dict[Subject, list[GivenOrder]]:
    """The orders of a draft by what they are for."""
    charges = ask.mandate(seat).charges
    found: dict[Subject, list[GivenOrder]] = {}
    for line, noted in zip(draft.read, draft.lines, strict=True):
        for order, note in zip(line.orders, noted.orders, strict=False):
            subject = subject_of(ask, seat, charges, order)
            given = GivenOrder(str(order), line.orders.amount, note.text)
            found.setdefault(subject, []).append(given)
    return found


def charge_row(ask: Ask, charge: Charge, given: list[GivenOrder]) -> ChargeRow:
    """A charge as the page shows it."""
    subject = charge.subject
    unit = ask.unit.get(subject.unit)
    swatch = colors(ask.variant).get(subject.power)
    return ChargeRow(
        subject=subject_name(ask, subject),
        label=subject_label(ask, subject),
        place=str(unit.place) if unit else "",
        power=str(subject.power),
        color=swatch.color if swatch else "",
        verbs=list(charge.verbs),
        count=charge.count,
        pool=charge.pool,
        owed=charge.owed and not charge.pool,
        given=[one.order for one in given],
        amounts=[one.amount for one in given],
        most=charge.most,
        faults=[one.fault for one in given if one.fault],
        board=board_of(ask, charge),
        short=unit_kind(ask, unit) if unit else "",
        usual=not unit and any(isinstance(o, Build) for o in ask.rule.default(ask, subject)),
    )


def unit_kind(ask: Ask, unit: Unit) -> str:
    """What kind of unit it is; whose, where several of the kind stand in one place."""
    kind = kind_said(ask, unit.kind)
    return t("desk.whose", kind=kind, power=unit.power) if ask.piece(unit).power else kind


def kind_said(ask: Ask, kind: str) -> str:
    """What a kind of unit is called."""
    return say(kind_name(ask, kind).capitalize())


def group_row(ask: Ask, group: Group) -> ChargeRow:
    """Units that may be ordered as one; what is ordered stands with each of them."""
    lead = ask.unit[group.subjects[0].unit]
    swatch = colors(ask.variant).get(lead.power)
    lead_kind, *others = group.kinds(ask)
    kinds = t("desk.together").join((say(lead_kind.capitalize()), *map(say, others)))
    return ChargeRow(
        subject=group.name,
        label=t("desk.unit", kind=kinds, place=say(place_name(ask, group.place))),
        place=str(group.place),
        power=str(lead.power),
        color=swatch.color if swatch else "",
        verbs=[],
        count=1,
        pool="",
        owed=False,
        given=[],
        amounts=[],
        most=0,
        faults=[],
        board=lead.place.partition(":")[0] if len(ask.map.boards) > 1 else "",
        short=kinds,
    )


def board_of(ask: Ask, charge: Charge) -> str:
    """The board on which something is to be ordered, where there are several."""
    if len(ask.map.boards) < 2:
        return ""
    unit = ask.unit.get(charge.subject.unit)
    place = str(unit.place) if unit else last_word(ask, charge)
    return place.partition(":")[0].rpartition(" ")[2] if ":" in place else ""


def last_word(ask: Ask, charge: Charge) -> str:
    """The last word of the first order that may be given for something."""
    prefix: tuple[str, ...] = ()
    while steps := ask.rule.choices(ask, charge.subject, prefix):
        prefix = (*prefix, steps[0].token)
        if steps[0].order is not None:
            break
    return prefix[-1] if prefix else ""


def owed_boards(house: House, account: str | None, table: str, seat: str) -> list[str]:
    """The boards on which a seat owes something, each once."""
    ask, name = seat_view(house, account, table, seat)
    boards = (board_of(ask, charge) for charge in ask.mandate(name).charges if charge.owed)
    return list(dict.fromkeys(board for board in boards if board))


def subject_label(ask: Ask, subject: Subject) -> str:
    """What a subject is called in full: `Army in Paris`, `Italy: builds`."""
    unit = ask.unit.get(subject.unit)
    if unit is not None:
        return t("desk.unit", kind=unit_kind(ask, unit), place=say(place_name(ask, unit.place)))
    key = f"topic.{subject.topic or 'builds'}"
    topic = t(key) if key in catalog() else say(subject.topic)
    return t("desk.matter", power=affair_of(ask, subject), topic=topic)


def choices(
    house: House, account: str | None, table: str, seat: str, subject: str, prefix: list[str]
) -> list[Choice]:
    """The ways to go on with an order for a subject; none if the phase has gone on without it."""
    return choices_of(*seat_view(house, account, table, seat), subject, prefix)


def choices_of(ask: Ask, name: Seat, subject: str, prefix: list[str]) -> list[Choice]:
    """The ways to go on with an order of a seat in a position."""
    charges = ask.mandate(name).charges
    group = next((one for one in groups(ask, charges) if one.name == subject), None)
    if group is not None:
        steps: Iterable[Step] = group_steps(ask, name, group, prefix)
        return [choice(ask, step, group=group) for step in steps]
    subjects = {subject_name(ask, c.subject): c.subject for c in charges}
    if subject not in subjects:
        return []
    places, picked = place_set(ask, subjects[subject], prefix)
    wanted = places.wanted
    steps = places.steps(picked) if wanted else open_steps(ask, name, subject, prefix)
    return [choice(ask, step, wanted) for step in steps]


def choice(ask: Ask, step: Step, wanted: int = 0, group: Group | None = None) -> Choice:
    """A way to go on, as the page offers it."""
    order = str(step.order) if step.order else None
    return Choice(
        token=step.token,
        label=token_label(ask, step.token),
        place=token_place(ask, step.token),
        order=for_all(group, order) if group and order else order,
        said=say(describe_order(step.order, ask)) if step.order else "",
        more=step.more,
        wanted=wanted,
    )


def token_place(ask: Ask, token: str) -> str:
    """The place that a word of an order points at, if it points at one."""
    last = token.rpartition(" ")[2]
    return last if last in ask.map.province else ""


def token_label(ask: Ask, token: str) -> str:
    """A word of an order as a person would say it."""
    if f"verb.{token}" in catalog():
        return t(f"verb.{token}")
    if token in ask.variant.vocabulary.verb:
        return f"{say(token)} …" if ask.variant.vocabulary.verb[token].takes else say(token)
    kind, _, last = token.rpartition(" ")
    if last not in ask.map.province:
        return token
    where = say(place_name(ask, Place(last)))
    if kind in ask.variant.kinds:
        return t("desk.unit", kind=kind_said(ask, kind), place=where)
    return f"{say(kind)} {where}".strip()
