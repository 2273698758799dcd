"""What a server has set for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
additive = True
"""Whether processes of the version before can go on beside this schema."""


def upgrade() -> None:
    """Add the settings of servers."""
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guild_settings")),
        sqlite_strict=True,
    )
