"""The lock file beside a database: who holds it is the one process that may write."""

import os
from contextlib import suppress
from pathlib import Path

import filelock

from dragoman.store.interface import StoreBusy, StoreDown


class FileLock:
    """A lock that ends with the process, however it ends."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.lock")
        self._lock = filelock.FileLock(self._path, thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            raise StoreBusy(
                f"{database} is in use by another process{self._holder()}: one server at a time "
                "may have it. Stop the other first, or use PostgreSQL for several"
            ) from error
        except OSError as error:
            raise StoreDown(f"{self._path} cannot be opened: {error.strerror}") from error
        with suppress(OSError):  # a full disk keeps nobody from reading
            self._path.write_text(f"{os.getpid()}\n", encoding="utf-8")

    def _holder(self) -> str:
        """Who holds it, as far as is written down."""
        pid = ""
        with suppress(OSError):
            pid = self._path.read_text(encoding="utf-8")[:20].strip()
        return f" ({pid})" if pid.isdigit() else ""

    def release(self) -> None:
        """Let go. The file stays: another may wait for this very one."""
        self._lock.release()
