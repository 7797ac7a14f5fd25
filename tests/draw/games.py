"""Games to draw: a first turn of Standard with one of everything, and the recorded ones."""

from collections.abc import Iterator
from pathlib import Path

from dragoman.draw.game import Moment, moments
from dragoman.record import Game, read_record
from dragoman.rules import Variant

ROOT = Path(__file__).parents[2]

OPENING = {
    "France": "A par - bur; A mar S A par - bur; F bre - mao",
    "Germany": "A mun - bur; A ber - kie; F kie - den",
    "England": "F lon - nth; F edi - nwg; A lvp - yor",
    "Italy": "A ven - tyr; A rom - ven; F nap - ion",
    "Austria": "A vie - gal; A bud - ser; F tri S A bud - ser",
    "Russia": "A war - gal; A mos - ukr; F sev - bla; F stp/sc - bot",
    "Turkey": "A con - bul; A smy H; F ank - bla",
}


def first_turn() -> tuple[Variant, Moment]:
    """Spring 1901 with moves, stand-offs, supports, a void order and a hold."""
    game = Game.new("standard")
    for seat, orders in OPENING.items():
        game.submit(seat, orders)
    before = game.state
    return game.variant, Moment(before, game.advance())


def records() -> list[Path]:
    """Every recorded game that the tests keep, and the demo."""
    return sorted(
        [
            *(ROOT / "tests/playthroughs").glob("*.json"),
            *(ROOT / "src/dragoman/variants").glob("*/demo.json"),
        ]
    )


def recorded(file: Path) -> tuple[Variant, Iterator[Moment]]:
    """A recorded game, phase by phase."""
    game = Game.of(read_record(file.read_bytes(), str(file)))
    return game.variant, moments(game.history)
