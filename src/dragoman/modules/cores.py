"""Cores: a center that a power has held since the year before becomes a home, if a unit stays."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from dragoman.geo import Province
from dragoman.model import (
    DONE,
    MOVEMENT,
    Act,
    Power,
    Reason,
    ReasonKind,
    Resolution,
    Sign,
    Stroke,
    Unit,
    Verb,
)
from dragoman.modules import offering
from dragoman.rules import Ask, Draft, Elected, Lots, Module, Ruleset, Settings

HOUSE = "M-7 5V-2L0 -8L7 -2V5Z"
CORE = Verb(
    "core",
    words=("cores", "core", "makes a core", "settles"),
    by_unit=True,
    says="{unit} makes its center a home",
    noun="core",
    sign=Sign((Stroke(HOUSE, fill="power", stroke="paper", width=1.5, y=-18),), at=-1),
)
CORED = ReasonKind("cored", DONE, "the center became a home", "the center is a home from now on")


def can_be_made(ask: Ask, unit: Unit) -> bool:
    """Whether a unit stands in a center that its power holds and that is not its home yet.

    Centers change hands at the end of the year, so what is held now was held at its beginning.
    """
    here = ask.province[unit.place]
    known = here in ask.state.homes.get(unit.power, ())
    settles = ask.variant.year.settles(ask.state.phase) and ask.kind(unit.kind).captures
    return settles and ask.state.owners.get(here) == unit.power and not known


def cores(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Units that are not dislodged make homes of the centers where they stand."""
    movement = rules.phases[MOVEMENT]

    def offer(ask: Ask, unit: Unit) -> Iterator[Act]:
        if can_be_made(ask, unit):
            yield CORE(unit)

    def aside(ask: Ask, settled: Resolution, elected: Elected, lots: Lots) -> Resolution:
        earlier = movement.aside(ask, settled, elected, lots) if movement.aside else settled
        wishes = {s.unit for s, orders in elected.items() for o in orders if CORE.made(o)}
        return settled_in(ask, earlier, wishes) if wishes else earlier

    rule = replace(offering(movement, CORE, offer), aside=aside)
    return rules.answering(phases={**rules.phases, MOVEMENT: rule})


def settled_in(ask: Ask, settled: Resolution, wishes: set[int]) -> Resolution:
    """A resolution in which the centers of those who stayed are homes."""
    stayed = {u.id: u for u in settled.state.units if u.id in wishes}
    made = {ask.province[unit.place]: unit.power for unit in stayed.values()}
    state = replace(settled.state, homes=with_homes(settled.state.homes, made))
    verdicts = tuple(
        replace(v, outcome=DONE, reason=Reason(CORED.code))
        if v.subject and CORE.made(v.order) and v.subject.unit in stayed
        else v
        for v in settled.verdicts
    )
    return replace(settled, verdicts=verdicts, state=state, left=state)


def with_homes(
    homes: Mapping[Power, tuple[Province, ...]], made: Mapping[Province, Power]
) -> dict[Power, tuple[Province, ...]]:
    """The homes of all powers, and the new ones."""
    more = {p: tuple(c for c, power in made.items() if power == p) for p in made.values()}
    return {**homes, **{p: (*homes.get(p, ()), *found) for p, found in more.items()}}


MODULE = Module(
    "cores",
    "A unit may make a home of a center that its power has held since the year before.",
    cores,
    verbs=(CORE,),
    reasons=(CORED,),
)
