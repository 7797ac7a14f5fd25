"""Half borders: attack and support count half over borders that the map or the options mark."""

from itertools import pairwise

from dragoman.geo import Province
from dragoman.model import Force
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings

LINE = "half"
"""What a map calls its half borders: `@line half mao egy`."""

HALF = Option(
    "half", "names", [], "further borders that count half, beside those of the map: par-bur"
)

Borders = frozenset[frozenset[str]]


def borders(draft: Draft, settings: Settings) -> Borders:
    """The borders that count half, each as its two ends."""
    lines = (frozenset(pair) for line in draft.map.lines.get(LINE, ()) for pair in pairwise(line))
    return frozenset((*lines, *(frozenset(text.split("-")) for text in settings["half"])))


def half_borders(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """One half is lost over such a border; where there is none, nothing changes."""
    marked = borders(draft, settings)
    if not marked:
        return rules

    def burden(ask: Ask, force: Force, aim: Province) -> int:
        over = frozenset((ask.province[force.place], aim)) in marked
        return rules.burden(ask, force, aim) + over

    return rules.answering(burden=burden)


def objects(draft: Draft, settings: Settings) -> str | None:
    """Borders must be borders."""
    home = draft.map.province
    near = {frozenset((home[e.a], home[e.b])) for e in draft.map.edges}
    for text in settings["half"]:
        if frozenset(text.split("-")) not in near:
            return f"half: {text} is not a border of the map {draft.map.id}: write such as par-bur"
    return None


MODULE = Module(
    "half_borders",
    "Attack and support count half over some borders.",
    half_borders,
    (HALF,),
    objects=objects,
)
