"""Several rule books at one table: every question is answered by the board that it is about.

What concerns the whole table is answered by the table's own rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from dragoman.geo import Map, Place, Province
from dragoman.model import (
    Ballot,
    Fate,
    Force,
    Order,
    Phase,
    Piece,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Tally,
    Unit,
    Verdict,
)
from dragoman.rules.ask import Ask
from dragoman.rules.boards import NOTES, Boards, widened
from dragoman.rules.lots import Lots
from dragoman.rules.questions import (
    Badge,
    Charge,
    Claims,
    Election,
    Faults,
    Mandate,
    Orders,
    PhaseRule,
    Routes,
    Ruleset,
    Step,
    View,
)
from dragoman.rules.tree import Tree, orders_of
from dragoman.rules.variant import Variant

OWN_TOPICS = ("", "builds")


def by_board(books: Mapping[str, Ruleset], table: Ruleset) -> tuple[Ruleset, Boards]:
    """One ruleset of several, each answering for its board, and the table that holds them."""
    shared = Boards(books, table)
    merged = table.answering(
        **_ground(shared),
        **_command(shared),
        **_force(shared),
        **_reckoning(shared),
        **_calendar(shared),
        **_view(shared),
    )
    return merged, shared


def _ground(t: Boards) -> dict[str, Any]:
    def map_(ask: Ask, board: str, given: Map) -> Map:
        whole, _ = t.scope(ask)
        # The map is asked for before it is known, so the view has to be made without it.
        seen = Ask(t.boards[board], t.narrowed(whole.state, board))
        return t.books[board].map(seen, board, given)

    return {"map": map_}


def _command(t: Boards) -> dict[str, Any]:
    def mandate(ask: Ask, seat: Seat) -> Mandate:
        whole, asking = t.scope(ask)
        if asking:
            return t.books[asking].mandate(ask, seat)
        found = [_pooled(t, whole, board, seat) for board in t.books]
        return Mandate(
            tuple(c for m in found for c in m.charges),
            {pool: quota for m in found for pool, quota in m.quotas.items()},
            tuple(pool for m in found for pool in m.forgiving),
        )

    def legal(ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
        board = t.home(ballot.subject.power)
        return t.books[board].legal(t.inside(ask, board), ballot)

    def review(ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
        found = list(faults)
        for board, book in t.books.items():
            rows = [n for n, b in enumerate(ballots) if t.home(b.subject.power) == board]
            mine, theirs = [ballots[n] for n in rows], [found[n] for n in rows]
            reviewed = book.review(t.inside(ask, board), mine, theirs)
            for n, fault in zip(rows, reviewed, strict=True):
                found[n] = fault
        return found

    def elect(ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
        board = t.home(subject.power)
        return t.books[board].elect(t.inside(ask, board), subject, ballots)

    def default(ask: Ask, subject: Subject) -> Orders:
        board = t.home(subject.power)
        return t.books[board].default(t.inside(ask, board), subject)

    return {
        "mandate": mandate,
        "legal": legal,
        "review": review,
        "elect": elect,
        "default": default,
    }


def _pooled(t: Boards, whole: Ask, board: str, seat: Seat) -> Mandate:
    """A seat's mandate on one board; what it may draw on there is that board's own."""
    if not t.plays(board, whole.state.phase):
        return Mandate()
    mandate = t.books[board].mandate(t.inside(whole, board), seat)
    if not mandate.quotas:
        return mandate
    charges = tuple(
        msgspec.structs.replace(c, pool=f"{c.pool}, board {board}") if c.pool else c
        for c in mandate.charges
    )
    quotas = {f"{pool}, board {board}": quota for pool, quota in mandate.quotas.items()}
    forgiving = tuple(f"{pool}, board {board}" for pool in mandate.forgiving)
    return Mandate(charges, quotas, forgiving)


def _force(t: Boards) -> dict[str, Any]:
    def of(ask: Ask, *units: Unit) -> tuple[Ruleset, Ask]:
        board = t.board_of(ask, *units)
        return t.books[board], t.inside(ask, board)

    def muster(
        ask: Ask, place: Province, ordered: Sequence[tuple[Unit, Orders]]
    ) -> Sequence[Force]:
        rows: dict[str, list[tuple[Unit, Orders]]] = {}
        for row in ordered:
            rows.setdefault(t.board_of(ask, row[0]), []).append(row)
        return [
            force
            for board, mine in rows.items()
            for force in t.books[board].muster(t.inside(ask, board), place, mine)
        ]

    def strength(ask: Ask, force: Force) -> Tally | None:
        rules, inside = of(ask, *force.units)
        return rules.strength(inside, force)

    def support_worth(ask: Ask, force: Force, points_cut: int) -> int:
        rules, inside = of(ask, *force.units)
        return rules.support_worth(inside, force, points_cut)

    def cuts(ask: Ask, attack: Force, support: Force) -> tuple[int, int]:
        rules, inside = of(ask, *support.units)
        return rules.cuts(inside, attack, support)

    def contests(ask: Ask, a: Force, b: Force, place: Province) -> bool:
        board = t.host(t.board_at(ask, Place(place)), *a.units, *b.units)
        return t.books[board].contests(t.inside(ask, board), a, b, place)

    def routes(ask: Ask, unit: Unit) -> Routes:
        rules, inside = of(ask, unit)
        return rules.routes(inside, unit)

    return {
        "muster": muster,
        "strength": strength,
        "support_worth": support_worth,
        "cuts": cuts,
        "contests": contests,
        "routes": routes,
        "side": lambda ask, force: t.table.side(t.scope(ask)[0], force),
        "paradox": lambda ask: t.table.paradox(t.scope(ask)[0]),
    }


def _reckoning(t: Boards) -> dict[str, Any]:
    def at(ask: Ask, unit: Unit) -> tuple[Ruleset, Ask]:
        board = t.board_of(ask, unit)
        return t.books[board], t.inside(ask, board)

    def of(ask: Ask, power: Power) -> tuple[Ruleset, Ask]:
        return t.books[t.home(power)], t.inside(ask, t.home(power))

    def settle(ask: Ask, place: Province, fates: Sequence[Fate]) -> Sequence[Unit]:
        # What a force is when it arrives is told by the board that it comes from.
        rows: dict[str, list[Fate]] = {}
        for fate in fates:
            rows.setdefault(t.board_of(ask, *fate.force.units), []).append(fate)
        return [
            unit
            for board, mine in rows.items()
            for unit in t.books[board].settle(t.inside(ask, board), place, mine)
        ]

    def refuges(ask: Ask, unit: Unit) -> tuple[Place, ...]:
        rules, inside = at(ask, unit)
        return rules.refuges(inside, unit)

    def refuge_round(ask: Ask, unit: Unit) -> int:
        rules, inside = at(ask, unit)
        return rules.refuge_round(inside, unit)

    def barred(ask: Ask, unit: Unit, attack: Force, sailed: bool) -> Province | None:
        rules, inside = at(ask, unit)
        return rules.barred(inside, unit, attack, sailed)

    def capture(ask: Ask, center: Province) -> Power | None:
        board = t.board_at(ask, Place(center))
        return t.books[board].capture(t.inside(ask, board), center)

    def entitlement(ask: Ask, power: Power) -> int:
        rules, inside = of(ask, power)
        return rules.entitlement(inside, power)

    def bases(ask: Ask, power: Power) -> tuple[Province, ...]:
        rules, inside = of(ask, power)
        return rules.bases(inside, power)

    def sites(ask: Ask, power: Power) -> tuple[Piece, ...]:
        rules, inside = of(ask, power)
        return rules.sites(inside, power)

    def removal_order(ask: Ask, power: Power) -> tuple[Unit, ...]:
        rules, inside = of(ask, power)
        return rules.removal_order(inside, power)

    return {
        "settle": settle,
        "refuges": refuges,
        "refuge_round": refuge_round,
        "barred": barred,
        "capture": capture,
        "entitlement": entitlement,
        "bases": bases,
        "sites": sites,
        "removal_order": removal_order,
        **_endings(t),
    }


def _endings(t: Boards) -> dict[str, Any]:
    def aftermath(ask: Ask, lots: Lots) -> State:
        state = t.table.aftermath(ask, lots)
        for board, book in t.books.items():
            inside = t.inside(Ask(ask.variant, state), board)
            state = widened(book.aftermath(inside, lots), board)
        return state

    def win_at(ask: Ask) -> int:
        _, asking = t.scope(ask)
        return (t.books[asking] if asking else t.table).win_at(ask)

    def outcome(ask: Ask, claims: Claims) -> Result | None:
        return t.table.outcome(t.scope(ask)[0], claims)

    return {"aftermath": aftermath, "win_at": win_at, "outcome": outcome}


def _calendar(t: Boards) -> dict[str, Any]:
    def opening(variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
        state = t.table.opening(variant, seats, lots)
        parts = {b: book.opening(t.boards[b], (), lots) for b, book in t.books.items()}
        return joined(state, parts, variant.start)

    def next_phase(ask: Ask) -> Phase:
        whole, _ = t.scope(ask)
        now = whole.state.phase
        return min(
            book.next_phase(t.inside(whole, board))
            if not now < t.boards[board].start
            else t.boards[board].start
            for board, book in t.books.items()
        )

    kinds = dict.fromkeys(k for book in t.books.values() for k in book.phases)
    return {
        "opening": opening,
        "next_phase": next_phase,
        "phases": {kind: _Phase(t, kind).rule() for kind in kinds},
        "label": lambda ask, phase: t.table.label(t.scope(ask)[0], phase),
    }


def joined(table: State, parts: Mapping[str, State], start: Phase) -> State:
    """The opening of a table: what each board begins with, held by the seats of the table."""
    units = [unit for part in parts.values() for unit in part.units]
    held = {power for part in parts.values() for power in part.holder}
    notes = {board: part.notes for board, part in parts.items() if part.notes}
    return msgspec.structs.replace(
        table,
        phase=start,
        seats={s: tuple(p for p in powers if p in held) for s, powers in table.seats.items()},
        units=tuple(msgspec.structs.replace(u, id=n) for n, u in enumerate(units, 1)),
        owners={c: p for part in parts.values() for c, p in part.owners.items()},
        homes={p: homes for part in parts.values() for p, homes in part.homes.items()},
        notes={**table.notes, NOTES: notes} if notes else table.notes,
        last_id=len(units),
    )


class _Phase:
    """One kind of phase, told by each board's book for what is its own."""

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
            choices=Tree(self.choices, self.orders),
            check=self.check,
            default=self.default,
            verbs=tuple(dict.fromkeys(v for rule in every for v in rule.verbs)),
            aside=self.aside if any(rule.aside for rule in every) else None,
            heed=self.heed if any(rule.heed for rule in every) else None,
        )

    def asked(self, ask: Ask, subject: Subject) -> tuple[PhaseRule, Ask]:
        """The book that answers for a subject, with the position as that book sees it."""
        if self.is_the_tables(ask, subject):
            assert self.table is not None
            return self.table, self.t.scope(ask)[0]
        board = self.t.locus(ask, subject)
        return self.rules[board], self.t.inside(ask, board)

    def is_the_tables(self, ask: Ask, subject: Subject) -> bool:
        """Whether a matter is one of the table's own, such as a claim."""
        if self.table is None or self.table.aside is None or subject.topic in OWN_TOPICS:
            return False
        whole, _ = self.t.scope(ask)
        return any(c.subject == subject for c in self.table.subjects(whole, subject.power))

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """What a power must decide, each unit as the board on which it stands has it."""
        whole, _ = self.t.scope(ask)
        home = self.t.home(power)
        if not self.t.plays(home, whole.state.phase):
            return ()
        mine = self.rules[home].subjects(self.t.inside(ask, home), power)
        charges = [self.abroad(ask, charge, home) for charge in mine]
        if self.table is not None and self.table.aside is not None:
            known = {charge.subject for charge in charges}
            extra = (c for c in self.table.subjects(whole, power) if c.subject not in known)
            charges += [c for c in extra if c.subject.topic not in OWN_TOPICS]
        return tuple(charges)

    def abroad(self, ask: Ask, charge: Charge, home: str) -> Charge:
        """A charge, or what the book of another board makes of it for a unit that stands there."""
        board = self.t.locus(ask, charge.subject)
        if board == home:
            return charge
        theirs = self.rules[board].subjects(self.t.inside(ask, board), charge.subject.power)
        return next((c for c in theirs if c.subject == charge.subject), charge)

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        rule, inside = self.asked(ask, subject)
        return rule.choices(inside, subject, prefix)

    def orders(self, ask: Ask, subject: Subject) -> list[Order]:
        rule, inside = self.asked(ask, subject)
        return orders_of(rule.choices, inside, subject)

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        rule, inside = self.asked(ask, subject)
        return rule.check(inside, subject, orders)

    def default(self, ask: Ask, subject: Subject) -> Orders:
        rule, inside = self.asked(ask, subject)
        return rule.default(inside, subject)

    def aside(
        self, ask: Ask, settled: Resolution, elected: dict[Subject, Orders], lots: Lots
    ) -> Resolution:
        """What each book, and the table, adds to what the phase came to."""
        for board, rule in self.rules.items():
            if rule.aside:
                mine = {s: o for s, o in elected.items() if self.t.home(s.power) == board}
                seen = msgspec.structs.replace(settled, state=self.t.narrowed(settled.state, board))
                told = rule.aside(self.t.inside(ask, board), seen, mine, lots)
                state = widened(told.state, board)
                settled = msgspec.structs.replace(told, state=state, left=state)
        if self.table and self.table.aside:
            return self.table.aside(ask, settled, elected, lots)
        return settled

    def heed(self, ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
        """What each book, and the table, makes of the orders of its own powers."""
        for board, rule in self.rules.items():
            if rule.heed:
                mine = [v for v in verdicts if self.t.home(v.power) == board]
                seen = self.t.narrowed(state, board)
                state = widened(rule.heed(self.t.inside(ask, board), mine, seen), board)
        return self.table.heed(ask, verdicts, state) if self.table and self.table.heed else state


def _view(t: Boards) -> dict[str, Any]:
    def see(ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
        view = t.table.see(ask, pending, seat)
        state = view.state
        for board, book in t.books.items():
            inside = t.inside(Ask(ask.variant, state), board)
            state = widened(book.see(inside, pending, seat).state, board)
        return View(state, view.ballots)

    def show(ask: Ask) -> tuple[Badge, ...]:
        whole, asking = t.scope(ask)
        if asking:
            return t.books[asking].show(ask)
        badges = [
            msgspec.structs.replace(badge, name=f"{badge.name}, board {board}")
            for board, book in t.books.items()
            for badge in book.show(t.inside(whole, board))
        ]
        return (*t.table.show(whole), *badges)

    def disclose(ask: Ask, ballot: Ballot) -> str:
        board = t.home(ballot.subject.power)
        return t.books[board].disclose(t.inside(ask, board), ballot)

    return {"see": see, "disclose": disclose, "show": show}


def unfit(books: Mapping[str, Ruleset]) -> str | None:
    """Why books cannot share a table, if they cannot: a phase that one settles by itself."""
    for board, book in books.items():
        for rule in book.phases.values():
            if rule.resolve is not None:
                return f"board {board} settles its {rule.name} by itself, not with the others"
    return None
