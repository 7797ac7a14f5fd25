"""Draws every phase of many random games of every variant: `python -m tests.draw.full [GAMES]`."""

import sys
import xml.etree.ElementTree as ET

from dragoman.draw.game import compiled_map, draw_moment, moments
from dragoman.errors import RequestError
from dragoman.record import Game
from dragoman.record.conformance import random_game
from dragoman.variants import load, variant_ids


def draw_all(game: Game) -> int:
    """Draw every phase of a game and read each picture back; how many there were."""
    count = 0
    for moment in moments(game.history):
        ET.fromstring(draw_moment(game.variant, moment, alone=False))
        count += 1
    return count


def main(arguments: list[str]) -> int:
    """The whole run, as a script."""
    games = int(arguments[0]) if arguments else 20
    for name in variant_ids():
        variant = load(name)
        try:
            compiled_map(variant)
        except RequestError as error:
            print(f"{name}: {error}")
            continue
        drawn = sum(draw_all(random_game(variant, f"soak {n}", 60)) for n in range(games))
        print(f"{name}: {games} games, {drawn} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
