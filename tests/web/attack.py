"""An attack on a server of our own: eight guests do the worst they may, others play meanwhile.

    python -m tests.web.attack                      a minute
    python -m tests.web.attack --seconds 600        longer

Each guest has an address of his own (127.0.0.2 and on) and sixteen connections, on which he asks
again and again for what costs most: every legal order of a crowded board, the judge, what would
be, pictures and pages of what he put together, lists and pages of tables with options of their
own, replays; he plays against bots as fast as he can, and hangs up on half of it all. Pages are
wanted in 0.3 s (p95), orders saved in 50 ms (median), memory flat. The callers run on the same
cores as the server, so the figures are floors.
"""

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from dragoman.variants import load
from tests.web.load import ORDERS, Line, memory_of, tables
from tests.web.real import Real, closed_house, sqlite_url

GUESTS = 8
CONNECTIONS = 16
TABLES = 12
MADE_UP = ("black_hole", "cat", "cline", "youngstown", "escalation", "militarism", "doubling")


class Guest:
    """Somebody who means no good."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number, self.address = port, number, f"127.0.0.{number + 2}"
        self.token, self.sandbox, self.tables = "", "", list[str]()
        self.alone, self.turn = "", 1
        self.chance, self.outcomes = random.Random(number), Counter[str]()

    def line(self) -> Line:
        """A connection."""
        return Line(self.port, self.token, self.address)

    async def settle(self) -> None:
        """Come, and make a crowded sandbox and tables with options of their own."""
        line = self.line()
        _, body = await line.ask("POST", "/api/guests", {"bearer": True})
        self.token = line.token = msgspec.json.decode(body)["token"]
        _, body = await line.ask("POST", "/api/sandboxes", {"variant": "standard"})
        self.sandbox = msgspec.json.decode(body)["id"]
        change = {"change": {"units": crowd()}, "why": "a crowd"}
        status, body = await line.ask(
            "POST", f"/api/tables/{self.sandbox}/organizer/correct", change
        )
        assert status == 200, body
        _, body = await line.ask("POST", "/api/alone", {"variant": "standard", "bot": "greedy"})
        self.alone = msgspec.json.decode(body)["id"]
        for n in range(TABLES):
            new = {"variant": "standard", "options": {"win_at": 1 + self.number * TABLES + n}}
            _, body = await line.ask("POST", "/api/tables", new)
            self.tables.append(msgspec.json.decode(body)["id"])
        line.close()

    async def harm(self, ends: float) -> None:
        """Ask for one costly thing after the other on one connection."""
        line = self.line()
        while time.monotonic() < ends:
            method, path, body = self.deed()
            kind = path.split("/")[2] if path.startswith("/api/") else "page"
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                patience = 60.0 if self.chance.random() < 0.5 else self.chance.uniform(0, 0.5)
                status, _ = await asyncio.wait_for(line.ask(method, path, body), patience)
                self.outcomes[f"{kind} {status}"] += 1
                # His game against bots goes on as fast as it can.
                self.turn += path.endswith("/ready") and status == 200
                continue
            self.outcomes["hung up"] += 1
            line.close()
            line = self.line()
        line.close()

    def deed(self) -> tuple[str, str, Any]:
        """Something that costs much."""
        table, seat = self.chance.choice(self.tables), "England"
        made_up = f"catspaw%2B{self.chance.choice(MADE_UP)}@{self.chance.choice(MADE_UP)}"
        crowded = {"phase": "F1905M", "units": crowd(), "orders": {}}
        deeds: list[tuple[str, str, Any]] = [
            ("GET", f"/api/tables/{self.sandbox}/legal?seat={seat}", None),
            ("POST", f"/api/tables/{self.sandbox}/whatif", {"orders": {seat: "F nth C A lon-nwy"}}),
            ("GET", f"/tables/{self.sandbox}", None),
            ("GET", f"/tables/{self.sandbox}/desk?seat={seat}", None),
            ("GET", f"/tables/{self.sandbox}/choices?seat={seat}&subject=A+lon", None),
            ("GET", f"/api/tables/{self.sandbox}/board.svg", None),
            ("POST", "/api/judge", crowded),
            ("POST", "/api/legal", crowded),
            ("GET", "/api/tables?limit=100", None),
            ("GET", "/tables", None),
            ("GET", f"/tables/{table}", None),
            ("GET", f"/api/tables/{table}", None),
            ("GET", f"/variants/{made_up}", None),
            ("GET", f"/variants/{made_up}/board.svg", None),
            ("GET", f"/tables/new?variant={made_up}", None),
            (
                "PUT",
                f"/api/tables/{self.sandbox}/orders",
                {"turn": 2, "seat": seat, "text": "x\n" * 900},
            ),
            ("PUT", f"/api/tables/{self.alone}/ready", {"turn": self.turn}),
            ("GET", f"/tables/{self.alone}/replay.html", None),
            ("POST", "/api/sessions", {"name": "France", "password": "a guess"}),
        ]
        return self.chance.choice(deeds)


def crowd() -> dict[str, list[str]]:
    """A unit of one power in every province of the Standard board, fleets wherever they can be."""
    units: list[str] = []
    standard = load("standard")
    for space in (s for s in standard.map.spaces.values() if s.kind != "impassable"):
        on_land = space.kind == "inland" or (space.kind == "coast" and len(units) % 2)
        kind = "A" if on_land else "F"
        where = space.coasts[0] if kind == "F" and space.coasts else space.id
        units.append(f"{kind} {where}")
    return {power: units if power == "England" else [] for power in standard.powers}


async def timed(ends: float, pause: float, call: Callable[[], Awaitable[tuple[int, bytes]]]) -> Any:
    """How many milliseconds each of many calls took, and how many were not answered with 200."""
    times, bad = [], Counter[int]()
    while time.monotonic() < ends:
        begun = time.perf_counter()
        status, _ = await call()
        times.append((time.perf_counter() - begun) * 1000)
        bad[status] += status != 200
        await asyncio.sleep(pause)
    return times, +bad


async def play(port: int, table: str, tokens: dict[str, str], ends: float) -> Any:
    """What others find meanwhile: pages, and orders that are saved."""
    pages, saver = (
        Line(port, tokens["France"], "127.0.1.1"),
        Line(port, tokens["England"], "127.0.1.2"),
    )
    paths = [f"/tables/{table}", "/", f"/tables/{table}/desk?seat=France", "/tables", "/variants"]

    def page() -> Awaitable[tuple[int, bytes]]:
        paths.append(paths.pop(0))
        return pages.ask("GET", paths[0])

    def save() -> Awaitable[tuple[int, bytes]]:
        body = {"turn": 1, "text": ORDERS["England"]}
        return saver.ask("PUT", f"/api/tables/{table}/orders", body)

    return await asyncio.gather(timed(ends, 0.25, page), timed(ends, 1.1, save))


async def memory_at(server: Real, moment: float) -> int:
    """A server's memory in MB at a moment."""
    await asyncio.sleep(max(0, moment - time.monotonic()))
    return memory_of(server)


