"""Neutral armies: every center that nobody begins with is held by an army that nobody orders."""

import msgspec

from dragoman.geo import IMPASSABLE, WATER, Place, Province
from dragoman.model import ADJUSTMENT, ARMY, Build, Piece, Power, Subject
from dragoman.rules import Ask, Draft, Module, Option, Orders, PowerInfo, Ruleset, Settings

NEUTRAL = Power("Neutral")
RETURN = Option(
    "neutrals_return",
    "flag",
    False,
    "in Winter a neutral center that stands empty and that nobody has taken gets its army back",
    title="Neutral armies come back",
)


def free_centers(draft: Draft) -> tuple[Province, ...]:
    """The centers on land with which no power begins."""
    owned = {c for info in draft.powers.values() for c in (*info.homes, *info.owned)}
    land = (c for c in draft.map.centers if draft.map.spaces[c].kind not in (WATER, IMPASSABLE))
    return tuple(center for center in land if center not in owned)


def shape(draft: Draft, settings: Settings) -> Draft:
    """A power that no seat holds, with an army in each center that nobody begins with."""
    centers = free_centers(draft)
    units = tuple(f"{ARMY.letter} {center}" for center in centers)
    info = PowerInfo(NEUTRAL, "neutral", units=units, centers=centers, neutral=True)
    return msgspec.structs.replace(draft, powers={**draft.powers, NEUTRAL: info})


def objects(draft: Draft, settings: Settings) -> str | None:
    """There must be centers of powers, and others."""
    neutral = draft.powers[NEUTRAL].owned if NEUTRAL in draft.powers else ()
    if len(neutral) == len(draft.map.centers):
        return "no power begins with a center, so armies would stand in all of them"
    return None if neutral else "every center on land belongs to a power at the start"


def neutral_armies(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Neutral armies hold, disband when they are driven out, and perhaps come back."""

    def bases(ask: Ask, power: Power) -> tuple[Province, ...]:
        info = ask.variant.powers[power]
        return info.owned if info.neutral else rules.bases(ask, power)

    def entitlement(ask: Ask, power: Power) -> int:
        gone = ask.variant.powers[power].neutral and not settings["neutrals_return"]
        return 0 if gone else rules.entitlement(ask, power)

    def default(ask: Ask, subject: Subject) -> Orders:
        neutral = ask.variant.powers[subject.power].neutral
        if not neutral or subject.unit or ask.state.phase.kind != ADJUSTMENT:
            return rules.default(ask, subject)
        empty = (c for c in ask.state.centers(subject.power) if c not in ask.at)
        return tuple(Build(Piece(ARMY.letter, Place(center))) for center in empty)

    return rules.answering(bases=bases, entitlement=entitlement, default=default)


MODULE = Module(
    "neutral_armies",
    "Every center that nobody begins with is held by an army that nobody orders.",
    neutral_armies,
    (RETURN,),
    shape=shape,
    objects=objects,
)
