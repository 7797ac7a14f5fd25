"""Rows to test with."""

from dragoman.store.rows import Account, Event, Table


def account(name: str = "ann") -> Account:
    """An account with a name."""
    return Account(id=name, name=name, name_key=name, created=1)


def table(name: str = "t1", deadline: int | None = None, status: str = "running") -> Table:
    """A table of Standard."""
    return Table(
        id=name, variant="standard", version="1", created=1, deadline=deadline, status=status
    )


def event(n: int, table: str = "t1", body: str = "{}") -> Event:
    """The n-th event at a table."""
    return Event(table=table, n=n, at=n, kind="note", body=body)
