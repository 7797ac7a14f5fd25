"""Answers that are kept to be given again belong to somebody, and to what was asked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add whose they are, and what was asked."""
    with op.batch_alter_table("replies") as replies:
        for name in ("who", "asked"):
            replies.add_column(sa.Column(name, TEXT, nullable=False, server_default=""))
    op.create_index("ix_replies_who", "replies", ["who"])
