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
            part.write(line_end(out / PART))
            for line in where.rows(setup, missing):
                part.write(line + b"\n")
                part.flush()
                lines[number_of(line)] = line
                progress(1)
        keep(out, lines)
    return [msgspec.json.decode(lines[n], type=GameRow) for n in range(games)]


def line_end(file: Path) -> bytes:
    """What a file lacks whose last line was cut off, lest the next one become part of it."""
    return b"" if file.read_bytes()[-1:] in (b"", b"\n") else b"\n"


def keep(out: Path, lines: dict[int, bytes]) -> None:
    """Write all games in order; whoever reads meanwhile finds the old file or the new one."""
    fresh = out / f"{GAMES}.new"
    fresh.write_bytes(b"".join(lines[n] + b"\n" for n in sorted(lines)))
    fresh.replace(out / GAMES)
    (out / PART).unlink(missing_ok=True)


def claim(setup: Setup, out: Path) -> None:
    """Take a folder for a setup; one with the games of another is refused."""
    file = out / RUN
    if file.exists():
        kept = unlike(read_setup(out), setup)
    else:
        kept = "games of which nobody knows what was played" if any(finished(out)) else ""
    if kept:
        raise RequestError(f"{out} holds {kept}: name another folder, or empty this one")
    file.write_bytes(key_of(setup) + b"\n")


def unlike(theirs: Setup, mine: Setup) -> str:
    """In what the games of another setup differ; nothing if they do not."""
    was, now = msgspec.structs.asdict(theirs), msgspec.structs.asdict(mine)
    differing = [name for name in now if was[name] != now[name]]
    if differing == ["content"]:
        return f"games of {mine.variant} from before its rules, its board or its files changed"
    # That other settings make another content goes without saying.
    differences = "; ".join(
        f"{name} {_shown(was[name])}, not {_shown(now[name])}"
        for name in differing
        if name != "content"
    )
    return f"the games of another setup ({differences})" if differences else ""


def _shown(value: object) -> object:
    return "none" if value in ("", (), {}) else value


def finished(out: Path) -> Iterator[tuple[int, bytes]]:
    """The games that a folder holds already; a line that is cut off or damaged is none."""
    for name in (GAMES, PART):
        file = out / name
        for line in file.read_bytes().splitlines() if file.exists() else ():
            try:
                yield msgspec.json.decode(line, type=GameRow).game, line
            except (msgspec.DecodeError, UnicodeDecodeError):
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
    rows = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            rows.append(msgspec.json.decode(line, type=GameRow))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RequestError(
                f"{file}, line {number}: {error}: the command that made it plays this game again"
            ) from error
    return rows


def runs_in(out: Path) -> str:
    """What is said of a folder that holds runs, as those of comparing and tuning do."""
    names = sorted(file.parent.name for file in out.glob(f"*/{RUN}"))
    return f"; there are runs in it: {', '.join(names)}" if names else ""


def read_setup(out: Path) -> Setup:
    """The setup of a run."""
    file = out / RUN
    if not file.exists():
        raise RequestError(f"{out} is no run: it has no {RUN}{runs_in(out)}")
    try:
        return msgspec.json.decode(file.read_bytes(), type=Setup)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RequestError(
            f"{file} does not tell what was played: {error}; name another folder, or empty this"
        ) from error
