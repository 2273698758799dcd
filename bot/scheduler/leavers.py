"""Looking for the player to move, who may have left the server."""

from __future__ import annotations

from bot.storage.queries.due import DueRow
from bot.ui.framework.app import App
from bot.usecases import queries
from bot.usecases.channels import adjourning
from bot.usecases.seats import leavers


async def look(app: App, row: DueRow) -> None:
    """Asks Discord whether the player whose turn it is can still play; if not, a substitute is looked for."""
    game = await queries.row(app.context, row.game_id or 0)
    seat = row.payload["seat"]
    user_id = game.players[seat].user_id
    if game.status != "running" or game.seat != seat or user_id is None:
        return
    seen = await app.look(game.guild_id, game.channel_id, user_id)
    if seen == "left" or seen == "unseen":
        await leavers.gone(app.context, game.id, user_id, seen)
    elif seen == "no channel":
        await adjourning.channel_gone(app.context, game.guild_id, game.channel_id)
