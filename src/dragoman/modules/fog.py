"""Fog: a seat sees its units, its centers and what they touch, and of orders what lies there."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dragoman.geo import Province
from dragoman.model import (
    OUTVOTED,
    PROVINCE,
    VOID,
    Ballot,
    Dislodged,
    Fact,
    FactKind,
    Order,
    Piece,
    Power,
    Reason,
    Resolution,
    Seat,
    Sign,
    State,
    Unit,
    Verdict,
    Votes,
)
from dragoman.rules import Ask, Draft, Module, Ruleset, Settings, View, remembered

NAME = "fog"

UNSEEN = "something unseen"
"""What is said of a cause that lies out of sight."""

DARK = FactKind(
    "fog",
    (PROVINCE.many,),
    title="Fog",
    says="over all that is shaded on the map",
    meaning="What stands there, and whose it is, this seat cannot see.",
    sign=Sign(ground="#3d4653", opacity=0.4),
)


class FogNote(Struct, frozen=True):
    """What a position in fog is marked with: the provinces of which it tells."""

    seen: frozenset[Province] | None = None


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Positions and results are shown as far as a seat sees."""

    def see(ask: Ask, pending: Sequence[Ballot], seat: Seat | None) -> View:
        view = rules.see(ask, pending, seat)
        if ask.state.result is not None:
            return view
        return View(in_fog(view.state, ask, seat), view.ballots)

    def reveal(ask: Ask, resolution: Resolution, seat: Seat | None) -> Resolution:
        return KnownResults(ask, rules.reveal(ask, resolution, seat), seat).resolution()

    def show(ask: Ask) -> tuple[Fact, ...]:
        seen = known(ask)
        dark = () if seen is None else tuple(p for p in ask.map.spaces if p not in seen)
        return (*rules.show(ask), *([Fact(DARK.name, dark)] if dark else ()))

    return rules.answering(see=see, reveal=reveal, known=known, show=show)


def known(ask: Ask) -> frozenset[Province] | None:
    """The provinces that whoever looks at a position sees; all of them, if it is in no fog."""
    return remembered(ask.state, NAME, FogNote).seen


def sight(ask: Ask, seat: Seat | None) -> frozenset[Province]:
    """The provinces that a seat sees: of its units and centers, and those that touch them."""
    state, powers = ask.state, own(ask, seat)
    places = [u.place for u in (*state.units, *driven(state)) if u.power in powers]
    mine = {ask.province[place] for place in places if place in ask.province}
    mine |= {center for power in powers for center in state.centers(power)}
    near = (ask.map.borders.get(province, ()) for province in mine)
    return frozenset(mine).union(*near)


def own(ask: Ask, seat: Seat | None) -> tuple[Power, ...]:
    """The powers that a seat holds; nobody's, for one who only watches."""
    return () if seat is None else (ask.whole or ask).state.seats.get(seat, ())


def driven(state: State) -> Iterator[Unit]:
    """The units that are driven out."""
    return (lost.unit for lost in state.dislodged)


def in_fog(state: State, ask: Ask, seat: Seat | None) -> State:
    """A position with nothing in it but what a seat sees."""
    near, powers = sight(ask, seat), own(ask, seat)
    units = tuple(u for u in state.units if ask.province.get(u.place) in near)
    return replace(
        state,
        units=units,
        owners={center: power for center, power in state.owners.items() if center in near},
        homes=dict(known_homes(ask, state, near, powers)),
        dislodged=tuple(known_losses(ask, state.dislodged, near, powers)),
        standoffs=tuple(province for province in state.standoffs if province in near),
        # How many units were ever built says something of those out of sight.
        last_id=max((u.id for u in (*units, *driven(state))), default=0),
        notes={**state.notes, NAME: {"seen": sorted(near)}},
    )


def known_homes(
    ask: Ask, state: State, near: frozenset[Province], powers: Sequence[Power]
) -> Iterator[tuple[Power, tuple[Province, ...]]]:
    """The homes of all powers: out of sight, and not one's own, those that are printed."""
    for power, homes in state.homes.items():
        if power not in powers:
            info = ask.variant.powers.get(power)
            printed = [c for c in (info.homes if info else ()) if c not in near]
            homes = tuple(sorted({*printed, *(c for c in homes if c in near)}))
        yield power, homes


