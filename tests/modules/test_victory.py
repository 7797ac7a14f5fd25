"""Victory by units, as an option."""

import pytest
from msgspec.structs import replace

from dragoman.errors import RequestError
from dragoman.model import Result, Seat, read_phase
from dragoman.rules import Ask
from dragoman.variants import load
from tests.modules.table import placed

BOARD = "France: A par, A mar, L par\nGermany: A mun"


@pytest.mark.parametrize(
    ("options", "phase", "winner"),
    [
        ({}, "F1901M", None),
        ({"victory": "majority_of_units"}, "F1901M", "France"),
        ({"victory": "majority_of_units"}, "S1901M", None),
        ({"victory": "units", "win_at": 2}, "F1901M", "France"),
        ({"victory": "units", "win_at": 3}, "F1901M", None),
    ],
)
def test_units_are_counted_after_a_fall(
    options: dict[str, object], phase: str, winner: str | None
) -> None:
    """Leaders are not counted; the default counts centers."""
    variant = load("militarism", options)
    ask = placed(variant, phase, BOARD)
    result = variant.rules.outcome(ask)
    assert result == (Result("solo", (Seat(winner),)) if winner else None)


def test_a_draw_is_still_agreed_by_all() -> None:
    """Whatever is counted, the survivors may share."""
    variant = load("militarism", {"victory": "units"})
    ask = placed(variant, "F1901M", BOARD)
    both = Ask(variant, replace(ask.state, owners={}, phase=read_phase("F1901M")))
    votes = frozenset({Seat("France"), Seat("Germany")})
    assert variant.rules.draw(both, votes) == Result("draw", (Seat("France"), Seat("Germany")))


@pytest.mark.parametrize(
    "options",
    [{"victory": "pieces"}, {"led_attack_cuts": 3}, {"winter_zero": 1}, {"capitals": 3}],
)
def test_options_are_checked(options: dict[str, object]) -> None:
    """A value that an option cannot have is refused by name."""
    with pytest.raises(RequestError, match=next(iter(options))):
        load("militarism", options)
