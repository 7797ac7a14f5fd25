"""The solver against brute force on fights of variants whose units are not all alike."""

from itertools import count, islice

import pytest

from dragoman.model import read_phase
from dragoman.variants import load
from tests.amounts import amount
from tests.judge.test_solver_twin import check
from tests.judge.variant_fights import drawn_fights

CHUNKS, FIGHTS = 4, amount(1_300)
SOURCES = {
    # Telahoma's own year: its units are doubled and may be divided.
    "cat": ("S3M", ("Telahoma", "Telahoma", "Cassiusica", "Andromeda")),
    "militarism": ("S1901M", ("France", "Germany", "England")),
}


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("ref", SOURCES)
def test_solver_agrees_with_brute_force_on_fights_of(ref: str, chunk: int) -> None:
    """All that the solver tells of a fight drawn from the variant is as it must be."""
    variant, (phase, powers) = load(ref), SOURCES[ref]
    seeds = count(chunk * 1_000_000)
    tables = (t for s in seeds for t in drawn_fights(variant, read_phase(phase), powers, s))
    for number, table in enumerate(islice(tables, FIGHTS)):
        try:
            check(table)
        except AssertionError as wrong:
            wrong.add_note(f"{ref}, chunk {chunk}, fight {number}: {table}")
            raise


def test_drawn_fights_are_of_every_sort() -> None:
    """The draws hold what makes these variants: strength two, halves, leaders, partial cuts."""
    for ref, (phase, powers) in SOURCES.items():
        variant = load(ref)
        tables = [t for s in range(40) for t in drawn_fights(variant, read_phase(phase), powers, s)]
        forces = [f for t in tables for f in t.forces]
        assert any(f.attack == 2 for f in forces)
        assert any(t.peaces for t in tables)
        assert any(t.carriers for t in tables)
        assert any(
            s.worth == ((2, 0) if ref == "cat" else (2, 1, 0)) for t in tables for s in t.supports
        )
        assert any(f.light for f in forces) == (ref == "militarism")
