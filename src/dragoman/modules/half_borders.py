"""Half borders: attack and support count half over borders that the map or the options mark."""

from itertools import pairwise

from msgspec.structs import replace

from dragoman.geo import SUPPORT, Edge, Province
from dragoman.model import Force, Retreat
from dragoman.rules import Ask, Draft, Module, Option, Ruleset, Settings

LINE = "half"
"""What a map calls its half borders: `@line half mao egy`."""

HALF = Option(
    "half",
    "names",
    [],
    "further borders that count half, beside those of the map: par-bur",
    title="Further half borders",
)
MOVES_ONLY = Option(
    "half_moves_only",
    "flag",
    False,
    "over half borders units only move: no support is given over them, and none is cut by an "
    "attack over them that does not dislodge",
)

Borders = frozenset[frozenset[str]]


def borders(draft: Draft, settings: Settings) -> Borders:
    """The borders that count half, each as its two ends."""
    lines = (frozenset(pair) for line in draft.map.lines.get(LINE, ()) for pair in pairwise(line))
    return frozenset((*lines, *map(ends, settings["half"])))


def ends(text: str) -> frozenset[str]:
    """The two ends of a border that an option names, in any case."""
    return frozenset(text.lower().split("-"))


def shape(draft: Draft, settings: Settings) -> Draft:
    """The board on which no support is given over half borders, if they are for moves only."""
    if not settings["half_moves_only"]:
        return draft
    marked, home = borders(draft, settings), draft.map.province

    def narrowed(edge: Edge) -> Edge:
        if frozenset((home[edge.a], home[edge.b])) not in marked:
            return edge
        return replace(edge, uses=edge.uses - {SUPPORT})

    edges = tuple(narrowed(edge) for edge in draft.map.edges)
    return replace(draft, map=replace(draft.map, edges=edges))


def half_borders(rules: Ruleset, draft: Draft, settings: Settings) -> Ruleset:
    """One half is lost over such a border; where there is none, nothing changes."""
    marked = borders(draft, settings)
    if not marked:
        return rules

    def over(ask: Ask, force: Force, aim: Province) -> bool:
        return frozenset((ask.province[force.place], aim)) in marked

    def burden(ask: Ask, force: Force, aim: Province) -> int:
        return rules.burden(ask, force, aim) + over(ask, force, aim)

    def cuts(ask: Ask, attack: Force, support: Force) -> tuple[int, int]:
        striking, dislodging = rules.cuts(ask, attack, support)
        far = over(ask, attack, ask.province[support.place])
        return (0 if far else striking, dislodging)

    def contests(ask: Ask, mine: Force, theirs: Force, place: Province) -> bool:
        # Of retreats to one place those over other borders go before those over half ones.
        retreats = isinstance(mine.order, Retreat) and isinstance(theirs.order, Retreat)
        yields = over(ask, theirs, place) and not over(ask, mine, place)
        return rules.contests(ask, mine, theirs, place) and not (retreats and yields)

    if not settings["half_moves_only"]:
        return rules.answering(burden=burden, contests=contests)
    return rules.answering(burden=burden, contests=contests, cuts=cuts)


def objects(draft: Draft, settings: Settings) -> str | None:
    """Borders must be borders."""
    home = draft.map.province
    near = {frozenset((home[e.a], home[e.b])) for e in draft.map.edges}
    for text in settings["half"]:
        if ends(text) not in near:
            return f"half: {text} is not a border of the map {draft.map.id}: write such as par-bur"
    return None


MODULE = Module(
    "half_borders",
    "Attack and support count half over some borders.",
    half_borders,
    (HALF, MOVES_ONLY),
    shape=shape,
    objects=objects,
)
