"""A run: the games of a setup in a folder, which can be interrupted and gone on with.

The folder holds `run.json` (the setup), `games.part.jsonl` (games as they are finished) and, once
all are played, `games.jsonl` (every game in the order of its number, without a time or a place).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from dragoman.errors import RequestError
from dragoman.lab.play import GameRow
from dragoman.lab.schedule import Scheduler, key_of
from dragoman.lab.setup import Setup

RUN, PART, GAMES = "run.json", "games.part.jsonl", "games.jsonl"

Progress = Callable[[int], None]


def run(
    setup: Setup,
    games: int,
    out: Path,
    where: Scheduler,
    progress: Progress = lambda done: None,
) -> list[GameRow]:
    """Play what is missing of the games, write them down, and give them all in order."""
    out.mkdir(parents=True, exist_ok=True)
    claim(setup, out)
    lines = dict(finished(out))
    missing = [n for n in range(games) if n not in lines]
    progress(games - len(missing))
    if missing:
        with (out / PART).open("ab") as part:
            for line in where.rows(setup, missing):
                part.write(line + b"\n")
                part.flush()
                lines[number_of(line)] = line
                progress(1)
        keep(out, lines)
    return [msgspec.json.decode(lines[n], type=GameRow) for n in range(games)]


def keep(out: Path, lines: dict[int, bytes]) -> None:
    """Write all games in order; whoever reads meanwhile finds the old file or the new one."""
    fresh = out / f"{GAMES}.new"
    fresh.write_bytes(b"".join(lines[n] + b"\n" for n in sorted(lines)))
    fresh.replace(out / GAMES)
    (out / PART).unlink(missing_ok=True)


def claim(setup: Setup, out: Path) -> None:
    """Take a folder for a setup; one with the games of another is refused."""
    file, mine = out / RUN, key_of(setup)
    if file.exists():
        if file.read_bytes().strip() != mine:
            raise RequestError(
                f"{out} holds the games of another setup ({file.read_text().strip()}): "
                "name another folder, or empty this one"
            )
    else:
        file.write_bytes(mine + b"\n")


def finished(out: Path) -> Iterator[tuple[int, bytes]]:
    """The games that a folder holds already; a line cut off in the middle is none."""
    for name in (GAMES, PART):
        file = out / name
        for line in file.read_bytes().splitlines() if file.exists() else ():
            try:
                yield number_of(line), line
            except msgspec.DecodeError:
                continue


class _Number(msgspec.Struct):
    game: int


def number_of(line: bytes) -> int:
    """The number of the game that a line tells of."""
    return msgspec.json.decode(line, type=_Number).game


def read_games(out: Path) -> list[GameRow]:
    """The games of a finished run."""
    file = out / GAMES
    if not file.exists():
        raise RequestError(f"{out} has no {GAMES}: the run is not finished")
    return [msgspec.json.decode(line, type=GameRow) for line in file.read_bytes().splitlines()]


def read_setup(out: Path) -> Setup:
    """The setup of a run."""
    file = out / RUN
    if not file.exists():
        raise RequestError(f"{out} is no run: it has no {RUN}")
    return msgspec.json.decode(file.read_bytes(), type=Setup)
