#!/usr/bin/env python3
"""What seven boards cost: movement phases and legal orders, beside Standard in the same run.

    bench/boards.py              a table
    bench/boards.py --json       the same as JSON

Seven recorded Standard positions of about thirty units each are judged one by one, then laid out
as the seven boards of CW Heptadiplomacy and judged at once, for each movement module. Orders are
drawn at random from what is legal, step by step, so that supports and convoys across boards occur.
Timed are orders from text to verdicts with reasons, and the legal orders of one seat, beside those
of the same units in the seven games of Standard: the verbs of all its units; a whole order for each
of them, chosen step by step as a page or a player does; and the list of all its orders, which no
page needs. A unit has seven times as many places to go to, and more to support, so choices and
lists are longer by their nature: they are bounded choice by choice and order by order, movement and
verbs unit by unit. One core, best of some rounds.
"""

import argparse
import gzip
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from dragoman.geo import Place, Province
from dragoman.judge import adjudicate
from dragoman.model import Ballot, Power, Seat, State, Subject, Unit, read_phase
from dragoman.record.filing import file_orders, read_lines
from dragoman.record.replay import opening
from dragoman.record.trees import legal_orders
from dragoman.rules import Ask, Variant
from dragoman.variants import load

DATA = Path(__file__).resolve().parent / "data" / "coord_movement.jsonl.gz"
MANY = range(29, 35)
BOUND = 3.0

Row = dict[str, Any]


def positions(count: int, units: range = MANY) -> list[Row]:
    """Recorded phases with so many units, from different games."""
    found: dict[int, Row] = {}
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if sum(map(len, row["units"].values())) in units:
                found.setdefault(row["game"], row)
    return list(found.values())[:count]


def laid_out(variant: Variant, rows: list[Row], prefix: str, suffix: str) -> State:
    """The position in which each recorded phase stands on a board of its own."""
    units: list[Unit] = []
    owners: dict[Province, Power] = {}
    for board, row in enumerate(rows, 1):
        at, of = prefix.format(board), suffix.format(board)
        for name, texts in row["units"].items():
            power = Power(name.capitalize() + of)
            for text in texts:
                kind, place = text.split(" ", 1)
                units.append(Unit(len(units) + 1, power, kind, Place(at + place.lower())))
        for name, centers in row["centers"].items():
            owners |= {Province(at + c.lower()): Power(name.capitalize() + of) for c in centers}
    return msgspec.structs.replace(
        opening(variant, (), "bench"),
        phase=read_phase("F1905M"),
        units=tuple(units),
        owners=owners,
        last_id=len(units),
    )


def drawn(ask: Ask, subject: Subject, chance: random.Random) -> str:
    """A legal order, each step of it drawn at random."""
    prefix: tuple[str, ...] = ()
    while True:
        step = chance.choice(ask.rule.choices(ask, subject, prefix))
        if step.order is not None:
            return str(step.order)
        prefix = (*prefix, step.token)


def texts(ask: Ask, chance: random.Random) -> dict[Seat, list[str]]:
    """Orders for every unit, by seat."""
    return {
        seat: [
            drawn(ask, charge.subject, chance)
            for charge in ask.rules.mandate(ask, seat).charges
            if charge.subject.unit
        ]
        for seat in ask.state.seats
    }


def judged(variant: Variant, state: State, orders: dict[Seat, list[str]]) -> int:
    """Orders read, filed and judged; how many verdicts came of them."""
    ask = Ask(variant, state)
    ballots: list[Ballot] = []
    for seat, lines in orders.items():
        ballots += file_orders(ask, seat, read_lines(ask, seat, lines)).ballots
    return len(adjudicate(variant, state, ballots).verdicts)


