"""Plays every shipped variant and writes docs/balance.md.

    python bench/balance.py play FOLDER --seconds 60 [VARIANT …]
    python bench/balance.py write FOLDER

Of each variant games are played to their end, in doubling numbers as long as the seconds permit;
how many there are stands in each section. What is played already is gone on with.
"""

import argparse
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from dragoman.lab.agree import agreements
from dragoman.lab.commands import folder_name
from dragoman.lab.report import (
    ABOVE,
    agreement_rows,
    facts,
    heading,
    judged,
    orders_of,
    percent,
    plain,
    ratio,
    verdict,
)
from dragoman.lab.run import GAMES, read_games, read_setup, run
from dragoman.lab.schedule import Here
from dragoman.lab.setup import Setup, read_ref
from dragoman.lab.summary import Summary, blocks, center_blocks, summarize

DOCS = Path(__file__).parents[1] / "docs" / "balance.md"

VARIANTS = (
    *("standard", "catspaw", "cline", "escalation", "cat", "militarism", "ancient_mediterranean"),
    *("hundred", "modern", "nineteen_hundred", "colonial", "chromatic", "youngstown", "railway"),
    *("france_austria", "fleet_rome", "build_anywhere", "cores", "transform", "doubling"),
    *("four_seasons", "end_year", "black_hole", "neutral_armies", "nuclear", "wings", "payola"),
    *("fog", "half_borders", "chaos", "twin_earths_1", "twin_earths", "para_time"),
    *("heptadiplomacy:module=1", "heptadiplomacy:module=2", "heptadiplomacy:module=3"),
)
SEED, FIRST, MOST = 7, 20, 640


def played(ref: str, out: Path, seconds: float) -> None:
    """Play games of a variant, twice as many each time, as long as there is time."""
    name, options = read_ref(ref)
    setup = Setup(name, options, seed=SEED).sealed()
    folder, begun, games = out / place(name, options), time.monotonic(), FIRST
    while True:
        rounds = time.monotonic()
        run(setup, games, folder, Here())
        took = time.monotonic() - rounds
        if games >= MOST or time.monotonic() - begun + 2 * took > seconds:
            break
        games *= 2
    print(ref, games, f"{time.monotonic() - begun:.0f} s", flush=True)


def place(name: str, options: dict[str, object]) -> str:
    """The folder of a variant's games."""
    return f"{name} {folder_name(options)}".strip()


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def found_in(folder: Path) -> Summary:
    """The figures of a run, with how far it agrees with people's games."""
    setup, games = read_setup(folder), read_games(folder)
    variant = setup.load()
    found = summarize(setup, games, variant.start.year)
    agreed = agreements(variant, {setup.bot: blocks(games)}, {setup.bot: center_blocks(games)})
    return msgspec.structs.replace(found, agreements=tuple(agreed))


def title(found: Summary) -> str:
    """A variant with its settings."""
    name = found.setup.load().name
    return ", ".join([name, *(f"{key} {value}" for key, value in found.setup.options.items())])


def section(found: Summary) -> str:
    """What the docs show of one run."""
    ranked = sorted(found.seats, key=lambda row: -row.points.value)
    rows = [
        (row.seat, str(row.games), *map(percent, (row.points, row.share, row.solo, row.survived)))
        for row in ranked
    ]
    head = ("seat", "games", "points %", "centers %", "won alone %", "survived %")
    parts = [f"## {title(found)}", f"{heading(found.setup, found.games)}."]
    parts += [f"{verdict(found.balance)}.", markdown(head, rows), markdown(("", ""), facts(found))]
    parts += [markdown((word, ABOVE), cells) for _, word, cells in orders_of(found)]
    if found.agreements:
        head = ("order of seats", "with", "games of those", "rank correlation")
        parts.append(markdown(head, agreement_rows(found)))
    return "\n\n".join(parts)


def overview(runs: Sequence[Summary]) -> str:
    """All variants in one table, the most even first."""
    rows = [
        (
            title(found),
            str(found.games),
            str(found.balance.unfinished),
            judged(found.balance),
            plain(found.balance.variation),
            ratio(found.balance.worst),
        )
        for found in sorted(runs, key=lambda run: run.balance.variation.value)
    ]
    head = ("variant", "games", "unfinished", "verdict", "variation", "best to worst")
    return markdown(head, rows)


INTRO = """# Balance

What the [laboratory](lab.md) finds about the variants that are here, when [`greedy`](bots.md)
plays every seat, for thirty years at most. `python bench/balance.py play FOLDER` played the games,
as many as there was time for, and `python bench/balance.py write FOLDER` wrote this page;
`dragoman lab VARIANT --games … --seed 7 --out FOLDER` gives the same figures with charts and maps.

**How far to trust it.** Bots neither talk nor keep treaties, and all seats share one way of
thinking. The figures say what board and rules favor among such players. For Standard they can be
held against people's games, and the order of seats agrees with those as badly as the last table of
its section says: there nobody leaves Austria alone for two years, and Russia is not taken apart by
neighbors who need no agreement to do it. So a difference is a question to look into, not a
judgement. Where few games were played the verdict names two words or none, and where most came to
no end in thirty years there is none.
"""


def write(out: Path) -> None:
    """Write the page from all runs in a folder."""
    places = [out / place(*read_ref(ref)) for ref in VARIANTS]
    runs = [found_in(folder) for folder in places if (folder / GAMES).is_file()]
    DOCS.write_text("\n\n".join([INTRO + "\n" + overview(runs), *map(section, runs)]) + "\n")


def main() -> None:
    """Play, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "write"))
    parser.add_argument("out", type=Path)
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_intermixed_args()
    if given.what == "play":
        for ref in given.variants:
            played(ref, given.out, given.seconds)
    else:
        write(given.out)


if __name__ == "__main__":
    main()
