"""F4: whatever step of the store fails, an act is done wholly or not at all."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from dragoman.house.clock.clocks import beat
from dragoman.house.errors import Closed
from dragoman.house.play.orders import save_orders, set_ready
from dragoman.house.play.sandbox import fork
from dragoman.house.play.turns import judge
from dragoman.house.tables import organizer
from dragoman.house.tables.corrections import Change
from dragoman.house.tables.press import mute, save_draft, send_press
from dragoman.house.tables.seats import join, leave, seat_bot
from dragoman.house.tables.tables import create_table, edit_table
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.store import StoreDown
from dragoman.store.interface import Tx
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Account, Outbox, SiteValue, Table
from tests.house.tools import HOUR, NOON, TestHouse, add_people, dump, full_table, make_house, twin
from tests.store.failing import FailingStore

DAY = 24 * HOUR


def mailing(
    tx: Tx, accounts: Sequence[str], kind: str, table: Table, words: dict[str, str]
) -> None:
    """Notices as rows, so that one sent twice or not at all is seen."""
    for account in accounts:
        name = f"{account} {kind} {table.id} {table.events}"
        tx.add(Outbox(id=name, created=0, due=0, channel="test", address=account))


class World:
    """A store at some point of a game, from which an act is tried again and again."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        house = make_house(self.store, notify=mailing)
        self.table, self.at = full_table(house, "catspaw")
        self.seats = sorted(self.at)
        self.open = create_table(house, "umpire", variant="catspaw")
        add_people(house, "ann")
        join(house, "ann", self.open)
        for seat in self.seats:
            save_orders(house, self.at[seat], self.table, 1, "", seat=seat)
        for seat in self.seats[1:]:
            set_ready(house, self.at[seat], self.table, 1, True)
            cast_votes(house, self.at[seat], self.table, 1, SeatVotes(draw=True))
        with self.store.write() as tx:
            tx.put(SiteValue(name="beat", at=house.now - HOUR))

    @property
    def first(self) -> str:
        """The account of the first seat."""
        return self.at[self.seats[0]]


WORLD = World()


def fill(house: TestHouse) -> None:
    """Put bots on the seats that are open, one after the other."""
    seat_bot(house, "umpire", WORLD.open, "Seat 2", "random")
    seat_bot(house, "umpire", WORLD.open, "Seat 3", "random")


LATER = DAY * 3

ACTS: dict[str, tuple[int, Callable[[TestHouse], object]]] = {
    "create": (0, lambda h: create_table(h, "ann", variant="catspaw")),
    "edit": (0, lambda h: edit_table(h, "umpire", WORLD.open, title="New")),
    "join": (0, lambda h: join(h, WORLD.first, WORLD.open)),
    "fill": (0, fill),
    "leave": (0, lambda h: leave(h, WORLD.first, WORLD.table)),
    "save": (0, lambda h: save_orders(h, WORLD.first, WORLD.table, 1, "nothing")),
    "ready": (0, lambda h: set_ready(h, WORLD.first, WORLD.table, 1, True)),
    "judge": (LATER, lambda h: judge(h, WORLD.table)),
    "draw": (0, lambda h: cast_votes(h, WORLD.first, WORLD.table, 1, SeatVotes(draw=True))),
    "press": (0, lambda h: send_press(h, WORLD.first, WORLD.table, [], "hello", key="k")),
    "draft": (0, lambda h: save_draft(h, WORLD.first, WORLD.table, [], "hello")),
    "mute": (0, lambda h: mute(h, WORLD.first, WORLD.table, WORLD.seats[1], True)),
    "pause": (0, lambda h: organizer.pause(h, "umpire", WORLD.table)),
    "extend": (0, lambda h: organizer.extend(h, "umpire", WORLD.table, 60)),
    "adjudicate": (0, lambda h: organizer.adjudicate(h, "umpire", WORLD.table, 1, sure=True)),
    "replace": (
        0,
        lambda h: organizer.replace_seat(h, "umpire", WORLD.table, WORLD.seats[0], "why"),
    ),
    "correct": (0, lambda h: organizer.correct(h, "umpire", WORLD.table, Change(), "why", turn=1)),
    "rollback": (
        0,
        lambda h: organizer.roll_back(h, "umpire", WORLD.table, "S1901M", "why", turn=1),
    ),
    "abandon": (0, lambda h: organizer.abandon(h, "umpire", WORLD.table, "why")),
    "fork": (0, lambda h: fork(h, "ann", WORLD.table)),
    "beat": (DAY * 2, lambda h: beat(h)),
}
STAGES = {"adjudicate": 2, "fill": 2}
"""Acts of several transactions, and how many of them change anything."""
ATTEMPT = ("attempts", "tried")
"""That an attempt was begun is kept before it is made."""


def run(act: str, at: int) -> tuple[MemoryStore, FailingStore, bool]:
    """Do an act in a world of its own, with the store failing at a step; whether it was refused."""
    store = twin(WORLD.store)
    failing = FailingStore(store, at)
    house = make_house(failing, seed=1, notify=mailing)
    after, do = ACTS[act]
    house.clock.at = NOON + after
    try:
        do(house)
    except StoreDown:
        return store, failing, True
    return store, failing, False


@pytest.mark.parametrize("act", ACTS)
def test_every_act_is_done_wholly_or_not_at_all(act: str) -> None:
    before = dump(WORLD.store, without=ATTEMPT)
    clean, counting, _ = run(act, 0)
    after = dump(clean, without=ATTEMPT)
    assert after != before, "an act that changes nothing shows nothing"
    seen: list[dict[str, list[object]]] = []
    for n in range(1, len(counting.steps) + 1):
        store, failing, refused = run(act, n)
        assert failing.failed and refused
        found = dump(store, without=ATTEMPT)
        if found not in seen:
            seen.append(found)
    between = [state for state in seen if state not in (before, after)]
    assert len(between) < STAGES.get(act, 1)
    assert before in seen and after in seen


ONCE = (
    *("join", "ready", "judge", "draw", "press", "draft", "mute", "pause", "adjudicate", "correct"),
    *("rollback", "abandon", "beat"),
)
"""Acts that, asked for again, are known to be done."""


@pytest.mark.parametrize("act", ONCE)
def test_an_act_repeated_after_a_failure_has_one_effect(act: str) -> None:
    """Some acts say on the second try that they are done; none does anything twice."""
    clean, counting, _ = run(act, 0)
    steps = len(counting.steps)
    for n in Random(act).sample(range(1, steps + 1), min(steps, 8)):
        store, _, _ = run(act, n)
        house = make_house(store, notify=mailing)
        after, do = ACTS[act]
        # Whoever began to judge is thought to be at it for a while.
        house.clock.at = NOON + after + house.settings.lease
        try:
            do(house)
        except Closed:
            assert n == steps or act in STAGES
        with store.read() as tx, clean.read() as wanted:
            assert [outcome(t, act) for t in tx.find(Table)] == [
                outcome(t, act) for t in wanted.find(Table)
            ]
            assert tx.find(Account) == wanted.find(Account)
            if act not in STAGES:
                assert len(tx.find(Outbox)) == len(wanted.find(Outbox))


def outcome(table: Table, act: str) -> tuple[object, ...]:
    """What must be the same: an act of two stages may be in the log twice."""
    return (table.turn, table.status, table.phase, 0 if act in STAGES else table.events)
