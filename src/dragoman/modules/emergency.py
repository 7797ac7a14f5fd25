"""Emergency: a power that has lost a home, but not all, keeps a unit more and builds elsewhere too.

The variant's file says whose it is and where the power may then build, center or not:

    [data.emergency]
    Russia = "sib"
"""

from dragoman.geo import Province
from dragoman.model import Piece, Power
from dragoman.rules import Ask, Draft, Module, Ruleset, Settings, raisable

DATA = "emergency"


def refuges(draft: Draft) -> dict[str, str]:
    """Where each power with an emergency may then build."""
    return draft.look_up(DATA, dict[str, str], {})


def in_need(ask: Ask, power: Power) -> bool:
    """Whether a power owns some of its homes, and not all."""
    homes = ask.variant.powers[power].homes
    owned = sum(ask.state.owners.get(home) == power for home in homes)
    return 0 < owned < len(homes)


def emergency(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """One unit more than it has centers, and one more place to build."""
    places = {Power(power): Province(place) for power, place in refuges(draft).items()}

    def entitlement(ask: Ask, power: Power) -> int:
        return rules.entitlement(ask, power) + (power in places and in_need(ask, power))

    def sites(ask: Ask, power: Power) -> tuple[Piece, ...]:
        given = rules.sites(ask, power)
        if power not in places or not in_need(ask, power) or places[power] in ask.at:
            return given
        return tuple(dict.fromkeys((*given, *raisable(ask, places[power]))))

    return rules.answering(entitlement=entitlement, sites=sites)


def objects(draft: Draft, settings: Settings) -> str | None:
    """There must be such a power, and such a place."""
    named = refuges(draft)
    if not named:
        return 'the variant names nobody for it: write `[data.emergency]` with `Russia = "sib"`'
    for power, place in named.items():
        if power not in draft.powers:
            return f"data.emergency: there is no {power}; there are {', '.join(draft.powers)}"
        if place not in draft.map.spaces:
            return f"data.emergency: {power}: no province {place!r} on the map {draft.map.id}"
    return None


MODULE = Module(
    "emergency",
    "A power that has lost some of its homes keeps a unit more, and builds in one place more.",
    emergency,
    objects=objects,
)
