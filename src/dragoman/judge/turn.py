"""One turn, the same for every phase of every variant: ballots in, the next position out.

admit (legal, mandate) → elect → fill defaults → counted → before → phase rule → settle
  → if this closes a season (no retreats pending): aftermath → capture → outcome
  → next phase, phases in which nobody has anything to decide being settled at once
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from dragoman.judge.adjustment import resolve_adjustment
from dragoman.judge.movement import resolve_movement
from dragoman.judge.retreat import resolve_retreat
from dragoman.model import (
    ADJUSTMENT,
    FAILED,
    MOVEMENT,
    OUTVOTED,
    RETREAT,
    VOID,
    Act,
    Ballot,
    Order,
    Power,
    Reason,
    Resolution,
    Result,
    Seat,
    State,
    Subject,
    Tally,
    Verdict,
    Votes,
    verb_of,
)
from dragoman.rules import (
    SEALED,
    STANDARD,
    UNSIGNED,
    Ask,
    Before,
    Charge,
    Elected,
    Election,
    Faults,
    Lots,
    Variant,
    occupiers,
    survivors,
)
from dragoman.rules.adjustments import TOO_MANY
from dragoman.rules.legality import (
    NO_FAULT,
    NO_SUCH_UNIT,
    WRONG_PHASE,
    check_movement,
    unit_subjects,
    units_move,
)

RESOLVERS = {MOVEMENT: resolve_movement, RETREAT: resolve_retreat, ADJUSTMENT: resolve_adjustment}

YEARS_UNASKED = 2
"""After how many years in which nobody has anything to decide a game ends."""

IDLE_WITHOUT_UNITS = STANDARD.phases[RETREAT]
NOT_YOURS = Reason("not_yours")
PREVENTED = Reason("prevented")
TOO_MUCH = Reason("too_much")


def adjudicate(
    variant: Variant, state: State, ballots: Sequence[Ballot], lots: Lots | None = None
) -> Resolution:
    """The outcome of a phase: a verdict for every order given, in order, then the rows supplied."""
    return turned(Ask(variant, state), ballots, lots or Lots(str(state.phase)))[0]


def turned(ask: Ask, ballots: Sequence[Ballot], lots: Lots) -> tuple[Resolution, Ask]:
    """The same of a position of which something was asked already, and the position after it."""
    if ask.state.result is not None:
        raise ValueError("the game is over")
    # Each order by itself first, then all together: what is too much depends on the others.
    faults = ask.rules.review(ask, ballots, admit(ask, ballots))
    elected, elections = elect(ask, ballots, faults)
    settled = resolve(ask, elected, elections, lots)
    votes = tuple(e.votes for e in elections.values() if e.votes is not None)
    verdicts = report_rows(ask, ballots, faults, settled, elected, votes)
    return go_on(ask.variant, heeded(ask, settled, verdicts), verdicts, votes, lots)


def admit(ask: Ask, ballots: Sequence[Ballot]) -> Faults:
    """What is wrong with each order: outside the mandate, beyond the quota, or impossible."""
    if units_move(ask) and ask.rules.is_default("legal"):
        return admit_for_units(ask, ballots)
    pools: dict[tuple[Seat, str], int] = {}
    legal, check = ask.rules.legal, ask.rule.check
    seat: Seat | None = None
    charged: dict[int | Subject, Charge] = {}
    # `legal` at its default asks the rule of the phase: then that is asked without the way round.
    by_phase = ask.rules.is_default("legal")
    faults: Faults = []
    for ballot in ballots:
        if ballot.seat != seat:
            seat, charged = ballot.seat, ask.charged(ballot.seat)
        subject = ballot.subject
        charge = charged.get(subject.unit or subject)
        # Whose affair it is comes first: what another's unit could do stays hidden (6.A.6).
        if charge is None or charge.subject != subject:
            faults.append((missing(ask, ballot),) * len(ballot.orders))
        elif ballot.amount and not 0 <= ballot.amount <= charge.most:
            faults.append((TOO_MUCH,) * len(ballot.orders))
        elif charge.pool:
            faults.append(drawn(ask, ballot, charge.pool, pools))
        elif by_phase:
            faults.append(check(ask, subject, ballot.orders))
        else:
            faults.append(legal(ask, ballot))
    return faults


def admit_for_units(ask: Ask, ballots: Sequence[Ballot]) -> Faults:
    """The same where each unit is given one order by whoever holds its power, for no amount."""
    # A retreat or a module's phase has other conditions than what the map allows a move.
    sound = ask.sound if ask.rule.check is check_movement else {}
    return [
        NO_FAULT if sound.get(ballot.subject.unit) is ballot else admitted(ask, ballot)
        for ballot in ballots
    ]


def admitted(ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
    """What is wrong with each order of a ballot for a unit, of which nothing is known yet."""
    subject = ballot.subject
    own = ask.state.seats.get(ballot.seat, ())
    if ask.subjects.get(subject.unit) != subject or subject.power not in own:
        return (missing(ask, ballot),) * len(ballot.orders)
    if ballot.amount:
        return (TOO_MUCH,) * len(ballot.orders)
    return ask.rule.check(ask, subject, ballot.orders)


def drawn(
    ask: Ask, ballot: Ballot, pool: str, spent: dict[tuple[Seat, str], int]
) -> tuple[Reason | None, ...]:
    """What is wrong with a ballot that draws on a pool, its draw being counted."""
    key, mandate = (ballot.seat, pool), ask.mandate(ballot.seat)
    if spent.get(key, 0) >= mandate.quotas[pool]:
        return (TOO_MANY,) * len(ballot.orders)
    faults = ask.rules.legal(ask, ballot)
    # An impossible ballot uses up its draw, unless the pool forgives it.
    if pool not in mandate.forgiving or None in faults:
        spent[key] = spent.get(key, 0) + 1
    return faults


def missing(ask: Ask, ballot: Ballot) -> Reason:
    """Why nobody could order this: a wrong verb, no such unit, nothing due, or another's affair."""
    subject = ballot.subject
    verbs = {verb_of(order) for order in ballot.orders}
    # What a module's rules let powers order beside their units is not asked for at all times.
    beside = all(isinstance(order, Act) and order.unit is None for order in ballot.orders)
    if not verbs.issubset(ask.rule.verbs) or (beside and not offered(ask, verbs)):
        return WRONG_PHASE
    if not subject.topic and subject.unit not in ask.unit:
        return NO_SUCH_UNIT
    if subject.power not in ask.state.seats.get(ballot.seat, ()):
        return NOT_YOURS
    return ask.rule.undue(ask, subject.power) if ask.rule.undue else TOO_MANY


