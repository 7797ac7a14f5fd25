"""Equal arguments give equal answers in every process: nothing hangs on how Python hashes texts."""

import os
import subprocess
import sys

import pytest

PLAY = """
import sys
from dragoman.draw.game import Moment, draw_moment
from dragoman.record import write_record
from dragoman.record.conformance import random_game
from dragoman.record.trees import legal_orders
from dragoman.report import position_sheet
from dragoman.rules import Ask
from dragoman.variants import load

variant = load(sys.argv[1])
game = random_game(variant, "seeds", int(sys.argv[2]))
ask = Ask(variant, game.state)
for seat in game.state.seats:
    for charge in ask.mandate(seat).charges:
        if charge.subject.unit:
            print(*legal_orders(ask, charge.subject), sep="\\n")
print(write_record(game.record), position_sheet(ask))
print(draw_moment(variant, Moment(game.state), alone=False))
"""


def played(variant: str, phases: int, seed: str) -> str:
    """A game, its position, what is legal in it and its picture, under one seed of hashes."""
    command = [sys.executable, "-c", PLAY, variant, str(phases)]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("variant", "phases"), [("militarism", 8), ("cat", 8), ("twin_earths", 4), ("para_time", 2)]
)
def test_a_game_does_not_hang_on_the_hashes_of_texts(variant: str, phases: int) -> None:
    assert played(variant, phases, "0") == played(variant, phases, "1")
