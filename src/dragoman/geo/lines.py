"""Lines: what a map names for rules to give a meaning, such as the course of a railway."""

from collections.abc import Callable, Mapping
from itertools import pairwise

from dragoman.geo.edge import Edge, Province
from dragoman.geo.map import Space

Note = Callable[[int, str], None]
"""Notes a fault: its line in the file, and what is wrong."""


def read_lines(
    rows: list[tuple[int, list[str]]],
    spaces: Mapping[Province, Space],
    edges: tuple[Edge, ...],
    note: Note,
) -> dict[str, tuple[tuple[Province, ...], ...]]:
    """The lines of each name, each through provinces that border one another."""
    home = {place: space.id for space in spaces.values() for place in space.places}
    near = {frozenset((home[e.a], home[e.b])) for e in edges}
    found: dict[str, tuple[tuple[Province, ...], ...]] = {}
    for number, words in rows:
        course = tuple(Province(word) for word in words[1:])
        unknown = [p for p in course if p not in spaces]
        apart = [pair for pair in pairwise(course) if frozenset(pair) not in near]
        if len(course) < 2:
            note(number, "expected `@line NAME a b c`: two provinces or more")
        elif unknown:
            note(number, f"line {words[0]}: no province {unknown[0]!r}")
        elif apart:
            note(number, f"line {words[0]}: {apart[0][0]} does not border {apart[0][1]}")
        else:
            found[words[0]] = (*found.get(words[0], ()), course)
    return found
