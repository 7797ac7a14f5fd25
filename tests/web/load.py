"""Load: L1 to L6 against a real server on this machine, as a table for docs/reliability.md.

    python -m tests.web.load                  all of them
    python -m tests.web.load --only L2 L5     some
    python -m tests.web.load --minutes 120    with a longer soak (L6)

The callers run on the same cores as the server, so the figures are floors.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import msgspec

from dragoman.house.core import House
from dragoman.house.tables.seats import join, seat_bot
from dragoman.house.tables.tables import create_table, start_table
from dragoman.store.rows import Table
from tests.web.real import Real, add_person, closed_house, sqlite_url

SEATS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
ORDERS = {
    "Austria": "A bud-ser\nA vie-gal\nF tri-alb",
    "England": "F lon-nth\nF edi-nwg\nA lvp-yor",
    "France": "A par-bur\nA mar S A par-bur\nF bre-mao",
    "Germany": "A ber-kie\nA mun-ruh\nF kie-den",
    "Italy": "A ven H\nA rom-apu\nF nap-ion",
    "Russia": "A mos-ukr\nA war-gal\nF sev-bla\nF stp/sc-bot",
    "Turkey": "A con-bul\nA smy-con\nF ank-bla",
}


class Row(NamedTuple):
    """A row of the table: what was done, what came of it, what is wanted, whether it is reached."""

    name: str
    what: str
    came: str
    wanted: str
    good: bool


class Line:
    """One connection that is kept open."""

    def __init__(self, port: int, token: str = "", address: str = "127.0.0.1") -> None:
        self.port, self.token, self.address = port, token, address
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
        raw = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        head += f"authorization: Bearer {self.token}\r\n" if self.token else ""
        if raw:
            head += f"content-type: application/json\r\ncontent-length: {len(raw)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + raw)
        top = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(top.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return int(top[9:12]), await self.reader.readexactly(length)

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()


class Hammered(NamedTuple):
    """What many requests came to."""

    rate: float
    p50: float
    p99: float
    bad: int


async def hammer(
    calls: list[Callable[[], Awaitable[int]]], seconds: float, pause: float = 0
) -> Hammered:
    """Make calls again and again for some seconds, all at once."""
    times: list[float] = []
    bad = 0
    ends = time.monotonic() + seconds

    async def again(call: Callable[[], Awaitable[int]]) -> None:
        nonlocal bad
        await asyncio.sleep(random.uniform(0, pause))
        while time.monotonic() < ends:
            begun = time.perf_counter()
            bad += await call() != 200
            times.append((time.perf_counter() - begun) * 1000)
            if pause:
                await asyncio.sleep(pause)

    await asyncio.gather(*(again(call) for call in calls))
    cuts = quantiles(times, n=100)
    return Hammered(len(times) / seconds, cuts[49], cuts[98], bad)


def tables(house: House, many: int) -> tuple[list[str], dict[str, str]]:
    """Running tables of Standard, all with the same seven people; their tokens by seat."""
    tokens = {seat: add_person(house, seat) for seat in SEATS}
    made = []
    for n in range(many):
        if n % 40 == 0:
            add_person(house, f"Organizer {n}")
        owner = f"id-organizer {n // 40 * 40}"
        table = create_table(house, owner, variant="standard", title=f"Table {n}")
        for seat in SEATS:
            join(house, f"id-{seat.lower()}", table, seat)
        made.append(table)
    return made, tokens


class Setting:
    """A server with tables, for the time of one test."""

    def __init__(self, many: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        url = sqlite_url(Path(self.folder.name))
        house = closed_house(url)
        self.tables, self.tokens = tables(house, many)
        house.store.close()
        self.server = Real(url)

    def __enter__(self) -> "Setting":
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.kill()
        self.server.hang_up()
        self.folder.cleanup()

    def line(self, seat: str = "") -> Line:
        """A connection for a seat's player, or for a visitor."""
        return Line(self.server.port, self.tokens[seat] if seat else "")

    def reading(self, path: str, line: Line) -> Callable[[], Awaitable[int]]:
        """A call that reads something of each table in turn."""
        turn = iter(range(10**9))

        async def call() -> int:
            table = self.tables[next(turn) * 7 % len(self.tables)]
            return (await line.ask("GET", path.format(table)))[0]

        return call

    def ordering(self, seat: str, offset: int, line: Line) -> Callable[[], Awaitable[int]]:
        """A call that saves orders at each table in turn."""
        turn = iter(range(offset, 10**9))

        async def call() -> int:
            table = self.tables[next(turn) % len(self.tables)]
            body = {"turn": 1, "text": ORDERS[seat]}
            return (await line.ask("PUT", f"/api/tables/{table}/orders", body))[0]

        return call


def memory_of(server: Real) -> int:
    """A server's memory in MB."""
    text = Path(f"/proc/{server.process}/status").read_text()
    return int(next(x.split()[1] for x in text.splitlines() if x.startswith("VmRSS:"))) // 1024


def files_of(server: Real) -> int:
    """How many files a server has open."""
    return len(os.listdir(f"/proc/{server.process}/fd"))


