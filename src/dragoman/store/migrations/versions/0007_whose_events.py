"""What somebody did and read is found without looking through what all others did."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add what it is found by."""
    op.create_index("ix_events_actor", "events", ["actor"])
    op.create_index("ix_press_read_account", "press_read", ["account"])
