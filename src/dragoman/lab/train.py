"""The command `dragoman lab train`: a value learned from games of a variant against itself.

Games are kept as they are played, in the folder of the models, so that a run that was interrupted
goes on. The model is written only if it foretells games that it has not seen better than shares of
centers do.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal

import click
import numpy as np
from msgspec.structs import replace

from dragoman.bots.features import NAMES
from dragoman.bots.models import FILE, ValueModel, data_folder, key_of, model_for, write_model
from dragoman.errors import RequestError
from dragoman.lab.fitting import fit
from dragoman.lab.schedule import Cluster
from dragoman.lab.schedule import key_of as text_of
from dragoman.lab.setup import Setup, print_of
from dragoman.lab.training import Lesson, lessons, play_lessons

FEWEST, MOST = 40, 4000
"""How many games are needed, and how many are enough."""

FITTING = 0.85
"""What part of the time is for playing; the rest is for fitting."""

FIRST = "greedy"
"""Whose games are learned from first."""

Tell = Callable[[str], object]


class Notebook:
    """Games kept in a folder, a few in each file; those of another variant have another folder.

    Games of another bot than `greedy` are learned from together with those of `greedy`.
    """

    def __init__(self, setup: Setup, root: Path) -> None:
        self.setup, key = setup, key_of(setup.load())
        self.key, first = key, replace(setup, bot=FIRST, against="")
        again = setup != first
        players = (setup.bot, setup.against) if again else ()
        # What is learned from depends on the features, the seed and the length of games too.
        rest = print_of(NAMES, setup.seed, setup.years, *players)
        self.folder = root / "games" / f"{key}-{rest}"
        self.earlier = Notebook(first, root) if again else None

    def files(self) -> list[Path]:
        """The files, in the order of their games."""
        return sorted(self.folder.glob("*.npz"))

    def read(self) -> list[Lesson]:
        """All games kept so far, those of `greedy` first."""
        earlier = self.earlier.read() if self.earlier else []
        return [*earlier, *(lesson for file in self.files() for lesson in read_lessons(file))]

    def known(self) -> set[int]:
        """The numbers of the games kept so far."""
        return {number for file in self.files() for number in numbers_in(file)}

    def keep(self, numbers: Sequence[int], played: Sequence[Lesson]) -> None:
        """Keep some games, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{numbers[0]:06}-{numbers[-1]:06}.npz"
        part = path.with_suffix(".part")
        lengths = [len(lesson.numbers) for lesson in played]
        with part.open("wb") as file:
            np.savez_compressed(
                file,
                lengths=lengths,
                numbers=np.concatenate([lesson.numbers for lesson in played]),
                points=np.array([lesson.points for lesson in played]),
            )
        part.replace(path)


def numbers_in(file: Path) -> range:
    """The numbers of the games in a file, by its name."""
    first, _, last = file.stem.partition("-")
    return range(int(first), int(last) + 1)


def read_lessons(file: Path) -> list[Lesson]:
    """The games in a file."""
    with np.load(file) as kept:
        parts = np.split(kept["numbers"], np.cumsum(kept["lengths"])[:-1])
        return [Lesson(*pair) for pair in zip(parts, kept["points"], strict=True)]


def batches(known: set[int], size: int) -> Iterator[tuple[int, ...]]:
    """Numbers of games that are yet to be played, some together."""
    for first in range(0, MOST, size):
        numbers = range(first, min(MOST, first + size))
        if not known.intersection(numbers):
            yield tuple(numbers)


def workers(processes: int) -> Executor:
    """Processes that play; Ctrl-C is for the one that asks them to."""
    return ProcessPoolExecutor(
        processes,
        mp_context=get_context("spawn"),
        initializer=signal,
        initargs=(SIGINT, SIG_IGN),
    )


