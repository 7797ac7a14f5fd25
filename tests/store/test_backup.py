"""A site is saved while it is played at, and comes back as it was at one moment (F13)."""

import gzip
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.cli import main
from dragoman.errors import DataError, RequestError
from dragoman.store import KINDS, Row, Store, open_store
from dragoman.store.export import export_site, import_site
from dragoman.store.opening import FILE
from dragoman.store.rows import Account, Event, Table
from tests.store.samples import account, event, table
from tests.store.test_conformance import fill, sample_once
from tests.store.test_sqlite import play, played


def rows(store: Store) -> dict[str, list[Row]]:
    """Everything in a store."""
    with store.read() as tx:
        return {kind.NAME: list(tx.scan(kind)) for kind in KINDS}


def fill_every_kind(store: Store) -> None:
    """A row of every kind."""
    with store.write() as tx:
        for kind in KINDS:
            sample_once(tx, kind)
        tx.add(Account(id="ünï", name="a\nb\t\"'\\", created=-(2**63)))


@contextmanager
def being_played(store: Store) -> Iterator[None]:
    """A table at which something happens all the time, from the fifth event on."""
    fill(store, table("t1"))
    over, begun = threading.Event(), threading.Event()

    def work() -> None:
        n = 0
        while not over.is_set():
            n += 1
            play(store, n)
            if n == 5:
                begun.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert begun.wait(60)
        yield
    finally:
        over.set()
        thread.join(60)


def command(*arguments: str) -> Result:
    """What a command says."""
    return CliRunner().invoke(main, arguments, env={"DATABASE_URL": ""})


def reopened(url: str) -> dict[str, list[Row]]:
    """Everything in the store at an address."""
    store = open_store(url)
    try:
        return rows(store)
    finally:
        store.close()


def test_everything_comes_back_equal(store: Store, tmp_path: Path) -> None:
    fill_every_kind(store)
    for name in ("a.jsonl", "a.jsonl.gz"):
        assert export_site(store, tmp_path / name) == sum(map(len, rows(store).values()))
        for url in ("memory:", f"sqlite:///{tmp_path / name}.db"):
            other = open_store(url)
            import_site(tmp_path / name, other)
            assert rows(other) == rows(store)
            other.close()


