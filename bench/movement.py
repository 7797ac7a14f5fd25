"""How fast movement is judged, side by side with two adjudicators from PyPI.

    python bench/movement.py [--peers PYTHON] [--rounds N] [--write]

Everything runs pinned to one core, on 2,000 movement phases of bot games with 26 orders each; for
each phase the best of the rounds counts. The peers run in an interpreter of their own (see
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
from pathlib import Path
from typing import Any

import peers

from dragoman.judge.batch import pack, solve_packed
from dragoman.judge.movement import fight_of, resolve_movement
from dragoman.judge.turn import admit, elect, report_rows, resolve
from dragoman.model import Power, Seat, State, Subject, Unit, read_phase
from dragoman.notation import read_units
from dragoman.record.filing import file_orders, read_lines
from dragoman.rules import Ask, Lots, Orders
from dragoman.variants import load
from dragoman.variants.speech import language

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
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
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


def elected(state: State, lines: Lines) -> dict[Subject, Orders]:
    """The orders of a phase as values, ready to be judged."""
    ask = Ask(VARIANT, state)
    filed = [
        b for s, t in lines.items() for b in file_orders(ask, s, read_lines(ask, s, t)).ballots
    ]
    return elect(ask, filed, admit(ask, filed))[0]


def from_text(state: State, lines: Lines) -> None:
    """From order text to verdicts with reasons."""
    ask = Ask(VARIANT, state)
    ballots = [
        b for s, t in lines.items() for b in file_orders(ask, s, read_lines(ask, s, t)).ballots
    ]
    faults = admit(ask, ballots)
    chosen, votes = elect(ask, ballots, faults)
    report_rows(ask, ballots, faults, resolve(ask, chosen, LOTS), votes)


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

    def judge(phase: tuple[State, dict[Subject, Orders]]) -> None:
        resolve_movement(Ask(VARIANT, phase[0]), phase[1], LOTS)

    def read_and_judge(phase: Phase) -> None:
        from_text(*phase)

    n = len(corpus)
    return {
        "values": peers.best_rate(values, rounds=rounds, prepare=as_it_is, timed=judge),
        "text": peers.best_rate(corpus, rounds=rounds, prepare=as_it_is, timed=read_and_judge),
        "compiled": n / min(compiled(packed.copy(), starts) for _ in range(10 * rounds)),
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
    """The rates side by side, with what each must reach."""
    base, text = theirs["diplomacy, adjudicate"], theirs["diplomacy, orders in and adjudicate"]
    exact = theirs["diplomacy, exact orders in and adjudicate"]
    rows = [
        ("`diplomacy` 1.1.2, adjudicate only", base, ""),
        ("`diplomacy` 1.1.2, orders in and adjudicate", text, ""),
        ("`diplomacy` 1.1.2, exact orders in and adjudicate", exact, ""),
        ("`pydip` 0.1.8, adjudicate", theirs["pydip, adjudicate"], ""),
        (
            "**dragoman, orders as values to verdicts and the next position**",
            mine["values"],
            f"{mine['values'] / base:.1f} × `diplomacy`, "
            f"{mine['values'] / theirs['pydip, adjudicate']:.2f} × `pydip`",
        ),
        (
            "**dragoman, order text to verdicts**",
            mine["text"],
            f"{mine['text'] / text:.1f} × `diplomacy` with orders in",
        ),
        (
            "**dragoman, fights solved in compiled batches**",
            mine["compiled"],
            f"{mine['compiled'] / base:.0f} × `diplomacy` adjudicate only",
        ),
    ]
    lines = ["| | phases a second | |", "|---|---|---|"]
    lines += [f"| {name} | {rate:,.0f} | {note} |" for name, rate, note in rows]
    return "\n".join(
        [*lines, "", f"`import dragoman` and loading Standard: {start * 1000:.0f} ms."]
    )


def page(text: str, rounds: int) -> str:
    """The page of docs/speed.md."""
    python = platform.python_version()
    return f"""# Speed

Measured by `python bench/movement.py --rounds {rounds} --write` on one core, Python {python}: 2,000
movement phases of bot games, 26 orders each, in processor time, all in one run. For each phase the
best of {rounds} rounds counts, for the compiled batch the best of {10 * rounds}. The peers' rows
leave out what sets up their positions and what follows the resolution; ours start from positions
and elected orders (first row), from text (second) or from fights already lowered (third), and every
verdict has its reason. The import is told with bytecode kept from an earlier start.

{text}
"""


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
