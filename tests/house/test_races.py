"""F9 and S13: many at once, and each time one winner."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dragoman.house.core import House
from dragoman.house.errors import Closed, NotYours, Refused
from dragoman.house.people.personal import get_up
from dragoman.house.play.rounds import run_due
from dragoman.house.tables.press import read_press, save_draft
from dragoman.house.tables.seats import join, leave, make_link, take_link
from dragoman.house.tables.tables import create_table
from dragoman.house.tables.votes import cast_votes
from dragoman.house.tables.wishes import SeatVotes
from dragoman.record.entries import DrawVote
from dragoman.store import Store, open_store
from dragoman.store.rows import SeatRow, Table
from tests.house.race import FastClock, Race, Saved, opened, run_race, together
from tests.house.tools import add_people, full_table, game, make_house, row

ROUNDS = 100


def test_f9_the_last_moment(tmp_path: Path) -> None:
    sys.setswitchinterval(1e-4)
    try:
        race = run_race(tmp_path, ROUNDS)
    finally:
        sys.setswitchinterval(5e-3)
    assert len(race.saved) > ROUNDS
    assert race.refused and all("closed" in text or "over" in text for text in race.refused)


def test_s13_the_last_seat_has_one_winner(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        house = House(store)
        add_people(house, "owner", *(f"p{n}" for n in range(50)), *("a", "b"))
        table = create_table(house, "owner", variant="catspaw")
        for person in ("a", "b"):
            join(house, person, table)
        won: list[str] = []

        def sit(person: str) -> None:
            try:
                won.append(f"{person} {join(house, person, table).seat}")
            except Closed:
                return

        together(*(lambda person=f"p{n}": sit(person) for n in range(50)))
        with store.read() as tx:
            held = [r.account for r in tx.find(SeatRow, table=table)]
        assert len(won) == 1
        assert len(held) == 3 and won[0].split()[0] in held
        assert row(house, table).turn == 1


def test_s13_one_link_seats_one(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        house = House(store)
        add_people(house, "owner", *(f"p{n}" for n in range(20)))
        table = create_table(house, "owner", variant="catspaw")
        link = make_link(house, "owner", table, "Seat 1")
        won: list[str] = []

        def take(person: str) -> None:
            try:
                won.append(take_link(house, person, link).link)
            except Refused:
                return

        together(*(lambda person=f"p{n}": take(person) for n in range(20)))
        assert len(won) == 1


def test_s13_votes_cast_together_end_the_game_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        house = House(store)
        table, at = full_table(house)
        came: list[list[str]] = []

        def vote(person: str) -> None:
            came.append(cast_votes(house, person, table, 1, SeatVotes(draw=True)))

        together(*(lambda person=person: vote(person) for person in at.values()))
        assert sorted(came) == [[]] * 6 + [["ended"]]
        entries = [step.entry for step in game(house, table).steps[1:]]
        assert [type(entry) for entry in entries] == [DrawVote]


def test_s13_two_houses_judge_each_phase_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        judge_together([store] * 3)


def test_f7_two_houses_on_postgres_judge_each_phase_once(postgres_url: str) -> None:
    stores = [open_store(postgres_url) for _ in range(2)]
    try:
        judge_together(stores)
    finally:
        for store in stores:
            store.close()


def judge_together(stores: list[Store]) -> None:
    """Let a house over each store judge the same phases at the same time."""
    clock = FastClock()
    houses = [House(store, clock, rng=Random(n)) for n, store in enumerate(stores)]
    table, _ = full_table(houses[0], "catspaw", settings={"absent_after": 100})
    judged: list[str] = []
    for turn in range(1, 11):
        with stores[0].write() as tx:
            tx.change(Table, {"id": table}, deadline=clock.now())
        together(*(lambda h=h: judged.extend(run_due(h)) for h in houses))
        while row(houses[0], table).turn == turn:
            judged.extend(run_due(houses[0]))
        assert row(houses[0], table).turn == turn + 1
        assert len(judged) == turn
    assert {len(game(house, table).steps) for house in houses} == {11}


def test_the_last_moment_on_postgres(postgres_url: str) -> None:
    store = open_store(postgres_url)
    try:
        race = Race(store, 1)
        for _ in range(10):
            race.round()
        assert race.check() == []
    finally:
        store.close()


def test_a_seat_given_up_and_taken_at_once_has_one_holder(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        house = House(store)
        table, at = full_table(house, "catspaw")
        add_people(house, "new", "newer")
        first, person = next(iter(at.items()))

        def steady(act: Callable[[], object]) -> None:
            try:
                act()
            except (Closed, NotYours):
                return

        for _ in range(5):
            together(
                lambda: steady(lambda: leave(house, person, table)),
                lambda: steady(lambda: join(house, "new", table, first)),
                lambda: steady(lambda: join(house, "newer", table, first)),
            )
        with store.read() as tx:
            rows = tx.find(SeatRow, table=table)
        accounts = [r.account for r in rows if r.account]
        assert len(accounts) == len(set(accounts))


class Meanwhile:
    """A transaction that has to wait for its first lock, as somebody else comes before it."""

    def __init__(self, tx: Any, act: Callable[[Any], object]) -> None:
        self.tx, self.acts = tx, [act]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tx, name)

    def lock(self, kind: Any, **key: object) -> Any:
        """A row, after the other has done what he wanted."""
        self.wait()
        return self.tx.lock(kind, **key)

    def find(self, kind: Any, *tests: Any, **how: Any) -> Any:
        """Rows; if they are to be locked, after the other."""
        if how.get("lock"):
            self.wait()
        return self.tx.find(kind, *tests, **how)

    def wait(self) -> None:
        """Let the other do what he wants, once."""
        while self.acts:
            self.acts.pop()(self.tx)


def sits_down(tx: Any, table: str, seat: str) -> None:
    """Somebody new takes a seat."""
    tx.change(SeatRow, {"table": table, "seat": seat}, account="new", left=None)


def test_whoever_leaves_the_house_takes_no_seat_from_another() -> None:
    """A seat that was taken over while the leaver waited for its table stays the other's."""
    house = make_house()
    table, at = full_table(house)
    add_people(house, "new")
    with house.store.write() as tx:
        late: Any = Meanwhile(tx, lambda tx: sits_down(tx, table, "France"))
        get_up(late, house, at["France"])
        found = tx.get(SeatRow, table=table, seat="France")
    assert found is not None and found.account == "new"


def test_nobody_leaves_a_draft_at_a_seat_that_is_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was begun and never sent is not read by whoever takes the seat at that moment."""
    house = make_house()
    table, at = full_table(house)
    add_people(house, "new")
    write = house.store.write

    @contextmanager
    def late() -> Iterator[Any]:
        with write() as tx:
            yield Meanwhile(tx, lambda tx: sits_down(tx, table, "France"))

    monkeypatch.setattr(house.store, "write", late)
    with pytest.raises(NotYours):
        save_draft(house, at["France"], table, ["Italy"], "dear")
    monkeypatch.undo()
    with house.store.write() as tx:
        sits_down(tx, table, "France")
    assert read_press(house, "new", table).drafts == {}


def test_the_checker_finds_a_lost_draft(tmp_path: Path) -> None:
    """A checker that finds nothing is worth nothing."""
    with opened(tmp_path) as store:
        race = Race(store, 0)
        race.round()
        assert race.check() == []
        race.saved.append(Saved("France", 1, 10_000, "A par H"))
        assert len(race.check()) == 2
