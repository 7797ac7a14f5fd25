"""Every variant, and every composition in the list, conforms in random legal play."""

from pathlib import Path
from typing import Any

import pytest

from dragoman.record.conformance import conformance
from dragoman.variants import load, variant_ids

GAMES = 5
LIST = Path(__file__).parent / "compositions.txt"


def references() -> list[str]:
    """What must conform: the variants by id and the lines of the list."""
    lines = [line.strip() for line in LIST.read_text(encoding="utf-8").splitlines()]
    return variant_ids() + [line for line in lines if line and not line.startswith("#")]


def options(words: list[str]) -> dict[str, Any]:
    """Options as written in the list."""
    pairs = (word.split("=", 1) for word in words)
    return {
        n: int(v) if v.isdigit() and n != "edition" else {"true": True, "false": False}.get(v, v)
        for n, v in pairs
    }


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("line", references())
def test_random_legal_play_finds_no_fault(line: str, seed: int) -> None:
    """A game of random legal play ends, or lasts its years, without a fault, and replays."""
    ref, *words = line.split()
    given = options(words)
    years = given.pop("years", 30)
    [played] = conformance(load(ref, given), games=1, seed=seed, years=years)
    assert played.faults == ()
    assert played.phases > 0
