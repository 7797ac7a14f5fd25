"""`dragoman serve --workers 2` on PostgreSQL: one site, whichever process one meets."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dragoman.house.core import House
from dragoman.store.rows import Table
from tests.web.real import Caller, Real, add_person, closed_house, own_database
from tests.web.test_servers import due_tables, judged_once, wait_for_turn

SERVE = "from dragoman.cli import main; main()"
DUE = 24


class Site(Real):
    """The command itself, with its worker processes."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        environment = {**os.environ, "DATABASE_URL": url}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        command = [sys.executable, "-c", SERVE, "serve", "--workers", "2"]
        self.lines: list[http.client.HTTPConnection] = []
        self.command = subprocess.Popen(
            [*command, "--port", str(self.port)], env=environment, stderr=subprocess.PIPE
        )

    def workers(self) -> list[int]:
        """The processes that answer: children of the command that run a server."""
        return [child for child in children(self.command.pid) if "spawn_main" in called(child)]

    def wait(self, seconds: float = 120, but: int = 0) -> list[int]:
        """The workers, once there are two and both answer, and one that was killed is gone."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            found = self.workers()
            if (
                len(found) == 2
                and but not in found
                and all(self.answers(worker) for worker in found)
            ):
                return found
            time.sleep(0.05)
        raise TimeoutError("the workers do not answer")

    def answers(self, worker: int) -> bool:
        """Whether a worker is there to answer."""
        probe = http.client.HTTPConnection("127.0.0.1", self.port, timeout=0.5)
        try:
            with self.only(worker):
                probe.request("GET", "/api/health")
                return probe.getresponse().status == 200
        except OSError:
            return False
        finally:
            probe.close()

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """A moment in which no other worker takes a call."""
        others = [each for each in self.workers() if each != worker]
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            yield
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)

    def caller(self, worker: int, token: str) -> Caller:
        """Somebody whose calls one worker takes."""
        found = Caller(self, token)
        with self.only(worker):
            assert found.get("/api/health")[0] == 200
        return found

    def stream(self, worker: int, table: str) -> http.client.HTTPResponse:
        """A visitor's live stream from one worker, once it has begun."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with self.only(worker):
            line.request("GET", f"/api/tables/{table}/events")
            answer = line.getresponse()
            assert answer.status == 200
        self.lines.append(line)
        heard(answer)
        return answer

    def hang_up(self) -> None:
        """Let nobody speak to the site any more."""
        super().hang_up()
        for line in self.lines:
            line.close()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def called(process: int) -> str:
    """How a process was called; nothing if it is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def heard(stream: http.client.HTTPResponse) -> bytes:
    """The next news of a stream."""
    while not (line := stream.readline()).startswith(b"data:"):
        assert line, "the stream has ended"
    return line


@contextmanager
def running(url: str) -> Iterator[Site]:
    """The site, which is asked to stop at the end."""
    site = Site(url)
    try:
        yield site
    finally:
        site.hang_up()
        site.command.terminate()
        site.command.communicate(timeout=60)


@pytest.fixture
def url(postgres: str) -> str:
    """A database of one's own."""
    return own_database(postgres, "workers")


@pytest.fixture
def house(url: str) -> Iterator[House]:
    """The house of that database, to prepare the site and to look at it."""
    found = closed_house(url)
    yield found
    found.store.close()


def test_two_workers_are_one_site_and_one_that_dies_is_replaced(url: str, house: House) -> None:
    tokens = [add_person(house, name) for name in ("Ann", "Bob")]
    with running(url) as site:
        one, other = site.wait()
        ann, bob = site.caller(one, tokens[0]), site.caller(other, tokens[1])
        table = ann.post("/api/tables", {})[1]["id"]
        assert ann.post(f"/api/tables/{table}/join", {"seat": "France"})[0] == 200
        assert bob.post(f"/api/tables/{table}/join", {"seat": "Italy"})[0] == 200
        assert ann.post(f"/api/tables/{table}/start")[0] == 200
        streams = [site.stream(worker, table) for worker in (one, other)]
        for turn, orders in ((1, "A par - bur"), (2, "A bur - mun")):
            play(ann, bob, table, turn, orders)
            n = bob.get(f"/api/tables/{table}")[1]["events"]
            # Whoever judged it, both tell it.
            for stream in streams:
                while f'"n":{n}'.encode() not in heard(stream):
                    pass
        os.kill(one, signal.SIGKILL)
        (new,) = set(site.wait(but=one)) - {other}
        play(site.caller(new, tokens[0]), bob, table, 3, "A mar H")


def play(ann: Caller, bob: Caller, table: str, turn: int, orders: str) -> None:
    """Play a phase: one orders, both are ready, and both are shown the same result."""
    assert ann.put(f"/api/tables/{table}/orders", {"turn": turn, "text": orders})[0] == 200
    for person in (ann, bob):
        assert person.put(f"/api/tables/{table}/ready", {"turn": turn})[0] == 200
    results = []
    for person in (ann, bob):
        wait_for_turn(person, table, turn + 1)
        results.append(person.get(f"/api/tables/{table}/history/{turn}")[1]["orders"])
    assert results[0] == results[1]
    assert orders in [row["order"] for row in results[0] if not row["supplied"]]


def test_two_workers_judge_each_phase_once_and_end_when_asked(url: str, house: House) -> None:
    tables = due_tables(house, DUE)
    with running(url) as site:
        one, other = site.wait()
        wait_until_judged(house)
        everybody = [site.command.pid, *children(site.command.pid)]
        streams = [site.stream(worker, tables[0]) for worker in (one, other)]
        site.command.send_signal(signal.SIGTERM)
        said = site.command.communicate(timeout=60)[1].decode()
        # Streams are ended, not cut off after a while.
        assert [stream.read().count(b"data:") for stream in streams] == [0, 0]
    assert [table for table in tables if not judged_once(house, table)] == []
    assert "Traceback" not in said and "Cancel" not in said, said
    assert [process for process in everybody if called(process)] == []


def wait_until_judged(house: House, seconds: float = 60) -> None:
    """Wait until every table has had its phase judged."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with house.store.read() as tx:
            if all(row.turn >= 2 for row in tx.find(Table)):
                return
        time.sleep(0.05)
    raise TimeoutError("not everything is judged")
