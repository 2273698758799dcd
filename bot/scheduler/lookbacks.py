"""The errand of a look back: a worker thinks about a whole game."""

from __future__ import annotations

from bot.storage.queries.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.computers import lookbacks
from bot.workers.jobs import LookingBack
from bot.workers.pool import THE_BOT


async def look_back(app: App, row: DueRow) -> None:
    """Makes the look back on a game, and stores it."""
    game_id = row.game_id or 0
    log = await lookbacks.to_look_back(app.context, game_id)
    if log is not None:
        job = LookingBack(log.record_json(), lookbacks.seconds_each(log))
        await lookbacks.keep(app.context, game_id, await app.workers.run(job, THE_BOT))
