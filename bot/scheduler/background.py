"""Scheduled tasks that run in the background, because they need a worker process or ask Discord."""

from __future__ import annotations

from contextlib import suppress
from random import SystemRandom

from bot.common.clock import MINUTE
from bot.common.crash_points import crash_point
from bot.storage.queries.time.due import DueRow
from bot.ui.framework.app import App
from bot.usecases import queries
from bot.usecases.channels import adjourn
from bot.usecases.computers import answers, lookbacks, moves, takeover
from bot.usecases.league import judging
from bot.usecases.learning import server_puzzles
from bot.usecases.refusal import Refusal
from bot.usecases.seats import absence
from bot.usecases.server import member_names
from bot.usecases.statistics import rebuild
from bot.workers.errors import JobFailed
from bot.workers.jobs import ComputerMove, DrawAnswer, FindPuzzles, JudgeGame, LookBackJob
from bot.workers.pool import THE_BOT

_RANDOM = SystemRandom()


async def play_computer_move(app: App, row: DueRow) -> None:
    """Play the turn of the computer that is to move. If somebody moves meanwhile, that move schedules the task again."""
    with suppress(Refusal):  # the game is gone: a demo was stopped meanwhile
        asked = await moves.to_decide(app.context, row.game_id or 0)
        if asked is None:
            return
        crash_point("computer.asked")
        job = ComputerMove(asked.record, asked.level, asked.thinking, _RANDOM.getrandbits(32))
        texts = await app.workers.run(job, THE_BOT)
        crash_point("computer.decided")
        await moves.play(app.context, row.game_id or 0, asked.version, texts)


async def take_over(app: App, row: DueRow) -> None:
    """Let a computer play a turn for a player whose time has run out."""
    game_id, turn = row.game_id or 0, row.payload["turn"]
    asked = await takeover.to_decide(app.context, game_id, turn)
    if asked is None:
        return
    job = ComputerMove(asked.record, asked.level, asked.thinking, _RANDOM.getrandbits(32))
    await takeover.play(app.context, game_id, turn, asked.version, await app.workers.run(job, THE_BOT))


async def answer_draw(app: App, row: DueRow) -> None:
    """Let the computers answer the offer of a draw."""
    proposal_id: int = row.payload["proposal"]
    asked = await answers.to_answer(app.context, proposal_id)
    if asked is None:
        return
    log, proposal = asked
    seats, agree = answers.waits_for(log, proposal), True
    for seat in seats:
        job = DrawAnswer(log.record_json(), seat, log.row.players[seat].level, moves.THINKING / len(seats))
        agree = agree and await app.workers.run(job, THE_BOT)
    await answers.answer(app.context, log.row.id, proposal_id, agree=agree)


async def look_back(app: App, row: DueRow) -> None:
    """Let a worker look back on a whole game, and store the result."""
    game_id = row.game_id or 0
    log = await lookbacks.to_look_back(app.context, game_id)
    if log is not None:
        job = LookBackJob(log.record_json(), lookbacks.choose_seconds_each(log))
        await lookbacks.keep(app.context, game_id, await app.workers.run(job, THE_BOT))


async def find_puzzles(app: App, row: DueRow) -> None:
    """Let a worker search a finished game for puzzles, once no other job is waiting. Store the puzzles."""
    if not app.workers.is_free:
        await server_puzzles.look_later(app.context, row, MINUTE)
        return
    log = await server_puzzles.to_judge(app.context, row)
    if log is None:
        return
    crash_point("puzzles.asked")
    try:
        found = await app.workers.run(FindPuzzles(log.record_json()), THE_BOT)
    except JobFailed:  # the reason is in the log; another attempt would take as long
        return
    crash_point("puzzles.found")
    await server_puzzles.keep(app.context, row, found)


async def judge_league_game(app: App, row: DueRow) -> None:
    """Let a worker judge a game that is unfinished when the season of its league ends."""
    record = await judging.to_judge(app.context, row)
    if record is None:
        return
    crash_point("league.asked")
    shares, margins = await app.workers.run(JudgeGame(record, judging.WORK), THE_BOT)
    crash_point("league.judged")
    await judging.keep(app.context, row, record, shares, margins)


async def check_player(app: App, row: DueRow) -> None:
    """Ask Discord whether the player to move can still see the game. If not, offer the seat to a substitute."""
    game = await queries.read_row(app.context, row.game_id or 0)
    user_id = None if game.seat is None else game.players[game.seat].user_id
    if game.status != "running" or user_id is None:
        return
    wait = game.updated_at + absence.WAIT - app.context.clock()
    if wait > 0 and game.version != row.payload.get("version"):  # somebody has moved since this was scheduled
        await absence.look_again(app.context, game, wait)
        return
    seen = await app.check_member(game.guild_id, game.channel_id, user_id)
    if seen == "left":
        await member_names.save_answer(app.context, game.guild_id, user_id, None)
    if seen == "left" or seen == "unseen":
        await absence.save_absence(app.context, game.id, user_id, seen)
    elif seen == "no channel":
        await adjourn.schedule_after_deleted_channel(app.context, game.guild_id, game.channel_id)
    else:
        await absence.look_again(app.context, game)


async def update_statistics(app: App, row: DueRow) -> None:
    """Update a server's statistics."""
    await rebuild.bring_up_to_date(app.context, row.guild_id)
