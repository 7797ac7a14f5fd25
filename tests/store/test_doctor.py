"""The doctor sees what is wrong, and changes nothing."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from dragoman.store import open_store
from dragoman.store.doctor import examine
from dragoman.store.rows import Event, PressRead, Publication, SeatRow, Table
from dragoman.store.salvage import Lost, salvaged
from tests.store.samples import account, event, table
from tests.store.test_backup import command
from tests.store.test_conformance import fill


def ills(url: str) -> list[str]:
    """What is not well at a site."""
    return [finding.text for finding in examine(url) if not finding.well]


def test_a_site_in_use_is_well(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    fill(store, table("t1"), *(event(n) for n in range(3, 8)))
    done = command("doctor", "--store", sqlite_url)
    assert done.exit_code == 0, done.output
    for said in (f"SQLite {sqlite3.sqlite_version}", "is sound", "schema 0", "events: 5"):
        assert said in done.output
    store.close()


def test_gaps_and_stuck_tables_are_seen(store_url: str) -> None:
    store = open_store(store_url)
    fill(store, table("t1", status="stuck"), event(1), event(3))
    store.close()
    assert [ill for ill in ills(store_url) if "fsync" not in ill] == [
        "the log of table t1 has gaps",
        "table t1 is stuck: its organizer must look at it",
    ]


def test_variants_that_are_not_here_are_seen_and_published_ones_are(sqlite_url: str) -> None:
    made = "salt_0123456789ab"
    store = open_store(sqlite_url)
    published = Publication(
        id=made, draft="d", owner="ann", name="Salt", number=1, visibility="list", created=1
    )
    tables = [
        replace(table(f"t{n}"), variant=ref) for n, ref in enumerate((made, f"fog@{made}", "lost"))
    ]
    fill(store, account(), published, *tables)
    store.close()
    assert [ill.partition(":")[0] for ill in ills(sqlite_url) if "begun" in ill] == ["table t2 ()"]


def test_a_variant_of_ones_own_is_found_in_its_folder(tmp_path: Path, sqlite_url: str) -> None:
    """As by the server, which is started with the same folder."""
    file = tmp_path / "own" / "salt" / "variant.toml"
    file.parent.mkdir(parents=True)
    file.write_text(
        'id = "salt"\nname = "Salt"\nversion = 1\nsummary = "Of salt."\nbase = "standard"\n'
    )
    store = open_store(sqlite_url)
    fill(store, replace(table("t1"), variant="salt"))
    store.close()
    assert command("doctor", "--store", sqlite_url).exit_code == 1
    done = command("doctor", "--store", sqlite_url, "--folder", str(tmp_path / "own"))
    assert done.exit_code == 0, done.output


def test_a_database_without_tables_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE poems (id)").close()
    found = ills(f"sqlite:///{path}")
    assert found[0].startswith("schema none")
    assert found[1].startswith("missing: accounts, sessions")


def test_damage_is_seen(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO events VALUES ('nowhere', 1, 1, 'note', '', '{}')").close()
    found = ills(sqlite_url)
    assert found[0] == "a row of events refers to nothing in tables"
    assert found[1] == "damaged: events: nowhere, 1: refers to nothing in tables"
    done = command("doctor", "--store", sqlite_url)
    assert done.exit_code == 1
    assert "BAD  a row of events" in done.output


def full_site(tmp_path: Path) -> Path:
    """A site with many rows, of which a file was made."""
    path = tmp_path / "dragoman.sqlite"
    store = open_store(f"sqlite:///{path}")
    people = [account(f"p{n}") for n in range(40)]
    tables = [table(f"t{n}") for n in range(40)]
    events = [event(n, f"t{m}", '{"note": "' + "x" * 300 + '"}') for m in range(40) for n in (1, 2)]
    fill(store, *people, *tables, *events)
    store.close()
    return path


@pytest.mark.parametrize("seed", range(12))
def test_damage_anywhere_is_found_and_the_rest_is_saved(tmp_path: Path, seed: int) -> None:
    """Bytes overwritten anywhere: no traceback; what is saved is restored and whole."""
    path, chance = full_site(tmp_path), Random(seed)
    data = bytearray(path.read_bytes())
    # The head of the file, the head of a page, or the middle of a text.
    texts = [match.start() for match in re.finditer(b"x{200}", data)]
    page = 4096 * chance.randrange(1, len(data) // 4096)
    start = 0 if seed == 0 else page if seed % 2 else chance.choice(texts)
    data[start : start + 100] = chance.randbytes(100)
    path.write_bytes(data)
    done = command("doctor", "--store", f"sqlite:///{path}")
    assert done.exit_code == 1
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert "BAD" in done.output
    out = tmp_path / "saved.jsonl.gz"
    saved = command("doctor", "--store", f"sqlite:///{path}", "--save", str(out))
    assert saved.exit_code == 0, saved.output
    again = command("restore", str(out), "--data", str(tmp_path / "new"))
    assert again.exit_code == 0, again.output
    url = f"sqlite:///{tmp_path / 'new' / 'dragoman.sqlite'}"
    assert [ill for ill in ills(url) if "gaps" not in ill] == []


def test_of_a_damaged_page_only_its_own_rows_are_lost(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    fill(store, table("t1"), *(event(n + 1, body=f'{{"{"x" * (n % 90)}": 1}}') for n in range(600)))
    store.close()
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    data, size = path.read_bytes(), 4096
    pages = dict[int, tuple[int, int]]()
    for start in range(0, len(data), size):
        page = data[start : start + size]
        # A leaf of a table; these rows are on no other.
        if page[0] == 13 and page.count(b"note") > 5:
            path.write_bytes(data[:start] + bytes(size) + data[start + size :])
            saved = sum(
                not isinstance(row, Lost) and row.NAME == "events" for row in salvaged(path)
            )
            pages[start] = (saved, 600 - int.from_bytes(page[3:5]))
    assert len(pages) > 5 and all(saved == whole for saved, whole in pages.values())


@pytest.mark.parametrize("name", [b"press", b"\x88\x99\xaa\xbb\xcc"])
def test_a_damaged_schema_costs_only_what_it_names(tmp_path: Path, name: bytes) -> None:
    """Its words are no SQL, or no text at all; every row of the other tables is saved."""
    path = full_site(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE press (", b"CREATE TABLE " + name + b" {"))
    url = f"sqlite:///{path}"
    done = command("doctor", "--store", url)
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit), done.output
    saved = command("doctor", "--store", url, "--save", str(tmp_path / "saved.jsonl.gz"))
    assert "160 rows" in saved.output, saved.output
    for words in (("backup", str(tmp_path / "b.jsonl")), ("backup", str(tmp_path / "b.sqlite"))):
        refused = command(*words, "--store", url)
        assert refused.exit_code == 2 and isinstance(refused.exception, SystemExit)


def test_a_lost_account_takes_no_game_along(sqlite_url: str, tmp_path: Path) -> None:
    """Its tables and seats are saved with nobody in its place; what is its own is lost."""
    store = open_store(sqlite_url)
    mine = replace(table("t1"), organizer="ann")
    seats = (SeatRow(table="t1", seat=s, account=s) for s in ("ann", "bob"))
    read = PressRead(table="t1", account="ann", n=1)
    fill(store, account("ann"), account("bob"), mine, event(1), *seats, read)
    store.close()
    with closing(sqlite3.connect(Path(sqlite_url.removeprefix("sqlite:///")))) as connection:
        connection.execute("UPDATE accounts SET tally = '{' WHERE id = 'ann'")
        connection.commit()
    out = str(tmp_path / "saved.jsonl.gz")
    done = command("doctor", "--store", sqlite_url, "--save", out)
    for said in ("tables: t1: its organizer", "seats: t1, ann: its account", "press_read: t1, ann"):
        assert f"lost  {said}" in done.output, done.output
    assert command("restore", out, "--data", str(tmp_path / "new")).exit_code == 0
    restored = open_store(f"sqlite:///{tmp_path / 'new' / 'dragoman.sqlite'}")
    with restored.read() as tx:
        assert [row.organizer for row in tx.find(Table)] == [None]
        assert [row.account for row in tx.find(SeatRow)] == [None, "bob"]
        assert tx.count(Event) == 1 and tx.count(PressRead) == 0
    restored.close()


@pytest.mark.parametrize(("column", "value"), [("tally", '"a"'), ("settings", "[]")])
def test_json_of_another_form_is_found(sqlite_url: str, column: str, value: str) -> None:
    store = open_store(sqlite_url)
    fill(store, replace(account("ann"), **{column: value}))
    store.close()
    assert any("damaged: accounts: ann" in ill for ill in ills(sqlite_url))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("body", "{nonsense"),
        ("body", "[" * 100_000),
        ("body", '{"type": "turn", "phase": 5}'),
        ("at", "soon"),
    ],
)
def test_a_row_that_holds_nonsense_is_found(sqlite_url: str, column: str, value: str) -> None:
    store = open_store(sqlite_url)
    entry = event(1, body='{"type": "resignation", "seat": "France"}')
    fill(store, table("t1"), replace(entry, kind="entry"))
    store.close()
    with closing(sqlite3.connect(Path(sqlite_url.removeprefix("sqlite:///")))) as connection:
        connection.execute(f"UPDATE events SET {column} = ?", (value,))
        connection.commit()
    assert any("damaged: events: t1, 1" in ill for ill in ills(sqlite_url))


def test_on_postgresql_a_row_that_holds_nonsense_is_found_too(postgres_url: str) -> None:
    store = open_store(postgres_url)
    fill(store, table("t1"), replace(event(1), kind="entry", body="{nonsense"), event(2))
    store.close()
    damaged = [ill for ill in ills(postgres_url) if "damaged" in ill]
    assert len(damaged) == 1 and "events: t1, 1" in damaged[0]


@pytest.mark.parametrize(
    ("column", "value"), [("options", "{nonsense"), ("options", "[1]"), ("variant", b"\xff")]
)
def test_a_table_that_cannot_be_read_is_said(
    sqlite_url: str, column: str, value: str | bytes
) -> None:
    store = open_store(sqlite_url)
    fill(store, table("t1"))
    store.close()
    with closing(sqlite3.connect(Path(sqlite_url.removeprefix("sqlite:///")))) as connection:
        connection.execute(f"UPDATE tables SET {column} = ?", (value,))
        connection.commit()
    assert any("table t1 cannot be read: " in ill for ill in ills(sqlite_url))


SPOILT = {
    "a NUL": "UPDATE accounts SET name = 'a' || char(0) WHERE id = 'ann'",
    "an id twice": "INSERT INTO accounts SELECT * FROM accounts WHERE id = 'ann'",
    "a name twice": "UPDATE accounts SET name_key = 'ann' WHERE id = 'bob'",
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_saved_of_a_damaged_site_is_restored(tmp_path: Path, what: str) -> None:
    """What no database keeps, or not twice, is lost; else the rest would be refused with it."""
    path = tmp_path / "dragoman.sqlite"
    store = open_store(f"sqlite:///{path}")
    fill(store, account("ann"), account("bob"), table("t1"))
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        # The same without an index, which is what a damaged one comes to.
        connection.execute("ALTER TABLE accounts RENAME TO sound")
        connection.execute("CREATE TABLE accounts AS SELECT * FROM sound")
        connection.execute(SPOILT[what])
        connection.commit()
    url, out = f"sqlite:///{path}", str(tmp_path / "saved.jsonl.gz")
    assert any("damaged: accounts: " in ill for ill in ills(url))
    assert command("doctor", "--store", url, "--save", out).exit_code == 0
    again = command("restore", out, "--data", str(tmp_path / "new"))
    assert again.exit_code == 0, again.output
