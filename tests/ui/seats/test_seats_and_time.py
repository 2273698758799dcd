"""Time and seats together: opponents ask for a substitute, a leaver's clock stands still, a new holder has time."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.common.clock import DAY, HOUR, MINUTE, SECOND
from bot.usecases import queries
from bot.usecases.time import clocks
from tests.ui.seats.test_leavers import gone, status
from tests.ui.world import World, confirm, labels, pressable, said


async def clock_of(w: World, game: int) -> Any:
    """The clock of a game, as it is."""
    return await clocks.get_clock(w.app.context, await queries.read_row(w.app.context, game))


def left_then(clock: Any) -> int:
    """How long the player to move could still think when the seat was handed over."""
    return int(clock.allowed - (clock.posted_at - clock.since))


async def out_of_time(w: World) -> tuple[int, Any]:
    """A game whose player to move has run out of time, and the message that offers to claim."""
    game = await w.start(width=4, height=4, pace="daily")
    await w.env.advance_time(25 * HOUR / SECOND)
    return game, next(m for m in w.messages() if "time is up" in said(m))


async def test_opponents_ask_for_a_substitute_who_has_the_time_that_a_turn_adds(w: World) -> None:
    game, claim = await out_of_time(w)
    mover, other = await w.turns(game)
    assert labels(claim)[:2] == ["Win on time", "Ask for a substitute"]
    assert "Your own time is up" in said((await mover.click(claim, label="Ask for a substitute")).response)
    await other.click(claim, label="Ask for a substitute")
    question = w.channel.last_message
    assert f"**{mover.name}**’s time has run out. **Who takes" in said(question)
    assert "already been asked to take this seat" in said((await other.click(claim, label="Ask for a substitute")).response)
    await w.restart()
    await w.chidi.click(question, label="Take the seat")
    clock = await clock_of(w, game)
    assert left_then(clock) == pytest.approx(24 * HOUR, abs=MINUTE)
    assert clock.stage == clocks.BEGUN
    assert not pressable(w.message(claim.id)), "nobody can claim any more"
    assert "The game goes on" in said(w.message(claim.id))
    await w.chidi.slash(w.channel, "move", move="a1 f")
    assert await w.log(game) == ["A1 F"]


async def test_substitute_without_a_member_asks_for_one_in_place_of_who_is_out_of_time(w: World) -> None:
    game, _ = await out_of_time(w)
    mover, other = await w.turns(game)
    asked = await other.slash(w.channel, "substitute", game=game)
    assert f"takes **{mover.name}**’s seat" in said(asked.response), "it says first whose seat"
    await confirm(other, asked)
    question = w.channel.last_message
    assert f"Who takes {mover.name}’s seat?" in said(question)
    await mover.slash(w.channel, "move", move="a1 f")
    assert not pressable(w.message(question.id)), "the player is back"
    asked = await other.slash(w.channel, "substitute", game=game)
    assert "**your own seat**" in said(asked.response)
    await other.click(asked.response, label="No, keep playing")
    assert "Who takes" not in said(w.channel.last_message)
    await confirm(other, await other.slash(w.channel, "substitute", game=game))
    assert f"Who takes {other.name}’s seat?" in said(w.channel.last_message)


async def test_a_win_on_time_ends_the_question(w: World) -> None:
    game, claim = await out_of_time(w)
    _, other = await w.turns(game)
    await other.click(claim, label="Ask for a substitute")
    question = w.channel.last_message
    await confirm(other, await other.click(claim, label="Win on time"))
    assert await status(w, game) == "over"
    assert not pressable(w.message(question.id))


async def test_time_goes_on_for_a_leaver_and_all_remedies_are_there(w: World) -> None:
    game = await w.start(width=4, height=4, pace="fast")
    _, other = await w.turns(game)
    question = await gone(w, game)
    assert "The clock keeps running" in said(question)
    assert "you may win on time" in said(question)
    await w.env.advance_time(25 * HOUR / SECOND)
    claim = next(m for m in w.messages() if "time is up" in said(m))
    assert labels(claim)[0] == "Win on time"
    assert labels(w.message(question.id))[0] == "Take the seat", "that stays open, too"
    await confirm(other, await other.click(claim, label="Win on time"))
    assert await status(w, game) == "over"
    row = await queries.read_row(w.app.context, game)
    assert row.players[row.seat_of(other.id) or 0].won
    assert not pressable(w.message(question.id))


async def test_the_others_go_on_without_a_leaver(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3, pace="daily")
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    mover, other = await w.turns(1)
    question = await gone(w, 1)
    assert "you may go on without them" in said(question)
    await w.env.advance_time(25 * HOUR / SECOND)
    claim = next(m for m in w.messages() if "time is up" in said(m))
    await confirm(other, await other.click(claim, label="Go on without this player"))
    assert await status(w, 1) == "running"
    assert (await w.turns(1))[0].id != mover.id


def hide(w: World, *members: Any) -> None:
    """Let all but these members see the channel."""
    view = discord.Permissions(view_channel=True).value
    hidden = [Overwrite(target_id=m.id, type=OverwriteType.MEMBER, allow=0, deny=view) for m in members]
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=hidden)


async def test_in_a_game_without_a_pace_a_leaver_has_a_week(w: World) -> None:
    game = await w.start(width=4, height=4, pace="none")
    mover, other = await w.turns(game)
    await w.env.advance_time(3 * DAY / SECOND)
    w.guild.remove_member(mover)
    await w.env.advance_time(1.1 * DAY / SECOND)
    assert any("has left this server" in said(m) for m in w.messages()), "looked for every day"
    assert "Move by" in said(w.boards()[-1])
    await other.slash(w.channel, "draw", game=game)
    draw = w.channel.last_message
    await w.env.advance_time(7 * DAY / SECOND)
    assert not pressable(w.message(draw.id)), "the question ends, too"
    claim = next(m for m in w.messages() if "time is up" in said(m))
    await confirm(other, await other.click(claim, label="Win on time"))
    assert await status(w, game) == "over"


async def test_leaving_and_coming_back_gives_no_time_nor_a_clock_where_there_is_none(w: World) -> None:
    game = await w.start(width=4, height=4, pace="none")
    mover, _ = await w.turns(game)
    hide(w, mover)
    await w.env.advance_time(11 * 60)
    assert "Move by" in said(w.boards()[-1])
    hide(w)
    await mover.slash(w.channel, "move", move="a1 f")
    assert "Move by" not in said(w.boards()[-1])
    await w.env.advance_time(8 * DAY / SECOND)  # a leaver has a week
    assert not any("time is up" in said(m) for m in w.messages())
    assert await status(w, game) == "running"

    w.channel = w.guild.create_text_channel("elsewhere")

    game = await w.start(width=4, height=4, pace="daily")
    mover, _ = await w.turns(game)
    hide(w, mover)
    await w.env.advance_time(11 * 60)
    assert "cannot see this channel" in said(w.channel.last_message)
    hide(w)
    await w.env.advance_time(25 * HOUR / SECOND)
    assert any("time is up" in said(m) for m in w.messages())


async def test_a_seat_that_is_handed_over_keeps_its_time_and_a_leaver_is_looked_for_again_when_half_of_it_is_gone(
    w: World,
) -> None:
    game = await w.start(width=4, height=4, pace="daily")
    mover, _ = await w.turns(game)
    await w.env.advance_time(3 * HOUR / SECOND)
    before = await clock_of(w, game)
    await mover.slash(w.channel, "substitute", member=w.chidi)
    await w.chidi.click(w.channel.last_message, label="Accept")
    after = await clock_of(w, game)
    assert left_then(after) == pytest.approx(24 * HOUR, abs=MINUTE), "at least what a turn adds"
    assert after.banks == before.banks

    w.channel = w.guild.create_text_channel("elsewhere")

    game = await w.start(width=4, height=4, pace="daily")
    mover, _ = await w.turns(game)
    await w.env.advance_time(2 * HOUR / SECOND)
    w.guild.remove_member(mover)
    await w.env.advance_time(9 * HOUR / SECOND)
    assert not [m for m in w.messages() if "has left" in said(m)]
    await w.env.advance_time(2 * HOUR / SECOND)
    assert [m for m in w.messages() if "has left" in said(m)]


async def test_a_late_substitute_is_asked_by_the_board_alone(w: World) -> None:
    game = await w.start(width=4, height=4, pace="daily")
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f")
    await (await w.turns(game))[0].slash(w.channel, "move", move="b2 w")
    await w.env.advance_time(49 * HOUR / SECOND)
    await (await w.turns(game))[1].click(w.channel.last_message, label="Ask for a substitute")
    await w.chidi.click(w.channel.last_message, label="Take the seat")
    assert left_then(await clock_of(w, game)) == pytest.approx(24 * HOUR, abs=MINUTE), "half of what a turn had"
    assert not [m for m in w.messages() if "half of your time" in said(m)]
    await w.env.advance_time(25 * HOUR / SECOND)
    claim = [m for m in w.messages() if "time is up" in said(m)]
    assert ["**Chidi**’s time is up" in said(m) for m in claim] == [True]
