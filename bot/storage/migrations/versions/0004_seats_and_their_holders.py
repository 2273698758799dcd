"""A seat is held by a member or by a former player; the log says which seat acted, not which person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Every player so far is a member; every action so far is one of the seat that its user had."""
    with op.batch_alter_table("players") as players:
        players.alter_column("user_id", existing_type=BIG, nullable=True)
        players.add_column(sa.Column("holder", sa.Text(), server_default="member", nullable=False))
        players.add_column(sa.Column("holder_number", BIG))
    op.add_column("game_log", sa.Column("seat", sa.Integer()))
    op.execute(
        "UPDATE game_log SET seat = (SELECT players.seat FROM players"
        " WHERE players.game_id = game_log.game_id AND players.user_id = game_log.user_id) WHERE user_id IS NOT NULL"
    )
    op.drop_column("game_log", "user_id")
