"""Doubling: in a power's own year its units count twice, and two orders divide one.

The rulings K1 to K20 and K29 to K31 are those of Cat Diplomacy, from which the idea comes.
"""

from collections.abc import Sequence

import msgspec

from dragoman.geo import Province
from dragoman.model import (
    ADJUSTMENT,
    MOVEMENT,
    POWER,
    TEXT,
    Fact,
    FactKind,
    Fate,
    Force,
    Order,
    Phase,
    State,
    Support,
    Tally,
    Unit,
)
from dragoman.modules.doubling.choosing import choose_halves
from dragoman.modules.doubling.halves import (
    MARK,
    SINGLE,
    UNCLEAR_PART,
    Years,
    check_halves,
    division,
    first_half,
    own_brother,
    two_orders,
    years_of,
)
from dragoman.rules import Ask, Draft, Lots, Module, Option, Orders, Ruleset, Settings

DOUBLED = FactKind(
    "Double strength",
    (POWER, TEXT),
    says="{0}",
    about="{1}",
    meaning="It is this power’s year: its units count double, and two different orders to one of "
    "them divide it.",
)
ORDERS = {
    "alphabetical": "the years go round the powers by the alphabet",
    "listed": "the years go round the powers as the variant's file lists them",
}
NAMES = {
    "numbers": "years are called by their numbers",
    "powers": "years are called after their powers: Cassiusica I, Andromeda I",
}


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Strength, division and rejoining for a draft's powers, year by year."""
    years = years_of(draft, settings)
    movement = rules.phases[MOVEMENT]
    rule = msgspec.structs.replace(
        movement,
        subjects=two_orders(movement.subjects, years),
        choices=choose_halves(movement.choices, movement.check, years),
        check=check_halves(movement.check, years),
    )
    return rules.answering(
        muster=lambda ask, place, ordered: muster(rules, years, ask, place, ordered),
        strength=lambda ask, force: strength(rules, years, ask, force),
        support_worth=lambda ask, force, cut: support_worth(rules, ask, force, cut),
        contests=lambda ask, a, b, place: contests(rules, ask, a, b, place),
        settle=lambda ask, place, fates: settle(rules, ask, place, fates),
        aftermath=lambda ask, lots: aftermath(rules, ask, lots),
        phases={**rules.phases, MOVEMENT: rule},
        label=lambda ask, phase: label(rules, years, ask, phase),
        show=lambda ask: (*rules.show(ask), *facts(years, ask)),
    )


def muster(
    rules: Ruleset,
    years: Years,
    ask: Ask,
    place: Province,
    ordered: Sequence[tuple[Unit, Orders]],
) -> Sequence[Force]:
    """Two forces of a unit with two different orders; one of any other."""
    rows: list[tuple[Unit, Orders]] = []
    shares: dict[object, tuple[str, tuple[tuple[int, Order], ...]]] = {}
    for unit, orders in ordered:
        for share in division(ask, years, unit, orders):
            rows.append((share.unit, (share.order,)))
            also = tuple((unit.id, order) for order in share.also)
            shares[unit.id, share.order] = (share.part, also)
    forces = []
    for force in rules.muster(ask, place, rows):
        part, also = shares.get((force.units[0].id, force.order), ("", ()))
        forces.append(msgspec.structs.replace(force, part=part, also=(*also, *force.also)))
    return forces


def strength(rules: Ruleset, years: Years, ask: Ask, force: Force) -> Tally | None:
    """Twice as much in one's own year while undivided; each half counts as ever (K1, K4)."""
    tally = rules.strength(ask, force)
    if tally is None or force.part or not years.doubles(ask, force.units[0]):
        return tally
    if len(tally.terms) > 1:
        return tally.times(2, "own year")
    return Tally(tally.total * 2, (("own year", tally.total * 2),))


def support_worth(rules: Ruleset, ask: Ask, force: Force, cut: int) -> int:
    """As ever; but brothers that stay together already add up, so one cannot support that (K13)."""
    order = force.order
    if force.part and isinstance(order, Support) and order.to is None:
        other = own_brother(ask, force.units[0], order)
        return 0 if other else rules.support_worth(ask, force, cut)
    return rules.support_worth(ask, force, cut)


