"""Demos become games that do not count. Those that run end, and their messages say so."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import big, integer

revision = "0028"
down_revision = "0027"

_SENTENCE = "This demo ended when the bot was updated. Start another with `/demo`."

_demos = sa.table("demos", *map(sa.column, ("id", "guild_id", "channel_id", "message_id")))
_due = sa.table("due", sa.column("kind"))
_POST = ("guild_id", "channel_id", "kind", "payload", "status", "due_at", "created_at", "is_edit")
_posts = sa.table("posts", *map(sa.column, _POST))


def upgrade() -> None:
    """Add the columns that make a game a demo. End the demos that run, and drop their table."""
    op.add_column("games", integer("counts", default="1"))
    op.add_column("games", big("started_by", null=True))
    _end_demos(op.get_bind())
    op.drop_table("demos")


def _end_demos(conn: sa.Connection) -> None:
    """Have the message of each demo lose its button and say why. Nothing else is due for it any more."""
    conn.execute(sa.delete(_due).where(_due.c.kind == "demo"))
    conn.execute(sa.delete(_posts).where(_posts.c.kind == "demo_edit"))
    now = int(time.time() * 1000)
    for demo in conn.execute(sa.select(_demos).where(_demos.c.message_id.is_not(None)).order_by(_demos.c.id)).all():
        values = {"guild_id": demo.guild_id, "channel_id": demo.channel_id, "kind": "retire", "is_edit": 1}
        values |= {"payload": json.dumps({"message": demo.message_id, "add": _SENTENCE})}
        conn.execute(sa.insert(_posts).values(**values, status="waiting", due_at=now, created_at=now))
