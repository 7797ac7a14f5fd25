"""Nuclear: before anybody moves, a unit may destroy itself and all that stands in a space near."""

from collections.abc import Iterator

from msgspec.structs import replace

from dragoman.geo import Province
from dragoman.model import (
    DONE,
    FAILED,
    MOVEMENT,
    PROVINCE,
    Act,
    Cause,
    Order,
    Reason,
    ReasonKind,
    Sign,
    Stroke,
    Subject,
    Unit,
    Verb,
    Verdict,
)
from dragoman.modules import offering
from dragoman.rules import (
    Ask,
    Before,
    Draft,
    Elected,
    Lots,
    Module,
    Option,
    Ruleset,
    Settings,
)

BURST = "M0 -15L4 -6L13 -8L8 0L13 8L4 6L0 15L-4 6L-13 8L-8 0L-13 -8L-4 -6Z"
STRIKE = Verb(
    "strike",
    takes=(PROVINCE,),
    words=("strikes", "strike", "nukes", "nuke"),
    by_unit=True,
    says="{unit} strikes {0}",
    noun="strike",
    sign=Sign((Stroke(BURST, fill="alarm", stroke="paper", width=1.5),), line="dots"),
)
STRUCK = ReasonKind(
    "struck", DONE, "the unit destroyed itself and its target", "destroys itself and {0}"
)
DESTROYED = ReasonKind(
    "destroyed", FAILED, "the unit was destroyed by a strike", "destroyed by {by}"
)
REACH = Option(
    "reach",
    "number",
    1,
    "how many spaces away a strike reaches",
    least=1,
    most=9,
    title="Reach of a strike",
)


def targets(ask: Ask, unit: Unit, reach: int) -> Iterator[Province]:
    """The spaces that a unit can strike: so many steps away over land and sea."""
    here = ask.province[unit.place]
    near = ask.map.steps_to((here,))
    yield from (p for p in ask.map.spaces if 0 < near.get(p, reach + 1) <= reach)


def nuclear(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Strikes come before all moves, all at once."""

    def offer(ask: Ask, unit: Unit) -> Iterator[Act]:
        return (STRIKE(unit, province) for province in targets(ask, unit, settings["reach"]))

    def before(ask: Ask, elected: Elected, lots: Lots) -> Before:
        earlier = rules.before(ask, elected, lots)
        return strike(ask, earlier) if ask.state.phase.kind == MOVEMENT else earlier

    phases = {**rules.phases, MOVEMENT: offering(rules.phases[MOVEMENT], STRIKE, offer)}
    return rules.answering(phases=phases, before=before)


def strike(ask: Ask, before: Before) -> Before:
    """All strikes carried out: who strikes is gone, and so is all that stands where one falls."""
    strikes = {s: o for s, orders in before.elected.items() for o in orders if STRIKE.made(o)}
    falls = {Province(str(order.args[0])): (s, order) for s, order in strikes.items()}
    stands = {s: ask.province[ask.unit[s.unit].place] for s in before.elected if s.unit}
    lost = {s: falls.get(here) for s, here in stands.items() if s in strikes or here in falls}
    gone = {subject.unit for subject in lost}
    state = replace(before.state, units=tuple(u for u in before.state.units if u.id not in gone))
    left = Elected({s: orders for s, orders in before.elected.items() if s not in lost})
    verdicts = [
        verdict(subject, order, strikes, lost[subject])
        for subject in lost
        for order in before.elected[subject]
    ]
    return Before(state, left, (*before.verdicts, *verdicts))


def verdict(
    subject: Subject, order: Order, strikes: dict[Subject, Act], by: tuple[Subject, Act] | None
) -> Verdict:
    """What came of the order of a unit that is gone: its strike, or nothing more."""
    if subject in strikes or by is None:
        return Verdict.of(subject, order, DONE, Reason(STRUCK.code))
    reason = Reason(DESTROYED.code, by=Cause(by[0].power, by[1]))
    return Verdict.of(subject, order, FAILED, reason)


MODULE = Module(
    "nuclear",
    "A unit may destroy itself and all that stands in a space near it, before anybody moves.",
    nuclear,
    (REACH,),
    verbs=(STRIKE,),
    reasons=(STRUCK, DESTROYED),
)
