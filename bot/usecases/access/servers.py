"""Access checks for the managers of a server, and for the channels where games may be played."""

from __future__ import annotations

from collections.abc import Collection

from bot.storage.queries.play.games import GameRow
from bot.usecases.access.games import tell_stop
from bot.usecases.refusal import Refusal
from bot.usecases.server.guild_settings import GuildSettings


def to_manage(*, manages: bool) -> None:
    """Allow a member with Discord's permission to manage the server. Raise Refusal otherwise."""
    if not manages:
        raise Refusal("Only server managers (**Manage Server**) can do that.")


def to_stop_demo(demo: GameRow, user_id: int, *, manages: bool) -> None:
    """Allow the member who started a demo, and those who may manage the server. Raise Refusal otherwise."""
    if demo.started_by != user_id and not manages:
        raise Refusal("Only the member who started this demo can stop it.")


def to_manage_by_role(named: Collection[int] | None, *, manages: bool, roles: Collection[int]) -> None:
    """Allow a member who may manage the server, or has one of the roles ``named`` in its settings. Raise Refusal otherwise."""
    if not manages and not set(named or ()).intersection(roles):
        raise Refusal("Only server managers (**Manage Server**), and roles that the server's settings name, can do that.")


def to_be_managed(row: GameRow) -> None:
    """Raise Refusal if a game has ended, and so cannot be cancelled, moved, or helped on."""
    if row.status in ("over", "cancelled"):
        raise Refusal(tell_stop(row))


def to_play_here(settings: GuildSettings, channel_id: int, parent_id: int | None) -> None:
    """Raise Refusal unless games may be played in a channel, or in a thread of the channel ``parent_id``."""
    allowed = settings.channels
    if allowed and not {channel_id, parent_id}.intersection(allowed):
        raise Refusal(f"Games are not played in this channel. They are in {' and '.join(f'<#{each}>' for each in allowed)}.")