def contests(rules: Ruleset, ask: Ask, a: Force, b: Force, place: Province) -> bool:
    """The halves of one unit share a place."""
    return a.units[0].id != b.units[0].id and rules.contests(ask, a, b, place)


def settle(rules: Ruleset, ask: Ask, place: Province, fates: Sequence[Fate]) -> Sequence[Unit]:
    """Halves that end together are one unit again (K6, K7); a half by itself stays single (K8)."""
    parts: dict[int, list[str]] = {}
    for fate in fates:
        if fate.force.part:
            parts.setdefault(fate.force.units[0].id, []).append(fate.force.part)
    stood: dict[int, Unit] = {}
    alone: list[Unit] = []
    for unit in rules.settle(ask, place, fates):
        here = parts.get(unit.id, ())
        if len(here) == 1:
            alone.append(single(ask, unit, here[0]))
        else:
            stood[unit.id] = ask.unit[unit.id] if here else unit
    return (*stood.values(), *alone)


def single(ask: Ask, half: Unit, part: str) -> Unit:
    """A half that is by itself from now on; the second of two is a new unit."""
    keeps = part == first_half(ask, ask.unit[half.id])
    return msgspec.structs.replace(half, id=half.id if keeps else 0, marks=(*half.marks, SINGLE))


def aftermath(rules: Ruleset, ask: Ask, lots: Lots) -> State:
    """At the end of a year nothing is left of its divisions (K10)."""
    state = rules.aftermath(ask, lots)
    if not ask.variant.year.is_last(state.phase):
        return state
    units = tuple(
        msgspec.structs.replace(u, marks=tuple(m for m in u.marks if m != SINGLE))
        if SINGLE in u.marks
        else u
        for u in state.units
    )
    return msgspec.structs.replace(state, units=units)


def label(rules: Ruleset, years: Years, ask: Ask, phase: Phase) -> str:
    """A phase with its year called after a power, where years have such names."""
    plain = rules.label(ask, phase)
    if not years.named:
        return plain
    return f"{years.title(phase.year)}, {plain.replace(f' {phase.year}', '', 1)}"


def facts(years: Years, ask: Ask) -> tuple[Fact, ...]:
    """Whose units are double now: in the seasons of moves, not in Winter (K2)."""
    phase = ask.state.phase
    year = phase.year
    if year < years.first or phase.kind == ADJUSTMENT:
        return ()
    return (Fact(DOUBLED.name, (years.owner(year), years.cycle_of(year)), news=True),)


def add_words(draft: Draft, settings: Settings) -> Draft:
    """The draft with `DA`, `DF` and the like for units that may be doubled (K29)."""
    kinds = [k.letter for k in draft.kinds.values() if k.needs_supply]
    words = {f"d{letter.lower()}": (letter,) for letter in kinds}
    return msgspec.structs.replace(draft, words={**draft.words, **words})


MODULE = Module(
    name="doubling",
    about="Years belong to the powers in turn. In a power's own year its units count twice, in "
    "attack, defence and support, and two different orders divide a unit into halves that count "
    "once; halves that end apart stay single until the year is over.",
    answer=answer,
    options=(
        Option(
            "year_order",
            "choice",
            "alphabetical",
            "; ".join(f"{name}: {text}" for name, text in ORDERS.items()),
            tuple(ORDERS),
            title="Order of the years",
        ),
        Option(
            "year_names",
            "choice",
            "numbers",
            "; ".join(f"{name}: {text}" for name, text in NAMES.items()),
            tuple(NAMES),
            title="Names of the years",
        ),
        Option(
            "cycle_name",
            "text",
            "",
            "what each round of years is called, such as Cat",
            title="Name of a round of years",
        ),
    ),
    shape=add_words,
    reasons=(UNCLEAR_PART,),
    marks=(MARK,),
    facts=(DOUBLED,),
    loops=f"{__name__}.loops",
)
