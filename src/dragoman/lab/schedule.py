"""Where games are played: in this process, in several, or on a cluster; the rows are the same."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from types import ModuleType
from typing import Any, Protocol

import msgspec

from dragoman.bots.samples import arena_of
from dragoman.bots.swift import compiled
from dragoman.errors import RequestError
from dragoman.extras import install
from dragoman.lab.arena import TOGETHER, ArenaGames, in_arena
from dragoman.lab.play import Laboratory
from dragoman.lab.setup import Setup

MANY = 20
"""For how many games it is worth having swift bots."""

COMPILED, SAMPLING = {"random", "greedy", "search", "learned"}, {"search", "learned"}
"""The bots that have compiled loops, and those that judge samples in them."""

CHUNK = 4
"""How many games a worker of a cluster plays at a stretch."""


class Scheduler(Protocol):
    """Something that plays numbered games of a setup, in any order."""

    def rows(self, setup: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        """A line of JSON for each game, as it is finished."""
        ...


@lru_cache(maxsize=4)
def laboratory(setup: bytes, swift: bool) -> Laboratory:
    """The laboratory of a setup, made once in each process."""
    return Laboratory(msgspec.json.decode(setup, type=Setup), swift=swift)


@lru_cache(maxsize=4)
def arena(setup: bytes) -> ArenaGames | None:
    """The games of a setup in the arena, if it can play them."""
    lab = laboratory(setup, True)
    return ArenaGames(lab) if in_arena(lab) else None


def play_games(setup: bytes, numbers: tuple[int, ...], swift: bool = False) -> list[bytes]:
    """Some games of a setup, each as a line of JSON; the same ones, `swift` or not."""
    together = arena(setup) if swift else None
    if together is not None:
        return [msgspec.json.encode(row) for row in together.play(numbers)]
    lab = laboratory(setup, swift)
    return [msgspec.json.encode(lab.play(number)) for number in numbers]


def is_swift(setup: Setup, games: int) -> bool:
    """Whether bots are to be swift, for which loops are compiled once and then kept.

    They are compiled here, so that processes to come find them; a few games do without.
    """
    bots = {setup.bot, setup.against}
    if games < MANY or not bots & COMPILED or compiled() is None:
        return False
    arena(key_of(setup))
    if bots & SAMPLING:
        arena_of(laboratory(key_of(setup), True).variant)
    return True


def chunks(numbers: Sequence[int], size: int = CHUNK) -> list[tuple[int, ...]]:
    """The games to play, a few together."""
    return [tuple(numbers[n : n + size]) for n in range(0, len(numbers), size)]


def parts(
    setup: Setup, numbers: Sequence[int], processes: int, swift: bool
) -> list[tuple[int, ...]]:
    """The games that a process plays at a stretch: one, or in the arena many at once."""
    if not swift or arena(key_of(setup)) is None:
        return chunks(numbers, 1)
    return chunks(numbers, min(TOGETHER, -(-len(numbers) // processes)))


def key_of(setup: Setup) -> bytes:
    """A setup as the text that workers know it by."""
    return msgspec.json.encode(setup, order="deterministic")


class Here:
    """Plays one game after the other in this process."""

    def rows(self, setup: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        """A line of JSON for each game."""
        swift = is_swift(setup, len(numbers))
        for part in parts(setup, numbers, 1, swift):
            yield from play_games(key_of(setup), part, swift)


class Processes:
    """Plays on several cores of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def rows(self, setup: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        """A line of JSON for each game, as it is finished."""
        swift = is_swift(setup, len(numbers))
        # Ctrl-C is for this process; workers finish the games that they are at.
        pool = ProcessPoolExecutor(
            self.count,
            mp_context=get_context("spawn"),
            initializer=signal,
            initargs=(SIGINT, SIG_IGN),
        )
        try:
            key = key_of(setup)
            shares = parts(setup, numbers, self.count, swift)
            played = [pool.submit(play_games, key, share, swift) for share in shares]
            yield from self.kept(played)
        finally:
            pool.shutdown(cancel_futures=True)

    def kept(self, played: Sequence["Future[list[bytes]]"]) -> Iterator[bytes]:
        """The games as they are finished; after Ctrl-C those under way, and no more."""
        left = set(played)
        try:
            for future in as_completed(played):
                left.discard(future)
                yield from future.result()
        except KeyboardInterrupt:
            for future in as_completed([f for f in left if not f.cancel()]):
                yield from future.result()
            raise


class Cluster:
    """Plays on the workers of a Dask cluster; games of a worker that dies are played again."""

    def __init__(self, address: str, patience: float = 30.0) -> None:
        self.address, self.patience = address, patience

    def rows(self, setup: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        """A line of JSON for each game, as it is finished."""
        distributed = _distributed()
        with self.client() as client:
            shares = chunks(numbers)
            played = client.map(play_games, [key_of(setup)] * len(shares), shares, pure=False)
            for future in distributed.as_completed(played):
                yield from future.result()
                future.release()

    def client(self) -> Any:
        """A connection to the cluster."""
        distributed = _distributed()
        try:
            return distributed.Client(self.address, timeout=self.patience)
        except (OSError, ValueError) as error:
            raise RequestError(f"no Dask scheduler at {self.address}: {error}") from error


def _distributed() -> ModuleType:
    try:
        import distributed
    except ImportError as error:
        raise RequestError(f"--scheduler needs Dask: {install('cluster')}") from error
    return distributed


def scheduler(processes: int, address: str = "") -> Scheduler:
    """Where to play: on a cluster if there is an address, else in so many processes."""
    if processes < 1:
        raise RequestError(f"--processes must be at least 1, not {processes}")
    if address:
        return Cluster(address)
    return Here() if processes == 1 else Processes(processes)
