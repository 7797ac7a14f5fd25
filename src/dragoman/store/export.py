"""A whole site as JSON Lines: a backup that every backend reads and writes.

    {"dragoman": "site", "schema": "0001"}
    ["accounts", {"id": "…", …}]
    …
    {"rows": 1234, "sha256": "…"}

Rows come after those they refer to. The last line counts and hashes all lines between, so that a
file that was cut off or changed is refused. Columns a file does not have take their defaults.
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import structs

from dragoman.errors import DataError, RequestError
from dragoman.store.interface import Store, Tx
from dragoman.store.migrate import known, newest
from dragoman.store.rows import KINDS, Row

BY_NAME = {kind.NAME: kind for kind in KINDS}


def export_site(store: Store, path: Path) -> int:
    """Write every row of one moment to a new file, whole or not at all; how many there were."""
    with store.read() as tx:
        return write_rows(path, (row for kind in KINDS for row in tx.scan(kind)))


def write_rows(path: Path, all_rows: Iterable[Row]) -> int:
    """Write rows to a new file, whole or not at all; how many there were."""
    with new_file(path) as raw, _packed(path, raw) as file:
        file.write(msgspec.json.encode({"dragoman": "site", "schema": newest()}) + b"\n")
        digest, rows = hashlib.sha256(), 0
        for row in all_rows:
            line = msgspec.json.encode([row.NAME, structs.asdict(row)]) + b"\n"
            digest.update(line)
            file.write(line)
            rows += 1
        file.write(msgspec.json.encode({"rows": rows, "sha256": digest.hexdigest()}) + b"\n")
    return rows


def import_site(path: Path, store: Store) -> int:
    """Read a file into a store that is empty, all of it or nothing; how many rows there were."""
    with store.write() as tx:
        must_be_empty(tx)
        rows = 0
        for row in _read(path):
            tx.add(row)
            rows += 1
    return rows


def must_be_empty(tx: Tx) -> None:
    """Refuse to mix what is restored with what is there."""
    there = [f"{kind.NAME}: {n}" for kind in KINDS if (n := tx.count(kind))]
    if there:
        raise RequestError(f"the site has rows ({', '.join(there)}): restore into an empty one")


def _read(path: Path) -> Iterator[Row]:
    """Every row of a file, once it is known where it ends and that nothing was changed."""
    with path.open("rb") as raw, _unpacked(path, raw) as file:
        _check_head(path, next(iter(file), b""))
        digest, rows = hashlib.sha256(), 0
        for line in file:
            if line.startswith(b"{"):
                _check_end(path, line, rows, digest.hexdigest())
                if next(iter(file), b""):
                    raise DataError(
                        str(path), f"line {rows + 3}", "something follows the end: it was changed"
                    )
                return
            digest.update(line)
            rows += 1
            yield _row(path, line, rows + 1)
    raise DataError(str(path), f"line {rows + 2}", "the file ends too early: it was cut off")


def _check_head(path: Path, line: bytes) -> None:
    """Refuse a file that is not ours, or of a schema that is not known."""
    head = _value(path, line, 1)
    if not isinstance(head, dict) or head.get("dragoman") != "site":
        raise DataError(str(path), "line 1", "this is no backup of a site")
    if head.get("schema") not in known():
        raise DataError(
            str(path), "line 1", f"schema {head.get('schema')}; this program knows {newest()}"
        )


def _check_end(path: Path, line: bytes, rows: int, digest: str) -> None:
    """Refuse a file of which something is missing or changed."""
    if _value(path, line, rows + 2) != {"rows": rows, "sha256": digest}:
        raise DataError(str(path), f"line {rows + 2}", "the file was changed or is not complete")


def _row(path: Path, line: bytes, number: int) -> Row:
    """The row on a line."""
    value = _value(path, line, number)
    try:
        name, fields = value
        kind = BY_NAME[name]
        # To leave out a column that is not known would be to lose what it holds.
        if strange := set(fields) - set(kind.__struct_fields__):
            raise ValueError(f"{name} has no {', '.join(sorted(strange))}")
        return msgspec.convert(fields, kind)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(str(path), f"line {number}", f"this is no row: {error}") from error


def _value(path: Path, line: bytes, number: int) -> Any:
    """The JSON on a line."""
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(str(path), f"line {number}", str(error)) from error


def part_of(path: Path) -> Path:
    """Where a file grows until it is complete."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that only its owner reads, and that appears under its name when it is complete."""
    part = part_of(path)
    if path.exists():
        raise RequestError(f"{path} exists already: name another file")
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _packed(path: Path, raw: IO[bytes]) -> Iterator[IO[bytes]]:
    """A file to write, packed if its name ends in .gz."""
    if path.suffix != ".gz":
        yield raw
        return
    with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, filename="", mtime=0) as packed:
        yield packed  # type: ignore[misc]


@contextmanager
def _unpacked(path: Path, raw: IO[bytes]) -> Iterator[Iterable[bytes]]:
    """The lines of a file, unpacked if need be."""
    magic = raw.read(2)
    raw.seek(0)
    try:
        yield gzip.GzipFile(fileobj=raw, mode="rb") if magic == b"\x1f\x8b" else raw
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(str(path), "gzip", "the file ends too early or was changed") from error
