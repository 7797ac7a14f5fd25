"""F3, F7 and L4: servers that share, run out of room, or wait for a deadline."""

import resource
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dragoman.house.core import House
from dragoman.house.play.games import played
from dragoman.store.rows import Event, Outbox, Table
from tests.web.real import Caller, Real, add_person, closed_house, own_database, sqlite_url
from tests.web.world import site

RACED = 40
"""How many due phases two processes race for; scripts/soak has a thousand."""
DEADLINES = 5
"""How many deadlines are waited for; scripts/soak has a hundred."""


def test_a_second_server_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    """F7: it says who has the file, and the first goes on."""
    with Real(sqlite_url(tmp_path)) as first:
        command = [sys.executable, "-c", "from dragoman.cli import main; main()", "serve"]
        second = subprocess.run(
            [*command, "--port", "0", "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 2
        assert f"in use by another process ({first.process})" in second.stderr
        assert Caller(first).get("/api/health")[0] == 200


READ: list[str] = []


def noted() -> type:
    """The type of a field, noted whenever it is looked up."""
    READ.append("n")
    return int


def test_the_fields_of_all_structs_are_read_before_there_are_threads() -> None:
    """Two threads that come upon a struct for the first time would crash in msgspec."""
    probe = msgspec.defstruct("Probe", [("n", "noted()")], module=__name__)
    with site():
        assert READ == ["n"]
        read = msgspec.json.decode(b'{"n": 3}', type=probe)
        assert msgspec.to_builtins(read) == {"n": 3}
    assert READ == ["n"]


def test_a_server_that_has_just_started_answers_everybody_at_once(tmp_path: Path) -> None:
    """Nothing that is made at the first request is made twice by the first two."""
    with Real(sqlite_url(tmp_path)) as server, ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(lambda _: Caller(server).get("/api/tables")[0], range(64)))
        asked = [f"/api/variants/{name}" for name in ("standard", "catspaw", "cat", "cline")] * 4
        statuses += list(pool.map(lambda path: Caller(server).get(path)[0], asked))
        server.hang_up()
    assert set(statuses) == {200}


def due_tables(house: House, many: int) -> list[str]:
    """Tables that are due at once, of people who are not there."""
    from dragoman.house.tables.seats import join
    from dragoman.house.tables.tables import create_table, start_table

    made = []
    add_person(house, "Ann", "ann@example.org")
    for n in range(many):
        add_person(house, f"Organizer {n}")
        organizer = f"id-organizer {n}"
        table = create_table(house, organizer, variant="standard", title=f"Table {n}")
        join(house, "id-ann", table, "France")
        start_table(house, organizer, table)
        made.append(table)
    with house.store.write() as tx:
        for table in made:
            tx.change(Table, {"id": table}, deadline=house.now - 1)
    return made


def race(url: str, many: int) -> tuple[float, list[str]]:
    """Let two servers judge what is due; how long it took, and what went wrong."""
    house = closed_house(url)
    tables = due_tables(house, many)
    begun = time.monotonic()
    with Real(url), Real(url):
        ends = begun + 60 + many / 5
        while time.monotonic() < ends:
            with house.store.read() as tx:
                if all(row.turn >= 2 for row in tx.find(Table)):
                    break
            time.sleep(0.02)
        took = time.monotonic() - begun
        time.sleep(0.3)
    wrong = [table for table in tables if not judged_once(house, table)]
    with house.store.read() as tx:
        mails = Counter((row.address, row.body) for row in tx.find(Outbox))
    house.store.close()
    return took, [*wrong, *(str(mail) for mail, n in mails.items() if n > 1 and mail[1] != "{}")]


def judged_once(house: House, table: str) -> bool:
    """Whether a table has had one phase judged, and only one."""
    with house.store.read() as tx:
        row = tx.get(Table, id=table)
        assert row is not None
        entries = [e for e in tx.find(Event, table=table) if e.kind == "entry"]
        return (row.turn, len(entries), len(played(house, tx, row).steps)) == (2, 1, 2)


def test_two_processes_judge_each_phase_once(postgres: str) -> None:
    """F7: on PostgreSQL, with everything due at the same time."""
    _, wrong = race(own_database(postgres, "race"), RACED)
    assert wrong == []


class Full:
    """A server whose disk is full, or has room again: no file may grow beyond a size."""

    def __init__(self, server: Real) -> None:
        self.server = server

    def limit(self, size: int) -> None:
        """Let no file of the server grow beyond a size."""
        hard = resource.RLIM_INFINITY
        resource.prlimit(self.server.process, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    """F3: refused with 503, nothing acknowledged is lost, and it goes on when there is room."""
    url = sqlite_url(tmp_path)
    house = closed_house(url)
    token = add_person(house, "Ann")
    house.store.close()
    with Real(url) as server:
        ann = Caller(server, token)
        table = ann.post("/api/tables", {})[1]["id"]
        assert ann.post(f"/api/tables/{table}/join", {"seat": "France"})[0] == 200
        assert ann.post(f"/api/tables/{table}/start")[0] == 200
        acked = save_until_full(ann, table, Full(server), tmp_path)
        status, answer = ann.put(f"/api/tables/{table}/ready", {"turn": 1})
        assert (status, answer["error"]["code"]) == (503, "try_again")
        assert ann.get(f"/api/tables/{table}/orders")[1]["text"] == acked
        Full(server).limit(resource.RLIM_INFINITY)
        # It recovers without a restart, and the phase is judged as it was acknowledged.
        ends = time.monotonic() + 60
        while ann.put(f"/api/tables/{table}/ready", {"turn": 1})[0] == 503:
            assert time.monotonic() < ends
            time.sleep(0.1)
        wait_for_turn(ann, table, 2)
        orders = ann.get(f"/api/tables/{table}/history/1")[1]["orders"]
        own = [row for row in orders if row["power"] == "France" and not row["supplied"]]
        assert [row["order"] for row in own] == [acked.splitlines()[0]]


def save_until_full(ann: Caller, table: str, disk: Full, folder: Path) -> str:
    """Save drafts until there is no room; the last one that was acknowledged."""
    size = max(file.stat().st_size for file in folder.iterdir())
    disk.limit(size + 60_000)
    acked = ""
    for n in range(200):
        text = f"A par - {('bur', 'pic', 'gas')[n % 3]}\n{'x' * 15_000}"
        status, answer = ann.put(f"/api/tables/{table}/orders", {"turn": 1, "text": text})
        if status != 200:
            assert (status, answer["error"]["code"]) == (503, "try_again"), answer
            return acked
        acked = text
    raise AssertionError("the disk does not become full")


def wait_for_turn(caller: Caller, table: str, turn: int, seconds: float = 60) -> Any:
    """The table, once it has come to a turn."""
    ends = time.monotonic() + seconds
    while (view := caller.get(f"/api/tables/{table}")[1])["turn"] < turn:
        assert time.monotonic() < ends, "the phase is not judged"
        time.sleep(0.005)
    return view


def lateness(folder: Path, deadlines: int) -> list[float]:
    """How many seconds after each of some deadlines its result could be seen."""
    url = sqlite_url(folder)
    house = closed_house(url)
    token = add_person(house, "Ann")
    house.store.close()
    seconds = {"limits": {"other": {"seconds": 1}, "movement": {"seconds": 1}}}
    found = []
    with Real(url) as server:
        ann = Caller(server, token)
        table = ann.post("/api/tables", {"settings": {**seconds, "absent_after": 100}})[1]["id"]
        ann.post(f"/api/tables/{table}/join", {"seat": "France"})
        ann.post(f"/api/tables/{table}/start")
        view = ann.get(f"/api/tables/{table}")[1]
        offset = time.time() * 1000 - view["now"]
        for _ in range(deadlines):
            after = wait_for_turn(ann, table, view["turn"] + 1)
            found.append((time.time() * 1000 - offset - view["deadline"]) / 1000)
            view = after
    return found


@pytest.mark.timed
def test_a_result_is_there_within_two_seconds_of_the_deadline(tmp_path: Path) -> None:
    """L4, small."""
    late = lateness(tmp_path, DEADLINES)
    assert len(late) == DEADLINES and min(late) >= 0
    assert max(late) <= 2.0, late


@pytest.mark.parametrize("workers", [2])
def test_several_workers_need_postgresql(workers: int, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from dragoman.cli import main

    given = ["serve", "--workers", str(workers), "--data", str(tmp_path)]
    result = CliRunner().invoke(main, given)
    assert result.exit_code == 2 and "PostgreSQL" in result.output