def offered(ask: Ask, verbs: set[str]) -> bool:
    """Whether anyone at the table has such a thing to order now."""
    charges = (c for seat in ask.state.seats for c in ask.mandate(seat).charges)
    return any(verbs.intersection(charge.verbs) for charge in charges)


def elect(
    ask: Ask, ballots: Sequence[Ballot], faults: Faults
) -> tuple[Elected, dict[Subject, Election]]:
    """The orders that each subject follows, and what was chosen where ballots were cast."""
    default = ask.rules.default
    # A second ballot for a unit hides the first here, and then the numbers differ.
    sole = {b.subject.unit: b.orders for b, f in zip(ballots, faults, strict=True) if f is NO_FAULT}
    if len(sole) == len(ballots) and follow_owners(ask):
        units = ask.subjects
        orders = [sole.get(unit) or default(ask, subject) for unit, subject in units.items()]
        followed = Elected(zip(units.values(), orders, strict=True))
        followed.units = ask.state.units
        return followed, {}
    cast: dict[Subject, list[Ballot]] = {}
    for ballot, fault in zip(ballots, faults, strict=True):
        kept = legal_part(ballot, fault) if any(fault) else ballot
        if kept.orders:
            cast.setdefault(kept.subject, []).append(kept)
    due = subjects(ask)
    elections = {s: ask.rules.elect(ask, s, tuple(cast[s])) for s in due if s in cast}
    chosen = {subject: election.orders for subject, election in elections.items()}
    return Elected({s: chosen.get(s) or default(ask, s) for s in due}), elections


