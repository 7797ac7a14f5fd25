"""Plurality: seats of one power each vote on the units that nobody holds (Catspaw).

Rule and ruling numbers are those of the variant's page: rules 1 to 11, rulings C1 to C22.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.model import (
    ADJUSTMENT,
    MOVEMENT,
    Ballot,
    Build,
    Fact,
    Move,
    Piece,
    Power,
    Reason,
    Result,
    Seat,
    State,
    Subject,
    Support,
    Unit,
    Verdict,
    Votes,
    Waive,
)
from dragoman.modules.plurality.options import OPTIONS, quota, tells
from dragoman.modules.plurality.words import BUILDS, BUILDS_OF, EXTRA, FACTS, UNOWNED
from dragoman.rules import (
    SIGNED,
    UNSIGNED,
    Ask,
    Charge,
    Draft,
    Election,
    Faults,
    Lots,
    Mandate,
    Module,
    PhaseRule,
    Ruleset,
    Settings,
    Step,
    Variant,
    check_seats,
    playable,
    powers_called,
    remembered,
    remembering,
)

NAME = "plurality"

TOO_MANY = Reason("too_many")
NO_WAIVER = Reason("not_allowed", note="nobody votes for a waiver")
NONE_LEFT = Reason("too_many", note="so near to winning a seat has no extra orders")
STRUCK = Reason(
    "not_allowed", rule="rule 9", note="the unit there is of the same country and stays"
)


class VoteNote(Struct, frozen=True):
    """What the module remembers: the powers that are voted on, or all that nobody holds."""

    unowned: tuple[Power, ...] | None = None


def voters(ask: Ask) -> tuple[Seat, ...]:
    """The seats that vote: all that hold a power, if only an eliminated one (C4)."""
    return tuple(seat for seat, powers in ask.state.seats.items() if powers)


def unowned(ask: Ask) -> tuple[Power, ...]:
    """The powers that are voted on: held by nobody since an earlier season (C5)."""
    known = remembered(ask.state, NAME, VoteNote).unowned
    free = (p for p in playable(ask.variant.powers) if p not in ask.state.holder)
    return tuple(p for p in free if known is None or p in known)


def centers_of(ask: Ask, seat: Seat) -> int:
    """The centers that a seat owns now, that is, since the last Fall (C3)."""
    return sum(len(ask.state.centers(power)) for power in ask.state.seats[seat])


class _Plurality:
    """The answers of the module, over the rules it was given."""

    def __init__(self, rules: Ruleset, settings: Settings) -> None:
        self.rules, self.settings = rules, settings

    def opening(self, variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
        """As many seats as there are players, each with one power, named or drawn by lot (C1)."""
        state = self.rules.opening(variant, (), lots)
        count: int = self.settings["players"]
        named = check_seats(variant, seats, count)
        powers = powers_called(variant.powers, self.settings["powers"])
        powers = powers or drawn(variant, count, lots)
        if not named and self.settings["dealt"] == "listed":
            powers = [p for p in variant.powers if p in powers]
        held = {named[n] if named else Seat(power): (power,) for n, power in enumerate(powers)}
        unheld = tuple(p for p in playable(variant.powers) if p not in powers)
        return remembering(msgspec.structs.replace(state, seats=held), NAME, VoteNote(unheld))

    def mandate(self, ask: Ask, seat: Seat) -> Mandate:
        """A seat's own units, and by quota those that nobody holds (rules 3, 6, 10)."""
        own = self.rules.mandate(ask, seat)
        if not ask.state.seats.get(seat) or ask.state.phase.kind not in (MOVEMENT, ADJUSTMENT):
            return own
        moving = ask.state.phase.kind == MOVEMENT
        extra = self.extra_orders(ask, seat) if moving else self.extra_builds(ask)
        # An eliminated player has nothing but votes, so the table waits for them (C4).
        idle = not any(c.owed for c in own.charges)
        charges = tuple(msgspec.structs.replace(c, owed=idle) for c in extra.charges)
        return Mandate(
            (*own.charges, *charges),
            {**own.quotas, **extra.quotas},
            (*own.forgiving, *extra.forgiving),
        )

    def extra_orders(self, ask: Ask, seat: Seat) -> Mandate:
        """What a seat may vote on in a season of moves."""
        number = quota(ask.win_at(), centers_of(ask, seat))
        charges = tuple(
            msgspec.structs.replace(c, pool=EXTRA)
            for power in (self.targets(ask, seat) if number else ())
            for c in ask.rule.subjects(ask, power)
            if c.subject.unit and is_meant(ask, seat, ask.unit[c.subject.unit])
        )
        refunds = (EXTRA,) if self.settings["refund_invalid"] else ()
        return Mandate(charges, {EXTRA: number}, refunds)

    def targets(self, ask: Ask, seat: Seat) -> tuple[Power, ...]:
        """The powers whose units a seat's extra orders go to (rule 6, C22)."""
        if self.settings["extra_targets"] != "rivals":
            return unowned(ask)
        return (*unowned(ask), *(p for p, holder in ask.state.holder.items() if holder != seat))

    def refused(
        self, ask: Ask, ballot: Ballot, faults: tuple[Reason | None, ...]
    ) -> tuple[Reason | None, ...]:
        """What is wrong with a ballot: of a seat that has no extra orders, just that (rule 5)."""
        seat = ballot.seat
        votable = ballot.subject.unit and ballot.subject.power in self.targets(ask, seat)
        if not votable or not ask.state.seats.get(seat) or ask.mandate(seat).quotas.get(EXTRA):
            return faults
        return (NONE_LEFT,) * len(faults)

    def extra_builds(self, ask: Ask) -> Mandate:
        """What a seat may vote on in Winter: one build, in all or of each power (rule 10, C22)."""
        each = self.settings["extra_builds"] == "one_per_country"
        charges = tuple(
            Charge(c.subject, ("build",), pool=f"{BUILDS} of {power}" if each else BUILDS)
            for power in unowned(ask)
            for c in ask.rule.subjects(ask, power)
            if "build" in c.verbs and c.owed
        )
        pools = dict.fromkeys((c.pool for c in charges), 1)
        return Mandate(charges, pools, tuple(pools) if self.settings["refund_invalid"] else ())

    def legal(self, ask: Ask, ballot: Ballot) -> tuple[Reason | None, ...]:
        """A vote for a build is for one build, and nobody votes for a waiver (rule 10)."""
        if ask.state.phase.kind != ADJUSTMENT or not is_vote(ask, ballot):
            return self.rules.legal(ask, ballot)
        # Each by itself: what comes after the one build takes no center from it or for it.
        alone = (msgspec.structs.replace(ballot, orders=(order,)) for order in ballot.orders)
        faults = tuple(
            NO_WAIVER if isinstance(one.orders[0], Waive) else self.rules.legal(ask, one)[0]
            for one in alone
        )
        first = next((n for n, fault in enumerate(faults) if fault is None), 0)
        return tuple(fault if n == first else fault or TOO_MANY for n, fault in enumerate(faults))

    def review(self, ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> Faults:
        """With `strict_rule_9`, votes against one's own country are struck (C13)."""
        faults = self.rules.review(ask, ballots, faults)
        if ask.state.phase.kind != MOVEMENT:
            return faults
        faults = [self.refused(ask, b, f) for b, f in zip(ballots, faults, strict=True)]
        if not self.settings["strict_rule_9"]:
            return faults
        staying = self.staying(ask, ballots, faults)
        return [
            struck(ask, ballot, fault, staying) if is_vote(ask, ballot) else fault
            for ballot, fault in zip(ballots, faults, strict=True)
        ]

    def staying(self, ask: Ask, ballots: Sequence[Ballot], faults: Faults) -> set[tuple[str, str]]:
        """Province and power of every unit that a first count does not order to move."""
        cast: dict[Subject, list[Ballot]] = {}
        for ballot, fault in zip(ballots, faults, strict=True):
            if None in fault:
                cast.setdefault(ballot.subject, []).append(ballot)
        found: set[tuple[str, str]] = set()
        for unit in ask.state.units:
            subject = Subject(unit.power, unit.id)
            votes = cast.get(subject)
            orders = ask.rules.elect(ask, subject, votes).orders if votes else ()
            if not any(isinstance(order, Move) for order in orders):
                found.add((ask.province[unit.place], unit.power))
        return found

    def elect(self, ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
        """The commonest order for a unit (rules 6, 7), the most wanted builds for a power (C18)."""
        if not any(is_vote(ask, ballot) for ballot in ballots):
            return self.rules.elect(ask, subject, ballots)
        votes = pooled(ballots)
        find = commonest if subject.unit else partial(self.most_wanted, ask, subject)
        return self.finished(ask, self.counted(subject, *find(votes), votes))

    def most_wanted(
        self, ask: Ask, subject: Subject, votes: "_Pooled"
    ) -> tuple[list[str], list[str]]:
        """The builds with most votes, from the top until the places due are used up; ties (C18).

        A center takes one place, and an equal clash for it uses that place up. If more centers
        are wanted equally than places are left, nothing of that level or below it is built.
        """
        left = sum(c.count for c in ask.charges(subject.power) if c.subject == subject)
        spent = self.settings["build_ties"] == "spent"
        chosen: list[str] = []
        tied: list[str] = []
        for rivals in by_level(ask, votes):
            single = sorted(texts[0] for texts in rivals.values() if len(texts) == 1)
            room, left = left, left - (len(rivals) if spent else len(single))
            if left < 0:
                return chosen, [*tied, *(t for ts in rivals.values() for t in ts if room)]
            chosen += single
            tied += (t for ts in rivals.values() for t in ts if len(ts) > 1)
        return chosen, tied

    def finished(self, ask: Ask, election: Election) -> Election:
        """An election whose outcome others complete as if the power's own player had written it."""
        votes = election.votes
        if votes is None or not election.orders:
            return election
        whole = Ballot(Seat(votes.subject.power), votes.subject, election.orders)
        orders = self.rules.elect(ask, votes.subject, [whole]).orders
        return msgspec.structs.replace(election, orders=orders)

    def counted(
        self, subject: Subject, chosen: list[str], tied: list[str], votes: "_Pooled"
    ) -> Election:
        """An election with its table, the most votes first."""
        rows = tuple(
            (
                text,
                len(cast),
                () if self.settings["hide_vote_authors"] else tuple(b.seat for b in cast),
            )
            for text, cast in sorted(votes.items(), key=lambda row: (-len(row[1]), row[0]))
        )
        orders = tuple(order for text in chosen for order in votes[text][0].orders)
        won_by = tuple(ballot for text in chosen for ballot in votes[text])
        return Election(orders, Votes(subject, rows, "; ".join(chosen), tuple(tied)), won_by)

    def aftermath(self, ask: Ask, lots: Lots) -> State:
        """Powers whose seats resigned in a season are voted on from the next (C5)."""
        return self.orphaned(ask, self.rules.aftermath(ask, lots))

    def orphaned(self, ask: Ask, state: State) -> State:
        """The position in which all powers that nobody holds now are voted on."""
        if not self.settings["orphan_becomes_unowned"]:
            return state
        return remembering(
            state,
            NAME,
            VoteNote(tuple(p for p in playable(ask.variant.powers) if p not in state.holder)),
        )

    def draw(self, ask: Ask, votes: frozenset[Seat]) -> Result | None:
        """A draw needs every seat that still has a piece, and they share it (C20)."""
        standing = {u.power for u in ask.state.units}
        lost = {s for s, ps in ask.state.seats.items() if standing.isdisjoint(ps)}
        result = self.rules.draw(ask, votes | lost if votes - lost else votes)
        if result is None:
            return None
        left = tuple(seat for seat in result.winners if seat not in lost)
        return Result("draw", left or result.winners)

    def disclose(self, ask: Ask, ballot: Ballot) -> str:
        """Votes are published with their authors unless the table hides them (C21)."""
        how = self.rules.disclose(ask, ballot)
        hidden = self.settings["hide_vote_authors"] and is_vote(ask, ballot)
        return UNSIGNED if hidden and how == SIGNED else how

    def show(self, ask: Ask) -> tuple[Fact, ...]:
        """How many extra orders each seat has, and which powers are voted on."""
        facts = [
            self.pooled_fact(pool, number, seat)
            for seat in voters(ask)
            for pool, number in ask.mandate(seat).quotas.items()
        ]
        free = unowned(ask)
        nobodys = (Fact(UNOWNED.name, tuple(free)),) if free else ()
        return (*self.rules.show(ask), *facts, *nobodys)

    def pooled_fact(self, pool: str, number: int, seat: Seat) -> Fact:
        """How many ballots a seat may cast from a pool, be it for one power alone."""
        name, _, power = pool.partition(" of ")
        return Fact(BUILDS_OF.name if power else name, (number, seat, *([power] if power else [])))

    def phases(self) -> dict[str, PhaseRule]:
        """The phases, with no waiver to choose for a power that is voted on.

        Who resigns in a Winter is voted on from the Spring that follows it (C5).
        """
        rules = self.rules.phases
        winter = rules[ADJUSTMENT]

        def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
            steps = winter.choices(ask, subject, prefix)
            if subject.power in ask.state.holder:
                return steps
            return tuple(s for s in steps if not isinstance(s.order, Waive))

        def heed(ask: Ask, verdicts: Sequence[Verdict], state: State) -> State:
            return self.orphaned(ask, winter.heed(ask, verdicts, state) if winter.heed else state)

        return {**rules, ADJUSTMENT: msgspec.structs.replace(winter, choices=choices, heed=heed)}


def is_meant(ask: Ask, seat: Seat, unit: Unit) -> bool:
    """Whether a seat that writes a unit's name means it, and not one alike in the same space.

    Pieces that share a space, such as leaders, are called alike; one's own comes first.
    """
    here = ask.at[ask.province[unit.place]]
    alike = [u for u in here if (u.kind, u.place) == (unit.kind, unit.place)]
    own = ask.state.seats[seat]
    return unit == next((u for u in alike if u.power in own), alike[0])


_Pooled = dict[str, list[Ballot]]


def drawn(variant: Variant, count: int, lots: Lots) -> list[Power]:
    """Powers drawn by lot, and by the same lot dealt to the seats (C24)."""
    return lots.shuffled(playable(variant.powers))[:count]


def is_vote(ask: Ask, ballot: Ballot) -> bool:
    """Whether a ballot is for what its seat does not hold."""
    return ballot.subject.power not in ask.state.seats.get(ballot.seat, ())


def pooled(ballots: Sequence[Ballot]) -> _Pooled:
    """The ballots by what they say, whoever wrote them (C8, C11)."""
    found: _Pooled = {}
    for ballot in ballots:
        found.setdefault(ballot.text, []).append(ballot)
    return found


def commonest(votes: _Pooled) -> tuple[list[str], list[str]]:
    """The order with most votes, and those that share the first place, if several do (C10)."""
    most = max(map(len, votes.values()))
    first = [text for text, cast in votes.items() if len(cast) == most]
    return (first, []) if len(first) == 1 else ([], first)


def by_level(ask: Ask, votes: _Pooled) -> Iterator[dict[str, list[str]]]:
    """What is wanted equally, by center, the most wanted first; a center comes once."""
    settled: set[str] = set()
    for level in sorted({len(cast) for cast in votes.values()}, reverse=True):
        rivals: dict[str, list[str]] = {}
        for text, cast in votes.items():
            order = cast[0].orders[0]
            assert isinstance(order, Build)
            where = site(ask, order.unit)
            if len(cast) == level and where not in settled:
                rivals.setdefault(where, []).append(text)
        settled.update(rivals)
        yield rivals


def site(ask: Ask, piece: Piece) -> str:
    """What a piece keeps others from: its center, or, if it needs no supply, its kind's place."""
    return ask.province[piece.place] if ask.kind(piece.kind).needs_supply else piece.kind


def struck(
    ask: Ask,
    ballot: Ballot,
    faults: tuple[Reason | None, ...],
    staying: set[tuple[str, str]],
) -> tuple[Reason | None, ...]:
    """What is wrong with a vote, counting moves and supports against one's own country (rule 9).

    A vote for what both parts of a unit do is struck as a whole.
    """
    power = ballot.subject.power
    aims = [order.to if isinstance(order, Move | Support) else None for order in ballot.orders]
    against = any(
        fault is None and to is not None and (ask.province[to], power) in staying
        for to, fault in zip(aims, faults, strict=True)
    )
    return tuple(fault or STRUCK for fault in faults) if against else faults


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules with votes on the units that nobody holds."""
    mine = _Plurality(rules, settings)
    return rules.answering(
        opening=mine.opening,
        mandate=mine.mandate,
        legal=mine.legal,
        review=mine.review,
        elect=mine.elect,
        aftermath=mine.aftermath,
        draw=mine.draw,
        disclose=mine.disclose,
        show=mine.show,
        phases=mine.phases(),
    )


def objects(draft: Draft, settings: dict[str, Any]) -> str | None:
    """Why votes cannot work with these powers, if they cannot."""
    powers, count = powers_called(draft.powers, settings["powers"]), settings["players"]
    there = playable(draft.powers)
    wrong = [p for p in powers if p not in there]
    if "placement" in draft.modules:
        return "a power that nobody holds cannot place its pieces"
    if draft.seats != tuple(map(Seat, there)):
        return "it needs a board on which every seat holds one power"
    if wrong:
        return f"powers: there is no {wrong[0]}; there are {', '.join(there)}"
    if powers and (len(powers) != count or len(set(powers)) != count):
        return f"powers must name {count} different powers, one for each of the players"
    if count > len(there):
        return f"players: there are only {len(there)} powers"
    if count == len(there) and settings["extra_targets"] == "unowned":
        return (
            f"all {count} powers have a seat, so no unit is left to vote on: "
            "set fewer players, or extra_targets to rivals"
        )
    return None


def defaults(draft: Draft) -> Settings:
    """Three seats, but one fewer than there are powers, so that one is left to vote on."""
    return {"players": max(2, min(3, len(playable(draft.powers)) - 1))}


MODULE = Module(
    NAME,
    "Seats of one power each vote on the units of the powers that nobody holds.",
    answer,
    OPTIONS,
    objects=objects,
    defaults=defaults,
    facts=FACTS,
    tells=tells,
    loops=f"{__name__}.loops",
)
