"""The limits on tables and games, for each member and each server."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR
from bot.common.home import is_home
from bot.storage.queries.play import game_lists
from bot.storage.queries.seats import seat_offers
from bot.storage.queries.tables import game_tables
from bot.usecases.context import Limits
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from rules.words import count

INVITATIONS = 3
"""Maximum number of times that a member may invite the same person within an hour."""


def _place(guild_id: int) -> str:
    return "in direct messages" if is_home(guild_id) else "in this server"


async def get_limits(conn: AsyncConnection, guild_id: int, usual: Limits) -> Limits:
    """Return the limits of a server: its own, otherwise the defaults."""
    own = await guild_settings.read(conn, guild_id)
    chosen = own.model_dump(include=set(Limits._fields), exclude_none=True)
    return usual._replace(**chosen)


async def to_open(conn: AsyncConnection, guild_id: int, user_id: int, usual: Limits) -> None:
    """Raise Refusal if the member or the server has reached the limit of open tables."""
    limits = await get_limits(conn, guild_id, usual)
    if await game_tables.count_open(conn, guild_id, user_id) >= limits.tables_per_member:
        raise Refusal(
            f"No more than {count(limits.tables_per_member, 'table')} of yours may be open {_place(guild_id)} at once. "
            "Press **Cancel** at one, or wait until one begins."
        )
    if await game_tables.count_open(conn, guild_id, None) >= limits.tables_per_server:
        raise Refusal(
            f"No more than {count(limits.tables_per_server, 'table')} may be open in this server at once. "
            "Join one, or wait until one begins."
        )


async def to_sit(conn: AsyncConnection, guild_id: int, user_id: int, usual: Limits, *, is_me: bool = True) -> None:
    """Raise Refusal if the member or the server has reached the limit of games.

    ``is_me``: whether the refusal addresses the member.
    """
    await to_take_over(conn, guild_id, user_id, usual, is_me=is_me)
    limits = await get_limits(conn, guild_id, usual)
    if await game_lists.count_running_of(conn, guild_id, None) >= limits.games_per_server:
        raise Refusal(
            f"No more than {count(limits.games_per_server, 'game')} may go on in this server at once. Finish one first."
        )


async def to_take_over(conn: AsyncConnection, guild_id: int, user_id: int, usual: Limits, *, is_me: bool = True) -> None:
    """Raise Refusal if the member plays too many games to take over another one.

    ``is_me``: whether the refusal addresses the member.
    """
    limits = await get_limits(conn, guild_id, usual)
    if await game_lists.count_running_of(conn, guild_id, user_id) >= limits.games_per_member:
        may = f"may play no more than {count(limits.games_per_member, 'game')} {_place(guild_id)} at once"
        raise Refusal(f"You {may}. Finish one first." if is_me else f"That member {may}.")


async def to_invite(
    conn: AsyncConnection, user_id: int, invited_id: int | None, now: int, *, rematch_of: int | None = None
) -> None:
    """Raise Refusal if a user has invited a member, or the players of a game, too often within an hour.

    Invitations that were accepted do not count. If both are ``None``, nobody is invited.
    """
    if invited_id is None and rematch_of is None:
        return
    since = now - HOUR
    asked = await game_tables.count_invitations(conn, user_id, since, opponent_id=invited_id, rematch_of=rematch_of)
    if invited_id is not None:
        asked += await seat_offers.count_invitations(conn, user_id, invited_id, since)
    if asked >= INVITATIONS:
        whom = "that member" if invited_id is not None else "these players"
        raise Refusal(f"You have invited {whom} {INVITATIONS} times within an hour. Wait a while before you ask again.")
