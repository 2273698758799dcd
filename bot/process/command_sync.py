"""Registration of the commands at Discord, only when they have changed: 200 new commands a day are allowed."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from bot.storage.engine.database import Database
from bot.storage.queries.server.bot_values import get_value, save_value

logger = logging.getLogger(__name__)


async def sync_commands(tree: app_commands.CommandTree[Any], application_id: int | None, db: Database) -> dict[str, int]:
    """Send the commands to Discord if they changed, or if Discord has others. Return the ids that Discord gave them, by name.

    Raise discord.HTTPException.
    """
    key = f"commands.{application_id}"
    wanted = [command.to_dict(tree) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(wanted, sort_keys=True, default=str).encode()).hexdigest()
    known = await tree.fetch_commands()
    there = sorted(command.id for command in known)
    if await db.read(lambda conn: get_value(conn, key)) == f"{digest} {there}":
        return {command.name: command.id for command in known}
    sent = await tree.sync()
    await db.write(lambda conn: save_value(conn, key, f"{digest} {sorted(command.id for command in sent)}"))
    logger.info("commands were sent to Discord", extra={"commands": len(sent)})
    return {command.name: command.id for command in sent}