def known_losses(
    ask: Ask, losses: Sequence[Dislodged], near: frozenset[Province], powers: Sequence[Power]
) -> Iterator[Dislodged]:
    """The units driven out in sight; where a foreign one was attacked from, if that is too."""
    for lost in losses:
        if lost.unit.power in powers:
            # Its seat must know where it cannot retreat to.
            yield lost
        elif ask.province.get(lost.unit.place) in near:
            yield lost if lost.by in near else replace(lost, by=None)


class KnownResults:
    """What a phase came to, as far as a seat saw the board when it began or when it was over."""

    def __init__(self, ask: Ask, resolution: Resolution, seat: Seat | None) -> None:
        self.ask, self.whole, self.seat, self.powers = ask, resolution, seat, own(ask, seat)
        self.near = sight(ask, seat) | sight(ask.with_state(resolution.left), seat)

    def resolution(self) -> Resolution:
        """The resolution with everything else left out."""
        whole = self.whole
        return replace(
            whole,
            verdicts=tuple(self.verdict(v) for v in whole.verdicts if self.is_known(v)),
            dislodged=tuple(known_losses(self.ask, whole.dislodged, self.near, self.powers)),
            standoffs=tuple(p for p in whole.standoffs if p in self.near),
            votes=tuple(v for v in whole.votes if self.is_counted_here(v)),
            lots=(),
            news=(),
        )

    def is_known(self, verdict: Verdict) -> bool:
        """Whether a seat knows of an order: its own, or one that names only what it sees."""
        mine = verdict.power in self.powers or (verdict.seat == self.seat and self.seat is not None)
        return mine or self.is_seen(verdict.order)

    def is_seen(self, order: Order) -> bool:
        """Whether all places that an order names are in sight."""
        named = set(self.places(order))
        return bool(named) and named <= self.near

    def places(self, value: object) -> Iterator[Province]:
        """The provinces that an order names, wherever in it they stand."""
        if isinstance(value, Piece):
            value = value.place
        if isinstance(value, str) and value in self.ask.province:
            yield self.ask.province[value]  # type: ignore[index]
        elif isinstance(value, tuple):
            for item in value:
                yield from self.places(item)
        elif isinstance(value, msgspec.Struct):
            yield from self.places(msgspec.structs.astuple(value))

    def is_counted_here(self, votes: Votes) -> bool:
        """Whether a seat knows how votes were counted: those for a unit in its sight."""
        unit = self.ask.unit.get(votes.subject.unit)
        return unit is not None and self.ask.province.get(unit.place) in self.near

    def verdict(self, verdict: Verdict) -> Verdict:
        """A verdict whose cause, if it lies out of sight, is something unseen."""
        reason = verdict.reason
        if verdict.outcome == VOID and not self.is_seen(verdict.order):
            # Why it is void would tell whether, and what, stands out there.
            return replace(verdict, reason=Reason("not_allowed", note=UNSEEN))
        if reason.by is not None and not self.is_cause_known(reason):
            reason = replace(reason, by=None, losses=(), note=UNSEEN)
        if not self.is_strength_known(verdict):
            reason = replace(reason, mine=None, theirs=None)
        return verdict if reason is verdict.reason else replace(verdict, reason=reason)

    def is_cause_known(self, reason: Reason) -> bool:
        """Whether all orders that brought a failure about are known."""
        causes = [reason.by, *(loss.by for loss in reason.losses)]
        return all(c is None or c.power in self.powers or self.is_seen(c.order) for c in causes)

    def is_strength_known(self, verdict: Verdict) -> bool:
        """Whether strengths are shown: where nothing could have lent any that is out of sight."""
        reason, by = verdict.reason, verdict.reason.by
        if verdict.outcome == OUTVOTED:
            unit = self.ask.unit.get(verdict.subject.unit) if verdict.subject else None
            return unit is not None and self.ask.province.get(unit.place) in self.near
        if (reason.theirs and by is None) or not self.is_cause_known(reason):
            return False
        # Not by whether anything did: that would tell of an order out of sight.
        fought = {*self.places(verdict.order), *(self.places(by.order) if by else ())}
        borders = self.ask.map.borders
        return all(borders.get(province, frozenset()) <= self.near for province in fought)


MODULE = Module(
    name="fog",
    about="A seat sees its units, its centers and the provinces that touch them, and nothing else; "
    "of orders it learns those that name nothing out of sight. When the game is over all is open.",
    answer=answer,
    facts=(DARK,),
)
