"""Where news goes: to a program, or to a browser."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the column: what was there before are webhooks."""
    with op.batch_alter_table("hooks") as hooks:
        hooks.add_column(sa.Column("way", TEXT, nullable=False, server_default="post"))