def best(task: Callable[[], object], rounds: int) -> float:
    """The shortest of some runs, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return min(times)


def own_units(ask: Ask, seat: Seat) -> list[Subject]:
    """The units that a seat orders."""
    charges = ask.rules.mandate(ask, seat).charges
    return [c.subject for c in charges if c.subject.unit]


def verbs(ask: Ask, seat: Seat) -> int:
    """How many verbs the units of a seat have in all."""
    return sum(len(ask.rule.choices(ask, s, ())) for s in own_units(ask, seat))


def chosen(ask: Ask, seat: Seat) -> int:
    """How many steps are opened to choose an order for every unit of a seat."""
    return sum(opened(ask, s, random.Random(s.unit)) for s in own_units(ask, seat))


def opened(ask: Ask, subject: Subject, chance: random.Random) -> int:
    """How many steps are offered on the way to an order; each is drawn at random."""
    prefix: tuple[str, ...] = ()
    offered = 0
    while True:
        steps = ask.rule.choices(ask, subject, prefix)
        offered += len(steps)
        step = chance.choice(steps)
        if step.order is not None:
            return offered
        prefix = (*prefix, step.token)


def listed(ask: Ask, seat: Seat) -> int:
    """How many legal orders the units of a seat have."""
    return sum(len(legal_orders(ask, s)) for s in own_units(ask, seat))


TASKS: dict[str, Callable[[Ask, Seat], int]] = {
    "verbs": verbs,
    "an order each": chosen,
    "whole list": listed,
}


def legal_times(variant: Variant, states: list[State], seat: Seat, rounds: int) -> Row:
    """Sizes and times of what one seat may order in some games, by how much of it is asked for."""

    def total(task: Callable[[Ask, Seat], int]) -> int:
        return sum(task(Ask(variant, state), seat) for state in states)

    count = sum(len(own_units(Ask(variant, state), seat)) for state in states)
    row: Row = {"units": count}
    for name, task in TASKS.items():
        size, seconds = total(task), best(partial(total, task), rounds)
        row[name] = {
            "size": size,
            "ms": seconds * 1e3,
            "us per unit": seconds / count * 1e6,
            "us each": seconds / size * 1e6,
        }
    return row


def many_units(state: State) -> Seat:
    """The seat of seven boards that has most nearly 34 units."""
    return min(
        state.seats, key=lambda s: abs(34 - sum(u.power in state.seats[s] for u in state.units))
    )


def standard(rows: list[Row], rounds: int) -> Row:
    """What Standard costs: the same positions, one board at a time."""
    variant = load("standard", {"edition": "1971"})
    states = [laid_out(variant, [row], "", "") for row in rows]
    orders = [texts(Ask(variant, s), random.Random(n)) for n, s in enumerate(states)]
    units = sum(len(state.units) for state in states)

    def judge_all() -> None:
        for state, given in zip(states, orders, strict=True):
            judged(variant, state, given)

    seconds = best(judge_all, rounds)
    seat = many_units(laid_out(load("heptadiplomacy"), rows, "{}:", "@{}"))
    return {
        "units": units,
        "ms": seconds * 1e3,
        "us per unit": seconds / units * 1e6,
        "legal": legal_times(variant, states, seat, rounds),
    }


def seven(module: int, rows: list[Row], rounds: int) -> Row:
    """What the seven boards cost under one movement module."""
    variant = load("heptadiplomacy", {"module": module})
    state = laid_out(variant, rows, "{}:", "@{}")
    orders = texts(Ask(variant, state), random.Random(module))
    seconds = best(lambda: judged(variant, state, orders), rounds)
    return {
        "units": len(state.units),
        "ms": seconds * 1e3,
        "us per unit": seconds / len(state.units) * 1e6,
        "legal": legal_times(variant, [state], many_units(state), rounds),
    }


def measure(rounds: int = 5) -> dict[str, Row]:
    """Every figure."""
    rows = positions(7)
    found = {"standard": standard(rows, rounds)}
    found |= {f"module {m}": seven(m, rows, rounds) for m in (1, 2, 3)}
    for row in found.values():
        row["times standard"] = row["us per unit"] / found["standard"]["us per unit"]
        for what in TASKS:
            part, base = row["legal"][what], found["standard"]["legal"][what]
            part["times per unit"] = part["us per unit"] / base["us per unit"]
            part["times each"] = part["us each"] / base["us each"]
    return found


MEASURE = {"verbs": "times per unit", "an order each": "times each", "whole list": "times each"}
"""What of each part of the legal orders is bounded."""


def table(found: dict[str, Row]) -> Iterator[str]:
    """The figures as a table."""
    yield f"{'movement phase':16}{'units':>7}{'ms':>9}{'us/unit':>9}{'x':>7}"
    for name, row in found.items():
        figures = f"{row['ms']:9.2f}{row['us per unit']:9.1f}{row['times standard']:7.2f}"
        yield f"{name:16}{row['units']:7}{figures}"
    yield ""
    heads = f"{'size':>9}{'ms':>9}{'us/unit':>9}{'x':>7}{'us each':>9}{'x':>7}"
    yield f"{'legal, one seat':16}{'units':>7}  {'asked for':16}{heads}"
    for name, row in found.items():
        for what in TASKS:
            part = row["legal"][what]
            unit = f"{part['us per unit']:9.1f}{part['times per unit']:7.2f}"
            each = f"{part['us each']:9.2f}{part['times each']:7.2f}"
            figures = f"{part['size']:9}{part['ms']:9.2f}{unit}{each}"
            yield f"{name:16}{row['legal']['units']:7}  {what:16}{figures}"
    yield "x: times Standard; size: verbs, choices offered on the way, orders; each: one of these"


def costs(found: dict[str, Row]) -> Iterator[tuple[str, float]]:
    """What is bounded: how many times Standard's each cost is."""
    for name, row in found.items():
        yield f"{name}, movement", row["times standard"]
        for what in TASKS:
            yield f"{name}, {what}", row["legal"][what][MEASURE[what]]


def main() -> None:
    """Print the figures; fail if seven boards cost more than they may."""
    arguments = argparse.ArgumentParser(description="What seven boards cost.")
    arguments.add_argument("--json", action="store_true")
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    found = measure(given.rounds)
    print(json.dumps(found, indent=1) if given.json else "\n".join(table(found)))
    dear = [f"{what}: {times:.1f}" for what, times in costs(found) if times > BOUND]
    if dear:
        sys.exit(f"more than {BOUND} times Standard: {'; '.join(dear)}")


if __name__ == "__main__":
    main()
