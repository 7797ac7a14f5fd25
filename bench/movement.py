"""How fast movement is judged, side by side with two adjudicators from PyPI.

    python bench/movement.py [--peers PYTHON] [--rounds N] [--write]

Everything runs pinned to one core, on 2,000 movement phases of bot games with 26 orders each; for
each phase the median of the rounds counts. The peers run in an interpreter of their own (see
peers.py). `--write` puts the table into docs/speed.md.
"""

import argparse
import gc
import gzip
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import peers

from dragoman import contract
from dragoman.judge.batch import pack, solve_packed
from dragoman.judge.movement import fight_of, resolve_movement
from dragoman.judge.turn import admit, elect, report_rows, resolve
from dragoman.model import Power, Reason, Seat, State, Unit, Verdict, read_phase
from dragoman.notation import read_units
from dragoman.record.filing import file_texts
from dragoman.rules import Ask, Elected, Lots
from dragoman.sim import LoopArena
from dragoman.sim.codes import ME_AT, NUMBER
from dragoman.sim.values import order_code
from dragoman.variants import load
from dragoman.words.language import language

HERE = Path(__file__).parent
DATA = HERE / "data" / "coord_movement.jsonl.gz"
PAGE = HERE.parent / "docs" / "speed.md"
VARIANT = load("standard")
LOTS = Lots("bench")

Lines = dict[Seat, list[str]]
Phase = tuple[State, Lines]


def phases(file: Path) -> list[Phase]:
    """The positions of the corpus with their orders as text."""
    opening = VARIANT.rules.opening(VARIANT, (), LOTS)
    speech = language(Ask(VARIANT, opening))
    found = []
    for row in rows(file):
        units = [
            (Power(p.title()), u)
            for p, texts in row["units"].items()
            for u in read_units(", ".join(t for t in texts if t[0] != "*"), speech)
        ]
        state = State(
            phase=read_phase(row["phase"]),
            seats=opening.seats,
            units=tuple(Unit(n, p, u.kind, u.place) for n, (p, u) in enumerate(units, 1)),
            homes=opening.homes,
            last_id=len(units),
        )
        found.append((state, {Seat(p.title()): o for p, o in row["orders"].items()}))
    return found


