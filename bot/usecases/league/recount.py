"""Computes the outcomes of league games again, from the logs and from the stored estimates of a computer."""

from __future__ import annotations

import asyncio

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.league import leagues, members
from bot.storage.queries.league.members import GameOfLeague
from bot.usecases.context import Context
from bot.usecases.league import season as seasons
from bot.usecases.league.judging import store_judged
from bot.usecases.league.outcomes import save_outcome
from bot.usecases.play.change import load
from bot.version import VERSION
from players.turns import expect_end


async def recount(context: Context, guild_id: int) -> int:
    """Compute the outcomes of the games of a server's leagues again.

    A judged game keeps the computer's stored estimate. Return the number of games that this version of the bot might judge
    differently: another version judged them, or one that stored no estimate.
    """
    found = await context.db.read(lambda conn: members.list_games_to_count(conn, guild_id))
    ended = [game for game in found if game.status == "over" and (game.data is None or game.data["why"] == "played")]
    judged = [game for game in found if game.data is not None and game.data["why"] == "judged"]

    async def work(conn: AsyncConnection) -> None:
        for game in ended:
            await save_outcome(conn, game, await load(context, conn, guild_id, game.game_id or 0))
        for league, season in await leagues.list_alive(conn, guild_id):
            await seasons.show(context, conn, league, season)

    if found:
        await context.db.write(work)
    return sum([not await _judge_again(context, guild_id, game) for game in judged])


async def _judge_again(context: Context, guild_id: int, game: GameOfLeague) -> bool:
    """Save the outcome of a judged game again. Return whether this version of the bot judges it in the same way."""
    judged = (game.data or {}).get("judged")
    if judged is None:
        return False
    log = await context.db.read(lambda conn: load(context, conn, guild_id, game.game_id or 0))
    await context.db.write(lambda conn: store_judged(conn, game, log, judged))
    if judged["version"] != VERSION:
        return False
    expected = await asyncio.to_thread(expect_end, log.state(judged["after"]), judged["work"])
    return [list(each) for each in expected] == [judged["shares"], judged["margins"]]
