"""The board in words, for readers who have never seen it: every province and where it leads."""

from collections.abc import Iterator

from dragoman.geo import Place, Space
from dragoman.report.layout import filled
from dragoman.rules import Ask
from dragoman.words.phrases import coast_name, kind_name, listing


def gazetteer(ask: Ask) -> list[str]:
    """Every province of the board as it is now: its id, its name, and where units get from it."""
    return [
        line for space in ask.map.spaces.values() for line in filled(entry(ask, space), "", "    ")
    ]


def entry(ask: Ask, space: Space) -> str:
    """A province: `bur: Burgundy, inland; army to bel, gas, …`."""
    what = [space.name, space.kind, *(["center"] if space.center else [])]
    return f"{space.id}: {', '.join(what)}{''.join(f'; {w}' for w in ways(ask, space))}"


def ways(ask: Ask, space: Space) -> Iterator[str]:
    """Where each kind of piece gets from a province; those that get to the same places together."""
    for place in space.places:
        kinds: dict[tuple[Place, ...], list[str]] = {}
        for letter in ask.variant.kinds:
            if near := ask.moves[letter].get(place):
                kinds.setdefault(tuple(sorted(near)), []).append(kind_name(ask, letter))
        label = place.removeprefix(f"{space.id}/")
        coast = f" ({coast_name(label)})" if place in space.coasts else ""
        for goals, names in kinds.items():
            yield f"{listing(names)}{coast} to {', '.join(goals)}"
