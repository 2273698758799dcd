"""Public pages show the games of channels that those who manage the server choose.

Until now a game was public if @everyone saw its channel at its start and its end, and in that moment. The channels whose games
are shown as this runs become the list of their server. Those games stay public, no other game becomes public, and whoever
manages the server is told once.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import BIG, big

revision = "0029"
down_revision = "0028"

_BEGUN, _ENDED = 1, 2
"""The values of ``games.public``: @everyone saw the channel at the start; at the end, too."""

_games = sa.table(
    "games", *(sa.column(name, BIG) for name in ("guild_id", "channel_id", "public", "public_in")), sa.column("status")
)
_pages = sa.table("public_pages", sa.column("guild_id", BIG), sa.column("channels"))
_settings = sa.table("guild_settings", sa.column("guild_id", BIG), sa.column("data"))


def upgrade() -> None:
    """Save of each shown game in which channel it is public, and the list of channels of each server with pages."""
    op.add_column("games", big("public_in", null=True))
    conn = op.get_bind()
    query = sa.select(_pages.c.guild_id, _pages.c.channels, _settings.c.data)
    for guild, seen, data in conn.execute(query.join(_settings, _settings.c.guild_id == _pages.c.guild_id)).all():
        settings = json.loads(data)
        if settings.get("public_pages") is not None:
            settings |= {"public_channels": _keep_shown(conn, guild, json.loads(seen)), "pages_news": True}
            changed = sa.update(_settings).where(_settings.c.guild_id == guild)
            conn.execute(changed.values(data=json.dumps(settings)))
    op.drop_column("games", "public")


def _keep_shown(conn: sa.Connection, guild: int, seen: list[int]) -> list[int]:
    """Keep the shown games of a server public. Return their channels; ``seen``: those that @everyone saw last."""
    running = sa.and_(_games.c.status == "running", _games.c.public == _BEGUN)
    over = sa.and_(_games.c.status == "over", _games.c.public == _ENDED)
    shown = (_games.c.guild_id == guild, _games.c.channel_id.in_(seen), sa.or_(running, over))
    conn.execute(sa.update(_games).where(*shown).values(public_in=_games.c.channel_id))
    found = sa.select(_games.c.channel_id).where(*shown).distinct().order_by(_games.c.channel_id)
    return list(conn.execute(found).scalars())
