"""A pool of workers: processes that judge for strangers, so that one can be stopped in time.

A worker reads a line of JSON, `[what, request]`, and writes a line: `[status, answer]`.
"""

import os
import queue
import selectors
import subprocess
import sys
import threading
import time
from typing import Any

import msgspec

from dragoman.errors import DragomanError, RequestError
from dragoman.web.faults import Wrong

MEMORY = 1024 * 1024 * 1024
"""The memory that a worker may use."""


class JudgeWorker:
    """One such process."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        command = [sys.executable, "-m", "dragoman.web.judge_pool", *folders]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def ask(self, line: bytes, seconds: float) -> bytes | None:
        """The answer to a line, or none if it did not come in time."""
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(line + b"\n")
        except OSError:
            return None
        out, ends = self.process.stdout.fileno(), time.monotonic() + seconds
        parts: list[bytes] = []
        with selectors.DefaultSelector() as ready:
            ready.register(out, selectors.EVENT_READ)
            while (left := ends - time.monotonic()) > 0 and ready.select(left):
                part = os.read(out, 1 << 20)
                parts.append(part)
                if not part or part.endswith(b"\n"):
                    break
        answer = b"".join(parts)
        return answer if answer.endswith(b"\n") else None

    def end(self) -> None:
        """Stop the process."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                pipe.close()


class JudgePool:
    """A few workers, started when they are first needed."""

    def __init__(self, most: int, seconds: float, folders: tuple[str, ...] = ()) -> None:
        self.seconds, self.folders = seconds, folders
        self._most = most
        self._free: queue.LifoQueue[JudgeWorker | None] = queue.LifoQueue()
        for _ in range(most):
            self._free.put(None)
        self._closed = threading.Event()

    def ask(self, what: str, request: bytes) -> tuple[int, Any]:
        """The status and the answer to a request; one that takes too long is given up."""
        try:
            raw = msgspec.Raw(msgspec.json.encode(msgspec.json.decode(request)))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Wrong(400, f"the body is not JSON: {error}") from error
        try:
            worker = self._free.get(timeout=self.seconds)
        except queue.Empty as error:
            raise Wrong(429, "the judge is busy: try again", again=5) from error
        try:
            # A worker that has just been started first reads the rules.
            worker, more = (worker, 0.0) if worker else (JudgeWorker(self.folders), 10.0)
            answer = worker.ask(msgspec.json.encode([what, raw]), self.seconds + more)
            if answer is None:
                worker.end()
                worker = None
                raise Wrong(422, f"this took longer than {self.seconds:g} seconds to judge")
        finally:
            self._free.put(worker)
        status, body = msgspec.json.decode(answer, type=tuple[int, msgspec.Raw])
        return status, bytes(body)

    def close(self) -> None:
        """Stop all workers."""
        for _ in range(self._most):
            try:
                worker = self._free.get(timeout=self.seconds)
            except queue.Empty:
                return
            if worker is not None:
                worker.end()


def work(folders: list[str]) -> None:
    """What a worker does: answer one line after the other."""
    from pathlib import Path

    from dragoman import contract
    from dragoman.house.tables.catalog import check_reference, homely

    _limit_memory()
    places = [Path(folder) for folder in folders]
    for line in sys.stdin.buffer:
        what, request = msgspec.json.decode(line, type=tuple[str, msgspec.Raw])
        act = contract.judge if what == "judge" else contract.legal
        try:
            asked = contract.read_request(bytes(request))
            check_reference(asked.variant)
            answer: tuple[int, Any] = 200, act(asked, places)
        except DragomanError as error:
            text, field = refusal(error)
            answer = 422, (homely(text, places), field)
        except (MemoryError, RecursionError):
            answer = 422, ("this is too much for the judge", "")
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def refusal(error: DragomanError) -> tuple[str, str]:
    """What is wrong with a request, on one line, and the field that is at fault."""
    if isinstance(error, RequestError):
        return " ".join(error.text.split()), error.field
    return " ".join(str(error).split()), ""


def _limit_memory() -> None:
    """Let the process take no more than its share, where the system can do that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    work(sys.argv[1:])
