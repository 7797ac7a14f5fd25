"""F9: everybody acts at the last moment, on a real database; then the history is checked.

python -m tests.house.race --rounds 1000
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from msgspec import Struct

from dragoman.house.core import House
from dragoman.house.errors import Closed
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.tables.organizer import adjudicate, extend, roll_back
from dragoman.record import Turn
from dragoman.store import Store, open_store
from dragoman.store.rows import Ballots, Event, Table
from tests.house.tools import full_table, game, row

SPEED = 20
"""How much faster than real time the clock of these tests goes."""
ORDERS = {
    "Austria": ("A vie - boh", "A vie - tyr", "A vie - gal"),
    "England": ("A lvp - yor", "A lvp - wal", "A lvp - cly"),
    "France": ("A par - bur", "A par - pic", "A par - gas"),
    "Germany": ("A mun - ruh", "A mun - boh", "A mun - sil"),
    "Italy": ("A ven - pie", "A ven - tyr", "A ven - apu"),
    "Russia": ("A mos - ukr", "A mos - lvn", "A mos - stp"),
    "Turkey": ("A con - bul", "A con H", "A con - smy"),
}


class FastClock:
    """A clock that goes faster than others."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    def now(self) -> int:
        """Milliseconds, of which more pass than elsewhere."""
        return 1_800_000_000_000 + int((time.monotonic() - self._begun) * 1000 * SPEED)


class Saved(Struct, frozen=True):
    """A draft that was acknowledged."""

    seat: str
    turn: int
    version: int
    text: str


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    """A store in SQLite."""
    store = open_store(f"sqlite:///{folder / 'house.db'}")
    try:
        yield store
    finally:
        store.close()


def together(*works: Callable[[], None]) -> None:
    """Do several things at the same time; an error in one is an error of all."""
    failed: list[BaseException] = []
    start = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


class Race:
    """A table whose players, organizer and judges all act about the deadline."""

    def __init__(self, store: Store, seed: int) -> None:
        self.house = House(store, FastClock(), rng=Random(seed))
        self.chance = Random(seed)
        self.table, self.at = full_table(self.house, settings={"absent_after": 100})
        self.saved: list[Saved] = []
        self.refused: list[str] = []

    def player(self, seat: str, turn: int) -> None:
        """Save one draft after the other until it is too late."""
        for n in range(10_000):
            text = f"{ORDERS[seat][n % 3]}\n{n} as typed"
            try:
                found = save_orders(self.house, self.at[seat], self.table, turn, text)
            except Closed as error:
                self.refused.append(str(error))
                return
            self.saved.append(Saved(seat, turn, found.version, text))
            if n % 5 == 4:
                self.ready(seat, turn, n % 2 > 0)

    def ready(self, seat: str, turn: int, on: bool) -> None:
        """Be ready, or no more."""
        self.steady(lambda: set_ready(self.house, self.at[seat], self.table, turn, on))

    def steady(self, act: Callable[[], object]) -> None:
        """Do something that may come too late."""
        try:
            act()
        except Closed as error:
            self.refused.append(str(error))

    def umpire(self, turn: int, what: str) -> None:
        """Give more time, or none, near the deadline."""
        time.sleep(self.chance.uniform(0.0, 1.1) / SPEED)
        if what == "extend":
            self.steady(lambda: extend(self.house, "umpire", self.table, 1))
        elif what == "adjudicate":
            self.steady(lambda: adjudicate(self.house, "umpire", self.table, turn, sure=True))

    def judge(self, turn: int) -> None:
        """Judge whatever is due, again and again, until the turn is over."""
        while row(self.house, self.table).turn == turn:
            run_due(self.house)
            time.sleep(0.001)

    def round(self) -> None:
        """One turn, with everything at once; then back to where it began."""
        turn, house = row(self.house, self.table).turn, self.house
        what = self.chance.choice(["extend", "adjudicate", "nothing"])
        with house.store.write() as tx:
            tx.change(Table, {"id": self.table}, deadline=house.now + 1000)
        players = [lambda seat=seat: self.player(seat, turn) for seat in self.at]
        judges = [lambda: self.judge(turn)] * 2
        together(*players, *judges, lambda: self.umpire(turn, what))
        roll_back(house, "umpire", self.table, "S1901M", "again")

    def check(self) -> list[str]:
        """What is wrong with the history."""
        return [*self.check_turns(), *self.check_drafts()]

    def turns(self) -> dict[int, Turn]:
        """What was judged in each turn of the table; every entry of the record ends a turn."""
        steps = game(self.house, self.table).steps
        entries = {n: step.entry for n, step in enumerate(steps)}
        return {n: entry for n, entry in entries.items() if isinstance(entry, Turn)}

    def check_turns(self) -> Iterator[str]:
        """P2: each phase is judged exactly once."""
        found, last = len(game(self.house, self.table).steps), row(self.house, self.table).turn
        if found != last:
            yield f"the record has {found} positions, but the table is in turn {last}"
        with self.house.store.read() as tx:
            numbers = [event.n for event in tx.find(Event, table=self.table, order="n")]
        if numbers != list(range(1, len(numbers) + 1)):
            yield "the log has gaps"

    def check_drafts(self) -> Iterator[str]:
        """P1: what was judged is the last draft that was acknowledged."""
        last: dict[tuple[int, str], Saved] = {}
        for saved in self.saved:
            key = (saved.turn, saved.seat)
            if key not in last or last[key].version < saved.version:
                last[key] = saved
        with self.house.store.read() as tx:
            for (turn, seat), saved in last.items():
                kept = tx.get(Ballots, table=self.table, seat=seat, turn=turn)
                if kept is None or (kept.text, kept.version) != (saved.text, saved.version):
                    yield f"turn {turn}, {seat}: {saved} was acknowledged, {kept} is kept"
        for turn, entry in self.turns().items():
            wanted = {s: v.text.split("\n")[0] for (each, s), v in last.items() if each == turn}
            judged = {seat: "; ".join(lines) for seat, lines in entry.orders.items()}
            if judged != wanted:
                yield f"turn {turn}: {judged} was judged, {wanted} was acknowledged"


def run_race(folder: Path, rounds: int, seed: int = 0) -> Race:
    """Some rounds of the race, checked."""
    with opened(folder) as store:
        race = Race(store, seed)
        for _ in range(rounds):
            race.round()
        faults = race.check()
    assert faults == []
    return race


def main() -> int:
    """Run the race on a database of its own."""
    parser = argparse.ArgumentParser(description="edits and judging at the deadline")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        race = run_race(Path(folder), arguments.rounds, arguments.seed)
    print(
        f"{arguments.rounds} rounds: {len(race.saved)} drafts acknowledged, "
        f"{len(race.refused)} refused as closed; no promise broken"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
