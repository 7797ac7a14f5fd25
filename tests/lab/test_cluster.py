"""Games on a Dask cluster: a real one on this machine, one of whose workers is killed last."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from distributed import Client

from dragoman.errors import RequestError
from dragoman.lab import train
from dragoman.lab.run import GAMES, run
from dragoman.lab.schedule import Cluster, Here, scheduler
from dragoman.lab.setup import Setup
from dragoman.lab.training import Lesson, Lessons
from tests.lab.toys import write_toys

PATIENCE = 60.0
"""For how many seconds the cluster may take to come up."""


class Machines:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.stack = ExitStack()
        self.started("scheduler", "--port", "0", "--scheduler-file", str(self.file))
        self.wait(self.file.exists)
        each = ("--nthreads", "1", "--no-nanny", "--scheduler-file", str(self.file))
        self.workers = [self.started("worker", *each) for _ in range(2)]
        with Client(self.address) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=PATIENCE)

    def started(self, what: str, *args: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *args]
        quiet = subprocess.DEVNULL
        process = self.stack.enter_context(
            subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=self.file.parent)
        )
        self.stack.callback(process.kill)
        return process

    def wait(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not ready():
            assert time.monotonic() < end, "the cluster did not come up"
            time.sleep(0.05)

    @property
    def address(self) -> str:
        found: str = json.loads(self.file.read_text())["address"]
        return found


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    found = Machines(tmp_path_factory.mktemp("machines"))
    with found.stack:
        yield found


class Killing(Cluster):
    """Plays on a cluster and kills one of its workers once the first game is done."""

    def __init__(self, machines: Machines) -> None:
        super().__init__(machines.address)
        self.machines = machines

    def rows(self, setup: Setup, numbers: Sequence[int]) -> Iterator[bytes]:
        for n, row in enumerate(super().rows(setup, numbers)):
            if n == 0:
                self.machines.workers[0].kill()
            yield row


def test_games_to_learn_from_are_played_on_a_cluster(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = Setup("hundred", years=2, seed=3)

    def played(setup: bytes, numbers: Sequence[int]) -> list[Lesson]:
        return [Lesson(np.full((1, 3, 2), n), np.eye(3)[n % 3]) for n in numbers]

    monkeypatch.setattr(train, "MOST", 6)
    monkeypatch.setattr(train, "lessons", lambda key: Lessons(setup, swift=False))
    monkeypatch.setattr(train, "play_lessons", played)
    book = train.Notebook(setup, tmp_path)
    train.play(book, PATIENCE, 1, lambda text: None, address=machines.address)
    assert [int(lesson.numbers[0, 0, 0]) for lesson in book.read()] == list(range(6))


def test_a_cluster_whose_worker_is_killed_gives_the_same_file(
    machines: Machines, tmp_path: Path
) -> None:
    setup = Setup("even", years=6, seed=7, folders=(str(write_toys(tmp_path / "toys")),))
    run(setup, 24, tmp_path / "here", Here())
    run(setup, 24, tmp_path / "there", Killing(machines))
    assert machines.workers[0].wait(60) != 0
    assert (tmp_path / "here" / GAMES).read_bytes() == (tmp_path / "there" / GAMES).read_bytes()


def test_an_address_where_nobody_listens_is_named() -> None:
    with pytest.raises(RequestError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"):
        list(Cluster("tcp://127.0.0.1:1", patience=0.2).rows(Setup("standard"), [0]))


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    where = scheduler(1, "tcp://127.0.0.1:1")
    with pytest.raises(RequestError, match="pip install 'dragoman\\[cluster\\]'"):
        list(where.rows(Setup("standard"), [0]))
