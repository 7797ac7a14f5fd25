"""Cat's reckoning: what feeds units, what must be controlled to win, and who shares a draw."""

from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.geo import IMPASSABLE, Province
from dragoman.model import POWER, PROVINCE, Fact, FactKind, Power, Result, Seat, Sign, State
from dragoman.rules import (
    Ask,
    Draft,
    Lots,
    Module,
    Ruleset,
    Settings,
    Variant,
    remembered,
    remembering,
    sharers,
)

NAME = "cat_reckoning"
CONTROL = FactKind(
    "control", (PROVINCE, POWER), "Control of {0.name}", "{1}", sign=Sign(ground="power")
)


class ControlNote(Struct, frozen=True):
    """Who controls which province; those not named are controlled from home."""

    control: dict[Province, Power] = {}


def answer(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Entitlement, control of home country, victory and draws as Cat has them."""
    return rules.answering(
        opening=lambda variant, seats, lots: opening(rules, variant, seats, lots),
        aftermath=lambda ask, lots: aftermath(rules, ask, lots),
        entitlement=lambda ask, power: entitlement(rules, ask, power),
        winner=winner,
        draw=draw,
        show=lambda ask: (*rules.show(ask), *facts(ask)),
    )


def opening(rules: Ruleset, variant: Variant, seats: tuple[Seat, ...], lots: Lots) -> State:
    """The opening, in which every power controls the provinces of its home country (K23)."""
    state = rules.opening(variant, seats, lots)
    return remembering(state, NAME, ControlNote(at_home(variant)))


def at_home(variant: Variant) -> dict[Province, Power]:
    """The provinces of home countries that are no centers, each with its own power."""
    return {land: power for power, info in variant.powers.items() for land in info.lands}


def control(ask: Ask) -> dict[Province, Power]:
    """Who controls each province of a home country that is no center."""
    known = at_home(ask.variant)
    found = remembered(ask.state, NAME, ControlNote).control
    for land, power in found.items():
        if land not in known or power not in ask.variant.powers:
            raise RequestError(f"{power!r} cannot control {land!r}", f"notes.{NAME}")
    return {**known, **found}


def aftermath(rules: Ruleset, ask: Ask, lots: Lots) -> State:
    """After a Fall those provinces pass to whoever stands there, as centers do (K23)."""
    state = rules.aftermath(ask, lots)
    if not ask.variant.year.settles(state.phase):
        return state
    after = ask.with_state(state)
    lands = control(after)
    taken = {
        land: unit.power
        for info in ask.variant.powers.values()
        for land in info.lands
        for unit in after.at.get(land, ())
        if after.kind(unit.kind).captures
    }
    return remembering(state, NAME, ControlNote({**lands, **taken}))


def neutral_centers(ask: Ask) -> tuple[Province, ...]:
    """The centers that are in nobody's home country."""
    homes = {home for found in ask.state.homes.values() for home in found}
    return tuple(c for c in ask.map.centers if c not in homes)


def entitlement(rules: Ruleset, ask: Ask, power: Power) -> int:
    """Own home centers and neutral ones feed units; an enemy's home feeds nobody (rule 9, K21)."""
    fed_by = {*ask.state.homes.get(power, ()), *neutral_centers(ask)}
    unfed = sum(center not in fed_by for center in ask.state.centers(power))
    return rules.entitlement(ask, power) - unfed


def triumphs(ask: Ask, power: Power) -> bool:
    """Whether a power has all neutral centers and the whole of its own country (rule 7).

    What has vanished from the board is nobody's, and nobody needs it.
    """
    homes, neutral = ask.state.homes.get(power, ()), neutral_centers(ask)
    wanted = {*neutral, *(h for h in homes if ask.map.spaces[h].center)}
    lands = (p for p in ask.variant.powers[power].lands if ask.map.spaces[p].kind != IMPASSABLE)
    held = control(ask)
    return (
        bool(homes and neutral)
        and wanted.issubset(ask.state.centers(power))
        and all(held.get(land) == power for land in lands)
    )


def lives(ask: Ask, power: Power) -> bool:
    """Whether a power has a unit, or anything to feed one (K26)."""
    return bool(ask.state.forces_of(power)) or ask.rules.entitlement(ask, power) > 0


def winner(ask: Ask) -> Result | None:
    """A power that triumphs wins (rule 7)."""
    for power in ask.variant.powers:
        seat = ask.state.holder.get(power)
        if seat is not None and triumphs(ask, power):
            return Result("solo", (seat,))
    return None


def draw(ask: Ask, votes: frozenset[Seat]) -> Result | None:
    """A draw that the survivors agree on is shared by all (rule 8)."""
    living = [s for s, powers in ask.state.seats.items() if any(lives(ask, p) for p in powers)]
    agreed = votes.issuperset(living or sharers(ask))
    return Result("draw", tuple(ask.state.seats)) if agreed else None


def facts(ask: Ask) -> list[Fact]:
    """Who controls the home provinces that are no centers."""
    return [Fact(CONTROL.name, row, news=True) for row in sorted(control(ask).items())]


def goal(earlier: str, draft: Draft, settings: Settings) -> str:
    """What wins, whatever the winning number of the board is (rule 7)."""
    return "All neutral centers and the whole of one's home country win."


MODULE = Module(
    name=NAME,
    about="Units are fed by one's own home centers and by neutral centers only. Victory needs all "
    "neutral centers and the whole home country, its provinces without centers too. A draw is "
    "shared by the whole table.",
    answer=answer,
    goal=goal,
    without=("win_at",),
    loops=f"{__name__}.loops",
    facts=(CONTROL,),
)