def rows(file: Path) -> list[dict[str, Any]]:
    """The lines of the corpus."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def elected(state: State, lines: Lines) -> Elected:
    """The orders of a phase as values, ready to be judged."""
    ask = Ask(VARIANT, state)
    filed = [b for s, t in lines.items() for b in file_texts(ask, s, t).ballots]
    return elect(ask, filed, admit(ask, filed))[0]


def from_text(state: State, lines: Lines) -> None:
    """From order text to verdicts with reasons."""
    ask = Ask(VARIANT, state)
    ballots = [b for s, t in lines.items() for b in file_texts(ask, s, t).ballots]
    faults = admit(ask, ballots)
    chosen, elections = elect(ask, ballots, faults)
    settled = resolve(ask, chosen, elections, LOTS)
    read_reasons(report_rows(ask, ballots, faults, settled, chosen, ()))


def read_reasons(verdicts: Sequence[Verdict]) -> list[Reason]:
    """The reason of every verdict, as whoever reports a phase reads it."""
    return [verdict.reason for verdict in verdicts]


def as_it_is(phase: Any) -> Any:
    """A phase that needs no preparing."""
    return phase


def ours(rounds: int) -> dict[str, float]:
    """Our own rates, phases a second."""
    corpus = phases(DATA)
    values = [(state, elected(state, lines)) for state, lines in corpus]
    fights = [list(fight_of(Ask(VARIANT, state), chosen)) for state, chosen in values]
    packed, starts = pack(fights)
    solve_packed(packed.copy(), starts)  # compiles, or loads what was compiled before
    gc.collect()
    gc.freeze()

    def judge(phase: tuple[State, Elected]) -> None:
        read_reasons(resolve_movement(Ask(VARIANT, phase[0]), phase[1], LOTS).verdicts)

    def read_and_judge(phase: Phase) -> None:
        from_text(*phase)

    n = len(corpus)
    requests = [request_of(line) for line in rows(DATA)]

    def by_contract(line: bytes) -> None:
        msgspec.json.encode(contract.judge(contract.read_request(line)))

    def legal_by_contract(line: bytes) -> None:
        msgspec.json.encode(contract.legal(contract.read_request(line)))

    return in_the_arena(values, rounds) | {
        "contract": peers.median_rate(requests, rounds=rounds, prepare=as_it_is, timed=by_contract),
        "legal": peers.median_rate(
            requests, rounds=rounds, prepare=as_it_is, timed=legal_by_contract
        ),
        "values": peers.median_rate(values, rounds=rounds, prepare=as_it_is, timed=judge),
        "text": peers.median_rate(corpus, rounds=rounds, prepare=as_it_is, timed=read_and_judge),
        "compiled": n / median(compiled(packed.copy(), starts) for _ in range(10 * rounds)),
    }


def request_of(row: dict[str, Any]) -> bytes:
    """A phase of the corpus as a request of the contract, on one line."""
    parts = ("units", "centers", "orders")
    rows = {part: {p.title(): texts for p, texts in row[part].items()} for part in parts}
    return msgspec.json.encode({"phase": row["phase"], **rows})


def in_the_arena(values: list[tuple[State, Elected]], rounds: int) -> dict[str, float]:
    """The rates of the arena on the same phases, as integers: all of them in one call."""
    arena = LoopArena(VARIANT, len(values), 1)
    orders = arena.random()
    for n, (state, chosen) in enumerate(values):
        arena.place(n, state)
        orders[n] = 0
        for order in (o for some in chosen.values() for o in some):
            code = order_code(arena.tables, order)
            orders[n][code >> ME_AT & NUMBER] = code
    before = arena.states.copy()

    def judged() -> float:
        arena.states[:] = before
        begun = time.process_time()
        arena.step(orders, checked=False)
        return time.process_time() - begun

    def listed() -> float:
        arena.states[:] = before
        begun = time.process_time()
        arena.legal()
        return time.process_time() - begun

    def played() -> float:
        games = LoopArena(VARIANT, 500, 1)
        begun = time.process_time()
        games.play(1910)
        return time.process_time() - begun

    step = median(judged() for _ in range(10 * rounds))
    lists = median(listed() for _ in range(10 * rounds))
    return {
        "arena": len(values) / step,
        "arena with lists": len(values) / (step + lists),
        "games": 500 / median(played() for _ in range(rounds)),
    }


def compiled(fresh: Any, starts: Any) -> float:
    """How long a batch of fights takes that was not solved before, in seconds."""
    begun = time.process_time()
    solve_packed(fresh, starts)
    return time.process_time() - begun


def import_time() -> float:
    """Seconds to start Python, import dragoman and load Standard, above starting Python alone.

    The processor's time, with bytecode kept from an earlier start in a folder of its own.
    """
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def spent(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    with tempfile.TemporaryDirectory() as folder:
        env["PYTHONPYCACHEPREFIX"] = folder
        load_it = "import dragoman; dragoman.load('standard')"
        return min(spent(load_it) for _ in range(15)) - min(spent("pass") for _ in range(15))


def table(mine: dict[str, float], theirs: dict[str, float], start: float) -> str:
    """The rates side by side."""
    base, pydip = theirs["diplomacy, adjudicate"], theirs["pydip, adjudicate"]
    text, lists = (
        theirs["diplomacy, orders in and adjudicate"],
        theirs["diplomacy, possible orders"],
    )
    exact = theirs["diplomacy, exact orders in and adjudicate"]
    games = theirs["diplomacy, random games to 1910"]
    rows = [
        ("`diplomacy` 1.1.2, adjudicate only", base, ""),
        ("`diplomacy` 1.1.2, orders in and adjudicate", text, ""),
        ("`diplomacy` 1.1.2, exact orders in and adjudicate", exact, ""),
        ("`diplomacy` 1.1.2, possible orders", lists, ""),
        ("`pydip` 0.1.8, adjudicate", pydip, ""),
        (
            "**judge**, orders as values to verdicts and the next position",
            mine["values"],
            f"{mine['values'] / pydip:.2f} × `pydip`, {mine['values'] / base:.1f} × `diplomacy`",
        ),
        (
            "**judge**, order text to verdicts",
            mine["text"],
            f"{mine['text'] / text:.1f} × `diplomacy` with orders in",
        ),
        (
            "**contract**, `dragoman judge` on JSON Lines",
            mine["contract"],
            f"{mine['contract'] / text:.1f} × `diplomacy` with orders in",
        ),
        (
            "**contract**, `dragoman legal` on JSON Lines",
            mine["legal"],
            f"{mine['legal'] / lists:.1f} × `diplomacy`'s possible orders",
        ),
        (
            "**arena**, orders as integers to verdicts and the next position",
            mine["arena"],
            f"{mine['arena'] / pydip:.0f} × `pydip`, {mine['arena'] / base:.0f} × `diplomacy`",
        ),
        (
            "**arena**, every legal order and then the same",
            mine["arena with lists"],
            f"{mine['arena with lists'] / pydip:.0f} × `pydip` without lists",
        ),
        (
            "**solver**, fights already lowered, in compiled batches",
            mine["compiled"],
            f"{mine['compiled'] / base:.0f} × `diplomacy` adjudicate only",
        ),
    ]
    lines = ["| | phases a second | |", "|---|---|---|"]
    lines += [f"| {name} | {rate:,.0f} | {note} |" for name, rate, note in rows]
    lines += ["", "| random games to the end of 1910 | a second | |", "|---|---|---|"]
    lines += [f"| `diplomacy` 1.1.2 | {games:.2f} | |"]
    lines += [f"| **arena** | {mine['games']:,.0f} | {mine['games'] / games:,.0f} × `diplomacy` |"]
    started = f"`import dragoman` and loading Standard: {start * 1000:.0f} ms."
    return "\n".join([*lines, "", started])


def page(text: str, rounds: int) -> str:
    """The page of docs/speed.md: what was measured, before what is written by hand."""
    python = platform.python_version()
    rest = PAGE.read_text(encoding="utf-8").partition(BY_HAND)[2]
    return f"""# Speed