def report(name: str, times: list[float], bad: Counter[int]) -> list[float]:
    """Print what some calls came to; how long every hundredth of them took."""
    cuts = quantiles(times, n=100)
    print(
        f"{name}: {len(times)}, median {median(times):.0f} ms, p95 {cuts[94]:.0f} ms, "
        f"p99 {cuts[98]:.0f} ms, longest {max(times):.0f} ms, not answered with 200: {dict(bad)}",
        flush=True,
    )
    return cuts


async def attack(server: Real, table: str, tokens: dict[str, str], seconds: float) -> bool:
    """Let them come, first the others alone; whether all that is wanted was reached."""
    calm = await play(server.port, table, tokens, time.monotonic() + min(10, seconds))
    for name, (times, bad) in zip(("pages before", "saves before"), calm, strict=True):
        report(name, times, bad)
    guests = [Guest(server.port, n) for n in range(GUESTS)]
    await asyncio.gather(*(guest.settle() for guest in guests))
    warm = time.monotonic() + seconds / 4
    ends = warm + seconds
    harm = [asyncio.ensure_future(g.harm(ends)) for g in guests for _ in range(CONNECTIONS)]
    await asyncio.sleep(max(0, warm - time.monotonic()))
    found, *memory = await asyncio.gather(
        play(server.port, table, tokens, ends),
        *(memory_at(server, warm + seconds * part / 4) for part in range(5)),
    )
    pages, saves = (report(n, *came) for n, came in zip(("pages", "saves"), found, strict=True))
    print(f"memory: {', '.join(map(str, memory))} MB", flush=True)
    await asyncio.gather(*harm)
    print(
        "the guests' answers:", dict(sum((g.outcomes for g in guests), Counter()).most_common(40))
    )
    reached = {
        "pages p95 300 ms": pages[94] <= 300,
        "saves p50 50 ms": saves[49] <= 50,
        "memory +5 %": memory[-1] <= 1.05 * memory[0],
        "nobody else refused": not any(bad for _, bad in found),
    }
    for wanted, good in reached.items():
        print(f"{wanted}: {'reached' if good else 'not reached'}")
    return all(reached.values())


def main() -> int:
    """Run the attack and print what it came to."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seconds", type=float, default=60)
    chosen = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(Path(folder))
        house = closed_house(url)
        made, tokens = tables(house, 20)
        house.store.close()
        with Real(url, limits=True) as server:
            return 0 if asyncio.run(attack(server, made[0], tokens, chosen.seconds)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