def follow_owners(ask: Ask) -> bool:
    """Whether each unit follows its owner's one ballot, and nobody asks how it was chosen.

    Where only the moves are settled by it, it does not matter in which order the units come.
    """
    default, rule = ask.rules.defaults, ask.rule
    asked = default["elect"] and default["counted"] and default["before"]
    return asked and units_move(ask) and rule.resolve is None and rule.aside is None


def legal_part(ballot: Ballot, faults: tuple[Reason | None, ...]) -> Ballot:
    """A ballot without its impossible orders."""
    kept = [o for o, fault in zip(ballot.orders, faults, strict=True) if fault is None]
    return Ballot(ballot.seat, ballot.subject, tuple(kept), ballot.amount)


def subjects(ask: Ask) -> list[Subject]:
    """Everything that must be decided in this phase, whoever decides it."""
    powers = ask.variant.powers
    if units_move(ask):
        return unit_subjects(ask, powers)
    return [charge.subject for power in powers for charge in ask.charges(power)]


def resolve(
    ask: Ask, elected: Elected, elections: dict[Subject, Election], lots: Lots
) -> Resolution:
    """What comes of the orders: of their count, before the phase is settled, and then."""
    if not ask.rules.is_default("counted"):
        ask = ask.with_state(ask.rules.counted(ask, elections, ask.state))
    if ask.rules.is_default("before"):
        return settle(ask, elected, lots)
    first = ask.rules.before(ask, elected, lots)
    settled = settle(*left_to_settle(ask, first), lots)
    judged = {(v.subject, v.order) for v in first.verdicts}
    # What was judged before the phase keeps that verdict, whatever the phase makes of its order.
    rest = (v for v in settled.verdicts if (v.subject, v.order) not in judged)
    return msgspec.structs.replace(settled, verdicts=(*first.verdicts, *rest))


def left_to_settle(ask: Ask, first: Before) -> tuple[Ask, Elected]:
    """The position after what came first, and an order for everything that is left in it."""
    now = ask.with_state(first.state)
    return now, Elected(
        {s: first.elected.get(s) or now.rules.default(now, s) for s in subjects(now)}
    )


def settle(ask: Ask, elected: Elected, lots: Lots) -> Resolution:
    """The phase settled by its own rule, or by the judge's."""
    rule = ask.rule
    settled = (rule.resolve or RESOLVERS[ask.state.phase.kind])(ask, elected, lots)
    return rule.aside(ask, settled, elected, lots) if rule.aside else settled


def heeded(ask: Ask, settled: Resolution, verdicts: Sequence[Verdict]) -> Resolution:
    """A resolution with what the rule of the phase makes of all its orders."""
    if ask.rule.heed is None:
        return settled
    state = ask.rule.heed(ask, verdicts, settled.state)
    return msgspec.structs.replace(settled, state=state, left=state)


def report_rows(
    ask: Ask,
    ballots: Sequence[Ballot],
    faults: Faults,
    settled: Resolution,
    elected: Elected,
    votes: tuple[Votes, ...],
) -> list[Verdict]:
    """A verdict for every order as it was given, then those for orders that the rules supplied."""
    report = _Report(ask, settled.verdicts, elected, votes)
    judged, of_unit, used = report.judged, report.of_unit, report.used
    rows: list[Verdict] = []
    plain = not votes and ask.rules.is_default("disclose")
    for ballot, fault in zip(ballots, faults, strict=True):
        subject, seat = ballot.subject, ballot.seat
        right = plain and (fault is NO_FAULT or fault == NO_FAULT)
        at = of_unit.get(subject.unit) if right else None
        known = None if at is None else judged[at]
        # Most ballots are one order that went through the phase as it is, and so did its subject.
        if known and known.order is ballot.orders[0] and known.subject == subject:
            used.add(at)
            row = Verdict(
                subject.power, known.order, known.outcome, known.reason, seat, False, False, subject
            )
            rows.append(row)
        else:
            rows += report.rows_of(ballot, fault)
    if len(used) < len(judged):
        left = (v for v in judged if report.place(v.subject, v.order) not in used)
        rows += [as_supplied(v) for v in left]
    return rows