def test_a_site_moves_from_sqlite_to_postgresql_and_back(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    first = open_store(sqlite_url)
    fill_every_kind(first)
    kept = rows(first)
    first.close()
    file, back = str(tmp_path / "site.jsonl.gz"), f"sqlite:///{tmp_path / 'back.db'}"
    assert command("backup", file, "--store", sqlite_url).exit_code == 0
    assert command("restore", file, "--store", postgres_url).exit_code == 0
    assert reopened(postgres_url) == kept
    file = str(tmp_path / "site2.jsonl.gz")
    assert command("backup", file, "--store", postgres_url).exit_code == 0
    assert command("restore", file, "--store", back).exit_code == 0
    assert reopened(back) == kept


@pytest.mark.parametrize("name", ["copy.sqlite", "copy.db", "site.jsonl", "site.jsonl.gz"])
def test_a_backup_of_a_site_in_use_is_one_moment_of_it(tmp_path: Path, name: str) -> None:
    live, new = tmp_path / "live", tmp_path / "new"
    live.mkdir()
    store = open_store(f"sqlite:///{live / FILE}")
    file = str(tmp_path / name)
    with being_played(store):
        done = command("backup", file, "--data", str(live))
        assert done.exit_code == 0, done.output
    assert os.stat(file).st_mode & 0o077 == 0
    done = command("restore", file, "--data", str(new))
    assert done.exit_code == 0, done.output
    again = open_store(f"sqlite:///{new / FILE}")
    n = played(again)
    assert 5 <= n <= played(store)
    assert rows(again)["events"] == rows(store)["events"][:n]
    again.close()
    store.close()


def test_a_backup_of_postgresql_in_use_is_one_moment_of_it(
    postgres_url: str, tmp_path: Path
) -> None:
    store, file = open_store(postgres_url), tmp_path / "site.jsonl.gz"
    with being_played(store):
        assert command("backup", str(file), "--store", postgres_url).exit_code == 0
    other = open_store("memory:")
    import_site(file, other)
    n = played(other)
    assert 5 <= n <= played(store)
    assert rows(other)["events"] == rows(store)["events"][:n]
    store.close()


def test_what_is_there_is_never_overwritten(sqlite_url: str, tmp_path: Path) -> None:
    store = open_store(sqlite_url)
    fill(store, account("ann"))
    file, copy = tmp_path / "a.jsonl", tmp_path / "a.sqlite"
    export_site(store, file)
    assert command("backup", str(copy), "--store", sqlite_url).exit_code == 0
    for taken in (file, copy):
        said = command("backup", str(taken), "--store", sqlite_url)
        assert said.exit_code == 2 and "exists already" in said.output
    busy = command("restore", str(copy), "--store", sqlite_url)
    assert busy.exit_code == 2 and "in use by another process" in busy.output
    with pytest.raises(RequestError, match=r"rows \(accounts: 1\): restore into an empty one"):
        import_site(file, store)
    store.close()
    there = command("restore", str(copy), "--store", sqlite_url)
    assert there.exit_code == 2 and "exists already" in there.output
    assert [row.name for row in reopened(sqlite_url)["accounts"] if isinstance(row, Account)] == [
        "ann"
    ]


def exported(tmp_path: Path) -> bytes:
    """A backup of a small site."""
    store = open_store("memory:")
    fill(store, account("ann"), table("t1"), *(event(n) for n in range(9)))
    export_site(store, tmp_path / "whole.jsonl")
    return (tmp_path / "whole.jsonl").read_bytes()


def test_a_damaged_backup_is_refused_and_nothing_is_restored(tmp_path: Path) -> None:
    whole = exported(tmp_path)
    lines = whole.splitlines(keepends=True)
    packed = gzip.compress(whole)
    damaged = {
        "cut off": b"".join(lines[:-1]),
        "cut in a line": whole[:-100],
        "a row less": b"".join(lines[:3] + lines[4:]),
        "a row changed": whole.replace(b'"kind":"note"', b'"kind":"Note"', 1),
        "a row after the end": whole + lines[1],
        "packed and cut": packed[: len(packed) // 2],
        "packed and changed": packed[:60] + b"xx" + packed[62:],
        "nothing": b"",
        "no backup": b"hello\n",
        "another file": b'{"a": 1}\n',
        "a later schema": whole.replace(b'"schema":"0', b'"schema":"7'),
        "a column unknown": whole.replace(b'"password"', b'"passport"'),
        "a kind unknown": whole.replace(b'["tables"', b'["chairs"'),
        "no text": whole.replace(b'"name":"ann"', b'"name":"\xff\xfe"'),
        "too deep": lines[0] + b"[" * 100_000,
        "another type": whole.replace(b'"created":1', b'"created":"1"', 1),
    }
    store = open_store("memory:")
    for what, content in damaged.items():
        assert content != whole, what
        (tmp_path / "bad.jsonl").write_bytes(content)
        with pytest.raises(DataError, match=r"bad\.jsonl"):
            import_site(tmp_path / "bad.jsonl", store)
        with store.read() as tx:
            assert [tx.count(kind) for kind in (Account, Table, Event)] == [0, 0, 0], what


def test_a_backup_of_earlier_rows_takes_the_defaults(tmp_path: Path) -> None:
    import hashlib

    row = b'["accounts",{"id":"ann","created":1}]\n'
    end = f'{{"rows":1,"sha256":"{hashlib.sha256(row).hexdigest()}"}}\n'
    file = tmp_path / "early.jsonl"
    file.write_bytes(b'{"dragoman":"site","schema":"0001"}\n' + row + end.encode())
    store = open_store("memory:")
    assert import_site(file, store) == 1
    assert rows(store)["accounts"] == [Account(id="ann", created=1)]


def test_a_damaged_copy_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for name, content in {"poem": b"Roses are red. " * 500, "empty": b""}.items():
        file = tmp_path / f"{name}.sqlite"
        file.write_bytes(content)
        done = command("restore", str(file), "--data", str(data))
        assert done.exit_code == 2 and "no database of a site" in done.output
    done = command("restore", str(tmp_path / "none.sqlite"), "--data", str(data))
    assert done.exit_code == 2 and "no file" in done.output
    assert not (data / FILE).exists()


def test_what_cannot_be_backed_up_is_said(tmp_path: Path) -> None:
    for arguments, said in (
        (("backup", f"{tmp_path}/a.zip", "--store", "sqlite:///x.db"), "name it .jsonl"),
        (("backup", f"{tmp_path}/a.jsonl", "--data", f"{tmp_path}/none"), "no database"),
        (("backup", f"{tmp_path}/a.sqlite", "--data", f"{tmp_path}/none"), "no database"),
        (("backup", f"{tmp_path}/a.sqlite", "--store", "postgresql://h/d"), "pg_dump"),
        (("backup", f"{tmp_path}/a.jsonl", "--store", "mysql://h/d"), "no site at"),
        (("doctor", "--store", "mysql://h/d"), "no site at"),
        (("doctor", "--data", f"{tmp_path}/none"), "no database"),
    ):
        done = command(*arguments)
        assert (done.exit_code, said in done.output) == (2, True), done.output
    assert list(tmp_path.iterdir()) == []
