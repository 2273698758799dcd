"""Messages are made of components from now on. Save which of those from before, which keep their form, is the newest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
additive = True
"""Whether processes of the version before can go on beside this schema. Discord refuses what they change of newer messages."""

MESSAGES = {
    "game_tables": ("message_id",),
    "games": ("board_message_id", "status_message_id", "ping_message_id"),
    "proposals": ("message_id",),
    "seat_offers": ("message_id",),
    "ballots": ("message_id",),
    "posts": ("message_id",),
    "demos": ("message_id",),
    "clocks": ("claim_id",),
    "latest_messages": ("message_id",),
    "daily_puzzles": ("message_id",),
}
"""The columns with the ids of messages that the bot has posted. Discord's ids grow with time."""


def upgrade() -> None:
    """Save the id of the newest message that the bot knows, if it knows any."""
    newest = 0
    for name, columns in MESSAGES.items():
        table = sa.table(name, *(sa.column(column, sa.BigInteger()) for column in columns))
        for column in columns:
            newest = max(newest, op.get_bind().execute(sa.select(sa.func.max(table.c[column]))).scalar() or 0)
    if newest:
        values = sa.table("bot_values", sa.column("key", sa.Text()), sa.column("value", sa.Text()))
        op.execute(sa.insert(values).values(key="newest_older_message", value=str(newest)))