class _Report:
    """The verdicts of a phase, once more for the orders as they were given.

    `used` are the numbers of those that were.
    """

    def __init__(
        self, ask: Ask, judged: Sequence[Verdict], elected: Elected, votes: tuple[Votes, ...]
    ) -> None:
        self.ask, self.judged, self.elected = ask, judged, elected
        self.counts = {v.subject: v for v in votes}
        self.of_unit = {v.subject.unit: n for n, v in enumerate(judged) if v.subject}
        self.used: set[int | None] = set()

    def rows_of(self, ballot: Ballot, faults: tuple[Reason | None, ...]) -> Iterator[Verdict]:
        """A verdict for each order of a ballot."""
        how, subject = self.ask.rules.disclose(self.ask, ballot), ballot.subject
        seat, sealed = None if how == UNSIGNED else ballot.seat, how == SEALED
        for order, wrong in zip(ballot.orders, faults, strict=True):
            if wrong is None:
                power, outcome, why = subject.power, *self._came_to(ballot, order, faults)
            else:
                power, outcome, why = writer(self.ask, ballot, wrong), VOID, wrong
            yield Verdict(power, order, outcome, why, seat, False, sealed, subject)

    def _came_to(
        self, ballot: Ballot, order: Order, faults: tuple[Reason | None, ...]
    ) -> tuple[str, Reason]:
        """What came of a possible order."""
        subject = ballot.subject
        count = self.counts.get(subject)
        split = count is not None and not count.chosen
        at = None if split else self.place(subject, order)
        if at is not None:
            self.used.add(at)
            return self.judged[at].outcome, self.judged[at].reason
        # Followed, and yet without a verdict: its unit was gone before the phase was settled.
        if not split and order in self.elected.get(subject, ()):
            return FAILED, PREVENTED
        return OUTVOTED, defeat(count, legal_part(ballot, faults))

    def place(self, subject: Subject | None, order: Order) -> int | None:
        """The number of the verdict on an order, the last one of several."""
        at = self.of_unit.get(subject.unit) if subject else None
        if at is not None:
            verdict = self.judged[at]
            if verdict.order == order and verdict.subject == subject:
                return at
        return self.all.get((subject, order))

    @cached_property
    def all(self) -> dict[tuple[Subject | None, Order], int]:
        """Every verdict, for units with several and for what is no unit's."""
        return {(v.subject, v.order): n for n, v in enumerate(self.judged)}


def defeat(votes: Votes | None, ballot: Ballot) -> Reason:
    """Why a ballot was not followed: others had more votes, or as many; with the figures."""
    beaten, even = ("outbid", "offers_tied") if votes and votes.offers else ("outvoted", "tied")
    if votes is None or ballot.text not in votes.counts:
        return Reason(beaten)
    mine, most = votes.counts[ballot.text], max(votes.counts.values())
    tie = ballot.text in votes.tied or (mine == most and not votes.chosen)
    return Reason(even if tie else beaten, mine=Tally(mine), theirs=Tally(most))


def as_supplied(verdict: Verdict) -> Verdict:
    """A verdict on an order that the rules supplied."""
    v = verdict
    return Verdict(v.power, v.order, v.outcome, v.reason, supplied=True, subject=v.subject)


def writer(ask: Ask, ballot: Ballot, fault: Reason) -> Power:
    """The power that a void order is booked under: its writer's, where the unit is another's."""
    powers = ask.state.seats.get(ballot.seat, ())
    return powers[0] if fault is NOT_YOURS and powers else ballot.subject.power


def go_on(
    variant: Variant,
    settled: Resolution,
    verdicts: list[Verdict],
    votes: tuple[Votes, ...],
    lots: Lots,
) -> tuple[Resolution, Ask]:
    """The resolution with the position moved on to the next phase in which somebody owes orders."""
    ask = Ask(variant, settled.state)
    last_year = ask.state.phase.year + YEARS_UNASKED
    while True:
        state = step(ask, lots)
        ask = ask.later(state)
        idle = is_idle(ask)
        if state.result is not None or anyone_owes(ask, idle=idle):
            break
        if state.phase.year > last_year:
            # Otherwise a position in which nobody can act any more would be passed over for ever.
            ask = Ask(variant, dead_end(variant, state))
            break
        if idle:
            continue
        passed = resolve_unasked(ask, lots)
        verdicts += passed.verdicts
        ask = ask.later(passed.state)
    drawn = tuple(lots.drawn)
    resolution = msgspec.structs.replace(
        settled, verdicts=tuple(verdicts), state=ask.state, votes=votes, lots=drawn
    )
    return resolution, ask


