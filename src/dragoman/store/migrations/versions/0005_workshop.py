"""The workshop: drafts with their history, what was published of them, and games played of it."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger()


def upgrade() -> None:
    """Make the tables."""
    make_drafts()
    make_publications()
    make_runs()


def make_drafts() -> None:
    """Drafts and their history."""
    op.create_table(
        "drafts",
        *(must("id"), must("owner"), must("name"), must("origin"), must("created", NUMBER)),
        *(must("saved", NUMBER), must("version", NUMBER), must("files")),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name="fk_drafts_owner"),
    )
    op.create_index("ix_drafts_owner_saved", "drafts", ["owner", "saved"])
    op.create_table(
        "draft_steps",
        *(must("draft"), must("version", NUMBER), must("at", NUMBER), must("files")),
        sa.PrimaryKeyConstraint("draft", "version", name="pk_draft_steps"),
        sa.ForeignKeyConstraint(["draft"], ["drafts.id"], name="fk_draft_steps_draft"),
    )


def make_publications() -> None:
    """Versions that are fixed, and their files."""
    op.create_table(
        "publications",
        *(must("id"), must("draft"), must("owner"), must("name"), must("number", NUMBER)),
        *(must("visibility"), must("created", NUMBER)),
        sa.PrimaryKeyConstraint("id", name="pk_publications"),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name="fk_publications_owner"),
    )
    for names in (["visibility", "created"], ["owner"], ["draft"]):
        op.create_index(f"ix_publications_{'_'.join(names)}", "publications", names)
    op.create_table(
        "published_files",
        *(must("id"), must("files")),
        sa.PrimaryKeyConstraint("id", name="pk_published_files"),
        sa.ForeignKeyConstraint(["id"], ["publications.id"], name="fk_published_files_id"),
    )


def make_runs() -> None:
    """Games played in the background."""
    op.create_table(
        "lab_runs",
        *(must("id"), must("publication"), must("owner"), must("created", NUMBER)),
        *(must("wanted", NUMBER), must("done", NUMBER), must("status"), must("served", NUMBER)),
        *(must("games"), must("fault")),
        sa.PrimaryKeyConstraint("id", name="pk_lab_runs"),
        sa.ForeignKeyConstraint(["owner"], ["accounts.id"], name="fk_lab_runs_owner"),
        sa.ForeignKeyConstraint(
            ["publication"], ["publications.id"], name="fk_lab_runs_publication"
        ),
    )
    for names in (["status", "served"], ["owner"], ["publication"]):
        op.create_index(f"ix_lab_runs_{'_'.join(names)}", "lab_runs", names)


def must(name: str, kind: sa.types.TypeEngine[Any] = TEXT) -> sa.Column[Any]:
    """A column that always has a value."""
    return sa.Column(name, kind, nullable=False)
