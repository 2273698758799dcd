"""What a server remembers of its finished games."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLOAT: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def _big(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, BIG, nullable=null, autoincrement=False)


def _int(name: str, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=null, autoincrement=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False)


def _table(name: str, key: list[str], *columns: sa.Column[Any], of_game: bool = False) -> None:
    parts: list[Any] = [*columns, sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}"))]
    if of_game:
        fk = op.f(f"fk_{name}_game_id")
        parts.append(sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=fk, ondelete="CASCADE"))
    op.create_table(name, *parts, sqlite_strict=True, sqlite_autoincrement=key == ["id"])


def _index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def upgrade() -> None:
    """Make the tables of results, and have the finished games of every server counted."""
    _index("games", "guild_id", "updated_at")
    _index("games", "guild_id", "ended_at")
    _of_games()
    _of_servers()
    op.execute("INSERT INTO due (kind, at, guild_id) SELECT DISTINCT 'recount', 0, guild_id FROM games WHERE status = 'over'")


def _of_games() -> None:
    _table(
        "results",
        ["game_id"],
        *(_big("game_id"), _big("guild_id"), _text("kind"), _big("ended_at"), _text("counting"), _int("turns")),
        of_game=True,
    )
    _index("results", "guild_id", "ended_at", "game_id")
    _table(
        "shares",
        ["game_id", "seat", "who"],
        *(_big("game_id"), _int("seat"), _big("who"), _text("name"), _big("guild_id"), _text("kind"), _big("ended_at")),
        *(_text("counting"), _int("place"), _int("won"), _int("score"), _int("decisions"), _int("decided")),
        *(_big("thought"), _int("points", null=True)),
        of_game=True,
    )
    _index("shares", "guild_id", "who", "ended_at")
    _table(
        "feats",
        ["game_id", "feat"],
        *(_big("game_id"), _text("feat"), _int("seat", null=True), _int("value")),
        *(_big("guild_id"), _text("kind"), _big("ended_at")),
        of_game=True,
    )
    _index("feats", "guild_id", "kind", "feat", "value")


def _of_servers() -> None:
    _table(
        "ratings",
        ["guild_id", "pool", "kind", "period", "who"],
        *(_big("guild_id"), _text("pool"), _text("kind"), _text("period"), _big("who"), _text("name")),
        *(sa.Column("mu", FLOAT, nullable=False), sa.Column("sigma", FLOAT, nullable=False)),
        *(_int("points"), _int("games"), _int("wins"), _big("last_at")),
        *(_int("best_points"), _big("best_at"), _big("best_game")),
    )
    _index("ratings", "guild_id", "pool", "kind", "period", "points")
    _index("ratings", "guild_id", "pool", "kind", "period", "best_points")
    _table("counted", ["guild_id"], _big("guild_id"), _big("ended_at"), _big("game_id"))
    _table("latest_messages", ["guild_id"], _big("guild_id"), _big("channel_id"), _big("message_id", null=True))
    _table(
        "imported_games",
        ["id"],
        *(sa.Column("id", BIG, nullable=False), _big("guild_id"), _big("user_id"), _text("data"), _big("at")),
    )
    _index("imported_games", "guild_id", "user_id")
    _index("imported_games", "at")
