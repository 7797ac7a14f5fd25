"""Several rule books at one table: every question is answered by the board that it is about.

What concerns the whole table is answered by the table's own rules. Only what every book answers
for its own board has to be put together, and that is written out here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from dragoman.geo import Map, Province
from dragoman.model import (
    Ballot,
    Fact,
    Fate,
    Force,
    Order,
    Phase,
    Power,
    Resolution,
    Seat,
    State,
    Subject,
    Unit,
    Verdict,
)
from dragoman.rules.ask import Ask, grouped
from dragoman.rules.boards import Boards
from dragoman.rules.lots import Lots
from dragoman.rules.notes import BOARDS, widened
from dragoman.rules.questions import QUESTIONS, TABLE, Answer, Question, Ruleset
from dragoman.rules.tree import Tree, orders_of
from dragoman.rules.values import (
    Before,
    Charge,
    Elected,
    Election,
    Faults,
    Mandate,
    Orders,
    PhaseRule,
    View,
)
from dragoman.rules.variant import Variant

T = TypeVar("T")

OWN_TOPICS = ("", "builds")


def by_board(books: Mapping[str, Ruleset], table: Ruleset) -> tuple[Ruleset, Boards]:
    """One ruleset of several, each answering for its board, and the table that holds them."""
    shared = Boards(books, table)
    answers = {name: _answer(shared, question) for name, question in QUESTIONS.items()}
    special = {"map": _map(shared), "opening": _opening(shared), "phases": _phases(shared)}
    return msgspec.structs.replace(table, **answers | special), shared


def _answer(t: Boards, question: Question) -> Answer:
    """The answer of the board that a question is about, or of the table."""
    books = {board: getattr(book, question.name) for board, book in t.books.items()}
    table: Answer = getattr(t.table, question.name)
    if question.about == TABLE:
        return lambda ask, *args: table(t.scope(ask)[0], *args)
    if question.about in t.finders:
        board_for, at = t.finders[question.about], question.at

        def local(ask: Ask, *args: Any) -> Any:
            board = board_for(ask, args, at)
            return books[board](t.inside(ask, board), *args)

        return local
    together = TOGETHER.get(question.name)

    def everywhere(ask: Ask, *args: Any) -> Any:
        whole, asking = t.scope(ask)
        if asking:
            return books[asking](ask, *args)
        return together(t, whole, *args) if together else table(whole, *args)

    return everywhere


def _map(t: Boards) -> Answer:
    def map_(ask: Ask, board: str, given: Map) -> Map:
        whole, _ = t.scope(ask)
        # The map is asked for before it is known, so the view has to be made without it.
        seen = Ask(t.boards[board], t.narrowed(whole.state, board))
        seen.whole = whole
        return t.books[board].map(seen, board, given)

    return map_


def _mandate(t: Boards, ask: Ask, seat: Seat) -> Mandate:
    charges, forgiving, quotas = list[Charge](), list[str](), dict[str, int]()
    for board, book in t.books.items():
        if t.plays(board, ask.state.phase):
            found, here = book.mandate(t.inside(ask, board), seat), f", board {board}"
            # What a seat may draw on is each board's own.
            charges += [
                msgspec.structs.replace(c, pool=c.pool + here) if c.pool else c
                for c in found.charges
            ]
            quotas |= {pool + here: number for pool, number in found.quotas.items()}
            forgiving += [pool + here for pool in found.forgiving]
    return Mandate(tuple(charges), quotas, tuple(forgiving))


def _review(t: Boards, ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
    found = list(faults)
    for board, book in t.books.items():
        rows = [n for n, b in enumerate(ballots) if t.home(b.subject.power) == board]
        mine, theirs = [ballots[n] for n in rows], [found[n] for n in rows]
        reviewed = book.review(t.inside(ask, board), mine, theirs)
        for n, fault in zip(rows, reviewed, strict=True):
            found[n] = fault
    return found


def _own(t: Boards, rows: Mapping[Subject, T], board: str) -> dict[Subject, T]:
    """What belongs to the powers of a board."""
    return {subject: row for subject, row in rows.items() if t.home(subject.power) == board}


def _counted(t: Boards, ask: Ask, elections: Mapping[Subject, Election], state: State) -> State:
    def change(board: str, now: Ask) -> State:
        mine = _own(t, elections, board)
        return t.books[board].counted(t.inside(ask, board), mine, now.state)

    return t.in_turn(ask, t.table.counted(ask, elections, state), "counted", change)


def _before(t: Boards, ask: Ask, elected: Elected, lots: Lots) -> Before:
    found = t.table.before(ask, elected, lots)
    orders, verdicts = Elected(found.elected), list(found.verdicts)

    def change(board: str, now: Ask) -> State:
        mine = {s: o for s, o in orders.items() if t.locus(ask, s) == board}
        changed = t.books[board].before(now, Elected(mine), lots)
        for subject in mine.keys() - changed.elected.keys():
            del orders[subject]
        orders.update(changed.elected)
        verdicts.extend(changed.verdicts)
        return changed.state

    state = t.in_turn(ask, found.state, "before", change)
    return Before(state, orders, tuple(verdicts))


def _muster(
    t: Boards, ask: Ask, place: Province, ordered: Sequence[tuple[Unit, Orders]]
) -> Sequence[Force]:
    rows = grouped(ordered, lambda row: t.board_of(ask, row[0]))
    books = {board: t.books[board].muster for board in rows}
    return [f for b, mine in rows.items() for f in books[b](t.inside(ask, b), place, mine)]


def _settle(t: Boards, ask: Ask, place: Province, fates: Sequence[Fate]) -> Sequence[Unit]:
    # What a force is when it arrives is said by the board that it comes from.
    rows = grouped(fates, lambda fate: t.board_of(ask, *fate.force.units))
    books = {board: t.books[board].settle for board in rows}
    return [u for b, mine in rows.items() for u in books[b](t.inside(ask, b), place, mine)]


def _aftermath(t: Boards, ask: Ask, lots: Lots) -> State:
    state = t.table.aftermath(ask, lots)
    return t.in_turn(
        ask, state, "aftermath", lambda board, now: t.books[board].aftermath(now, lots)
    )


def _next_phase(t: Boards, ask: Ask) -> Phase:
    now = ask.state.phase
    coming = (
        t.boards[board].start if t.is_early(board, now) else book.next_phase(t.inside(ask, board))
        for board, book in t.books.items()
    )
    return min(coming, key=ask.variant.year.rank)


def _see(t: Boards, ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
    view = t.table.see(ask, pending, seat)
    state = t.in_turn(
        ask,
        view.state,
        "see",
        lambda board, now: t.books[board].see(now, pending, seat).state,
    )
    return View(state, view.ballots)


def _reveal(t: Boards, ask: Ask, resolution: Resolution, viewer: Seat | None) -> Resolution:
    known = t.table.reveal(ask, resolution, viewer)
    for board, book in t.books.items():
        left, then = known.left, known.state
        inside = _positions(known, t.narrowed(left, board), t.narrowed(then, board))
        own = book.reveal(t.inside(ask, board), inside, viewer)
        known = _positions(own, widened(left, own.left, board), widened(then, own.state, board))
    return known


def _positions(resolution: Resolution, left: State, then: State) -> Resolution:
    """A resolution with other positions."""
    return msgspec.structs.replace(resolution, left=left, state=then)


def _show(t: Boards, ask: Ask) -> tuple[Fact, ...]:
    facts = [
        msgspec.structs.replace(fact, board=board)
        for board, book in t.books.items()
        for fact in book.show(t.inside(ask, board))
    ]
    return (*t.table.show(ask), *facts)


TOGETHER: dict[str, Callable[..., Any]] = {
    "mandate": _mandate,
    "review": _review,
    "counted": _counted,
    "before": _before,
    "muster": _muster,
    "settle": _settle,
    "aftermath": _aftermath,
    "next_phase": _next_phase,
    "see": _see,
    "reveal": _reveal,
    "show": _show,
}
"""How the answers that every book gives for its own board become one for the table."""


def _opening(t: Boards) -> Answer:
    def opening(variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
        table = t.table.opening(variant, seats, lots)
        parts = {b: book.opening(t.boards[b], (), lots) for b, book in t.books.items()}
        units = [unit for part in parts.values() for unit in part.units]
        held = {power for part in parts.values() for power in part.holder}
        notes = {board: part.notes for board, part in parts.items() if part.notes}
        return msgspec.structs.replace(
            table,
            phase=variant.start,
            seats={s: tuple(p for p in powers if p in held) for s, powers in table.seats.items()},
            units=tuple(msgspec.structs.replace(u, id=n) for n, u in enumerate(units, 1)),
            owners={c: p for part in parts.values() for c, p in part.owners.items()},
            homes={p: homes for part in parts.values() for p, homes in part.homes.items()},
            notes={**table.notes, BOARDS: notes} if notes else table.notes,
            last_id=len(units),
        )

    return opening


def _phases(t: Boards) -> dict[str, PhaseRule]:
    kinds = dict.fromkeys(k for book in t.books.values() for k in book.phases)
    return {kind: _Phase(t, kind).rule() for kind in kinds}


class _Phase:
    """One kind of phase, answered for by each board's book for what is its own."""

    def __init__(self, t: Boards, kind: str) -> None:
        self.t = t
        self.rules = {
            board: book.phases[kind] for board, book in t.books.items() if kind in book.phases
        }
        self.table = t.table.phases.get(kind)

    def rule(self) -> PhaseRule:
        """The phase as the table plays it."""
        every = [*self.rules.values(), *([self.table] if self.table else [])]
        return PhaseRule(
            name=every[0].name,
            subjects=self.subjects,
            choices=Tree(self.answer("choices"), self.orders),
            check=self.answer("check"),
            default=self.answer("default"),
            verbs=tuple(dict.fromkeys(v for rule in every for v in rule.verbs)),
            aside=self.aside if any(rule.aside for rule in every) else None,
            heed=self.heed if any(rule.heed for rule in every) else None,
        )

    def answer(self, part: str) -> Answer:
        """What the book that answers for a subject says."""

        def of_book(ask: Ask, subject: Subject, *rest: Any) -> Any:
            rule, inside = self.asked(ask, subject)
            return getattr(rule, part)(inside, subject, *rest)

        return of_book

    def asked(self, ask: Ask, subject: Subject) -> tuple[PhaseRule, Ask]:
        """The book that answers for a subject, with the position as that book sees it."""
        # Units and builds are no matter of the table, and are by far the most.
        if self.table and subject.topic not in OWN_TOPICS:
            whole, _ = self.t.scope(ask)
            if any(c.subject == subject for c in self.beside(whole, subject.power)):
                return self.table, whole
        board = self.t.locus(ask, subject)
        return self.rules[board], self.t.inside(ask, board)

    def beside(self, whole: Ask, power: Power) -> list[Charge]:
        """What the table's own rules let a power decide besides, such as a claim."""
        if self.table is None or self.table.aside is None:
            return []
        found = self.table.subjects(whole, power)
        return [c for c in found if c.subject.topic not in OWN_TOPICS]

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """What a power must decide, each unit as the board on which it stands has it."""
        whole, _ = self.t.scope(ask)
        home = self.t.home(power)
        if not self.t.plays(home, whole.state.phase):
            return ()
        mine = self.rules[home].subjects(self.t.inside(ask, home), power)
        charges = [self.abroad(ask, charge, home) for charge in mine]
        known = {charge.subject for charge in charges}
        return (*charges, *(c for c in self.beside(whole, power) if c.subject not in known))

    def abroad(self, ask: Ask, charge: Charge, home: str) -> Charge:
        """A charge, or what the book of another board makes of it for a unit that stands there."""
        board = self.t.locus(ask, charge.subject)
        if board == home:
            return charge
        theirs = self.rules[board].subjects(self.t.inside(ask, board), charge.subject.power)
        return next((c for c in theirs if c.subject == charge.subject), charge)

    def orders(self, ask: Ask, subject: Subject) -> list[Order]:
        """Every order to which the choices lead."""
        rule, inside = self.asked(ask, subject)
        return orders_of(rule.choices, inside, subject)

    def aside(self, ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        """What each book, and the table, adds to what the phase came to."""
        for board, rule in self.rules.items():
            if rule.aside:
                mine, whole = Elected(_own(self.t, elected, board)), settled.state
                seen = _positions(settled, settled.left, self.t.narrowed(whole, board))
                done = rule.aside(self.t.inside(ask, board), seen, mine, lots)
                state = widened(whole, done.state, board)
                settled = _positions(done, state, state)
        if self.table and self.table.aside:
            return self.table.aside(ask, settled, elected, lots)
        return settled

    def heed(self, ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
        """What each book, and the table, makes of the orders of its own powers."""
        for board, rule in self.rules.items():
            if rule.heed:
                mine = [v for v in verdicts if self.t.home(v.power) == board]
                seen = self.t.narrowed(state, board)
                state = widened(state, rule.heed(self.t.inside(ask, board), mine, seen), board)
        return self.table.heed(ask, verdicts, state) if self.table and self.table.heed else state
