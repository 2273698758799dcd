"""Players who leave the server or lose the channel, and channels that are gone: nobody waits for ever."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.common.clock import DAY, SECOND
from bot.posting import sender
from bot.usecases import queries
from bot.usecases.channels import adjourn
from bot.usecases.seats import absence
from tests.ui.world import World, labels, pressable, said

SOON = absence.WAIT / SECOND + 1
"""Seconds until the player to move is looked for."""


async def status(w: World, game: int) -> str:
    return (await queries.read_row(w.app.context, game)).status


async def gone(w: World, game: int) -> Any:
    """The player to move leaves the server. Returns the message that asks who takes the seat."""
    mover, _ = await w.turns(game)
    w.guild.remove_member(mover)
    await w.env.advance_time(SOON)
    return w.channel.last_message


async def test_who_has_left_is_noticed_and_anybody_takes_the_place(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await mover.slash(w.channel, "substitute", member=w.chidi)
    named = w.channel.last_message
    question = await gone(w, game)
    assert not pressable(w.message(named.id)), "the seat is open to all"
    assert f"**{mover.name}** has left this server. **Who takes {mover.name}’s seat?**" in said(question)
    assert labels(question)[0] == "Take the seat"
    assert [m.id for m in question.mentions] == [other.id], "the others are told"
    await w.restart()
    await w.env.advance_time(DAY / SECOND)
    assert len([m for m in w.messages() if "has left" in said(m)]) == 1, "it is asked once"
    await w.chidi.click(question, label="Take the seat")
    assert (await w.turns(game))[0].id == w.chidi.id
    await w.chidi.slash(w.channel, "move", move="a1 f")
    assert await w.log(game) == ["A1 F"]


async def test_who_does_not_see_the_channel_any_more_is_noticed_and_may_come_back_and_who_moves_in_time_is_not_looked_for(
    w: World,
) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    view = discord.Permissions(view_channel=True).value
    hidden = Overwrite(target_id=mover.id, type=OverwriteType.MEMBER, allow=0, deny=view)
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[hidden])
    await w.env.advance_time(SOON)
    question = w.channel.last_message
    assert f"**{mover.name}** cannot see this channel now" in said(question)
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[])
    await mover.slash(w.channel, "move", move="a1 f")
    assert await w.log(game) == ["A1 F"]
    assert not pressable(w.message(question.id)), "whoever moves is there"

    looked: list[int] = []

    async def look(_: int, __: int, user_id: int) -> Any:
        looked.append(user_id)
        return "here"

    w.app.check_member = look
    mover, other = await w.turns(game)
    await w.env.advance_time(300)
    await mover.slash(w.channel, "move", move="b1 w")
    await w.env.advance_time(SOON - 60)
    assert not looked, "the check of the turn before is put off"
    await w.env.advance_time(60)
    await w.env.advance_time(DAY / SECOND)
    assert looked == [other.id, other.id], "at the beginning of the turn, and every day"


async def test_without_a_substitute_and_a_claim_the_game_is_adjourned(w: World) -> None:
    game = await w.start(width=4, height=4)
    _, other = await w.turns(game)
    question = await gone(w, game)
    await w.env.advance_time(5.9 * DAY / SECOND)
    assert await status(w, game) == "running"
    await w.restart()
    await w.env.advance_time(0.2 * DAY / SECOND)
    assert await status(w, game) == "adjourned"
    assert "adjourned" in said(w.message(question.id))
    assert not pressable(w.message(question.id))
    assert "`/resume`" in said((await other.slash(w.channel, "undo", game=game)).response)
    assert "`/resume`" in said((await other.click(w.boards()[-1], label="Play")).response)


async def test_of_two_games_whose_channel_is_deleted_one_goes_on_elsewhere_and_the_other_is_adjourned_quietly(w: World) -> None:
    left, game = [await w.start(width=4, height=4) for _ in range(2)]

    mover, _ = await w.turns(game)
    elsewhere = w.guild.create_text_channel("elsewhere")
    w.env.backend.delete_channel(w.channel.id)
    await w.env.settle()
    assert await status(w, left) == "running", "it may go on where somebody plays"
    await mover.slash(elsewhere, "move", move="a1 f", game=game)
    await w.env.advance_time(adjourn.GRACE / SECOND)
    assert await status(w, left) == "adjourned"
    assert await status(w, game) == "running"
    assert (await queries.read_row(w.app.context, game)).channel_id == elsewhere.id


async def test_where_the_bot_may_not_post_for_long_the_game_is_adjourned_unless_it_may_post_again(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "BLOCKED_FOR", 0)
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    path = f"/channels/{w.channel.id}/messages"
    w.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
    await mover.slash(w.channel, "move", move="a1 f")
    await w.env.advance_time(60)
    assert await status(w, game) == "running", "given up a moment ago"
    w.env.backend.faults.clear()
    await other.slash(w.channel, "move", move="d4 w")
    await w.env.advance_time(adjourn.GRACE / SECOND + 60)
    assert await status(w, game) == "running"

    w.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
    await mover.slash(w.channel, "move", move="b2 m")
    await w.env.advance_time(adjourn.GRACE / SECOND + 60)
    assert await status(w, game) == "adjourned"
