"""Which posts change an old message, as a column with an index: what may go now is what the database is asked most often."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
additive = True
"""Whether processes of the version before can go on beside this schema. Their edits keep the order of a channel."""

EDITS = (
    "retire",
    "table_edit",
    "proposal_edit",
    "board_edit",
    "claim_edit",
    "vote_edit",
    "seat_offer_edit",
    "status_edit",
    "demo_edit",
    "latest_edit",
    "remove",
)


def upgrade() -> None:
    """Add the column, and fill it in for the posts that are there."""
    op.add_column("posts", sa.Column("is_edit", sa.Integer(), server_default="0", nullable=False))
    posts = sa.table("posts", sa.column("kind", sa.Text()), sa.column("is_edit", sa.Integer()))
    op.execute(posts.update().where(posts.c.kind.in_(EDITS)).values(is_edit=1))
    op.drop_index(op.f("ix_posts_status_due_at"), table_name="posts")
    op.create_index(op.f("ix_posts_status_is_edit_due_at"), "posts", ["status", "is_edit", "due_at"])
