"""What is read and parsed, and how often: each line once, and each look in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from dragoman.errors import NotationError
from dragoman.house.play import drafts
from dragoman.house.play.adding import add_order
from dragoman.house.play.observing import observe
from dragoman.house.play.orders import legal, my_desk, my_orders, save_orders
from dragoman.house.tables.alone import start_alone
from dragoman.house.tables.tables import create_table, list_tables
from dragoman.house.tables.views import table_view
from dragoman.house.tables.waiting import what_waits
from dragoman.record.filing import read_lines
from dragoman.store import open_store
from dragoman.store.interface import Tx
from dragoman.store.memory import MemoryStore, MemoryTx
from dragoman.store.rows import SeatRow, Table
from tests.house.tools import add_people, full_table, game, make_house, row


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line that is parsed."""
    found: list[str] = []

    def counted(ask: Any, seat: Any, lines: Any) -> Any:
        found.extend(lines)
        return read_lines(ask, seat, lines)

    monkeypatch.setattr(drafts, "read_lines", counted)
    return found


def test_every_line_of_a_draft_is_parsed_once(parsed: list[str]) -> None:
    house = make_house()
    table, at = full_table(house)
    save_orders(house, at["France"], table, 1, "A par - bur\nA mar - spa\nF bre - nonsense")
    assert parsed == ["A par - bur", "A mar - spa", "F bre - nonsense"]
    parsed.clear()
    for _ in range(3):
        assert my_orders(house, at["France"], table).lines[2].problem
        table_view(house, at["France"], table)
        my_desk(house, at["France"], table)
    assert parsed == []
    add_order(house, at["France"], table, 1, "F bre - mao")
    add_order(house, at["France"], table, 1, "A par - pic")
    assert parsed == ["F bre - mao", "A par - pic"]
    text = my_orders(house, at["France"], table).text
    assert text.splitlines() == ["A mar - spa", "F bre - nonsense", "F bre - mao", "A par - pic"]


def test_what_is_not_understood_is_refused_each_time_alike(parsed: list[str]) -> None:
    house = make_house()
    table, at = full_table(house)
    reader = my_desk(house, at["France"], table).reader
    assert reader is not None
    for _ in range(2):
        with pytest.raises(NotationError, match="no place called 'xyz'"):
            reader.line("A par - xyz")
    assert parsed == ["A par - xyz"]


class Counting(MemoryStore):
    """A store that counts how often it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    @contextmanager
    def read(self) -> Iterator[Tx]:
        """A view of what is kept now."""
        self.looks += 1
        with super().read() as tx:
            yield tx


def test_one_look_is_one_transaction() -> None:
    store = Counting()
    house = make_house(store)
    table, at = full_table(house)
    store.looks = 0
    with house.look():
        table_view(house, at["France"], table)
        my_desk(house, at["France"], table)
        before = my_orders(house, at["France"], table)
        save_orders(house, at["France"], table, 1, "A par - bur")
        # What others do meanwhile is for the next look.
        assert my_orders(house, at["France"], table) == before
    assert store.looks == 1
    assert my_orders(house, at["France"], table).text == "A par - bur"
    with house.look():
        pass
    assert store.looks == 2


def test_a_game_against_the_computer_begins_at_once() -> None:
    house = make_house()
    add_people(house, "ann")
    table = start_alone(house, "ann", "standard", "france")
    assert row(house, table).status == "running"
    seats = {seat.seat: seat for seat in table_view(house, "ann", table).seats}
    assert seats["France"].mine
    assert [s.bot for s in seats.values() if not s.mine] == ["greedy"] * 6
    assert len(game(house, table).steps) == 1


def test_a_list_asks_no_more_for_many_tables_than_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    house, asked = make_house(), []
    add_people(house, "ann")
    find = MemoryTx.find

    def counted(tx: MemoryTx, kind: Any, *tests: Any, **more: Any) -> Any:
        asked.append(kind)
        return find(tx, kind, *tests, **more)

    monkeypatch.setattr(MemoryTx, "find", counted)
    for many in (1, 4):
        while len(found := list_tables(house, "ann")) < many:
            create_table(house, "ann", variant="standard")
        assert [row.seats for row in found] == [7] * many
        asked.clear()
        list_tables(house, "ann")
        assert asked == [Table, SeatRow]


def test_what_waits_asks_no_more_at_many_tables_than_at_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The front page of one who sits at twenty tables put 128 questions to the database."""
    house, asked = make_house(open_store(f"sqlite:///{tmp_path / 'site.sqlite'}")), []
    add_people(house, "ann")
    execute = Connection.execute

    def counted(connection: Connection, query: Any, *values: Any) -> Any:
        asked.append(str(query))
        return execute(connection, query, *values)

    monkeypatch.setattr(Connection, "execute", counted)
    counts = []
    for many in (1, 4):
        while len(list_tables(house, "ann", mine=True)) < many:
            start_alone(house, "ann", "standard", "france")
        what_waits(house, "ann")  # which reads the games
        asked.clear()
        with house.look():
            assert [one.missing for one in what_waits(house, "ann").waiting] == [3] * many
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 16
    house.store.close()


def test_whatever_lists_all_legal_orders_is_left_to_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There it ends in its time and with its asker; on a crowded board it takes seconds."""
    house = make_house()
    table, at = full_table(house)
    left = list[Any]()

    def think(work: Any, *given: Any) -> Any:
        left.append(work)
        return work(*given)

    monkeypatch.setattr(house, "think", think)
    assert legal(house, at["France"], table)
    assert "F bre S A mar - gas" in observe(house, at["France"], table)
    assert len(left) == 2