def sockets_of(server: Real) -> int:
    """How many connections a server has open."""
    folder, found = Path(f"/proc/{server.process}/fd"), 0
    for file in folder.iterdir():
        try:
            found += os.readlink(file).startswith("socket:")
        except FileNotFoundError:
            continue
    return found


def l1(seconds: float) -> Row:
    """L1: the page of a table, 32 connections, 500 tables, warm."""
    with Setting(500) as at:
        lines = [at.line() for _ in range(32)]
        calls = [at.reading("/tables/{}", line) for line in lines]
        asyncio.run(hammer(calls[:4], 5))
        came = asyncio.run(hammer([at.reading("/tables/{}", at.line()) for _ in lines], seconds))
    good = came.rate >= 500 and came.p99 <= 100 and not came.bad
    measured = f"{came.rate:.0f}/s, p99 {came.p99:.0f} ms, {came.bad} errors"
    return Row("L1", "table page, 32 connections, 500 tables", measured, "500/s, p99 100 ms", good)


def l2(seconds: float) -> Row:
    """L2: orders saved by 200 people at once."""
    with Setting(200) as at:
        calls = [at.ordering(SEATS[n % 7], n, at.line(SEATS[n % 7])) for n in range(200)]
        warm = [at.ordering("France", n, at.line("France")) for n in range(2)]
        asyncio.run(hammer(warm, 3))
        # 200 people who save once a second each are 200 a second.
        came = asyncio.run(hammer(calls, seconds, pause=0.8))
    good = came.rate >= 200 and came.p99 <= 100 and not came.bad
    measured = f"{came.rate:.0f}/s, p50 {came.p50:.0f} ms, p99 {came.p99:.0f} ms, {came.bad} errors"
    return Row("L2", "orders saved by 200 people", measured, "200/s, p99 100 ms, 0 errors", good)