def is_idle(ask: Ask) -> bool:
    """Whether a phase is one of retreats that nobody has to make: nothing comes of it."""
    if ask.state.dislodged or ask.rule is not IDLE_WITHOUT_UNITS:
        return False
    return ask.rules.is_default("before") and ask.rules.is_default("counted")


def dead_end(variant: Variant, state: State) -> State:
    """A game in which nobody decides anything any more: a draw of who is left, or no result."""
    ask = Ask(variant, state)
    drawn = variant.rules.draw(ask, frozenset(state.seats)) if survivors(ask) else None
    return msgspec.structs.replace(state, result=drawn or Result("none"))


def resolve_unasked(ask: Ask, lots: Lots) -> Resolution:
    """A phase in which nobody has anything to decide, settled by its defaults."""
    passed = resolve(ask, *elect(ask, (), []), lots)
    rows = tuple(as_supplied(v) for v in passed.verdicts)
    return msgspec.structs.replace(heeded(ask, passed, rows), verdicts=rows)


def step(ask: Ask, lots: Lots) -> State:
    """The position one phase on; leaving a season asks whether the game is won.

    Leaving a season's retreats closes the season before that.
    """
    state = ask.state
    now, then = state.phase, ask.rules.next_phase(ask)
    moved = now.kind in (MOVEMENT, RETREAT) and then.kind != RETREAT
    if moved or (now.year, now.season) != (then.year, then.season):
        # A center changes hands by who stands there once all retreats of its season are made.
        state = close_season(ask, lots) if moved else concluded(ask)
        if state.result is not None:
            return state
        # Centers have changed hands: who builds, and so which phase comes next, is asked anew.
        if not ask.rules.is_default("next_phase"):
            then = ask.rules.next_phase(ask.later(state))
    return state.in_phase(then)


def close_season(ask: Ask, lots: Lots) -> State:
    """What follows a season: its aftermath, then ownership, then whether the game is won."""
    default = ask.rules.defaults
    if not default["aftermath"]:
        ask = ask.later(ask.rules.aftermath(ask, lots))
    centers, now = ask.map.centers, ask.state.owners
    if default["capture"]:
        owners = now | occupiers(ask)
        owners = {center: owners[center] for center in centers if center in owners}
    else:
        owned = [(center, ask.rules.capture(ask, center)) for center in centers]
        owners = {center: owner for center, owner in owned if owner is not None}
    state = msgspec.structs.replace(ask.state, owners=owners, standoffs=(), dislodged=())
    return concluded(ask.later(state))


def conclude(variant: Variant, state: State, votes: frozenset[Seat] | None = None) -> State:
    """The position with the game ended, if the rules, or votes for a draw, say that it is."""
    return concluded(Ask(variant, state), votes)


def concluded(ask: Ask, votes: frozenset[Seat] | None = None) -> State:
    """The same of a position of which something was asked already."""
    result = ask.rules.outcome(ask) if votes is None else ask.rules.draw(ask, votes)
    return ask.state if result is None else msgspec.structs.replace(ask.state, result=result)


def anyone_owes(ask: Ask, *, idle: bool) -> bool:
    """Whether any seat has something to decide; by default nobody has in an idle phase."""
    if idle and ask.rules.is_default("mandate"):
        return False
    if units_move(ask):
        holder = ask.state.holder
        return any(unit.power in holder for unit in ask.state.units)
    return any(c.owed for seat in ask.state.seats for c in ask.mandate(seat).charges)


def owed(ask: Ask) -> dict[Seat, tuple[Charge, ...]]:
    """Who must order what: the charges of each seat that leave it a choice.

    What is drawn from a pool is offered; a seat that has nothing else is waited for all the same.
    """
    if ask.state.result is not None:
        return {}
    found = {seat: [c for c in ask.mandate(seat).charges if c.owed] for seat in ask.state.seats}
    return {s: tuple([c for c in charges if not c.pool]) for s, charges in found.items() if charges}