@contextmanager
def crew(processes: int, address: str) -> Iterator[tuple[Executor, int]]:
    """What plays games, on a cluster if there is an address; and how many parts at a time."""
    if not address:
        with workers(processes) as pool:
            yield pool, processes
        return
    with Cluster(address).client() as client:
        size = sum(client.ncores().values())
        if not size:
            raise RequestError(f"the Dask scheduler at {address} has no workers: start some")
        yield client.get_executor(pure=False), size


def play(book: Notebook, seconds: float, processes: int, tell: Tell, *, address: str = "") -> None:
    """Play and keep games until the time is over, there are enough, or somebody interrupts.

    Those under way are kept too.
    """
    with crew(processes, address) as (pool, size):
        play_on(pool, size, book, seconds, tell)


def play_on(pool: Executor, size: int, book: Notebook, seconds: float, tell: Tell) -> None:
    """The same with a crew of some size."""
    setup, known = text_of(book.setup), book.known()
    tell("getting ready")
    # What is compiled at first use takes minutes, which are not taken from the games'.
    todo = batches(known, lessons(setup).together)
    end = time.monotonic() + seconds
    under_way: dict[Future[list[Lesson]], tuple[int, ...]] = {}

    def keep(done: Iterable[Future[list[Lesson]]]) -> None:
        for future in done:
            numbers = under_way.pop(future)
            book.keep(numbers, future.result())
            known.update(numbers)
            tell(f"{len(known)} game{'s' * (len(known) != 1)}")

    try:
        while time.monotonic() < end:
            while len(under_way) < size and (numbers := next(todo, ())):
                under_way[pool.submit(play_lessons, setup, numbers)] = numbers
            if not under_way:
                return
            keep(wait(under_way, max(0.0, end - time.monotonic()), FIRST_COMPLETED).done)
    finally:
        keep(wait(under_way).done)


def model_of(book: Notebook, tell: Tell) -> ValueModel:
    """The model of all games kept, refused where it would be no use."""
    games = [lesson for lesson in book.read() if len(lesson.numbers)]
    name = book.setup.name
    if len(games) < FEWEST:
        raise RequestError(
            f"{name}: {len(games)} games are too few to learn from, at least {FEWEST} are needed: "
            "give it more minutes, it goes on with those there are"
        )
    setup = book.setup
    model = fit(
        setup.ref, book.key, games, setup.seed, lambda n, of: tell(f"learning: round {n} of {of}")
    )
    quality = model.quality
    if quality.loss >= quality.rivals:
        raise RequestError(
            f"{name}: learned from {len(games)} games, the model foretells held-out games no "
            f"better than shares of centers do (log loss {quality.loss:.3f} against "
            f"{quality.rivals:.3f}), so it is not kept: give it more minutes, it goes on with the "
            "games there are"
        )
    return model


def report(model: ValueModel, path: Path, used: bool) -> str:
    """What was learned, for a reader, and whether the bot finds it where it is."""
    quality = model.quality
    after = "uses it from now on" if used else f"looks for it as {FILE} in the variant's folder"
    return (
        f"{model.variant}: learned from {model.games} games, of which {quality.games} were held "
        f"out: log loss {quality.loss:.3f}, shares of centers {quality.rivals:.3f}\n"
        f"kept as {path}; the bot `learned` {after}"
    )


def train(
    setup: Setup,
    minutes: float,
    processes: int,
    out: Path | None,
    tell: Tell,
    *,
    address: str = "",
) -> str:
    """Play games of a setup, learn from them, and keep the model; what came of it."""
    book = Notebook(setup, data_folder())
    try:
        play(book, 60 * minutes * FITTING, processes, tell, address=address)
    except KeyboardInterrupt:
        tell("interrupted: learning from what was played")
    model = model_of(book, tell)
    path = out or data_folder() / f"{book.key}.json"
    write_model(path, model)
    return report(model, path, model_for(book.setup.load()) == model)


def line(text: str) -> None:
    """Tell how far it is, on one line of the terminal."""
    click.echo(f"\r{text:<60}", nl=False, err=True)
