#!/usr/bin/env python3
"""How fast two adjudicators from PyPI judge movement phases: diplomacy 1.1.2 and pydip 0.1.8.

They are no dependency of ours and run in an interpreter of their own, which this makes in
bench/.peers unless another is named that has them (`pip install diplomacy==1.1.2 pydip==0.1.8`):

    bench/peers.py
    bench/peers.py --peers /path/to/bin/python

It prints `{peer: {"rate": phases per second, "what": what was timed}}` as JSON; `measure` returns
the same. One core, the median of some rounds for each phase. Never timed: reading the file, setting
up the position and the caches that belong to it, going on to the next phase, history.
"""

import argparse
import gzip
import importlib.metadata
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, TypedDict, TypeVar

HERE = Path(__file__).resolve().parent
DATA = HERE / "data" / "coord_movement.jsonl.gz"
REQUIREMENTS = ("diplomacy==1.1.2", "pydip==0.1.8")

# One line of the data file, as JSON gives it.
Phase = dict[str, Any]

Case = TypeVar("Case")
Ready = TypeVar("Ready")


class Rate(TypedDict):
    """A speed, in phases per second, and what was timed."""

    rate: float
    what: str


def measure(python: Path | None = None, *, data: Path = DATA, rounds: int = 5) -> dict[str, Rate]:
    """The rates of both peers, measured one after the other in the interpreter that has them."""
    python = python or own_interpreter()
    rates: dict[str, Rate] = {}
    for peer in PEERS:
        asked = ("--worker", peer, "--data", str(data), "--rounds", str(rounds))
        command = [str(python), __file__, *asked]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        rates |= json.loads(done.stdout)
    return rates