def l3(many: int) -> Row:
    """L3: many tables due in the same second, everybody editing until the end."""
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(Path(folder))
        house = closed_house(url)
        made, tokens = tables(house, many)
        due = house.now + 20_000
        with house.store.write() as tx:
            for table in made:
                tx.change(Table, {"id": table}, deadline=due)
        house.store.close()
        server = Real(url)
        server.start()
        try:
            late, p99 = asyncio.run(burst(server, made, tokens, due / 1000))
        finally:
            server.kill()
    late.sort()
    measured = f"p50 {late[len(late) // 2]:.1f} s, last {late[-1]:.1f} s; pages p99 {p99:.0f} ms"
    good = late[-1] <= 10 and late[len(late) // 2] <= 2 and p99 <= 500
    wanted = "last 10 s, p50 2 s, pages p99 500 ms"
    return Row("L3", f"{many} tables due in one second", measured, wanted, good)


async def burst(
    server: Real, made: list[str], tokens: dict[str, str], due: float
) -> tuple[list[float], float]:
    """How late each table's result was, and how long pages took meanwhile."""
    late: dict[str, float] = {}
    pages: list[float] = []

    async def edit(seat: str) -> None:
        line, n = Line(server.port, tokens[seat]), 0
        while time.time() < due + 0.5:
            table = made[n % len(made)]
            n += 1
            body = {"turn": 1, "text": ORDERS[seat]}
            await line.ask("PUT", f"/api/tables/{table}/orders", body)
        line.close()

    async def watch(part: list[str]) -> None:
        line = Line(server.port)
        await asyncio.sleep(max(0, due - time.time()))
        while left := [table for table in part if table not in late]:
            for table in left:
                begun = time.perf_counter()
                _, body = await line.ask("GET", f"/api/tables/{table}")
                pages.append((time.perf_counter() - begun) * 1000)
                if msgspec.json.decode(body)["turn"] > 1:
                    late[table] = time.time() - due
        line.close()

    await asyncio.sleep(max(0, due - time.time() - 5))
    await asyncio.gather(*map(edit, SEATS), *(watch(made[n::4]) for n in range(4)))
    return list(late.values()), quantiles(pages, n=100)[98]


def l5(many: int) -> Row:
    """L5: many live streams and one event."""
    with Setting(1) as at:
        quiet = memory_of(at.server)
        asyncio.run(streams(at, 200, "England"))
        times, left, memory = asyncio.run(streams(at, many, "France"))
    p99 = quantiles(times, n=100)[98]
    measured = f"p99 {p99:.0f} ms, {left} left over, {memory} MB (of them {quiet} before)"
    good = p99 <= 250 and left == 0 and memory <= 200
    return Row("L5", f"{many} streams, one event", measured, "p99 250 ms, 0 left, 200 MB", good)


async def streams(at: Setting, many: int, seat: str) -> tuple[list[float], int, int]:
    """How long each stream waited for an event, how many files stayed open, and the memory."""
    table, open_before = at.tables[0], sockets_of(at.server)
    readers = [await asyncio.open_connection("127.0.0.1", at.server.port) for _ in range(many)]
    for _, writer in readers:
        writer.write(f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    for reader, _ in readers:
        await reader.readuntil(b'"n":')
        await reader.readuntil(b"}\n\n")
    line, begun, times = at.line(seat), 0.0, []

    async def hear(reader: asyncio.StreamReader) -> None:
        await reader.readuntil(b"event: news")
        times.append((time.perf_counter() - begun) * 1000)

    waiting = asyncio.gather(*(hear(reader) for reader, _ in readers))
    await asyncio.sleep(0.2)
    begun = time.perf_counter()
    status, _ = await line.ask("PUT", f"/api/tables/{table}/ready", {"turn": 1})
    assert status == 200
    await waiting
    memory = memory_of(at.server)
    for _, writer in readers:
        writer.close()
    line.close()
    for _ in range(100):
        await asyncio.sleep(0.1)
        if sockets_of(at.server) <= open_before:
            break
    return times, max(0, sockets_of(at.server) - open_before), memory


def l6(minutes: float, many: int) -> Row:
    """L6: tables with bots, due again and again, and people who look, for a long time.

    Two hours are a day for tables that move twelve times slower: a phase in 24 minutes.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(Path(folder))
        house = closed_house(url)
        made = [bot_table(house, n, many) for n in range(many)]
        house.store.close()
        server = Real(url)
        server.start()
        try:
            memory, files, phases, wal = asyncio.run(soak(server, minutes, Path(folder), made))
        finally:
            server.kill()
    warm = len(memory) // 4
    growth = 100 * (memory[-1] - memory[warm]) / memory[warm]
    measured = (
        f"{phases} phases, memory {memory[warm]} to {memory[-1]} MB ({growth:+.1f} %), "
        f"at most {max(memory)} MB, {files[warm]} to {files[-1]} files, WAL {wal:.1f} MB at most"
    )
    good = growth < 5 and files[-1] <= files[warm] + 2 and wal < 64
    wanted = "memory +5 %, no more files, WAL 64 MB"
    return Row("L6", f"{many} tables with bots, {minutes:g} minutes", measured, wanted, good)


def bot_table(house: House, n: int, many: int) -> str:
    """A table at which bots play on and on, due some time after the table before it."""
    add_person(house, f"Owner {n}")
    owner, pace = f"id-owner {n}", max(20, many * 120 // 1000)
    limits = {"movement": {"seconds": pace}, "other": {"seconds": pace}}
    settings = {"limits": limits, "absent_after": 100, "start": "organizer"}
    table = create_table(house, owner, variant="standard", settings=settings)
    join(house, owner, table, "Austria")
    for seat in SEATS[1:]:
        seat_bot(house, owner, table, seat, "random")
    start_table(house, owner, table)
    with house.store.write() as tx:
        tx.change(Table, {"id": table}, deadline=house.now + pace * 1000 * (n + 1) // many)
    return table


async def soak(
    server: Real, minutes: float, folder: Path, made: list[str]
) -> tuple[list[int], list[int], int, float]:
    """Memory and open files by the minute, phases judged and the largest WAL; people look on."""
    memory, files, wal = [], [], 0.0
    line, begun = Line(server.port), time.monotonic()
    while time.monotonic() < begun + 60 * minutes:
        ends = time.monotonic() + min(60, 6 * minutes)
        while time.monotonic() < ends:
            await line.ask("GET", "/api/tables?limit=100")
            for table in random.sample(made, min(20, len(made))):
                await line.ask("GET", f"/tables/{table}")
            log = folder / "dragoman.sqlite-wal"
            wal = max(wal, log.stat().st_size / 1e6 if log.exists() else 0)
            await asyncio.sleep(5)
        memory.append(memory_of(server))
        files.append(files_of(server))
        passed = (time.monotonic() - begun) / 60
        measured = (
            f"minute {passed:.1f}: {memory[-1]} MB, {files[-1]} files, WAL {wal:.1f} MB at most"
        )
        print(measured, file=sys.stderr, flush=True)
    phases = 0
    for table in made:
        _, body = await line.ask("GET", f"/api/tables/{table}")
        phases += msgspec.json.decode(body)["turn"] - 1
    line.close()
    return memory, files, phases, wal


def main() -> int:
    """Run them and print the table."""
    given = argparse.ArgumentParser()
    given.add_argument("--only", nargs="*", default=["L1", "L2", "L3", "L5", "L6"])
    given.add_argument("--seconds", type=float, default=20)
    given.add_argument("--minutes", type=float, default=10)
    chosen = given.parse_args()
    tests: dict[str, Callable[[], Row]] = {
        "L1": lambda: l1(chosen.seconds),
        "L2": lambda: l2(chosen.seconds),
        "L3": lambda: l3(200),
        "L5": lambda: l5(1000),
        "L6": lambda: l6(chosen.minutes, 1000),
    }
    print("| test | what | came to | wanted | |\n|---|---|---|---|---|")
    good = True
    for name in chosen.only:
        print(f"{name} …", file=sys.stderr, flush=True)
        row = tests[name]()
        good &= row.good
        mark = "reached" if row.good else "not reached"
        print(f"| {row.name} | {row.what} | {row.came} | {row.wanted} | {mark} |", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
