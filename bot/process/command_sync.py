"""Registration of the commands at Discord, only if they have changed: Discord allows 200 new commands a day.

All are registered for every server. Those that an earlier program registered for single servers are removed.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.posting.rate_limit import Priority, priority
from bot.storage.engine.database import Database
from bot.storage.queries.server.bot_values import get_value, save_value

_TYPED, _ENTRY_POINT = 1, 4
"""Types of commands at Discord: slash commands, and the command that opens an Activity."""
_KEPT = (
    *("type", "name", "name_localizations", "description", "description_localizations"),
    *("integration_types", "contexts", "default_member_permissions", "nsfw", "handler"),
)
"""The fields of an entry point command that are sent back to Discord."""

logger = logging.getLogger(__name__)


async def sync_commands(tree: app_commands.CommandTree[Any], application_id: int | None, db: Database) -> dict[str, int]:
    """Send the commands to Discord if they differ from those registered there. Return their ids by name.

    Raise discord.HTTPException if Discord refuses them.
    """
    if application_id is None:
        raise ValueError("the commands of an application without an id")
    key = f"commands.{application_id}"
    wanted: list[Any] = [command.to_dict(tree) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(wanted, sort_keys=True, default=str).encode()).hexdigest()
    http = tree.client.http
    known = await http.get_global_commands(application_id)
    if await db.read(lambda conn: get_value(conn, key)) == f"{digest} {_ids(known)}":
        return _ids_by_name(known)
    sent = await http.bulk_upsert_global_commands(application_id, [*wanted, *_entry_points(known)])
    await db.write(lambda conn: save_value(conn, key, f"{digest} {_ids(sent)}"))
    logger.info("commands were sent to Discord", extra={"commands": len(sent)})
    return _ids_by_name(sent)


async def remove_from_servers(client: discord.Client, guild_ids: Iterable[int]) -> None:
    """Remove the commands that an earlier program left in single servers, where they would appear next to the bot's own.

    Requests are sent one at a time, so that others hardly wait. Servers whose commands the bot may not read are skipped. If
    Discord does not answer, the next start retries.
    """
    application = client.application_id
    assert application is not None  # noqa: S101 - set by the login
    for guild in guild_ids:
        try:
            with priority(Priority.TIDY):
                if left := await client.http.get_guild_commands(application, guild):
                    await client.http.bulk_upsert_guild_commands(application, guild, [])
        except discord.Forbidden:
            continue
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
            logger.debug("left-over commands could not be removed: %r", error)
            return
        if left:
            names = [command["name"] for command in left]
            logger.info("removed commands of an earlier program", extra={"guild": guild, "commands": names})


def _entry_points(known: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the commands that Discord added for Activities. It refuses an update without them."""
    found = (command for command in known if command.get("type") == _ENTRY_POINT)
    return [{field: command[field] for field in _KEPT if field in command} for command in found]


def _ids(commands: Sequence[Mapping[str, Any]]) -> list[int]:
    return sorted(int(command["id"]) for command in commands)


def _ids_by_name(commands: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the ids of the slash commands by name. A context menu can have the same name."""
    return {command["name"]: int(command["id"]) for command in commands if command.get("type", _TYPED) == _TYPED}
