"""Opening winter: the game begins with a Winter in which every power chooses its first units."""

from collections.abc import Sequence

from msgspec.structs import replace

from dragoman.geo import Place
from dragoman.model import (
    ADJUSTMENT,
    WINTER,
    Ballot,
    Build,
    Order,
    Phase,
    Piece,
    Power,
    Reason,
    Seat,
    State,
    Subject,
    Waive,
)
from dragoman.rules import (
    Ask,
    Charge,
    Draft,
    Election,
    Lots,
    Module,
    Option,
    Orders,
    PhaseRule,
    Ruleset,
    Settings,
    Step,
    Variant,
)
from dragoman.rules.adjustments import BUILDS, is_opening, why_no_site
from dragoman.rules.legality import WRONG_PHASE

OCCUPIED = Reason("occupied")
NO_WAIVING = Reason("not_allowed", note="every home center gets a unit")


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Builds before the first Spring, if the game begins so."""
    if not settings["winter_zero"]:
        return rules
    phases = rules.phases
    return rules.answering(
        opening=lambda variant, seats, lots: opening(rules, variant, seats, lots),
        elect=lambda ask, subject, ballots: elect(rules, ask, subject, ballots),
        phases={**phases, ADJUSTMENT: with_opening(phases[ADJUSTMENT])},
        label=lambda ask, phase: label(rules, ask, phase),
    )


def with_opening(rule: PhaseRule) -> PhaseRule:
    """Adjustments that are opening builds in the first phase of a game."""
    return replace(
        rule,
        subjects=lambda ask, power: (
            charges(ask, power) if is_opening(ask) else rule.subjects(ask, power)
        ),
        choices=lambda ask, subject, prefix: (
            choices(ask, subject, prefix) if is_opening(ask) else rule.choices(ask, subject, prefix)
        ),
        check=lambda ask, subject, orders: (
            check(ask, subject, orders) if is_opening(ask) else rule.check(ask, subject, orders)
        ),
        default=lambda ask, subject: (
            completed(ask, subject.power, ()) if is_opening(ask) else rule.default(ask, subject)
        ),
    )


def opening(rules: Ruleset, variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
    """The opening with its home centers still empty."""
    state = rules.opening(variant, seats, lots)
    homes = {home for found in state.homes.values() for home in found}
    standing = tuple(u for u in state.units if variant.map.province[u.place] not in homes)
    return replace(state, units=standing)


def charges(ask: Ask, power: Power) -> tuple[Charge, ...]:
    """One unit for each home center, and one of every other kind of piece that there is."""
    sites = ask.rules.sites(ask, power)
    units = {ask.province[s.place] for s in sites if ask.kind(s.kind).needs_supply}
    others = {s.kind for s in sites if not ask.kind(s.kind).needs_supply}
    due = len(units) + len(others)
    return (Charge(Subject(power, topic=BUILDS), ("build",), due),) if due else ()


def choices(ask: Ask, subject: Subject, prefix: tuple[str, ...]) -> tuple[Step, ...]:
    """What may be built: one order at a time."""
    sites = sorted(ask.rules.sites(ask, subject.power), key=str)
    if not prefix:
        return (Step("build", more=True),) if sites else ()
    return tuple(Step(str(s), Build(s)) for s in sites) if prefix == ("build",) else ()


def check(ask: Ask, subject: Subject, orders: Orders) -> tuple[Reason | None, ...]:
    """Orders are taken as written: one unit a home, one leader or the like a power."""
    taken: set[str] = set()
    faults: list[Reason | None] = []
    for order in orders:
        fault = _fault(ask, subject.power, order, taken)
        if fault is None and isinstance(order, Build):
            taken.add(_slot(ask, order.unit))
        faults.append(fault)
    return tuple(faults)


def _slot(ask: Ask, piece: Piece) -> str:
    """What a piece takes up: the home it is built in, or its kind's only place."""
    supplied = ask.kind(piece.kind).needs_supply
    return ask.province[piece.place] if supplied else f"({piece.kind})"


def _fault(ask: Ask, power: Power, order: Order, taken: set[str]) -> Reason | None:
    if not isinstance(order, Build):
        return NO_WAIVING if isinstance(order, Waive) else WRONG_PHASE
    if order.unit not in ask.rules.sites(ask, power):
        return why_no_site(ask, power, order.unit, ask.province[order.unit.place])
    if _slot(ask, order.unit) not in taken:
        return None
    kind = ask.kind(order.unit.kind)
    only = Reason("too_many", note=f"each power has one {kind.name}")
    return OCCUPIED if kind.needs_supply else only


def elect(rules: Ruleset, ask: Ask, subject: Subject, ballots: Sequence[Ballot]) -> Election:
    """What was chosen, homes without an order given their customary units (L18)."""
    election = rules.elect(ask, subject, ballots)
    if not is_opening(ask) or subject.topic != BUILDS:
        return election
    return replace(election, orders=completed(ask, subject.power, election.orders))


def completed(ask: Ask, power: Power, orders: Orders) -> Orders:
    """Opening builds with the customary unit in every home that they leave empty."""
    filled = {
        ask.province[o.unit.place]
        for o in orders
        if isinstance(o, Build) and ask.kind(o.unit.kind).needs_supply
    }
    sites = ask.rules.sites(ask, power)
    usual = [piece for piece in customary(ask, power) if piece in sites]
    return (*orders, *(Build(p) for p in usual if ask.province[p.place] not in filled))


def customary(ask: Ask, power: Power) -> list[Piece]:
    """The units with which a power begins where nobody chooses."""
    texts = (text.split(" ", 1) for text in ask.variant.powers[power].units)
    return [Piece(kind, Place(at)) for kind, at in texts]


def label(rules: Ruleset, ask: Ask, phase: Phase) -> str:
    """The first phase is called what it is."""
    plain = rules.label(ask, phase)
    first = phase == ask.variant.start and phase.kind == ADJUSTMENT
    season = plain.removesuffix(f", {ask.rules.phases[phase.kind].name}")
    return f"{season}, opening builds" if first else plain


def begin_earlier(draft: Draft, settings: Settings) -> Draft:
    """The draft with a Winter before its first year."""
    if not settings["winter_zero"]:
        return draft
    return replace(draft, start=Phase(draft.start.year - 1, WINTER, ADJUSTMENT))


def objects(draft: Draft, settings: Settings) -> str | None:
    """Why there can be no opening builds here, if there cannot."""
    if not settings["winter_zero"] or any(info.homes for info in draft.powers.values()):
        return None
    return "no power has home centers to build in before the game begins: set winter_zero to false"


MODULE = Module(
    name="opening_winter",
    about="If the game begins with a Winter, all powers choose in it, in secret and at once, one "
    "unit for every home center; where they do not, the customary unit stands.",
    answer=answer,
    options=(
        Option(
            "winter_zero",
            "flag",
            True,
            "the game begins with a Winter in which powers choose their units; without it, with "
            "the customary units",
            source="L18, K27",
            title="Opening Winter",
        ),
    ),
    shape=begin_earlier,
    objects=objects,
    loops=f"{__name__}.loops",
)