def own_interpreter() -> Path:
    """The interpreter in bench/.peers, made and filled when it is not there."""
    folder = HERE / ".peers"
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        print(f"Installing {' and '.join(REQUIREMENTS)} into {folder} …", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
        ready.touch()
    return python


def read_phases(data: Path) -> list[Phase]:
    """The movement phases of a file, one per line."""
    with gzip.open(data, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def median_rate(
    cases: Sequence[Case],
    *,
    rounds: int,
    prepare: Callable[[Case], Ready],
    timed: Callable[[Ready], object],
) -> float:
    """Cases per second, each in its median round; only the second function is under the clock.

    The processor's time, and the median of each case rather than of whole rounds, so that what else
    the machine does weighs neither on the slow nor on the fast.
    """
    took: list[list[float]] = [[] for _ in cases]
    for _ in range(rounds):
        for case, times in zip(cases, took, strict=True):
            ready = prepare(case)
            start = time.process_time()
            timed(ready)
            times.append(time.process_time() - start)
    return len(cases) / sum(map(median, took))


def rate_diplomacy(phases: list[Phase], rounds: int) -> dict[str, Rate]:
    """The rates of `diplomacy`: with orders already in, and from order text."""
    from diplomacy import Game

    game = Game()
    version = importlib.metadata.version("diplomacy")

    def place(phase: Phase) -> Phase:
        game.set_state(
            {"name": phase["phase"], "units": phase["units"], "centers": phase["centers"]}
        )
        game.error = []
        return phase

    def order(phase: Phase, *, expand: bool = True) -> None:
        for power, orders in phase["orders"].items():
            game.set_orders(power, orders, expand=expand)

    def place_and_order(phase: Phase) -> None:
        place(phase)
        order(phase)
        if game.error:
            raise ValueError(f"orders refused in {phase['game']} {phase['phase']}: {game.error}")

    # What Game.process() does in a movement phase, without its snapshots and _advance_phase().
    def adjudicate(_: object) -> None:
        game._determine_orders()
        game._add_coasts()
        game._move_results()

    def resolve(_: object) -> None:
        game._resolve_moves()

    def place_order_and_gather(phase: Phase) -> None:
        place_and_order(phase)
        game._determine_orders()
        game._add_coasts()

    def order_and_adjudicate(phase: Phase) -> None:
        order(phase)
        adjudicate(phase)

    def order_as_written_and_adjudicate(phase: Phase) -> None:
        order(phase, expand=False)
        adjudicate(phase)

    def rate(prepare: Callable[[Phase], Any], timed: Callable[[Any], object], what: str) -> Rate:
        found = median_rate(phases, rounds=rounds, prepare=prepare, timed=timed)
        return {"rate": found, "what": f"diplomacy {version}: {what}"}

    return {
        "diplomacy, adjudicate": rate(
            place_and_order,
            adjudicate,
            "orders already set; gathers them, resolves moves, finds retreats, moves units",
        ),
        "diplomacy, resolve only": rate(
            place_order_and_gather,
            resolve,
            "orders already set and gathered; resolves moves, nothing else",
        ),
        "diplomacy, orders in and adjudicate": rate(
            place,
            order_and_adjudicate,
            "set_orders from text, as by default; then as in adjudicate",
        ),
        "diplomacy, possible orders": rate(
            place, lambda _: game.get_all_possible_orders(), "get_all_possible_orders"
        ),
        "diplomacy, random games to 1910": {
            "rate": games_a_second(rounds),
            "what": f"diplomacy {version}: random possible orders, games to the end of 1910",
        },
        "diplomacy, exact orders in and adjudicate": rate(
            place,
            order_as_written_and_adjudicate,
            "set_orders(expand=False), for text already in its exact form; then as in adjudicate",
        ),
    }


def games_a_second(games: int) -> float:
    """How many random games to the end of 1910 `diplomacy` plays in a second."""
    from diplomacy import Game

    rng = random.Random(1)
    begun = time.process_time()
    for _ in range(games):
        game = Game()
        while not game.is_game_done and int(game.get_current_phase()[1:5]) <= 1910:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                where = game.get_orderable_locations(power)
                chosen = [rng.choice(possible[place]) for place in where if possible[place]]
                game.set_orders(power, chosen)
            game.process()
    return games / (time.process_time() - begun)


# pydip's names are the map's own; an id is the first three letters of the name but for these.
PYDIP_NAMES = {
    "BOT": "Gulf of Bothnia",
    "LVN": "Livonia",
    "LVP": "Liverpool",
    "LYO": "Gulf of Lyon",
    "MAO": "Mid-Atlantic Ocean",
    "NAF": "North Africa",
    "NAO": "North Atlantic Ocean",
    "NTH": "North Sea",
    "NWG": "Norwegian Sea",
    "NWY": "Norway",
    "STP": "St. Petersburg",
    "TYR": "Tyrolia",
    "TYS": "Tyrrhenian Sea",
}
# pydip calls Bulgaria's east coast north.
PYDIP_COASTS = {"NC": "North Coast", "EC": "North Coast", "SC": "South Coast"}


class Pydip:
    """Turns the orders of a phase into pydip's commands; what it refuses becomes a hold."""

    def __init__(self) -> None:
        from pydip.map.predefined.vanilla_dip import generate_map

        self.map = generate_map()
        provinces = (n for n, place in self.map.name_map.items() if not hasattr(place, "parent"))
        self.names: dict[str, str] = {name[:3].upper(): name for name in provinces} | PYDIP_NAMES
        self.refused = 0

    def commands(self, phase: Phase) -> list[Any]:
        """One command for each unit of a phase."""
        from pydip.player.command.command import HoldCommand
        from pydip.player.player import Player

        board = {unit[2:5]: self.unit(*unit.split()) for unit in chain(*phase["units"].values())}
        orders = {order[2:5]: order.split() for order in chain(*phase["orders"].values())}
        commands = []
        for power, units in phase["units"].items():
            player = Player(power, self.map, [])
            player.units = [board[unit[2:5]] for unit in units]
            for start in (unit[2:5] for unit in units):
                try:
                    commands.append(self.command(player, orders[start], board, orders))
                except AssertionError:
                    self.refused += 1
                    commands.append(HoldCommand(player, board[start]))
        return commands

    def unit(self, kind: str, where: str) -> Any:
        """A unit of this kind at a place."""
        from pydip.player.unit import Unit, UnitTypes

        kinds = {"A": UnitTypes.TROOP, "F": UnitTypes.FLEET}
        return Unit(kinds[kind], self.place(kind, where))

    def place(self, kind: str, where: str) -> str:
        """Where a unit of this kind stands, in a province or on its coast."""
        province, _, coast = where.partition("/")
        name = self.names[province]
        if kind == "A" or not hasattr(self.map.name_map[name], "coasts"):
            return name
        return f"{name} {PYDIP_COASTS[coast]}" if coast else f"{name} Coast"

    def command(
        self, player: Any, words: list[str], board: dict[str, Any], orders: dict[str, list[str]]
    ) -> Any:
        """The command that an order's words stand for."""
        from pydip.player.command import command as make

        unit = board[words[1][:3]]
        match words:
            case [_, _, "H"]:
                return make.HoldCommand(player, unit)
            case [kind, start, "-", goal, *via]:
                # As `diplomacy` reads it: "via convoy" without any convoy is a move by land.
                carried = ["C", "A", start, "-", goal] in (order[2:] for order in orders.values())
                place = self.place(kind, goal)
                near = place in self.map.adjacency[unit.position]
                by_sea = kind == "A" and (carried if via and near else not near)
                to = make.ConvoyMoveCommand if by_sea else make.MoveCommand
                return to(player, unit, place)
            case [_, _, "S", _, where]:
                helped = board[where[:3]]
                return make.SupportCommand(player, unit, helped, helped.position)
            case [_, _, "S", kind, start, "-", goal]:
                # A support may name the province alone; pydip wants the coast that the move names.
                move = orders[start[:3]]
                if move[2] == "-" and move[3].startswith(goal):
                    goal = move[3]
                return make.SupportCommand(player, unit, board[start[:3]], self.place(kind, goal))
            case [_, _, "C", _, start, "-", goal]:
                goal = self.place("A", goal)
                return make.ConvoyTransportCommand(player, unit, board[start[:3]], goal)
        raise ValueError(f"not an order: {' '.join(words)}")


def rate_pydip(phases: list[Phase], rounds: int) -> dict[str, Rate]:
    """The rate of `pydip`, its commands built beforehand."""
    from pydip.turn.resolve import resolve_turn

    pydip = Pydip()
    built = [pydip.commands(phase) for phase in phases]
    rate = median_rate(
        built,
        rounds=rounds,
        prepare=lambda commands: commands,
        timed=lambda commands: resolve_turn(pydip.map, commands),
    )
    version = importlib.metadata.version("pydip")
    what = f"pydip {version}: command objects already built; resolves moves, finds retreats"
    if pydip.refused:
        what += f"; {pydip.refused} of {sum(map(len, built))} orders it refuses are holds"
    return {"pydip, adjudicate": {"rate": rate, "what": what}}


PEERS: dict[str, Callable[[list[Phase], int], dict[str, Rate]]] = {
    "diplomacy": rate_diplomacy,
    "pydip": rate_pydip,
}


def pin_to_one_core() -> None:
    """Keeps this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """Prints the rates as JSON."""
    parser = argparse.ArgumentParser(description="Measures two adjudicators from PyPI.")
    parser.add_argument("--peers", type=Path, help="a Python that has diplomacy and pydip")
    parser.add_argument("--data", type=Path, default=DATA, help="movement phases, JSON lines, gzip")
    parser.add_argument("--rounds", type=int, default=5, help="the median of so many is reported")
    parser.add_argument("--worker", choices=PEERS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        pin_to_one_core()
        rates = PEERS[given.worker](read_phases(given.data), given.rounds)
    else:
        rates = measure(given.peers, data=given.data, rounds=given.rounds)
    print(json.dumps(rates, indent=2))


if __name__ == "__main__":
    main()
