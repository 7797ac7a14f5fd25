"""A season of every shipped variant over HTTP, on SQLite and on PostgreSQL with two processes.

Scripted clients play the same game on both; both must end in the same record.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from typing import Any

import msgspec
import pytest

from dragoman.record import GameRecord, replay
from dragoman.variants import load, variant_ids
from tests.web.real import Caller, Real, own_database, sqlite_url

PHASES = 60
"""More than any season has."""


class Season:
    """One season of a variant, played by clients that go to one server after the other."""

    def __init__(self, servers: Sequence[Real], variant: str) -> None:
        self.servers, self.variant = servers, variant
        first = servers[0]
        self.organizer = organizer = self.guest("Olga")
        status, made = organizer.post("/api/tables", {"variant": variant, "title": "A season"})
        assert status == 201, made
        self.table = made["id"]
        view = organizer.get(f"/api/tables/{self.table}")[1]
        self.players: dict[str, list[Caller]] = {}
        for row in view["seats"]:
            token = self.guest(f"Player {len(self.players)}").token
            self.players[row["seat"]] = [Caller(server, token) for server in servers]
            joined = Caller(first, token).post(
                f"/api/tables/{self.table}/join", {"seat": row["seat"]}
            )
            assert joined[0] == 200, joined
        self.watchers = cycle([Caller(server) for server in servers])

    def guest(self, name: str) -> Caller:
        """Somebody new; all of them ask the first server, whose chance is from a seed."""
        caller = Caller(self.servers[0])
        status, answer = caller.post("/api/guests", {"name": name, "bearer": True})
        assert status == 201, answer
        return Caller(self.servers[0], answer["token"])

    def play(self) -> None:
        """Play until another season begins."""
        view = self.look()
        first = view["phase"][:5]
        for turn in range(1, PHASES):
            self.play_phase(turn)
            view = self.wait(turn)
            if view["phase"][:5] != first and view["phase"].endswith("M"):
                return
        raise AssertionError("the season does not end")

    def record(self) -> bytes:
        """The game file, once the organizer has ended the game."""
        body = {"why": "The season is over."}
        self.organizer.post(f"/api/tables/{self.table}/organizer/abandon", body)
        status, record = next(self.watchers).get(f"/api/tables/{self.table}/record")
        assert status == 200, record
        return bytes(record)

    def look(self) -> Any:
        """The table, as a visitor sees it."""
        status, view = next(self.watchers).get(f"/api/tables/{self.table}")
        assert status == 200, view
        return view

    def wait(self, turn: int) -> Any:
        """The table, once a turn has been judged."""
        ends = time.monotonic() + 60
        while (view := self.look())["turn"] == turn:
            assert time.monotonic() < ends, "the phase is not judged"
            time.sleep(0.01)
        return view

    def play_phase(self, turn: int) -> None:
        """Everybody who owes orders gives some and is ready."""
        for n, (seat, callers) in enumerate(self.players.items()):
            caller = callers[(turn + n) % len(callers)]
            mine = caller.get(f"/api/tables/{self.table}/orders")[1]
            if mine["turn"] != turn:
                return  # nobody else was waited for
            if not mine["owed"]:
                continue
            chance = Random(f"{self.variant} {seat} {turn}")
            text = "\n".join(self.chosen(caller, mine, chance))
            body = {"turn": turn, "text": text}
            status, answer = caller.put(f"/api/tables/{self.table}/orders", body)
            assert status == 200, answer
            other = callers[(turn + n + 1) % len(callers)]
            status, answer = other.put(f"/api/tables/{self.table}/ready", {"turn": turn})
            assert status == 200, answer

    def legal(self, caller: Caller) -> tuple[int, Any]:
        """The legal orders; whoever is told to try again, as the server is busy, does so."""
        for _ in range(10):
            status, legal = caller.get(f"/api/tables/{self.table}/legal")
            if status != 503:
                break
            assert legal["error"]["code"] == "try_again"
        return status, legal

    def chosen(self, caller: Caller, mine: Any, chance: Random) -> Iterator[str]:
        """Random legal orders for what is owed."""
        status, legal = self.legal(caller)
        assert status == 200, legal
        for due in mine["owed"]:
            orders = legal.get(due["subject"], [])
            yield from chance.sample(orders, min(len(orders), max(1, due["count"])))


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Real]]:
    """One server on SQLite."""
    with Real(sqlite_url(tmp_path_factory.mktemp("sqlite")), seed=1) as server:
        yield [server]


@pytest.fixture(scope="module")
def pair(postgres: str) -> Iterator[list[Real]]:
    """Two servers on one PostgreSQL database; the first has the chance of the single one."""
    url = own_database(postgres, "seasons")
    with Real(url, seed=1) as first, Real(url, seed=2) as second:
        yield [first, second]


@pytest.mark.parametrize("variant", variant_ids())
def test_a_season_ends_in_the_same_record_on_both(
    variant: str, single: list[Real], pair: list[Real]
) -> None:
    alone, together = Season(single, variant), Season(pair, variant)
    for season in (alone, together):
        season.play()
    assert alone.record() == together.record()
    record = msgspec.json.decode(alone.record(), type=GameRecord)
    assert record.variant == variant and len(record.entries) >= 2
    *_, last = replay(record, load(record.variant, record.options))
    assert last.state.result is not None
