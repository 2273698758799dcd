"""Comments are shown only of members who can write in the channel. Managers switch them off, and delete them."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.usecases.play.writing import SWITCHED_OFF
from tests.ui.framework.test_menus import VIEW
from tests.ui.play.test_writing import move, say
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, first_row, labels, said

NO_WORDS = "You cannot write in"


def time_out(w: World, member: Any) -> None:
    """Put a member in timeout for an hour."""
    until = discord.utils.utcnow() + datetime.timedelta(hours=1)
    w.env.backend.edit_member(w.guild.id, member.id, {"timed_out_until": until.isoformat()})


def deny_writing(w: World, member: Any) -> None:
    """Take the permission to write in the channel from a member."""
    writing = discord.Permissions(send_messages=True).value
    denied = Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=0, deny=writing)
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[denied])


def talk(w: World) -> list[str]:
    return [line for board in w.boards() for line in said(board).splitlines() if line.startswith("💬")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("silence", [time_out, deny_writing])
async def test_who_cannot_write_in_the_channel_moves_but_says_nothing_and_shares_no_game(
    w: World, silence: Callable[[World, Any], None]
) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    answer = await move(w, mover, "a1 f")
    form = await mover.click(answer, label="Comment")
    silence(w, mover)
    assert NO_WORDS in said((await mover.submit_modal(form, {"text": "Boo"})).response)
    assert NO_WORDS in said((await mover.click(answer, label="Comment")).response)
    assert talk(w) == []
    other, _ = await w.turns(game)
    await move(w, other, "b1 p")
    panel = await mover.click(w.boards()[-1], label="Play")
    assert "Your move" in said(panel.response) or labels(panel.response), "and still moves"
    stepper = (await w.chidi.slash(w.channel, "history", game=game)).response
    silence(w, w.chidi)
    before = w.messages()[-1].id
    assert "cannot share" in said((await w.chidi.click(stepper, label="Share")).response)
    await w.post_all()
    assert w.messages()[-1].id == before


async def test_the_permission_is_that_of_threads_in_a_thread_and_that_of_the_channel_in_a_direct_message(w: World) -> None:
    game = await w.start(width=4, height=4, posts="thread")
    mover, _ = await w.turns(game)
    answer = await move(w, mover, "a1 f")
    deny_writing(w, mover)
    assert "is on the newest board" in said(await say(w, mover, answer, "Still here"))

    w.channel = w.guild.create_text_channel("elsewhere")

    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    answer = (await mover.user.slash("move", move="a1 f", game=game)).response
    form = await mover.user.click(answer, label="Comment")
    time_out(w, mover)
    refused = await mover.user.submit_modal(form, {"text": "Boo"})
    assert NO_WORDS in said((refused.followups or [refused.response])[0])
    assert talk(w) == []


async def test_managers_alone_delete_comments_from_every_board_and_switch_them_off(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)

    mover, other = await w.turns(game)
    await say(w, mover, await move(w, mover, "a1 f"), "Foul")
    board = w.boards()[-1]
    stored = w.env.backend.get_message(w.channel.id, board.id)
    first_row(stored)["components"].append({**first_row(stored)["components"][0], "custom_id": f"lg1:unsay:{game}"})
    refused = await other.click(board, custom_id=f"lg1:unsay:{game}")
    assert "Manage Server" in said(refused.response)
    assert len(talk(w)) == 1

    await say(w, other, await move(w, other, "b1 p"), "Fouler")
    assert len(talk(w)) == 2
    theirs = (await other.context_menu(w.channel, VIEW, w.boards()[-1])).response
    assert "Delete comments" not in labels(theirs)
    view = (await mara.context_menu(w.channel, VIEW, w.boards()[-1])).response
    assert "are deleted" in said((await mara.click(view, label="Delete comments")).response)
    await w.post_all()
    assert talk(w) == []
    assert "Delete comments" not in labels((await mara.context_menu(w.channel, VIEW, w.boards()[-1])).response)

    answer = await move(w, mover, "d4 w")
    await say(w, mover, answer, "Hm")
    form = await mover.click(answer, label="Comment")
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="More settings")).response
    assert "Comments on moves: **on**" in said(panel)
    panel = (await mara.click(panel, label="Switch comments off")).response
    assert "Comments on moves: **off**" in said(panel)
    assert said((await mover.submit_modal(form, {"text": "Boo"})).response) == SWITCHED_OFF
    assert "Comment" not in labels(await move(w, other, "c1 d"))
    assert "Boo" not in "".join(talk(w))
    await mara.click(panel, label="Allow comments")
    later, _ = await w.turns(game)
    answer = await move(w, later, "b3 f")
    assert "Comment" in labels(answer), said(answer)
