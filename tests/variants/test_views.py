"""Two worlds: what a seat sees before adjudication does not depend on another seat's ballots."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from dragoman.model import Seat
from dragoman.record.conformance import _Play
from dragoman.variants import load

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("catspaw", {}, 14),
    ("catspaw", {"hide_vote_authors": True, "extra_targets": "rivals"}, 10),
    ("catspaw+black_hole", {}, 12),
    ("escalation", {"players": 4, "pieces": 3}, 22),
    ("escalation+black_hole", {"players": 3, "pieces": 3}, 22),
    ("black_hole", {}, 10),
    ("black_hole", {"family": "closing"}, 10),
    ("catspaw@cline", {}, 8),
    ("cat", {"winter_zero": True}, 10),
    ("militarism", {}, 8),
    ("catspaw@cat", {"winter_zero": True}, 10),
    ("catspaw@militarism", {}, 6),
    ("doubling+militarism", {}, 6),
]


class _Worlds(_Play):
    """A game of random legal play in which every seat's ballots are changed in turn."""

    def views(self, without: Seat) -> dict[str, bytes]:
        """What everyone else sees, an observer too, byte for byte."""
        others = [s for s in (*self.game.seats, None) if s != without]
        return {str(s): msgspec.json.encode(self.game.view(s)) for s in others}

    def write(self, seat: Seat) -> None:
        """Give a seat other random orders than it had."""
        self.game.withdraw(seat)
        lines = list(self.orders(self.game.ask, seat))
        if lines:
            self.game.submit(seat, "\n".join(lines))

    def differences(self) -> Iterator[str]:
        """Where a change of one seat's ballots shows in another's view."""
        for seat in self.game.seats:
            self.write(seat)
        for seat in self.game.seats:
            one = self.views(seat)
            self.write(seat)
            two = self.views(seat)
            self.game.withdraw(seat)
            three = self.views(seat)
            self.write(seat)
            if not one == two == three:
                yield f"{self.game.phase}: {seat}"
        self.game.advance()


@pytest.mark.parametrize(("ref", "options", "phases"), GAMES)
def test_a_view_holds_nothing_of_another_seats_ballots(
    ref: str, options: dict[str, Any], phases: int
) -> None:
    """Change or withdraw one seat's pending ballots: every other seat's view stays the same."""
    for seed in ("one", "two"):
        play = _Worlds(load(ref, options), seed, years=30)
        for _ in range(phases):
            if not play.game.over:
                assert list(play.differences()) == []
