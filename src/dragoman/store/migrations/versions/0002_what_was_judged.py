"""What was judged is kept: the position that every event led to, and what was shown of it."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make both tables."""
    make("positions", must("rules"), must("label"), must("hidden", sa.Boolean()))
    make("judged")


def must(name: str, kind: sa.types.TypeEngine[Any] = TEXT) -> sa.Column[Any]:
    """A column that always has a value."""
    return sa.Column(name, kind, nullable=False)


def make(name: str, *columns: sa.Column[Any]) -> None:
    """Make a table with a row for some events of each log."""
    op.create_table(
        name,
        *(must("table"), must("n", sa.BigInteger()), *columns, must("body")),
        sa.PrimaryKeyConstraint("table", "n", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=f"fk_{name}_table"),
    )
