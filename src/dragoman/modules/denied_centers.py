"""Denied centers: some centers count for everybody but one power, which gains nothing by them.

The variant's file says for whom they do not count:

    [data.denied_centers]
    China = ["hon"]
"""

from dragoman.geo import Province
from dragoman.model import Power
from dragoman.rules import Ask, Draft, Module, Ruleset, Settings

DATA = "denied_centers"


def denied(draft: Draft) -> dict[str, list[str]]:
    """Which centers do not count, for each power."""
    return draft.look_up(DATA, dict[str, list[str]], {})


def denied_centers(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """Taken by a power for which it does not count, a center is nobody's."""
    barred = {(Province(p), power) for power, places in denied(draft).items() for p in places}

    def capture(ask: Ask, province: Province) -> Power | None:
        owner = rules.capture(ask, province)
        return None if (province, owner) in barred else owner

    return rules.answering(capture=capture)


def objects(draft: Draft, settings: Settings) -> str | None:
    """There must be such powers, and such centers."""
    named = denied(draft)
    if not named:
        return 'the variant names none: write `[data.denied_centers]` with `China = ["hon"]`'
    for power, places in named.items():
        if power not in draft.powers:
            return f"data.denied_centers: there is no {power}; there are {', '.join(draft.powers)}"
        wrong = [place for place in places if place not in draft.map.centers]
        if wrong:
            return f"data.denied_centers: {power}: {wrong[0]!r} is no center of {draft.map.id}"
    return None


MODULE = Module(
    DATA,
    "Some centers count for everybody but one power.",
    denied_centers,
    objects=objects,
)
