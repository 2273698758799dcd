"""The errand of a demo: a worker thinks out the next turn."""

from __future__ import annotations

from random import SystemRandom

from bot.storage.queries.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.computers import demos
from bot.workers.jobs import ComputerMove
from bot.workers.pool import THE_BOT

THINKING = 0.4
"""Seconds that a computer thinks about a turn of a demo: games of members wait for the same workers."""
_RANDOM = SystemRandom()


async def go_on(app: App, row: DueRow) -> None:
    """Plays the next turn of a demo; ends one whose message never came."""
    demo = await demos.get(app.context, row.payload["demo"])
    if demo is None:
        return
    if demo.message_id is None:
        await demos.end(app.context, demo)
        return
    if demo.record.replay().is_over:
        return
    job = ComputerMove(demo.record.model_dump_json(), demo.level, THINKING, _RANDOM.getrandbits(32))
    await demos.play(app.context, demo, await app.workers.run(job, THE_BOT))
