"""The words of drawing lines: numbers, points, names; a wrong one is named with what is right."""

import math
from collections.abc import Collection, Sequence
from itertools import pairwise

from dragoman.errors import did_you_mean

Pair = tuple[float, float]


def number(word: str) -> float:
    """A number that can be drawn with.

    >>> number("-8.2")
    -8.2
    """
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"{word!r} is not a number")
    return value


def numbers(words: Sequence[str], form: str) -> tuple[float, ...]:
    """As many numbers as a form has names.

    >>> numbers(["1", "2"], "LON LAT")
    (1.0, 2.0)
    """
    count = len(form.split())
    if len(words) != count:
        many = "a number" if count == 1 else f"{count} numbers" if count else "nothing more"
        raise ValueError(f"expected {f'{many}, {form}'.rstrip(', ')}, and found {len(words)}")
    return tuple(number(w) for w in words)


def frame(words: Sequence[str], form: str) -> tuple[float, ...]:
    """Two corners: left or west before right or east, the other way likewise."""
    found = numbers(words, form)
    names = form.split()
    for a, b in ((0, 2), (1, 3)):
        if found[a] >= found[b]:
            raise ValueError(f"expected {form}, with {names[a]} less than {names[b]}")
    return found


def positive(words: Sequence[str], form: str, least: float, most: float) -> float:
    """One number between two others."""
    (value,) = numbers(words, form)
    if not least <= value <= most:
        raise ValueError(f"{form} is a number from {least:g} to {most:g}")
    return value


def pair(word: str) -> Pair:
    """A point written `x,y`.

    >>> pair("2.3,48.9")
    (2.3, 48.9)
    """
    values = word.split(",")
    try:
        if len(values) != 2:
            raise ValueError
        return number(values[0]), number(values[1])
    except ValueError:
        right = "two numbers with a comma and no space between, such as 2.3,48.9"
        raise ValueError(f"{word!r} is not a point: write {right}") from None


def pairs(words: Sequence[str], least: int = 1) -> list[Pair]:
    """Points, as many as are needed."""
    found = [pair(w) for w in words]
    if len(found) < least:
        points = "a point" if least == 1 else f"{least} points or more"
        raise ValueError(f"expected {points} written x,y, and found {len(found)}")
    return found


def one_of(word: str, known: Collection[str], what: str) -> str:
    """A word that is known; if it is not, the nearest one that is."""
    if word not in known:
        raise ValueError(f"no {what} {word!r}{hint(word, known)}")
    return word


def hint(word: str, known: Collection[str]) -> str:
    """What somebody may have meant, to end a message with.

    >>> hint("Spian", ["Portugal", "Spain"]), hint("x", ["albers", "grid"])
    (': did you mean Spain?', ': there is albers, grid')
    """
    some = f": there is {', '.join(sorted(known))}" if len(known) < 12 else ""
    return did_you_mean(word, known) or some


def projection(words: Sequence[str]) -> list[str]:
    """The words of a projection, looked through."""
    kind = one_of(words[0] if words else "", _PROJECTIONS, "projection")
    _PROJECTIONS[kind](words[1:])
    return list(words)


def _albers(words: Sequence[str]) -> None:
    *_, south, north = numbers(words, "LON LAT SOUTH NORTH")
    if not (-90 < south < 90 and -90 < north < 90) or abs(south + north) < 1e-6:
        raise ValueError("SOUTH and NORTH are two latitudes, and not the same north and south")


def _grid(words: Sequence[str]) -> None:
    form = "`grid lon:x lon:x … by lat:y lat:y …`"
    if "by" not in words:
        raise ValueError(f"expected {form}: there is no `by`")
    at = list(words).index("by")
    for side in (words[:at], words[at + 1 :]):
        knots = sorted((*_knot(word, form), word) for word in side)
        starts = {start for start, _, _ in knots}
        if len(starts) < 2 or len(starts) < len(knots):
            raise ValueError(f"expected {form}: two knots or more on either side, all different")
        _proof_course(knots)


def _knot(word: str, form: str) -> Pair:
    values = word.split(":")
    if len(values) != 2:
        raise ValueError(f"{word!r} is not a knot: expected {form}")
    return number(values[0]), number(values[1])


def _proof_course(knots: Sequence[tuple[float, float, str]]) -> None:
    """Refuse knots that would fold the board: along a side all run the same way."""
    forward = knots[1][1] > knots[0][1]
    for (_, before, _), (_, after, word) in pairwise(knots):
        if after == before or (after > before) != forward:
            raise ValueError(f"the knots of the grid turn back at {word!r}: let them run one way")


def _plane(words: Sequence[str]) -> None:
    numbers(words, "")


_PROJECTIONS = {"albers": _albers, "grid": _grid, "plane": _plane}
