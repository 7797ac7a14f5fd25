"""A house for tests: a clock that is set by hand, chance from a seed, a store in memory."""

from random import Random
from typing import Any

import msgspec

from dragoman.bots import look, make_bot, written
from dragoman.house.clock.runner import Ticked, keep_time, let_bots_play
from dragoman.house.core import House, Notify, tell_nobody
from dragoman.house.play.games import ReadGame, played
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.rounds import run_due
from dragoman.house.settings import HouseSettings
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table
from dragoman.judge import owed
from dragoman.model import Seat
from dragoman.store import KINDS, Store
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Account, SeatRow, Table

NOON = 1_800_000_000_000
HOUR = 3_600_000


def tick(house: House) -> Ticked:
    """One round of a house: judge what is due, remind the late, let bots play."""
    ticked = keep_time(house)
    let_bots_play(house)
    return ticked


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: int = NOON) -> None:
        self.at = at

    def now(self) -> int:
        """What the clock shows."""
        return self.at

    def move(self, milliseconds: int) -> None:
        """Let time pass."""
        self.at += milliseconds


class TestHouse(House):
    """A house whose clock and chance are in the test's hand."""

    __test__ = False
    clock: HandClock


def make_house(
    store: Store | None = None,
    *,
    seed: int = 0,
    settings: HouseSettings | None = None,
    notify: Notify = tell_nobody,
) -> TestHouse:
    """A house with a hand-set clock."""
    return TestHouse(store or MemoryStore(), HandClock(), None, Random(seed), settings, notify)


def add_people(house: House, *names: str, kind: str = "person") -> list[str]:
    """Accounts of these names, whose ids are the names too."""
    with house.store.write() as tx:
        for name in names:
            tx.add(Account(id=name, kind=kind, name=name.title(), created=house.now))
    return list(names)


def full_table(
    house: House,
    variant: str = "standard",
    *,
    options: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    organizer: str = "umpire",
) -> tuple[str, dict[str, str]]:
    """A running table, and which account holds each seat; the organizer does not play."""
    add_people(house, organizer)
    table = create_table(house, organizer, variant=variant, options=options, settings=settings)
    with house.store.read() as tx:
        seats = [row.seat for row in tx.find(SeatRow, table=table)]
    people = add_people(house, *(f"player {n}" for n in range(len(seats))))
    for person, seat in zip(people, seats, strict=True):
        join(house, person, table, seat)
    with house.store.read() as tx:
        return table, {row.seat: str(row.account) for row in tx.find(SeatRow, table=table)}


def row(house: House, table: str) -> Table:
    """The table's row."""
    with house.store.read() as tx:
        found = tx.get(Table, id=table)
    assert found is not None
    return found


def game(house: House, table: str) -> ReadGame:
    """The table's game, with all its secrets."""
    with house.store.read() as tx:
        return played(house, tx, row(house, table))


def random_text(play: ReadGame, seat: str, chance: Random) -> str:
    """Random legal orders of a seat, as text."""
    return "\n".join(written(make_bot("random").orders(look(play.ask, Seat(seat)), chance)))


def play_phase(house: House, table: str, sitters: dict[str, str], chance: Random) -> None:
    """Let everybody who owes orders give random ones and be ready; judge the phase."""
    play, turn = game(house, table), row(house, table).turn
    for seat in owed(play.ask):
        text = random_text(play, seat, chance)
        save_orders(house, sitters[seat], table, turn, text, seat=seat)
        set_ready(house, sitters[seat], table, turn, True, seat=seat)
    assert run_due(house) == [table]


def dump(store: Store, *, without: tuple[str, ...] = ()) -> dict[str, list[object]]:
    """Every row that is kept, by table; some columns may be left out."""
    with store.read() as tx:
        return {
            kind.NAME: [
                {n: v for n, v in msgspec.structs.asdict(row).items() if n not in without}
                for row in tx.find(kind)
            ]
            for kind in KINDS
        }


def twin(store: MemoryStore) -> MemoryStore:
    """A store in memory with the same rows."""
    copy = MemoryStore()
    with store.read() as old, copy.write() as new:
        for kind in KINDS:
            for each in old.find(kind):
                new.add(each)
    return copy
