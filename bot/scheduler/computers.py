"""Errands of computers: a worker thinks, and a use case plays or answers."""

from __future__ import annotations

from random import SystemRandom

from bot.common.crash_points import crash_point
from bot.storage.queries.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.computers import computer_answers, computer_moves, takeover
from bot.workers.jobs import ComputerMove, Standing
from bot.workers.pool import THE_BOT

_RANDOM = SystemRandom()


async def move(app: App, row: DueRow) -> None:
    """Has the computer move that is to move in a game. Where somebody moves meanwhile, that has it asked anew."""
    asked = await computer_moves.to_decide(app.context, row.game_id or 0)
    if asked is None:
        return
    crash_point("computer.asked")
    job = ComputerMove(asked.record, asked.level, asked.thinking, _RANDOM.getrandbits(32))
    texts = await app.workers.run(job, THE_BOT)
    crash_point("computer.decided")
    await computer_moves.play(app.context, row.game_id or 0, asked.version, texts)


async def stand_in(app: App, row: DueRow) -> None:
    """Has a computer play a turn for a player whose time is out."""
    game_id, turn = row.game_id or 0, row.payload["turn"]
    asked = await takeover.to_decide(app.context, game_id, turn)
    if asked is None:
        return
    job = ComputerMove(asked.record, asked.level, asked.thinking, _RANDOM.getrandbits(32))
    await takeover.play(app.context, game_id, turn, asked.version, await app.workers.run(job, THE_BOT))


async def answer(app: App, row: DueRow) -> None:
    """Has computers answer the offer of a draw."""
    proposal_id: int = row.payload["proposal"]
    asked = await computer_answers.to_answer(app.context, proposal_id)
    if asked is None:
        return
    log, _ = asked
    shares = await app.workers.run(Standing(log.record_json(), computer_moves.THINKING), THE_BOT)
    await computer_answers.answer(app.context, log.row.id, proposal_id, shares)
