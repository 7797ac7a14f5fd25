"""Every variant, and every composition in the list, conforms in random legal play."""

from pathlib import Path
from typing import Any

import pytest

from dragoman.record.conformance import conformance
from dragoman.variants import load, variant_ids

GAMES, YEARS = 2, 30
FEWER_YEARS = 8
"""How long the games after a line's first last: `scripts/soak` plays hundreds to their end."""
LIST = Path(__file__).parent / "compositions.txt"


def references() -> list[str]:
    """What must conform: the variants by id and the lines of the list.

    A line that adds nothing but `games` and `years` to an id stands for that variant.
    """
    text = LIST.read_text(encoding="utf-8")
    lines = [line for row in text.splitlines() if (line := row.split("#")[0].strip())]
    known = {line.split()[0] for line in lines if not options(line.split()[1:])}
    return [name for name in variant_ids() if name not in known] + lines


def limits(line: str) -> dict[str, int]:
    """How many games of a line are played and for how many years; large boards get fewer."""
    pairs = dict(word.split("=", 1) for word in line.split()[1:])
    return {name: int(pairs.get(name, n)) for name, n in (("games", GAMES), ("years", YEARS))}


def options(words: list[str]) -> dict[str, Any]:
    """Options as written in the list."""
    pairs = (word.split("=", 1) for word in words)
    return {
        n: int(v) if v.isdigit() and n != "edition" else {"true": True, "false": False}.get(v, v)
        for n, v in pairs
        if n not in ("games", "years")
    }


def games() -> list[tuple[str, int]]:
    """Every game that is played: a line and a seed."""
    return [(line, seed) for line in references() for seed in range(limits(line)["games"])]


@pytest.mark.parametrize(("line", "seed"), games())
def test_random_legal_play_finds_no_fault(line: str, seed: int) -> None:
    """A game of random legal play ends, or lasts its years, without a fault, and replays."""
    ref, *words = line.split()
    years = min(limits(line)["years"], FEWER_YEARS if seed else YEARS)
    [played] = conformance(load(ref, options(words)), games=1, seed=seed, years=years)
    assert played.faults == ()
    assert played.phases > 0
