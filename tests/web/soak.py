"""The long versions of the server's tests, as a table for docs/reliability.md.

python -m tests.web.soak                  all of them
python -m tests.web.soak --only F1 S1     some
python -m tests.web.soak --share 0.1      a tenth of each
python -m tests.web.soak --first 1250     pairs from this seed on, to go on with a run that ended
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar
from unittest.mock import patch

from dragoman.web.settings import WebSettings
from tests.store.servers import running
from tests.web.dark import two_dark_worlds
from tests.web.real import own_database
from tests.web.test_fuzz import NAMES, Fuzz, ask_route
from tests.web.test_kills import kill_again_and_again
from tests.web.test_sealed import two_worlds
from tests.web.test_servers import lateness, race
from tests.web.world import Site, site

Came = tuple[str, bool]
T = TypeVar("T")
PROCESSES = int(os.environ.get("DRAGOMAN_PROCESSES", "2"))
"""How many processes compare worlds."""


def f1(kills: int) -> Came:
    """F1: kill the server again and again."""
    with tempfile.TemporaryDirectory() as folder:
        came = kill_again_and_again(Path(folder), kills, seed=7)
    summary = (
        f"{came['kills']} kills, {came['phases']} phases and {came['drafts']} acknowledged drafts "
        f"checked: none lost, torn or judged twice; {came['mails']} mails, {len(came['twice'])} "
        f"twice, {came['unsure']} in doubt; up again in {came['slowest']:.2f} s at most"
    )
    return summary, not came["bad"] and not came["twice"] and came["slowest"] <= 3


def f7(phases: int) -> Came:
    """F7: two processes race for due phases."""
    with running() as server:
        took, wrong = race(own_database(server.get_uri(), "race"), phases)
    return f"{phases} phases in {took:.0f} s, {len(wrong)} not judged exactly once", not wrong


def l4(deadlines: int) -> Came:
    """L4: how late a result is."""
    with tempfile.TemporaryDirectory() as folder:
        late = lateness(Path(folder), deadlines)
    p99 = quantiles(late, n=100)[98]
    summary = f"{deadlines} deadlines: p50 {median(late):.2f} s, p99 {p99:.2f} s, none early"
    return summary, p99 <= 2 and min(late) >= 0


def each_seed(name: str, many: int, work: Callable[[int], T], first: int) -> list[T]:
    """What work comes to for each seed from the first on, by several processes; says how far."""
    came = []
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for one in pool.map(work, range(first, first + many)):
            came.append(one)
            if not len(came) % 20:
                print(f"{name}: {len(came)} of {many}", file=sys.stderr, flush=True)
    return came


# A PNG is made of the SVG alone and takes as long as a hundred pages: the SVG is compared.
quick_pictures = patch("dragoman.web.pages.sharing.png", lambda svg, wide: svg.encode())


@quick_pictures
def sealed_pair(seed: int) -> list[str]:
    """What differs between two worlds that differ in one power's orders."""
    settings = {"ready": "hidden" if seed % 2 else "shown", "anonymous": seed % 3 == 0}
    return [f"seed {seed}, {row}" for row in two_worlds(seed, settings)]


@quick_pictures
def dark_pair(seed: int) -> tuple[int, list[str]]:
    """How many could see no difference between two games in fog, and what differed for them."""
    blind, found = two_dark_worlds(seed)
    return len(blind), [f"seed {seed}, {row}" for row in found]


def s1(pairs: int, first: int) -> Came:
    """S1: two worlds that differ in one power's orders."""
    found = [row for rows in each_seed("S1", pairs, sealed_pair, first) for row in rows]
    summary = f"{pairs} pairs of worlds from seed {first}, every route, four watchers: "
    summary += f"{len(found)} differ"
    return with_example(summary, found)


def with_example(summary: str, found: list[str]) -> Came:
    """A line of the table, with the first that was found."""
    return (f"{summary}, such as {found[0]}" if found else summary), not found


def s8(tries: int) -> Came:
    """S8: how long a login takes for known and unknown names."""
    with site(settings=WebSettings(limits=False)) as here:
        here.person("Ann", "ann@example.org")
        logins = compared(here, "/api/sessions", tries, "name", ("Ann", "Nobody"))
        resets = compared(
            here, "/api/reset", tries, "email", ("ann@example.org", "bob@example.org")
        )
    summary = f"medians of {tries} each differ by {logins:.1%} (login) and {resets:.1%} (reset)"
    return summary, max(logins, resets) < 0.05


def compared(here: Site, path: str, tries: int, field: str, values: tuple[str, str]) -> float:
    """How far the median times of two values lie apart, asked by turns."""
    times: dict[str, list[float]] = {value: [] for value in values}
    browser, password = here.visitor(), {"password": "wrong one"} if field == "name" else {}
    for n in range(2 * tries):
        value = values[(n + n // 2) % 2]  # each is as often first as second
        begun = time.perf_counter()
        browser.post(path, {field: value, **password})
        times[value].append(time.perf_counter() - begun)
    first, second = (median(taken) for taken in times.values())
    return abs(first - second) / max(first, second)


def s11(examples: int) -> Came:
    """S11: every route asked many times."""
    with site(settings=WebSettings(limits=False, heavy_at_once=4)) as here:
        fuzz = Fuzz(here)
        for name in NAMES:
            ask_route(fuzz, name, examples)
    return f"{len(NAMES)} routes, {examples} requests each: no 5xx, no break of the document", True


def s13(pairs: int, first: int) -> Came:
    """S13: two games in fog that differ in what somebody may not see."""
    came = each_seed("S13", pairs, dark_pair, first)
    blind, found = sum(many for many, _ in came), [row for _, rows in came for row in rows]
    summary = (
        f"{pairs} pairs of games in fog from seed {first}, {blind} viewers of them, every route"
    )
    summary += f": {len(found)} differ"
    return with_example(summary, found)


def main() -> int:
    """Run them and print the table."""
    given = argparse.ArgumentParser()
    given.add_argument("--only", nargs="*", default=["F1", "F7", "L4", "S1", "S8", "S11", "S13"])
    given.add_argument("--share", type=float, default=1.0)
    given.add_argument("--first", type=int, default=1000)
    chosen = given.parse_args()
    tests: dict[str, tuple[Callable[[int], Came], int]] = {
        "F1": (f1, 1000),
        "F7": (f7, 1000),
        "L4": (l4, 100),
        "S1": (partial(s1, first=chosen.first), 1000),
        "S8": (s8, 500),
        "S11": (s11, 200),
        "S13": (partial(s13, first=chosen.first), 1000),
    }
    print("| test | came to | |\n|---|---|---|")
    all_good = True
    for name in chosen.only:
        test, count = tests[name]
        summary, good = test(max(5, int(count * chosen.share)))
        all_good &= good
        print(f"| {name} | {summary} | {'reached' if good else 'not reached'} |", flush=True)
    return 0 if all_good else 1


if __name__ == "__main__":
    raise SystemExit(main())
