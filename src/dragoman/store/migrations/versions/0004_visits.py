"""How far somebody has followed a table, and whether it was put away."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "visits",
        *(must("table"), must("account"), must("turn", sa.BigInteger())),
        must("away", sa.Boolean()),
        sa.PrimaryKeyConstraint("table", "account", name="pk_visits"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_visits_table"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_visits_account"),
    )
    op.create_index("ix_visits_account", "visits", ["account"])


def must(name: str, kind: sa.types.TypeEngine[Any] = TEXT) -> sa.Column[Any]:
    """A column that always has a value."""
    return sa.Column(name, kind, nullable=False)
