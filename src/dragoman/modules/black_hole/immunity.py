"""Immunity: the home center that every power names in secret, and what Black Hole remembers.

Helps the module `black_hole`, which draws the spaces that vanish.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from dragoman.geo import Province
from dragoman.model import (
    DONE,
    PROVINCE,
    Act,
    Order,
    Power,
    Reason,
    ReasonKind,
    Resolution,
    State,
    Subject,
    Verb,
    Verdict,
)
from dragoman.rules import (
    Ask,
    Charge,
    Elected,
    Lots,
    Orders,
    PhaseRule,
    Step,
    remembered,
    remembering,
)

NAME = "black_hole"
TOPIC = "immune"
IMMUNE = Verb(
    "immune",
    takes=(PROVINCE.many,),
    words=("declare immune", "declares immune", "immune"),
    says="{args} {are} declared as immune",
    noun="declaration",
)
DECLARED = ReasonKind(
    "declared", DONE, "the declaration was recorded", "the declaration is recorded"
)


class Hole(Struct, frozen=True):
    """A space that is gone: when it went, what went with it, and what was left without a shore."""

    province: Province
    season: str = ""
    lost: tuple[str, ...] = ()
    aground: tuple[str, ...] = ()


class HoleNote(Struct, frozen=True):
    """What the module remembers: the holes, the next if it is drawn, and what is immune in secret.

    `again` are those who may name another center, `changed` those who have.
    """

    holes: tuple[Hole, ...] = ()
    next: tuple[Province, ...] = ()
    immune: dict[Power, Province] = {}
    named: bool = False
    again: tuple[Power, ...] = ()
    changed: tuple[Power, ...] = ()


def note(state: State) -> HoleNote:
    """What the module remembers of a game."""
    return remembered(state, NAME, HoleNote)


def noted(state: State, **changes: Any) -> State:
    """A position in which the module remembers something else."""
    return remembering(state, NAME, msgspec.structs.replace(note(state), **changes))


def holes(state: State) -> tuple[Province, ...]:
    """The spaces that are gone, in the order in which they went."""
    return tuple(hole.province for hole in note(state).holes)


class Naming:
    """The movement phase with the naming of immune centers."""

    def __init__(
        self,
        rule: PhaseRule,
        *,
        immunity: bool,
        by_lot: bool,
        foretell: Callable[[Ask, Lots], tuple[Province, ...]] | None,
    ) -> None:
        self.inner, self.immunity, self.by_lot, self.foretell = rule, immunity, by_lot, foretell

    def rule(self) -> PhaseRule:
        """The phase rule."""
        return msgspec.structs.replace(
            self.inner,
            subjects=self.subjects,
            choices=self.choices,
            check=self.check,
            default=self.default,
            verbs=(*self.inner.verbs, IMMUNE.name),
            aside=self.aside,
        )

    def subjects(self, ask: Ask, power: Power) -> tuple[Charge, ...]:
        """The units, and where a center may be named, that."""
        charges = self.inner.subjects(ask, power)
        if power not in ask.state.holder or not self.open_to(ask, power):
            return charges
        naming = Charge(Subject(power, topic=TOPIC), (IMMUNE.name,), owed=False)
        return (*charges, naming)

    def is_first(self, ask: Ask) -> bool:
        """Whether this is the first Spring, in which everybody names a center."""
        first = ask.variant.year.is_first(ask.state.phase)
        return self.immunity and first and not note(ask.state).named

    def open_to(self, ask: Ask, power: Power) -> tuple[Province, ...]:
        """The centers that a power may name now: its homes, or later on those that it has left."""
        if self.is_first(ask):
            return homes(ask, power)
        if power not in note(ask.state).again:
            return ()
        return tuple(h for h in owned(ask, power) if h != note(ask.state).immune.get(power))

    def choices(self, ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
        """The homes that may be named, or what the unit may do."""
        if subject.topic != TOPIC:
            return self.inner.choices(ask, subject, prefix)
        steps = (Step(h, IMMUNE(h)) for h in self.open_to(ask, subject.power))
        return () if prefix else tuple(steps)

    def check(self, ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
        """One home center is named."""
        if subject.topic != TOPIC:
            return self.inner.check(ask, subject, orders)
        known, faults = self.open_to(ask, subject.power), list[Reason | None]()
        for order in orders:
            fault = fault_of(known, order)
            faults.append(fault or (Reason("too_many") if None in faults else None))
        return tuple(faults)

    def default(self, ask: Ask, subject: Subject) -> Orders:
        """Who names nothing has nothing immune."""
        return () if subject.topic == TOPIC else self.inner.default(ask, subject)

    def aside(self, ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        """What was named is noted, and the hole drawn where it is drawn early."""
        if self.inner.aside:
            settled = self.inner.aside(ask, settled, elected, lots)
        named = dict(self.named(elected))
        state = self.recorded(ask, settled.state, named, lots)
        if self.foretell:
            state = noted(state, next=self.foretell(ask.with_state(state), lots))
        rows = tuple(
            Verdict.of(Subject(p, topic=TOPIC), o, DONE, Reason(DECLARED.code))
            for p, o in named.items()
        )
        return msgspec.structs.replace(
            settled, state=state, left=state, verdicts=(*settled.verdicts, *rows)
        )

    def named(self, elected: Elected) -> Iterator[tuple[Power, Act]]:
        """What each power has named."""
        for subject, orders in elected.items():
            for order in orders if subject.topic == TOPIC else ():
                if IMMUNE.made(order):
                    yield subject.power, order

    def recorded(self, ask: Ask, state: State, named: dict[Power, Act], lots: Lots) -> State:
        """The position with what was named, for the first time or instead of a lost center."""
        immune = {power: Province(str(order.args[0])) for power, order in named.items()}
        known = note(state)
        if not self.is_first(ask):
            again = tuple(p for p in known.again if p not in named)
            changed = (*known.changed, *named)
            return noted(state, immune=known.immune | immune, again=again, changed=changed)
        able = [p for p in ask.state.holder if homes(ask, p)]
        if not able:
            return state
        for power in able if self.by_lot else ():
            if power not in immune:
                left = homes(ask, power)
                immune[power] = left[lots.draw(len(left))]
        return noted(state, named=True, immune=immune)


def homes(ask: Ask, power: Power) -> tuple[Province, ...]:
    """The home centers of a power that are left."""
    return tuple(h for h in ask.state.homes.get(power, ()) if ask.map.spaces[h].center)


def owned(ask: Ask, power: Power) -> tuple[Province, ...]:
    """The home centers of a power that are left to it."""
    return tuple(h for h in homes(ask, power) if ask.state.owners.get(h) == power)


def second_choice(ask: Ask, hole: Province) -> State:
    """The position in which those may name another center whom a hole leaves with one.

    Bart's rule 6: the immune center is another's, two homes were left, and one of them vanishes.
    """
    known = note(ask.state)
    struck = (
        power
        for power, center in known.immune.items()
        if power not in (*known.again, *known.changed)
        and ask.state.owners.get(center) not in (power, None)
        and hole in owned(ask, power)
        and len(owned(ask, power)) == 2
    )
    again = (*known.again, *struck)
    return ask.state if again == known.again else noted(ask.state, again=again)


def seen_by(state: State, powers: tuple[Power, ...]) -> State:
    """The position as those know it who hold some powers: what others have named is secret."""
    known = note(state)
    return noted(
        state,
        immune={power: home for power, home in known.immune.items() if power in powers},
        again=tuple(p for p in known.again if p in powers),
        changed=tuple(p for p in known.changed if p in powers),
    )


def fault_of(known: tuple[Province, ...], order: Order) -> Reason | None:
    """What is wrong with the naming of an immune center."""
    if not IMMUNE.made(order):
        return Reason("wrong_phase")
    if len(order.args) != 1:
        return Reason("not_allowed", note="name one home center")
    if order.args[0] not in known:
        return Reason("not_allowed", note="only a home center of one's own can be immune")
    return None
