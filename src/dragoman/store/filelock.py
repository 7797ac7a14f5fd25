"""The lock file beside a database: who holds it is the one process that may write."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from dragoman.store.interface import StoreBusy, StoreDown

if sys.platform == "win32":
    import msvcrt

    def _seize(file: IO[str]) -> None:
        """Lock a file, or raise OSError at once."""
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _seize(file: IO[str]) -> None:
        """Lock a file, or raise OSError at once."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock that ends with the process, however it ends."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(f"{database.name}.lock")
        try:
            self._file = path.open("a+", encoding="utf-8")
        except OSError as error:
            raise StoreDown(f"{path} cannot be opened: {error.strerror}") from error
        try:
            _seize(self._file)
        except OSError as error:
            held = self._holder()
            self._file.close()
            raise StoreBusy(
                f"{database} is in use by another process{held}: one server at a time may have it. "
                "Stop the other first, or use PostgreSQL for several"
            ) from error
        self._sign()

    def _sign(self) -> None:
        """Write down who holds it, for those who come second."""
        with suppress(OSError):  # a full disk keeps nobody from reading
            self._file.truncate(0)
            self._file.write(f"{os.getpid()}\n")
            self._file.flush()

    def _holder(self) -> str:
        """Who holds it, as far as is written down."""
        pid = ""
        with suppress(OSError):
            self._file.seek(0)
            pid = self._file.read(20).strip()
        return f" ({pid})" if pid.isdigit() else ""

    def release(self) -> None:
        """Let go. The file stays: another may wait for this very one."""
        self._file.close()
