"""Answers say truthfully whether the new board comes."""

from __future__ import annotations

import logging
from datetime import timedelta

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.storage.queries.channels.posts import Post
from bot.storage.queries.server.guilds import delete_guild
from tests.ui.world import World, said


async def set_timeout(w: World, until: str | None) -> None:
    """Put the bot in timeout, or end that. It learns of it as it connects."""
    w.env.backend.edit_member(w.guild.id, w.bot.user.id, {"timed_out_until": until})
    await w.restart()
    w.bot.sender.delays = (60.0,)


async def test_in_timeout_the_answer_says_that_the_board_has_to_wait_and_it_comes_once_that_is_over(w: World) -> None:
    game = await w.start(width=4, height=4)
    await set_timeout(w, (w.env.now() + timedelta(hours=1)).isoformat())
    mover, _ = await w.turns(game)
    answer = said((await mover.slash(w.channel, "move", move="a1 f")).response)
    assert "But this server has put me in timeout until <t:" in answer
    assert "so the new board has to wait until then" in answer
    assert "I lack" not in answer
    assert len(w.boards()) == 1
    await set_timeout(w, None)
    await w.bot.sender.wait_until_idle()
    assert len(w.boards()) == 2
    mover, _ = await w.turns(game)
    assert "The new board comes to the channel." in said((await mover.slash(w.channel, "move", move="b2 w")).response)


async def test_a_question_that_cannot_be_posted_is_not_said_to_be_asked_and_comes_once_it_can(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    w.bot.sender.delays = (60.0,)
    deny = discord.Permissions(send_messages=True).value
    closed = Overwrite(target_id=w.guild.id, type=OverwriteType.ROLE, allow=0, deny=deny)
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[closed])
    for command, options in (("draw", {}), ("substitute", {"member": w.chidi})):
        answer = said((await mover.slash(w.channel, command, **options)).response)
        assert f"But I cannot post the question in <#{w.channel.id}>: I lack **Send Messages**." in answer
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[])
    await w.env.advance_time(3600)
    posted = "\n".join(said(message) for message in w.messages())
    assert "do you agree?" in posted
    assert "will you play for them?" in posted


async def test_a_game_that_is_deleted_while_its_board_is_sent_leaves_nothing(
    w: World, caplog: pytest.LogCaptureFixture
) -> None:
    mover, _ = await w.turns(await w.start(width=4, height=4))
    send = w.bot.sender.deliver

    async def send_and_delete(post: Post) -> int | None:
        message_id = await send(post)
        await delete_guild(w.app.context.db, w.guild.id)
        return message_id

    w.bot.sender.deliver = send_and_delete
    await mover.slash(w.channel, "move", move="a1 f")
    await w.bot.sender.wait_until_idle()
    assert len(w.boards()) == 2
    assert not any((await delete_guild(w.app.context.db, w.guild.id)).values())
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
