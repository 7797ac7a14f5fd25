"""The first schema. Written out, not derived from the rows: those go on changing."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
INT = sa.BigInteger()


def upgrade() -> None:
    """Make every table."""
    people()
    tables()
    press()
    site()


def must(name: str, kind: sa.types.TypeEngine[Any] = TEXT) -> sa.Column[Any]:
    """A column that always has a value."""
    return sa.Column(name, kind, nullable=False)


def may(name: str, kind: sa.types.TypeEngine[Any] = TEXT) -> sa.Column[Any]:
    """A column that may have none."""
    return sa.Column(name, kind, nullable=True)


def make(name: str, key: str, *parts: sa.schema.SchemaItem) -> None:
    """Make a table with a primary key."""
    op.create_table(name, *parts, sa.PrimaryKeyConstraint(*key.split(), name=f"pk_{name}"))


def unique(table: str, *names: str) -> sa.UniqueConstraint:
    """Columns of which no two rows are equal."""
    return sa.UniqueConstraint(*names, name=f"uq_{table}_{'_'.join(names)}")


def refers(table: str, name: str, to: str) -> sa.ForeignKeyConstraint:
    """A column that names a row of another table."""
    return sa.ForeignKeyConstraint([name], [f"{to}.id"], name=f"fk_{table}_{name}")


def index(table: str, *names: str) -> None:
    """Make an index."""
    op.create_index(f"ix_{table}_{'_'.join(names)}", table, list(names))


def people() -> None:
    """Accounts and what belongs to them."""
    make(
        "accounts",
        "id",
        *(must("id"), must("kind"), must("name"), may("name_key"), must("email")),
        *(may("email_key"), must("password"), must("created", INT), may("closed", INT)),
        *(must("settings"), must("tally")),
        *(unique("accounts", "name_key"), unique("accounts", "email_key")),
    )
    make(
        "sessions",
        "id",
        *(must("id"), must("account"), must("created", INT), must("seen", INT)),
        *(must("until", INT), must("agent"), refers("sessions", "account", "accounts")),
    )
    index("sessions", "account")
    index("sessions", "until")
    make(
        "tokens",
        "id",
        *(must("id"), must("purpose"), must("subject"), must("until", INT), may("used", INT)),
    )
    index("tokens", "until")
    make(
        "blocks",
        "account blocked",
        *(must("account"), must("blocked")),
        *(refers("blocks", "account", "accounts"), refers("blocks", "blocked", "accounts")),
    )
    make(
        "hooks",
        "id",
        *(must("id"), must("account"), must("url"), must("secret")),
        refers("hooks", "account", "accounts"),
    )
    index("hooks", "account")


def tables() -> None:
    """Tables, their seats, logs and orders."""
    make(
        "tables",
        "id",
        *(must("id"), must("title"), must("variant"), must("version"), must("options")),
        *(must("settings"), must("seed"), must("status"), may("organizer"), must("visibility")),
        *(must("created", INT), must("turn", INT), must("phase"), may("opened", INT)),
        *(may("deadline", INT), may("left", INT), must("attempts", INT), may("tried", INT)),
        *(must("events", INT), may("result"), refers("tables", "organizer", "accounts")),
    )
    index("tables", "status", "deadline")
    index("tables", "visibility", "status", "created")
    index("tables", "organizer")
    make(
        "events",
        "table n",
        *(must("table"), must("n", INT), must("at", INT), must("kind"), must("actor")),
        *(must("body"), refers("events", "table", "tables")),
    )
    make(
        "seats",
        "table seat",
        *(must("table"), must("seat"), may("account"), may("bot"), may("link")),
        *(must("ready", sa.Boolean()), must("missed", INT), must("votes")),
        *(must("muted"), may("left", INT)),
        *(unique("seats", "link"), refers("seats", "table", "tables")),
        refers("seats", "account", "accounts"),
    )
    index("seats", "account")
    make(
        "ballots",
        "table seat turn",
        *(must("table"), must("seat"), must("turn", INT), must("text"), must("saved", INT)),
        *(must("version", INT), refers("ballots", "table", "tables")),
    )


def press() -> None:
    """Messages between seats."""
    make(
        "press",
        "table n",
        *(must("table"), must("n", INT), must("at", INT), must("sender"), must("to")),
        *(must("text"), may("key"), unique("press", "table", "sender", "key")),
        refers("press", "table", "tables"),
    )
    make(
        "press_read",
        "table account",
        *(must("table"), must("account"), must("n", INT)),
        *(refers("press_read", "table", "tables"), refers("press_read", "account", "accounts")),
    )
    make(
        "press_drafts",
        "table seat to",
        *(must("table"), must("seat"), must("to"), must("text"), must("saved", INT)),
        refers("press_drafts", "table", "tables"),
    )


def site() -> None:
    """What the site as a whole keeps."""
    make(
        "outbox",
        "id",
        *(must("id"), must("created", INT), must("due", INT), must("attempts", INT)),
        *(must("channel"), must("address"), must("body"), may("done", INT)),
    )
    index("outbox", "done", "due")
    make("replies", "id", must("id"), must("at", INT), must("status", INT), must("body"))
    index("replies", "at")
    make("buckets", "key", must("key"), must("tokens", INT), must("at", INT))
    index("buckets", "at")
    make("facts", "name", must("name"), must("at", INT), must("value"))
