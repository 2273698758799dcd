"""`/stats` in a direct message: the games of all servers of which the asker is still a member, and those of their own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import home_of
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import ResultRow, ShareRow
from bot.storage.schema import games
from bot.usecases.statistics.rebuild import COUNTED_BY
from tests.ui.direct.playing import Server
from tests.ui.world import World, said


async def add_won_games(w: World, *guild_ids: int) -> None:
    """Add a finished game of Pastures New to each server, won by Ada against Björn."""

    async def work(conn: AsyncConnection) -> None:
        for game, guild in enumerate(guild_ids, start=1):
            row = {"id": game, "guild_id": guild, "channel_id": 2, "kind": "pastures", "rules": 1, "seats": 2, "ended_at": game}
            row |= {"options": "{}", "setup": "{}", "status": "over", "version": 0, "created_at": 0, "updated_at": 0}
            await conn.execute(insert(games).values(row))
            shares = [
                ShareRow(game, seat, who.id, who.name, guild, "pastures", game, "members", seat + 1, 1 - seat, 5, 3, 3, 0)
                for seat, who in enumerate((w.ada, w.björn))
            ]
            await results.add_results(
                conn, [ResultRow(game, guild, "pastures", game, "members", 9, None, COUNTED_BY)], shares, []
            )

    await w.app.context.db.write(work)


async def stats(asker: Any, **options: Any) -> str:
    return said((await asker.user.slash("stats", **options)).response)


async def test_it_tells_the_games_of_all_servers_and_which_they_are(w: World) -> None:
    fen = Server(w)
    await add_won_games(w, w.guild.id, fen.guild.id, home_of(w.ada.id))
    told = await stats(w.ada)
    assert "3 games, 3 won (100 %)\n" in told
    assert "-# Counted: games in **Meadow** and **Fen** and here against the computer, which count for no ranking." in told
    assert "has its own points" in told
    theirs = await stats(w.ada, member=w.björn)
    assert "2 games, 0 won" in theirs, "nobody else's own games are told"
    assert "computer" not in theirs
    assert "Pastures New\n2 games, 0 won" in await stats(w.björn, game="pastures")
    assert "No finished game yet" in await stats(w.björn, game="land")
    assert "One game so far" in said((await w.ada.slash(w.channel, "stats")).response)


async def test_a_server_that_one_has_left_or_of_which_discord_does_not_tell_is_left_out(w: World) -> None:
    fen, bog = Server(w), Server(w, "Bog")
    await add_won_games(w, w.guild.id, fen.guild.id, bog.guild.id)
    w.env.backend.remove_member(fen.guild.id, w.ada.id)
    w.env.inject_error("GET", f"/guilds/{bog.guild.id}/members/{w.ada.id}", status=500, times=None)
    for options in ({}, {"member": w.björn}):
        told = await stats(w.ada, **options)
        assert "One game so far" in told
        assert "Counted: games in **Meadow**.\n" in told
        assert "Left out: 1 server." in told
    assert "3 games, 0 won" in await stats(w.björn)
