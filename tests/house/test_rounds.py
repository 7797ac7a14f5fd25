"""Rounds: tables due at one time share transactions, and nothing else."""

from collections.abc import Sequence
from contextlib import suppress

import pytest

from dragoman.house.play import rounds, turns
from dragoman.house.play.games import ENTRY
from dragoman.house.play.rounds import TOGETHER, run_due
from dragoman.house.play.turns import DuePhase, due, judged
from dragoman.house.tables.seats import join
from dragoman.house.tables.tables import create_table
from dragoman.model import Seat
from dragoman.record import Turn
from dragoman.record.replay import HistoryStep
from dragoman.store.interface import StoreDown, Test, Tx
from dragoman.store.memory import MemoryStore
from dragoman.store.rows import Ballots, Event, SeatRow, Table
from tests.house.tools import HOUR, TestHouse, add_people, dump, full_table, game, make_house, twin
from tests.house.tools import row as row_of
from tests.store.failing import FailingStore

DAY = 24 * HOUR
LATER = 3 * DAY


def tables(house: TestHouse, many: int) -> list[str]:
    """Running tables of the smallest variant, all with the same three people."""
    first, _ = full_table(house, "catspaw")
    made = [create_table(house, "umpire", variant="catspaw") for _ in range(many - 1)]
    for table in made:
        for n in range(3):
            join(house, f"player {n}", table)
    return [first, *made]


def judged_once(house: TestHouse, table: str) -> bool:
    """Whether exactly the first phase of a table has been judged, and is in its log once."""
    with house.store.read() as tx:
        entries = tx.count(Event, Test("kind", "=", ENTRY), table=table)
    return (row_of(house, table).turn, len(game(house, table).steps), entries) == (2, 2, 1)


def test_tables_due_at_one_time_share_their_transactions() -> None:
    store = FailingStore(MemoryStore(), 0)
    house = make_house(store)
    made = tables(house, 2 * TOGETHER)
    house.clock.move(LATER)
    begun = store.steps.count("write")
    assert set(run_due(house)) == set(made)
    assert store.steps.count("write") - begun == 4
    assert all(judged_once(house, table) for table in made)
    assert run_due(house) == []


def test_a_game_that_kills_the_process_takes_none_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    house = make_house()
    made = tables(house, 6)
    killer = made[2]

    def deadly(house: TestHouse, plan: DuePhase) -> HistoryStep | None:
        if plan.table.id == killer:
            raise KeyboardInterrupt
        return judged(house, plan)

    monkeypatch.setattr(rounds, "judged", deadly)
    monkeypatch.setattr(turns, "judged", deadly)
    house.clock.move(LATER)
    deaths = 0
    while due(house):
        try:
            run_due(house)
        except KeyboardInterrupt:
            deaths += 1
        assert [row_of(house, t).status for t in made if t != killer] == ["running"] * 5
        house.clock.move(house.settings.lease)
    assert row_of(house, killer).status == "stuck"
    assert deaths == house.settings.starts
    assert all(judged_once(house, table) for table in made if table != killer)


def test_a_result_that_cannot_be_written_does_not_cost_the_others_theirs() -> None:
    house = make_house()
    made = tables(house, 5)
    bad = made[1]

    def failing(
        tx: Tx, accounts: Sequence[str], kind: str, table: Table, words: dict[str, str]
    ) -> None:
        if table.id == bad:
            raise ZeroDivisionError("no words for it")

    house.notify = failing
    house.clock.move(LATER)
    assert set(run_due(house)) == set(made) - {bad}
    assert all(judged_once(house, table) for table in made if table != bad)
    assert row_of(house, bad).turn == 1 and len(game(house, bad).steps) == 1


def test_a_table_that_went_on_meanwhile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    house = make_house()
    made = tables(house, 4)
    gone = made[0]

    def slow(house: TestHouse, plan: DuePhase) -> HistoryStep | None:
        if plan.table.id == gone:
            with house.store.write() as tx:
                tx.change(Table, {"id": gone}, status="paused", deadline=None, left=HOUR)
        return judged(house, plan)

    monkeypatch.setattr(rounds, "judged", slow)
    house.clock.move(LATER)
    assert set(run_due(house)) == set(made[1:])
    assert (row_of(house, gone).turn, row_of(house, gone).attempts) == (1, 0)


def test_a_draft_that_changed_meanwhile_is_the_one_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    house = make_house()
    made = tables(house, 3)
    with house.store.read() as tx:
        seat = next(iter(tx.find(SeatRow, table=made[0]))).seat
    text = {"old": "A par - bur", "new": "A par - pic"}
    changed: list[dict[str, int]] = []

    def save(version: int, words: str) -> None:
        ballots = Ballots(table=made[0], seat=seat, turn=1, version=version, saved=1, text=words)
        with house.store.write() as tx:
            tx.put(ballots)

    def slow(house: TestHouse, plan: DuePhase) -> HistoryStep | None:
        if plan.table.id == made[0] and not changed:
            changed.append(plan.versions)
            save(2, text["new"])
        return judged(house, plan)

    monkeypatch.setattr(rounds, "judged", slow)
    save(1, text["old"])
    house.clock.move(LATER)
    assert set(run_due(house)) == set(made)
    entry = game(house, made[0]).steps[-1].entry
    assert changed == [{seat: 1}] and isinstance(entry, Turn)
    assert entry.orders[Seat(seat)] == (text["new"],)
    assert all(judged_once(house, table) for table in made)


def test_wherever_the_store_fails_each_phase_is_judged_once() -> None:
    """F4 for a round of several: what is left undone is done later, and what is done stays."""
    world = make_house()
    made = tables(world, 3)
    store = world.store
    assert isinstance(store, MemoryStore)
    world.clock.move(LATER)
    wanted, n, failed = None, 0, True
    while failed:
        kept = twin(store)
        failing = FailingStore(kept, n)
        house = make_house(failing, seed=1)
        house.clock.at = world.clock.at
        with suppress(StoreDown):
            run_due(house)
        house = make_house(kept, seed=1)
        for later in range(3):
            house.clock.at = world.clock.at + later * house.settings.lease
            run_due(house)
        assert all(judged_once(house, table) for table in made), n
        found = dump(kept, without=("attempts", "tried", "at", "opened", "deadline"))
        wanted = wanted or found
        assert found == wanted, n
        failed, n = failing.failed or n == 0, n + 1
    assert n > 20


def test_those_who_are_waited_for_are_not_judged_with_the_others() -> None:
    house = make_house()
    add_people(house, "host")
    settings = {"grace": 3600}
    patient = create_table(house, "host", variant="catspaw", settings=settings)
    made = tables(house, 3)
    for n in range(3):
        join(house, f"player {n}", patient)
    ends = row_of(house, patient).deadline
    assert ends is not None
    house.clock.at = ends + 1
    assert set(run_due(house)) == set(made)
    assert (row_of(house, patient).turn, row_of(house, patient).attempts) == (1, 0)
    house.clock.move(HOUR)
    assert run_due(house) == [patient]
