"""``/my data`` and ``/my forget``, and a server that removes the bot, as members see it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import select

from bot.storage.schema import guild_departures
from bot.usecases import queries
from tests.storage.samples import everything
from tests.ui.world import World, said


async def traces(w: World, member: Any) -> list[str]:
    found = await w.app.context.db.read(everything)
    return [f"{table}: {row}" for table, rows in found.items() for row in rows if str(member.id) in str(row)]


def name_of(w: World, member: Any) -> str:
    return next(name for name, known in w.members.items() if known is member)


async def test_my_data_is_a_file_for_the_asker_alone_and_my_forget_asks_first_and_answers_after_a_restart(w: World) -> None:
    game = await w.start(width=4, height=4)
    answer = (await w.ada.slash(w.channel, "my data")).response
    assert answer.flags.ephemeral
    assert "1 running game" in said(answer)
    data = json.loads(await answer.attachments[0].read())
    assert [row["id"] for row in data["tables"]["games"]] == [game]
    assert str(w.björn.id) not in json.dumps(data)
    everywhere = (await w.ada.click(answer, label="All servers")).response
    assert "in all servers" in said(everywhere)
    empty = (await w.chidi.slash(w.channel, "my data")).response
    assert "stored nothing about you in this server" in said(empty)
    assert "stored nothing about you in any server" in said((await w.chidi.click(empty, label="All servers")).response)

    question = (await w.ada.slash(w.channel, "my forget")).response
    assert question.flags.ephemeral
    sure = (await w.ada.click(question, label="In this server")).response
    assert f"Pastures New #{game}" in said(sure)
    kept = (await w.ada.click(sure, label="No")).response
    assert "stays as it is" in said(kept)
    assert not (await w.state(game)).is_over
    question = (await w.ada.slash(w.channel, "my forget")).response
    await w.restart()
    sure = (await w.ada.click(question, label="In this server")).response
    done = (await w.ada.click(sure, label="Yes, forget me")).response
    assert "I have forgotten you in this server" in said(done)
    assert await traces(w, w.ada) == []


async def test_a_forgotten_member_is_a_former_player_on_the_last_board(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f")
    question = (await mover.slash(w.channel, "my forget")).response
    sure = (await mover.click(question, label="In all servers")).response
    done = (await mover.click(sure, label="Yes, forget me")).response
    assert "You have given up one game" in said(done)
    board = w.boards()[-1]
    assert "a former player" in said(board)
    assert name_of(w, mover) not in said(board)
    assert name_of(w, other) in said(board)
    assert await traces(w, mover) == []
    row = await queries.read_row(w.app.context, game)
    assert [player.holder for player in row.players].count("former") == 1
    again = (await other.click(board, label="Rematch")).response
    assert "At the table" in said(again), "a table for whoever comes"
    replay = (await other.slash(w.channel, "history", game=game)).response
    assert "a former player" in said(replay)
    assert "a former player" in said((await other.slash(w.channel, "games")).response)


async def test_a_server_that_removes_the_bot_is_noticed_and_so_is_its_return(w: World) -> None:
    game = await w.start(width=4, height=4)

    async def departures() -> list[int]:
        async def read(connection: Any) -> list[int]:
            return list(await connection.scalars(select(guild_departures.c.guild_id)))

        found: list[int] = await w.app.context.db.read(read)
        return found

    guild = w.bot.get_guild(w.guild.id)
    assert guild is not None
    assert await w.bot._is_gone(guild.id) is False
    w.bot._connection.parse_guild_delete({"id": str(guild.id), "unavailable": True})
    await w.env.settle()
    assert await departures() == [], "Discord has trouble: nobody has removed the bot"
    await guild.leave()
    await w.env.settle()
    assert await departures() == [w.guild.id]
    assert await w.bot._is_gone(guild.id) is True
    await w.bot.on_guild_join(guild)
    assert await departures() == []
    await queries.read_row(w.app.context, game)
