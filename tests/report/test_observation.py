"""The observation of a seat: complete, true to the judge's lists, and of its own view alone."""

import re
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from dragoman import Game
from dragoman.bots import make_bot, play_phase
from dragoman.cli import main
from dragoman.model import Move, Seat
from dragoman.record import write_record
from dragoman.record.trees import legal_orders
from dragoman.report.observation import (
    Beside,
    Letter,
    observation,
    recent,
)
from dragoman.rules import seen
from dragoman.variants import variant_ids

OPENING = """\
A par, army of France in Paris
  A par H
  A par - {bre, bur, gas, pic}
  A par S A mar - {bur, gas}
  A par S F bre
  A par S F bre - {gas, pic}
  A par S A mun - bur
"""


def played(variant: str, phases: int, seed: int = 1) -> Game:
    """A game after some phases of random play."""
    game, chance = Game.new(variant, seed=str(seed)), Random(seed)
    bots = dict.fromkeys(game.seats, make_bot("random"))
    for _ in range(phases):
        if not game.over:
            play_phase(game, bots, chance)
    return game


def listed_orders(text: str) -> set[str]:
    """Every order that an observation lists, with its braces opened."""
    last = text.partition("WHAT YOU CAN ORDER")[2].partition("Ordered so far")[0]
    joined = re.sub(r"\n {6}", " ", last)
    lines = [line.strip() for line in joined.splitlines() if line.startswith("  ")]
    return set(chain.from_iterable(map(opened, lines)))


def opened(line: str) -> list[str]:
    """The orders of a group."""
    head, brace, ends = line.partition("{")
    return [f"{head}{end}" for end in ends.rstrip("}").split(", ")] if brace else [line]


def test_what_france_knows_at_the_opening() -> None:
    text = Game.new("standard").observe("france")
    assert text.startswith("YOU ARE FRANCE\nYou have 3 centers and 3 units. The number that wins")
    assert OPENING in text
    assert "A mar and center mar: Italian A ven" not in text
    assert "WHO COULD COME TO YOU\n\nNobody that you see." in text
    headings = [line for line in text.splitlines() if line.isupper()]
    assert headings == [
        "YOU ARE FRANCE",
        "THE POSITION",
        "WHO COULD COME TO YOU",
        "WHAT YOU CAN ORDER",
    ]


def test_what_was_judged_and_who_comes_is_said() -> None:
    game = Game.new("standard")
    game.submit("Italy", "A ven - tri")
    game.submit("Austria", "F tri - alb; A vie - tyr")
    game.submit("England", "F lon - eng")
    game.advance()
    text = game.observe("Austria")
    assert "WHAT HAPPENED\n\nStandard: Spring 1901\n" in text
    assert "center tri: Italian A tri, which stands there" in text
    assert "center vie: Italian A tri" in text
    assert "F bre and center bre: English F eng" in game.observe("France")
    game.submit("Austria", "A bud - tri")
    assert "Ordered so far\n  A bud - tri\n" in game.observe("Austria")
    assert "Ordered so far" not in game.observe("Italy")


def test_all_phases_since_one_last_ordered_are_shown() -> None:
    game = Game.new("standard")
    game.submit("Italy", "A ven - tri")
    game.submit("Austria", "F tri - alb")
    game.advance()
    game.submit("Austria", "A vie - tri; A bud S A vie - tri")
    game.advance()
    assert str(game.phase) == "F1901R"
    game.submit("Italy", "A tri - ven")
    game.advance()
    since = {seat: recent(game.variant, game.history, Seat(seat)) for seat in ("Italy", "France")}
    assert since == {"Italy": [3], "France": [2, 3]}
    assert game.observe("France").count("Standard: Fall 1901") == 2