Measured by `python bench/movement.py --rounds {rounds} --write` on one core, Python {python}: 2,000
movement phases of bot games, 26 orders each, in processor time, all in one run. Each phase counts
with the median of {rounds} rounds; compiled code is timed over all phases together, with the median
of {10 * rounds} rounds. The rows of other programs leave out setting up positions and everything
after the resolution. Our rows start from positions and elected orders, from text, from requests as
JSON, from integers known to be possible, or from fights already lowered. The judge and the contract
give every verdict its reason, and the timing includes reading it; the arena gives the code of the
reason. The import is timed with bytecode kept from an earlier start.

{text}

{BY_HAND}{rest}"""


BY_HAND = "## The arena"


def main() -> None:
    """Measure, print the table, and write the page if asked to."""
    parser = argparse.ArgumentParser(description="Measures the judge beside two peers.")
    parser.add_argument("--peers", help="a Python that has diplomacy and pydip")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write docs/speed.md")
    given = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    theirs = peers.measure(python=given.peers, rounds=given.rounds)
    rates = {name: row["rate"] for name, row in theirs.items()}
    text = table(ours(given.rounds), rates, import_time())
    print(text)
    if given.write:
        PAGE.write_text(page(text, given.rounds), encoding="utf-8")


if __name__ == "__main__":
    main()
