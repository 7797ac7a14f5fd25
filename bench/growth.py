#!/usr/bin/env python3
"""What a unit costs as a game grows: recorded positions on one board, then on up to nine at once.

    bench/growth.py              a table
    bench/growth.py --write      the same, and the chart docs/pictures/growth.svg

Recorded phases with about twenty-two units each stand on the board of Standard, then on two to
nine boards of CW Heptadiplomacy, which has the same rules: from 22 units to about 200. Timed are
orders from text to verdicts with reasons and the next position, and every legal order of every
unit, as text. Orders are drawn at random from what is legal, step by step. One core, the best of
some rounds.
"""

import argparse
import os
import random
from pathlib import Path

import boards
from msgspec import Struct

from dragoman.model import Seat, State
from dragoman.record.trees import legal_by_subject, open_subjects
from dragoman.rules import Ask, Variant
from dragoman.variants import load

CHART = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "growth.svg"
COUNTS = (1, 2, 3, 5, 7, 9)
UNITS = range(21, 24)


class Size(Struct, frozen=True):
    """A game of one size: its position, and orders for all its units."""

    boards: int
    variant: Variant
    state: State
    orders: dict[Seat, list[str]]

    def judge(self) -> None:
        """From order text to verdicts and the next position."""
        boards.judged(self.variant, self.state, self.orders)

    def list(self) -> None:
        """Every legal order as text."""
        lists(self.variant, self.state)


class Cost(Struct, frozen=True):
    """What one size of game costs: microseconds to judge a unit, and to list one of its orders."""

    boards: int
    units: int
    judged: float
    listed: float


def size(count: int) -> Size:
    """A game on so many boards."""
    rows = boards.positions(count, UNITS)
    if count == 1:
        variant = load("standard", {"edition": "1971"})
        state = boards.laid_out(variant, rows, "", "")
    else:
        variant = load("heptadiplomacy", {"boards": count})
        state = boards.laid_out(variant, rows, "{}:", "@{}")
    return Size(count, variant, state, boards.texts(Ask(variant, state), random.Random(1)))


def measured(sizes: list[Size], rounds: int) -> list[Cost]:
    """The costs of all sizes, measured in turns, so that what else runs weighs on all alike."""
    judged, listed = [float("inf")] * len(sizes), [float("inf")] * len(sizes)
    for _ in range(rounds):
        for n, game in enumerate(sizes):
            judged[n] = min(judged[n], boards.best(game.judge, 3))
            listed[n] = min(listed[n], boards.best(game.list, 1))
    return [
        Cost(
            game.boards,
            len(game.state.units),
            judged[n] / len(game.state.units) * 1e6,
            listed[n] / lists(game.variant, game.state) * 1e6,
        )
        for n, game in enumerate(sizes)
    ]


def lists(variant: Variant, state: State) -> int:
    """How many legal orders there are, all of them being listed as text."""
    ask = Ask(variant, state)
    found = (legal_by_subject(ask, open_subjects(ask, seat)) for seat in state.seats)
    return sum(len(texts) for mine in found for texts in mine.values())


def chart(costs: list[Cost]) -> str:
    """The costs of a unit judged as bars, each with its figure."""
    wide, high, most = 640, 260, max(c.judged for c in costs)
    step = (wide - 60) // len(costs)
    bars = "\n".join(bar(c, 40 + n * step, step, most) for n, c in enumerate(costs))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"
  font-family="sans-serif" font-size="13">
<title>Microseconds to judge a unit, by the size of the game</title>
<rect width="{wide}" height="{high}" fill="#ffffff"/>
{bars}
</svg>
"""


def bar(cost: Cost, left: int, step: int, most: float) -> str:
    """One size of game: its bar, and what it is."""
    tall, middle = round(150 * cost.judged / most), left + step * 0.3
    texts_by_y = {
        192 - tall: f"{cost.judged:.1f} µs",
        220: f"{cost.units} units",
        238: f"{cost.boards} board{'s' if cost.boards > 1 else ''}",
    }
    box = f'x="{left}" y="{200 - tall}" width="{step * 0.6:.0f}" height="{tall}"'
    lines = [f'<rect {box} fill="#3f6f8f"/>']
    for y, text in texts_by_y.items():
        lines.append(f'<text x="{middle:.0f}" y="{y}" text-anchor="middle">{text}</text>')
    return "\n".join(lines)


def main() -> None:
    """Measure, print the table, and draw the chart if asked to."""
    parser = argparse.ArgumentParser(description="What a unit costs as a game grows.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="draw docs/pictures/growth.svg")
    given = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    costs = measured([size(count) for count in COUNTS], given.rounds)
    print("| boards | units | to judge a unit | to list one legal order |\n|---|---|---|---|")
    for c in costs:
        print(f"| {c.boards} | {c.units} | {c.judged:.1f} µs | {c.listed:.2f} µs |")
    first, last = costs[0], costs[-1]
    ratios = f"{last.judged / first.judged:.2f} ×, and an order in the list "
    print(f"\nA unit of {last.units}, on {last.boards} boards, costs {ratios}", end="")
    print(f"{last.listed / first.listed:.2f} × what one of {first.units} on one board does.")
    if given.write:
        CHART.write_text(chart(costs), encoding="utf-8")


if __name__ == "__main__":
    main()
