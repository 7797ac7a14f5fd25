"""Editions of the rulebook as named sets of small policies.

Each policy answers one disputed point; the number in brackets is the issue of the Diplomacy
Adjudicator Test Cases (DATC 3.0, chapter 4) that discusses it.
"""

from typing import Any

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError, shown

POLICIES: dict[str, dict[str, str]] = {
    "convoy_routes": {
        "any": "a convoy stands while one ordered route is whole [4.A.1]",
        "every": "a convoy is broken as soon as any ordered route is broken [4.A.1]",
    },
    "convoy_intent": {
        "swap": "to a neighbor by sea only to change places, and while the convoy stands [4.A.3]",
        "own": "to a neighbor by sea when a fleet of one's own convoys that move [4.A.3]",
        "own_or_via": "to a neighbor by sea when one's own fleet convoys it or by order [4.A.3]",
        "via": "to a neighbor by sea only when the order says via [4.A.3]",
    },
    "paradox": {
        "szykman": "convoys caught in a paradox fail [4.A.2]",
        "attack": "no cut by a convoyed unit if a fleet supports an attack on its convoy [4.A.2]",
        "water": "no cut by a convoyed unit where a fleet supports into convoying waters [4.A.2]",
        "needed": "no cut by a convoyed unit of support against a fleet that it needs [4.A.2]",
    },
    "retreat_to_origin": {
        "never": "a unit never retreats to where its attacker came from [4.A.5]",
        "convoyed": "a unit may retreat to where an attacker came from by convoy [4.A.5]",
    },
    "removal": {
        "home": "farthest from home goes first; fleets by sea, armies over land and sea [4.D.8]",
        "owned": "farthest from owned centers goes first, all over land and sea [4.D.8]",
    },
}
"""Every policy, its choices, and what each means."""


class Policies(Struct, frozen=True):
    """One choice for each policy. Where a paradox rule is silent, `szykman` is the backup."""

    convoy_routes: str = "any"
    convoy_intent: str = "own_or_via"
    paradox: str = "needed"
    retreat_to_origin: str = "convoyed"
    removal: str = "owned"


EDITIONS: dict[str, Policies] = {
    "1971": Policies("every", "swap", "attack", "never", "home"),
    "1982": Policies("any", "own", "water", "never", "home"),
    "2000": Policies("any", "own_or_via", "needed", "never", "home"),
    "2023": Policies("any", "own_or_via", "needed", "convoyed", "owned"),
    "dptg": Policies("any", "via", "szykman", "convoyed", "home"),
}
"""The rulebooks of 1971, 1982, 2000 and 2023, and the Player's Technical Guide of 1998."""


EDITIONS_ABOUT = {
    "1971": "the disputed points as in the book of 1971, which is also that of 1976",
    "1982": "as in the book of 1982, which is also that of 1992",
    "2000": "as in the book of 2000",
    "2023": "as in the book of 2023",
    "dptg": "as in the Diplomacy Player's Technical Guide of 1998",
}
"""What naming an edition takes: all of its policies."""

TITLES = {
    "convoy_routes": "Convoys with several routes",
    "convoy_intent": "By land or by sea to a neighbor",
    "paradox": "Convoy paradoxes",
    "retreat_to_origin": "Retreats to where the attacker came from",
    "removal": "Removals that nobody ordered",
}
"""What the policies are called."""


def policies(edition: str, overrides: dict[str, Any]) -> Policies:
    """The policies of an edition with single choices replaced."""
    if edition not in EDITIONS:
        raise RequestError(f"no edition {shown(edition)}: choose one of {', '.join(EDITIONS)}")
    for name, choice in overrides.items():
        if choice not in POLICIES[name]:
            raise RequestError(
                f"{name} cannot be {choice!r}: choose one of {', '.join(POLICIES[name])}"
            )
    return msgspec.structs.replace(EDITIONS[edition], **overrides)
