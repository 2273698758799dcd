"""Access checks for tables, at which members sit down for a game."""

from __future__ import annotations

from bot.common.words import Name
from bot.storage.queries.tables.game_tables import GameTable
from bot.usecases.refusal import Refusal

TABLE_CLOSED = {
    "started": "This table's game has started already. Open another with `/newgame`.",
    "cancelled": "The host has closed this table. Open another with `/newgame`.",
    "declined": "The invitation was declined. Open another table with `/newgame`.",
    "expired": "This table waited too long and has expired. Open another with `/newgame`.",
}
"""Why nobody can sit down at a table that is not open, by its status."""


def open_table(table: GameTable, now: int) -> None:
    """Raise Refusal unless the table is open."""
    if not table.is_open:
        raise Refusal(TABLE_CLOSED[table.status])
    if table.expires_at <= now:
        raise Refusal(TABLE_CLOSED["expired"])


def to_have_seen(table: GameTable, changes: int | None) -> None:
    """Raise Refusal if the table was changed since the user saw it. ``changes``: their number then (``None``: do not check)."""
    if changes is not None and changes != table.changes:
        host = Name(dict(table.members).get(table.host_id, "The host"))
        raise Refusal("**{host}** has just changed this table. Look at it, then press again.", host=host)


def to_join(table: GameTable, user_id: int) -> None:
    """Allow anybody who is not seated yet, at a table open to all. Raise Refusal otherwise."""
    if table.opponent_id is not None:
        raise Refusal("This table is an invitation to one member. Open your own with `/newgame`.")
    if user_id in dict(table.members):
        raise Refusal("You sit at this table already.")


def to_accept(table: GameTable, user_id: int) -> None:
    """Allow only the invited member to accept. Raise Refusal otherwise."""
    if user_id == table.host_id:
        raise Refusal("You are the host: the invited member has to accept. You can **Cancel** the invitation.")
    if user_id != table.opponent_id:
        raise Refusal("This invitation is for somebody else. Open your own table with `/newgame`.")


def to_decline(table: GameTable, user_id: int) -> None:
    """Allow only the invited member to decline. Raise Refusal otherwise."""
    if user_id != table.opponent_id:
        raise Refusal("This invitation is for somebody else.")


def to_leave(table: GameTable, user_id: int) -> None:
    """Allow a member of the table; a host only if somebody else can be the host. Raise Refusal otherwise."""
    if user_id == table.host_id and len(table.members) == 1:
        raise Refusal("You are the host and alone at this table: press **Cancel** to close it.")
    if user_id not in dict(table.members):
        raise Refusal("You do not sit at this table.")


def host(table: GameTable, user_id: int, what: str) -> None:
    """Allow only the host of the table to do ``what``. Raise Refusal otherwise."""
    if user_id != table.host_id:
        raise Refusal(f"Only **{{host}}**, who opened this table, can {what}.", host=Name(dict(table.members)[table.host_id]))
