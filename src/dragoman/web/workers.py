"""Workers: processes that do what may take long, so that it can be ended in time.

They are forked from a process that has read everything and has no threads, as a fork of the server
might hold the locks of its threads for ever. One is ended when its time is over, and when nobody
waits for its answer any more; another takes its place at once.
"""

import gc
import math
import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from threading import BoundedSemaphore, Lock, Thread
from typing import Any, NoReturn, TypeVar

from dragoman.house.limits import WAITING, Patience, TookTooLong, at_once

T = TypeVar("T")
MEMORY = 1024 * 1024 * 1024
"""The memory that a worker may use beside what it was born with."""
CAN_FORK = hasattr(os, "fork")
"""Elsewhere the server does all work itself, for as long as it takes."""
MOST_FILES = 1 << 20
"""No file that is open has a higher number."""


class Forker:
    """The process that workers are forked from; begun before there are threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._line, far = socket.socketpair()
        self._process = os.fork()
        if self._process == 0:
            _forever(_fork_workers, far)
        far.close()

    def fork(self, yields: int) -> Connection:
        """The line to a new worker, which yields to others by so many steps of niceness."""
        near, far = Pipe()
        with far, self._lock:
            socket.send_fds(self._line, [bytes([yields])], [far.fileno()])
        return near

    def close(self) -> None:
        """End the process."""
        self._line.close()
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)


class Worker:
    """One such process, which does one task after the other."""

    def __init__(self, line: Connection) -> None:
        self.line, self.process = line, int(line.recv())
        self._lock, self._task, self._dead = Lock(), 0, False

    @property
    def fit(self) -> bool:
        """Whether it can be given a task: one that died has hung up."""
        return not self._dead and not self.line.poll(0)

    def next(self) -> int:
        """The number of another task; what was asked of the one before is no matter any more."""
        with self._lock:
            self._task += 1
            return self._task

    def end(self, task: int) -> None:
        """End it, if it still does this task."""
        with self._lock:
            if task == self._task and not self._dead:
                self._dead = True
                with suppress(ProcessLookupError):
                    os.kill(self.process, signal.SIGKILL)

    def do(self, work: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        """What it answers in its time: whether it is good, else the error."""
        self.line.send(work)
        if not self.line.poll(seconds):
            raise TookTooLong(f"this takes longer than {seconds:g} seconds")
        return self.line.recv()  # type: ignore[no-any-return]


class Workers:
    """A few workers, forked when they are first needed.

    They leave the processor to what does not have `yields`, such as pages.
    """

    def __init__(
        self, most: int, seconds: float, forker: Forker | None = None, yields: int = 0
    ) -> None:
        self.yields = yields
        self.seconds, self._room, self._idle = seconds, BoundedSemaphore(most), list[Worker]()
        self.forker = forker or (Forker() if CAN_FORK else None)
        self._shared = forker is not None

    def do(self, work: Callable[..., T], *given: Any) -> T:
        """What the work answers, if it does so in time and while somebody waits for it."""
        if self.forker is None:
            return at_once(work, *given)
        patience = WAITING.get() or Patience(math.inf)
        with self._room:
            patience.check()
            good, answer = self._done((work, *given), patience)
        if not good:
            raise answer
        return answer  # type: ignore[no-any-return]

    def _done(self, work: tuple[Any, ...], patience: Patience) -> tuple[bool, Any]:
        """What a worker answers; it is ended if it does not, and else waits for the next task."""
        worker = self._free()
        task = worker.next()
        patience.then(partial(worker.end, task))
        try:
            return worker.do(work, self.seconds)
        except (EOFError, OSError) as error:
            patience.check()
            raise MemoryError("a worker died") from error
        except BaseException:
            worker.end(task)
            raise
        finally:
            worker.next()
            if worker.fit:
                self._idle.append(worker)

    def _free(self) -> Worker:
        """A worker that has nothing to do."""
        while self._idle:
            worker = self._idle.pop()
            if worker.fit:
                return worker
        assert self.forker is not None
        try:
            return Worker(self.forker.fork(self.yields))
        except (EOFError, OSError):
            # It was killed, such as for want of memory; now there are threads, but no other way.
            self.forker = Forker()
            return Worker(self.forker.fork(self.yields))

    def close(self) -> None:
        """End all workers."""
        while self._idle:
            self._idle.pop().line.close()
        if self.forker is not None and not self._shared:
            self.forker.close()


def _forever(act: Callable[[Any], object], line: Any) -> NoReturn:
    """All that a forked process ever does, whatever happens."""
    try:
        act(line)
    finally:
        os._exit(1)


def _fork_workers(line: socket.socket) -> None:
    """Fork a worker for every line that comes, until the server is gone."""
    # What the server has open is none of its business, above all ports and locks. Nor may it ever
    # let go of the objects that had it open: their numbers are given to others.
    gc.freeze()
    os.closerange(3, line.fileno())
    os.closerange(line.fileno() + 1, MOST_FILES)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while (found := socket.recv_fds(line, 1, 1))[1]:
        yields, (far,), *_ = found
        if os.fork() == 0:
            os.nice(*yields)
            _forever(_work, Connection(far))
        os.close(far)


def _work(line: Connection) -> None:
    """Do one task after the other, until the server is gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _limit_memory()
    Thread(target=_end_with_server, args=(line.fileno(),), daemon=True).start()
    line.send(os.getpid())
    while True:
        work, *given = line.recv()
        try:
            line.send((True, work(*given)))
        except Exception as error:
            line.send((False, error))


def _end_with_server(line: int) -> None:
    """Wait until the other end of a line is closed."""
    waiting = select.poll()
    waiting.register(line, 0)
    waiting.poll()
    os._exit(1)


def _limit_memory() -> None:
    """Let the process take no more than its share, where the system can tell what it has."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        import resource
    except (ImportError, OSError):
        return
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
