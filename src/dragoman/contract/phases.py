"""Phases by their names: codes, and what a variant calls them."""

import re
from collections.abc import Iterator, Sequence

from dragoman.errors import RequestError, shown
from dragoman.model import ADJUSTMENT, MOVEMENT, Phase, read_phase
from dragoman.rules import Ask


def phase_named(ask: Ask, text: str) -> Phase:
    """The phase that a text means by a code such as `S1901M`, or in words: `Spring 1901`."""
    try:
        return read_phase(text)
    except RequestError:
        wanted = sorted(called(ask, word) for word in spelled(text))
        years = [int(word) for word in wanted if word.isdecimal() and len(word) <= 6]
        for phase in possible_phases(ask, years):
            if wanted in phase_spellings(ask, phase):
                return phase
        raise RequestError(f"{shown(text)} is not a phase: {right(ask)}") from None


def right(ask: Ask) -> str:
    """What would be a phase, in the codes and the words of the variant's own calendar."""
    start = ask.variant.start
    later = Phase(start.year + 1, *ask.variant.year.phases[-1])
    named = ask.rules.label(ask, start)
    return f"write season, year, kind, such as {start} or {later}, or {named}"


def called(ask: Ask, word: str) -> str:
    """A word of a phase's name; a power that has other names goes by its first."""
    others = ((power, info.also) for power, info in ask.variant.powers.items())
    return next((power.lower() for power, also in others if word in also), word)


def possible_phases(ask: Ask, years: Sequence[int]) -> Iterator[Phase]:
    """The phases of some years, and of the first hundred that the variant has."""
    first = ask.variant.start.year
    for year in (*years, *range(first, first + 100)):
        yield from (Phase(year, season, kind) for season, kind in ask.variant.year.slots)


def phase_spellings(ask: Ask, phase: Phase) -> Iterator[list[str]]:
    """What a phase is called, with its kind and, where it is the season's first, without."""
    label, kind = ask.rules.label(ask, phase), ask.rules.phases[phase.kind].name
    yield spelled(label)
    yield spelled(f"{label} {kind}")
    if phase.kind == ADJUSTMENT:
        yield spelled(label.rpartition(",")[0])
    # Whatever a calendar calls its years, codes number them, and so may words.
    numbered = f"{ask.variant.year.name[phase.season]} {phase.year}"
    yield spelled(f"{numbered} {kind}")
    if phase.kind in (MOVEMENT, ADJUSTMENT):
        yield spelled(numbered)


SYNONYMS = {
    "autumn": "fall",
    "move": "movement",
    "moves": "movement",
    "orders": "movement",
    "retreat": "retreats",
    "adjustment": "adjustments",
    "build": "adjustments",
    "builds": "adjustments",
}


def spelled(label: str) -> list[str]:
    """The words of a phase's name in one spelling, in whatever order they were written."""
    words = re.findall(r"[^\W_]+", label.lower())
    return sorted(SYNONYMS.get(word, word) for word in words)
