"""Clocks that stand still: vacations, pauses, downtimes, boards that are not posted."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from bot.common.clock import HOUR, MINUTE
from bot.storage.queries.channels.posts import Post
from bot.usecases import queries
from bot.usecases.statistics.figures import get_figures
from tests.ui.computer_world import think_here
from tests.ui.time.test_time_turns import HOURS, count, last, left
from tests.ui.world import World, labels, pressable, said

DAYS = 24 * HOURS


async def vacation(w: World, member: Any, days: int) -> Any:
    """A member goes on vacation for today and some more days."""
    last_day = (w.env.now() + timedelta(days=days)).date().isoformat()
    return (await member.slash(w.channel, "my vacation", to=last_day)).response


async def test_a_vacation_stops_the_clocks_of_its_owner_alone_and_the_board_says_until_when(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    await w.env.advance_time(10 * HOURS)
    panel = await vacation(w, mover, 4)
    assert "**16** of 21 days" in said(panel)
    assert "too late" not in said(panel)
    assert re.search(r"is on vacation until <t:\d+:D>", said(w.boards()[-1]))
    assert "until <t:" in said((await mover.slash(w.channel, "board")).response)
    await w.env.advance_time(4 * DAYS)
    assert count(w, "half of your time") == 0
    assert await left(w) == 62 * 60
    await mover.slash(w.channel, "move", move="a1 f")
    assert "Move by" in said(w.boards()[-1]), "the other player's clock runs"
    await other.slash(w.channel, "move", move="b2 w")
    assert "on vacation" in said(w.boards()[-1]), "a turn that begins meanwhile, too"
    await w.env.advance_time(2 * DAYS)
    assert "Move by" in said(w.boards()[-1])
    assert await left(w) < (62 + 36) * 60


async def test_a_vacation_holds_in_games_that_begin_meanwhile_and_can_be_ended_early(w: World) -> None:
    for member in (w.ada, w.björn):
        await vacation(w, member, 9)
    await w.start(width=4, height=4)
    mover, _ = await w.turns(1)
    assert "on vacation" in said(w.boards()[-1])
    await w.env.advance_time(3 * DAYS)
    await w.restart()
    assert await left(w) == 72 * 60
    panel = (await mover.slash(w.channel, "my vacation")).response
    ended = (await mover.click(panel, label="End it now")).response
    assert "**18** of 21 days" in said(ended), "the rest is free again"
    assert "Move by" in said(w.boards()[-1])
    await w.env.advance_time(37 * HOURS)
    assert count(w, "half of your time") == 1


async def test_no_more_than_21_days_a_year_and_none_twice_and_over_new_year_each_day_once(w: World) -> None:
    first = (await w.ada.slash(w.channel, "my vacation", **{"from": "2026-03-01", "to": "2026-03-20"})).response
    assert "**1** of 21 days" in said(first)
    twice = await w.ada.slash(w.channel, "my vacation", **{"from": "2026-03-20", "to": "2026-03-20"})
    assert "already" in said(twice.response)
    more = await w.ada.slash(w.channel, "my vacation", **{"from": "01.05.2026", "to": "02.05.2026"})
    assert "2 days" in said(more.response)
    assert "1 day " in said(more.response)
    wrong = {
        "in the past": {"from": "2020-01-01", "to": "2020-01-02"},
        "I read days as": {"from": "soon", "to": "2026-05-05"},
        "Add the last day": {"from": "2026-06-06"},
    }
    for words, days in wrong.items():
        assert words in said((await w.ada.slash(w.channel, "my vacation", **days)).response)
    assert "**1** of 21" in said((await w.ada.slash(w.channel, "my vacation")).response)
    given_up = await w.ada.click(first, label="Cancel the one from 2026-03-01")
    assert "**21** of 21" in said(given_up.response)
    begun = await w.ada.click(given_up.response, label="7 days from today")
    assert "**14** of 21" in said(begun.response)
    next_year = await w.ada.slash(w.channel, "my vacation", **{"from": "2026-12-30", "to": "2027-01-10"})
    assert "**12** of 21" in said(next_year.response), "two days of this year, ten of the next"

    await w.env.advance_time(30 * DAYS)
    await w.björn.slash(w.channel, "my preferences", time_zone="America/New_York")
    panel = await w.björn.slash(w.channel, "my vacation", **{"from": "2026-12-30", "to": "2027-01-02"})
    assert "**19** of 21" in said(panel.response), "two days of this year"
    next_year = await w.björn.slash(w.channel, "my vacation", **{"from": "2027-01-03", "to": "2027-01-22"})
    assert "20 days of 2027, but you have 19 days" in said(next_year.response), "two of the next one are taken"


async def test_a_vacation_that_is_planned_begins_by_itself_and_a_turn_that_is_almost_over_is_not_rescued(w: World) -> None:
    await w.start(width=4, height=4)
    mover, _ = await w.turns(1)
    day = (w.env.now() + timedelta(days=1)).date().isoformat()
    await mover.slash(w.channel, "my vacation", **{"from": day, "to": day})
    assert "Move by" in said(w.boards()[-1])
    await w.env.advance_time(25 * HOURS)
    assert "on vacation" in said(w.boards()[-1])
    await w.env.advance_time(2 * DAYS)
    await w.env.advance_time((await left(w) - 17 * 60) * 60)
    panel = await vacation(w, mover, 2)
    assert "keeps running" in said(panel)
    assert "too late for your turn in Pastures New" in said(panel)
    assert "#1" in said(panel)
    assert "Move by" in said(w.boards()[-1])
    await w.env.advance_time(18 * HOURS)
    assert count(w, "time is up") == 1


async def test_what_a_clock_stands_still_is_no_time_to_think(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    for member, move in ((mover, "a1 f"), (other, "b2 w")):
        await w.env.advance_time(2 * HOURS)
        await member.slash(w.channel, "move", move=move)
    await vacation(w, mover, 4)
    await w.env.advance_time(3 * DAYS)
    await mover.slash(w.channel, "move", move="c3 m")
    await w.env.advance_time(2 * HOURS)
    await other.click((await other.slash(w.channel, "board")).response, label="Propose a pause")
    await mover.click(last(w, "proposes a pause"), label="Agree")
    await w.env.advance_time(5 * DAYS)
    await other.slash(w.channel, "move", move="d4 f")
    await mover.click((await mover.slash(w.channel, "resign")).response, label="Yes, give up")
    assert "The game is over" in said(w.boards()[-1])
    for member, hours in ((mover, 1), (other, 2)):
        found = await get_figures(w.app.context, w.guild.id, member.id, None)
        assert found.decisions == 2
        assert abs(found.pace - hours * HOUR) < 3 * MINUTE


async def test_all_agree_to_a_pause_and_anybody_ends_it_and_none_begins_once_time_is_out(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    old = (await other.slash(w.channel, "board")).response
    board = (await other.click(w.boards()[-1], label="Board")).response
    await other.click(board, label="Propose a pause")
    question = last(w, "proposes a pause")
    assert [m.id for m in question.mentions] == [mover.id]
    await mover.click(question, label="Agree")
    assert "paused" in said(w.boards()[-1])
    await w.env.advance_time(8 * DAYS)
    assert await left(w) == 72 * 60
    board = (await mover.click(w.boards()[-1], label="Board")).response
    await mover.click(board, label="End the pause")
    assert "Move by" in said(w.boards()[-1])
    late = await mover.click(board, label="End the pause")
    assert "not paused" in said(late.response)
    await w.env.advance_time(37 * HOURS)
    assert count(w, "half of your time") == 1
    await w.env.advance_time(36 * HOURS)
    before = len(w.messages())
    assert "so you cannot pause" in said((await other.click(old, label="Propose a pause")).response)
    assert labels((await other.slash(w.channel, "board")).response) == ["Note", "In words"]
    assert len(w.messages()) == before, "nobody is asked"


async def test_a_move_ends_a_pause_and_the_time_until_its_board_is_posted_is_given_back(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    for player in (mover, other):
        board = (await player.slash(w.channel, "board")).response
        await player.click(board, label="Propose a pause")
    assert "paused" in said(w.boards()[-1])
    await w.env.advance_time(4 * DAYS)
    await mover.slash(w.channel, "move", move="a1 f")
    assert "Move by" in said(w.boards()[-1])
    await other.slash(w.channel, "move", move="b2 w")
    assert await left(w) == (72 + 36) * 60

    sender = w.bot.sender
    deliver, sender.delays = sender.deliver, (DAYS / 2,)

    async def refuse(post: Post) -> int | None:
        raise ValueError("the channel takes nothing")

    sender.deliver = refuse
    await mover.slash(w.channel, "move", move="c3 p")
    await w.env.advance_time(5 * DAYS + HOURS)
    assert (await queries.read_row(w.app.context, 1)).status == "running"
    assert count(w, "time is up") == 0
    sender.deliver = deliver
    await w.env.advance_time(DAYS / 2)
    assert 106 * 60 < await left(w) <= 108 * 60
    assert w.boards()[-1].mentions[0].id == other.id


async def test_computers_agree_to_a_pause(w: World) -> None:
    think_here(w)
    await w.ada.slash(w.channel, "newgame nomads", seats=3, computers=1, pace="daily")
    await w.björn.click(w.channel.last_message, label="Join")
    await w.env.advance_time(60)
    await w.ada.click((await w.ada.slash(w.channel, "board")).response, label="Propose a pause")
    question = last(w, "proposes a pause")
    assert "Computer" not in said(question), "only members are asked"
    answer = (await w.björn.click(question, label="Agree")).response
    assert "refused" not in said(answer)
    assert "All have agreed" in said(w.message(question.id))
    assert "paused" in said(w.boards()[-1])


async def test_nobody_is_asked_to_claim_or_to_pause_where_only_computers_are_left(w: World) -> None:
    think_here(w)
    await w.ada.slash(w.channel, "newgame nomads", seats=2, computers=1, pace="daily")
    await w.env.advance_time(30 * HOURS)
    message = last(w, "time is up")
    assert "computers claim nothing" in said(message)
    assert not pressable(message)
    await w.env.advance_time(30 * HOURS)
    await w.ada.click(w.message(message.id), label="Resume")
    assert "Move by" in said(w.boards()[-1])
    paused = await w.ada.click((await w.ada.slash(w.channel, "board")).response, label="Propose a pause")
    assert "The clock is stopped" in said(paused.response)
    assert "paused" in said(w.boards()[-1])
    assert count(w, "proposes a pause") == 0
