"""How far somebody has followed a table, and browsers that want to be told of news."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "visits",
        *(must("table"), must("account"), must("turn", sa.BigInteger())),
        must("away", sa.Boolean()),
        sa.PrimaryKeyConstraint("table", "account", name="pk_visits"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_visits_table"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_visits_account"),
    )
    op.create_index("ix_visits_account", "visits", ["account"])
    op.create_table(
        "pushes",
        *(must("id"), must("account"), must("url"), must("key"), must("secret")),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_pushes_account"),
    )
    op.create_index("ix_pushes_account", "pushes", ["account"])


def must(name: str, kind: sa.types.TypeEngine[Any] = TEXT) -> sa.Column[Any]:
    """A column that always has a value."""
    return sa.Column(name, kind, nullable=False)