def test_press_and_the_time_that_is_left_are_shown() -> None:
    game = Game.new("standard")
    press = (Letter("Italy", (), "Peace!"), Letter("France", ("Italy",), "Agreed,\nfor now."))
    beside = Beside(press=press, closes="Orders close at noon.")
    text = observation(game.ask, Seat("France"), beside)
    assert "PRESS\n\nItaly to all: Peace!\nFrance to Italy: Agreed,\n  for now.\n" in text
    assert text.endswith("Orders close at noon.\n")


@pytest.mark.parametrize("variant", variant_ids())
def test_every_legal_order_of_every_variant_is_listed_and_no_other(variant: str) -> None:
    for phases in (0, 3):
        game = played(variant, phases)
        for seat in game.seats[:2]:
            legal = set(chain.from_iterable(game.legal(seat).values()))
            listed = listed_orders(game.observe(seat))
            cut = {line for line in listed if "more" in line or line.startswith("and ")}
            assert listed - cut <= legal
            assert cut or listed == legal


@pytest.mark.parametrize("variant", ["standard", "catspaw", "railway", "black_hole", "wings"])
def test_who_could_come_is_who_has_a_legal_move_there(variant: str) -> None:
    game = played(variant, 3, seed=5)
    while str(game.phase)[-1] != "M":
        game.advance()
    seat = game.seats[0]
    ask, mine = game.ask, set(game.state.seats[seat])
    coming: set[tuple[str, str]] = set()
    for power in game.variant.powers:
        for charge in ask.charges(power) if power not in mine else ():
            for order in legal_orders(ask, charge.subject):
                if isinstance(order, Move):
                    coming.add((ask.province[order.to], str(order.unit)))
    at_stake = {ask.province[u.place] for u in game.state.units if u.power in mine}
    at_stake |= {c for c, owner in game.state.owners.items() if owner in mine}
    text = game.observe(seat).partition("WHO COULD COME TO YOU")[2].partition("WHAT YOU CAN")[0]
    lines = re.sub(r"\n {4}", " ", text).strip().splitlines()
    named = {
        (name.split()[-1].split("/")[0], f"{unit[0]} {unit[1]}")
        for line in lines
        for name, _, units in [line.partition(": ")]
        for unit in re.findall(r"\b([A-Z]+) (\S+?)(?= by convoy|,(?! which)| and|$)", units)
    }
    assert named == {(province, unit) for province, unit in coming if province in at_stake}


def test_in_fog_nothing_beyond_is_said() -> None:
    game = Game.new("fog")
    text = game.observe("Austria", board=True)
    assert "A ven" in text
    position = text.partition("THE POSITION")[2].partition("THE BOARD")[0]
    assert "F lon" not in position and "A mos" not in position
    assert game.observe("Austria") == observation(seen(game.ask, Seat("Austria")), Seat("Austria"))


def test_the_board_is_shown_to_who_asks() -> None:
    text = Game.new("standard").observe("Italy", board=True)
    assert "bur: Burgundy, inland; army to bel, gas, mar, mun, par, pic, ruh" in text
    assert "fleet (south coast) to lyo, mao, mar, por, wes" in re.sub(r"\s+", " ", text)


def test_the_command_tells_it_from_a_file_or_an_opening(tmp_path: Path) -> None:
    game = played("standard", 2)
    file = tmp_path / "game.json"
    file.write_text(write_record(game.record), encoding="utf-8")
    ran = CliRunner().invoke(main, ["observe", str(file), "--seat", "france"])
    assert (ran.exit_code, ran.output) == (0, game.observe("France"))
    ran = CliRunner().invoke(main, ["observe", "--variant", "catspaw", "--seat", "Seat 9"])
    assert (ran.exit_code, "no seat 'Seat 9'" in ran.output) == (2, True)
    ran = CliRunner().invoke(main, ["observe", "--seat", "France"])
    assert "name either a game file or --variant" in ran.output


def test_at_the_end_all_is_open_and_nothing_is_due() -> None:
    game = Game.new("fog")
    game.agree_draw(*game.seats)
    text = game.observe("Austria")
    assert "Nothing: the game is over." in text
    assert "A mos" in text
