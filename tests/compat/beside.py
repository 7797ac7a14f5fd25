"""Whole random games in the package `diplomacy` and here, side by side, every state compared.

    python -m tests.compat.beside --games 1000 --seed 0
    python -m tests.compat.beside --games 200 --board ancmed=ancient_mediterranean

The package is none of ours and no dependency: install a copy for yourself. The same orders go to
both. What differs is counted by kind, with an example of each; a game that has gone two ways is set
right by the package's position and goes on. The exit code is 1 if a kind is not among the known.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from dragoman.compat.diplomacy import Game

COLUMNS = ("units", "retreats", "centers", "homes", "influence", "builds")
KNOWN = (
    "influence",
    "results",
    "coast of a support",
    "own unit attacked over water",
    "carried by a fleet of its own",
    "retreats after a landing",
)
"""The kinds of difference that docs/diplomacy-package.md tells of."""
PLAYED = ("phase", "units", "retreats", "centers", "homes", "builds")
"""What must be the same, or have a reason."""


class Beside:
    """Two games that get the same orders."""

    def __init__(self, theirs: Any, mine: Game, chance: random.Random) -> None:
        self.theirs, self.mine, self.chance = theirs, mine, chance
        self.first = self.year
        self.found: list[tuple[str, str]] = []
        self.phases = self.apart = 0
        self.last = ""

    def play(self, years: int) -> None:
        """Play until the game is over, or for some years."""
        while not self.theirs.is_game_done and self.year < self.first + years:
            self.compare_orders()
            self.turn()
            self.compare_states()

    @property
    def year(self) -> int:
        """The year of the phase."""
        return int(self.theirs.get_current_phase()[1:-1])

    def turn(self) -> None:
        """Give the same random orders to both, and judge."""
        possible = self.theirs.get_all_possible_orders()
        for power, places in self.theirs.get_orderable_locations().items():
            orders = [self.chance.choice(sorted(possible[p])) for p in places if possible[p]]
            self.theirs.set_orders(power, orders)
            self.mine.set_orders(power, orders)
        self.last = str(self.theirs.get_current_phase())
        self.given = self.theirs.get_orders()
        self.before = self.theirs.get_state()["units"]
        mine = self.mine.get_orders()
        if plain(self.given) != plain(mine):
            same = plain(without_coasts(self.given)) == plain(without_coasts(mine))
            kind = "coast of a support" if same else "orders taken"
            self.tell(kind, f"{self.given} {mine} {self.mine.error}")
        self.mine.error.clear()
        self.theirs.process()
        self.mine.process()
        self.phases += 1

    def compare_orders(self) -> None:
        """Compare what each says is possible, now and then."""
        if self.chance.random() < 0.05:
            theirs, mine = (
                self.theirs.get_all_possible_orders(),
                self.mine.get_all_possible_orders(),
            )
            for place in {*theirs, *mine}:
                gap = {*theirs.get(place, ())} ^ {*mine.get(place, ())}
                if gap:
                    self.tell("possible orders", f"{place}: {sorted(gap)[:6]}")

    def compare_states(self) -> None:
        """Compare positions and results; set right what has gone another way."""
        theirs, mine = self.theirs.get_state(), self.mine.get_state()
        names = self.theirs.get_current_phase(), self.mine.get_current_phase()
        gone = ["phase"] * (names[0] != names[1])
        gone += [c for c in COLUMNS if plain(theirs[c]) != plain(mine[c])]
        self.apart += any(column in PLAYED for column in gone)
        for column in gone:
            kind = self.reason(gone, column) if column in PLAYED else column
            gap = gaps(theirs[column], mine[column]) if column in theirs else f"{names}"
            self.tell(kind, f"{column}: {gap} by {self.given}")
        self.compare_results()
        if theirs["units"] and differs(theirs, mine) and not self.theirs.is_game_done:
            self.mine.set_state(theirs, clear_history=False)

    def reason(self, gone: list[str], column: str) -> str:
        """Why positions differ, as far as a reason is known."""
        orders = {power: list(map(str, row)) for power, row in self.given.items()}
        carried = {row.removesuffix(" VIA") for rows in orders.values() for row in rows}
        for power, rows in orders.items():
            here = {unit.split()[-1].partition("/")[0] for unit in self.before[power]}
            for row in rows:
                aided, _, goal = row.partition(" S ")[2].rpartition(" - ")
                if aided and goal.partition("/")[0] in here and f"{aided} - {goal}" in carried:
                    return "own unit attacked over water"
                army, _, end = row.partition(" C ")[2].rpartition(" - ")
                if army and {f"{army} - {end}", f"{army} - {end} VIA"} & {*rows}:
                    return "carried by a fleet of its own"
        landed = any(row.endswith(" VIA") for rows in orders.values() for row in rows)
        return "retreats after a landing" if gone == ["retreats"] and landed else column

    def compare_results(self) -> None:
        theirs = {
            unit: list(map(str, words))
            for unit, words in self.theirs.result_history.last_value().items()
        }
        mine = self.mine.result_history.get(self.last, {})
        for unit, words in theirs.items():
            if unit != "WAIVE" and spoken(words) != spoken(mine.get(unit, ())):
                kind = f"results: {spoken(words)} there, {spoken(mine.get(unit, ()))} here"
                self.tell(kind, f"{unit} by {self.given}")

    def tell(self, kind: str, what: str) -> None:
        self.found.append((kind, f"{self.last} {what}"))


def without_coasts(orders: dict[str, list[str]]) -> dict[str, list[str]]:
    """Orders in which no support names a coast."""
    return {
        power: [row[:-3] if " S " in row and row[-3] == "/" else row for row in rows]
        for power, rows in orders.items()
    }


def spoken(words: Iterable[str]) -> list[str]:
    """The words of a result, in order."""
    return sorted(filter(None, words))


def differs(theirs: dict[str, Any], mine: dict[str, Any]) -> bool:
    """Whether positions differ in what is played."""
    parts = ("units", "retreats", "centers")
    return theirs["name"] != mine["name"] or any(plain(theirs[c]) != plain(mine[c]) for c in parts)


def plain(column: Any) -> Any:
    """A column of a position, with its lists sorted."""
    if isinstance(column, dict):
        return {key: plain(value) for key, value in column.items()}
    return sorted(map(str, column)) if isinstance(column, list | set | tuple) else column


def gaps(theirs: dict[str, Any], mine: dict[str, Any]) -> str:
    """Where two columns differ."""
    return "; ".join(
        f"{k}: {theirs.get(k)} here {mine.get(k)}"
        for k in {**theirs, **mine}
        if plain(theirs.get(k)) != plain(mine.get(k))
    )


def games(given: argparse.Namespace) -> Iterator[Beside]:
    """So many games, one after the other."""
    from diplomacy import Game as Theirs  # type: ignore[import-not-found]

    theirs, _, ours = given.board.partition("=")
    for number in range(given.games):
        chance = random.Random(f"{given.seed}/{number}")
        found = Beside(Theirs(map_name=theirs), Game(map_name=ours or theirs), chance)
        found.play(given.years)
        yield found


def main() -> int:
    """Play and tell."""
    words = argparse.ArgumentParser()
    words.add_argument("--games", type=int, default=100)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--years", type=int, default=12)
    words.add_argument("--examples", type=int, default=3)
    words.add_argument("--board", default="standard", help="THEIRS or THEIRS=OURS")
    given = words.parse_args()
    kinds: Counter[str] = Counter()
    phases = played = apart = 0
    for game in games(given):
        played, phases, apart = played + 1, phases + game.phases, apart + game.apart
        for kind, what in game.found:
            if kinds[kind] < given.examples:
                print(f"{kind}: {what}", flush=True)
            kinds[kind] += 1
        if played % 100 == 0:
            print(f"{played} games, {phases} phases, {apart} apart", flush=True)
    print(f"{played} games, {phases} phases, {apart} apart: {dict(kinds)}")
    return int(not all(kind.startswith(KNOWN) for kind in kinds))


if __name__ == "__main__":
    sys.exit(main())
