"""Chaos: as many powers as there are centers, each beginning with one of them."""

import msgspec

from dragoman.geo import IMPASSABLE, WATER
from dragoman.model import ARMY, Power, Seat
from dragoman.modules.placement import colors
from dragoman.rules import Draft, Module, PowerInfo, Ruleset, Settings


def shape(draft: Draft, settings: Settings) -> Draft:
    """Every center on land is a power of its own, called by its name."""
    spaces = draft.map.spaces
    centers = [c for c in draft.map.centers if spaces[c].kind not in (WATER, IMPASSABLE)]
    names = [Power(spaces[center].name) for center in centers]
    powers = {
        name: PowerInfo(
            name,
            adjective=name,
            homes=(center,),
            units=(f"{ARMY.letter} {center}",),
            color=color,
            # More powers than there are colors.
            tag=center.capitalize(),
        )
        for name, center, color in zip(names, centers, colors(len(names)), strict=True)
    }
    return msgspec.structs.replace(draft, powers=powers, seats=tuple(map(Seat, powers)))


def as_before(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """The rules stay what they are: only the powers are others."""
    return rules


def objects(draft: Draft, settings: Settings) -> str | None:
    """Powers must be one board's, and each center must have a name of its own."""
    if len(draft.map.boards) > 1:
        return "it needs one board, not several"
    names = [draft.map.spaces[center].name for center in draft.map.centers]
    alike = sorted({name for name in names if names.count(name) > 1})
    return f"two centers are called {alike[0]}" if alike else None


MODULE = Module(
    "chaos",
    "Every center is a power of its own, with one unit.",
    as_before,
    shape=shape,
    objects=objects,
)
