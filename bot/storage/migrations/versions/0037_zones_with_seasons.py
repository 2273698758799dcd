"""The time zones EST and MST, which have no summer time, become the ones that people mean by them.

Running games and open tables keep the time zone of their hours off.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
additive = True

_MEANT = {"EST": "America/New_York", "MST": "America/Denver"}


def upgrade() -> None:
    """Replace them in the settings of members, servers and leagues, which are JSON with and without spaces."""
    for name, key in (("member_settings", "time_zone"), ("guild_settings", "time_zone"), ("leagues", "zone")):
        table = sa.table(name, sa.column("data", sa.Text()))
        for short, meant in _MEANT.items():
            for colon in (":", ": "):
                before, after = (f'"{key}"{colon}"{zone}"' for zone in (short, meant))
                change = sa.update(table).where(table.c.data.contains(before))
                op.execute(change.values(data=sa.func.replace(table.c.data, before, after)))
