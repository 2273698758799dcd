"""When the bot learned that the channel of a league was deleted."""

from __future__ import annotations

from alembic import op

from bot.storage.migrations.parts import big

revision = "0038"
down_revision = "0037"
additive = True


def upgrade() -> None:
    """Add the column. It is set once a channel is deleted."""
    op.add_column("leagues", big("channel_gone_at", null=True))
