"""The times in messages stay true: after the bot was away, in direct messages, in threads, on vacation."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.common.clock import HOUR, MINUTE, SECOND
from bot.usecases import queries
from tests.ui.channels.test_posts_modes import started
from tests.ui.channels.test_posts_modes import status as status_message
from tests.ui.notifications.test_notifications import direct, told
from tests.ui.played import play_texts
from tests.ui.server.test_server_settings import manager
from tests.ui.time.test_time_stands_still import DAYS, vacation
from tests.ui.time.test_time_turns import HOURS, count, last, left
from tests.ui.world import World, choose, chosen, confirm, labels, pressable, said


async def be_away(w: World, seconds: float) -> None:
    """The bot stops, and is there again after a while."""
    with w.env.time_context():
        await w.bot.close()
    w.env.backend.advance_clock(seconds)
    await w.restart()
    await w.env.advance_time(120)


def time_in(message: Any) -> int:
    """The first time that a message tells (ms since 1970)."""
    found = re.search(r"<t:(\d+):\w>", said(message))
    assert found, said(message)
    return int(found[1]) * SECOND


async def test_after_an_absence_of_the_bot_every_posted_time_is_right(w: World) -> None:
    await w.start(width=4, height=4)
    _, other = await w.turns(1)
    board = w.boards()[-1]
    await other.slash(w.channel, "substitute", member=w.chidi)
    offer = w.channel.last_message
    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    await w.env.advance_time(37 * HOURS)
    await other.slash(w.channel, "draw", game=1)
    question = last(w, "offers a draw")
    reminder = last(w, "half of your time")
    shown = [board, reminder, question, table]
    before = [time_in(w.message(m.id)) for m in shown]
    until = re.findall(r"<t:(\d+):f>", said(w.message(offer.id)))
    await be_away(w, 30 * HOURS)
    after = [time_in(w.message(m.id)) for m in shown]
    for was, now in zip(before, after, strict=True):
        assert now - was == pytest.approx(30 * HOUR, abs=2 * MINUTE)
    later = re.findall(r"<t:(\d+):f>", said(w.message(offer.id)))
    assert int(later[0]) - int(until[0]) == pytest.approx(30 * 3600, abs=120)
    now = int(w.env.now().timestamp() * SECOND)
    assert time_in(w.message(board.id)) - now == pytest.approx(await left(w) * MINUTE, abs=2 * MINUTE)
    assert "Join" in labels(w.message(table.id)), "the table is open still"


async def test_an_open_table_and_an_offered_seat_outlast_a_long_absence(w: World) -> None:
    await w.start(width=4, height=4, pace="none")
    mover, _ = await w.turns(1)
    await confirm(mover, await mover.slash(w.channel, "substitute", game=1))
    offer = w.channel.last_message
    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    await be_away(w, 20 * DAYS)
    assert pressable(w.message(offer.id)), "it was open for fourteen days"
    assert pressable(w.message(table.id)), "it was open for two days"
    await w.env.advance_time(2 * DAYS)
    assert not pressable(w.message(table.id))
    await w.env.advance_time(12 * DAYS)
    assert not pressable(w.message(offer.id))


async def test_a_claim_and_an_offered_seat_promise_what_holds_also_after_an_absence(w: World) -> None:
    await w.start(width=4, height=4, pace="daily")
    _, other = await w.turns(1)
    await w.env.advance_time(25 * HOURS)
    claim = last(w, "time is up")
    await other.click(claim, label="Ask for a substitute")
    offer = w.channel.last_message
    adjourned_at = time_in(claim)
    promised = re.search(r"Open until <t:(\d+):f>", said(offer))
    assert promised
    assert int(promised[1]) * SECOND == pytest.approx(adjourned_at, abs=2 * MINUTE)
    await be_away(w, 5 * HOURS)
    assert time_in(w.message(claim.id)) - adjourned_at == pytest.approx(5 * HOUR, abs=2 * MINUTE)
    await w.env.advance_time(25 * HOURS)
    assert (await queries.read_row(w.app.context, 1)).status == "adjourned"
    assert "Nobody took this seat in time" in said(w.message(offer.id))
    await w.env.advance_time(10 * HOURS)
    assert said(w.boards()[-1]).count("adjourned") == 1, "it says so once"


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["draw", "undo", "pause", "claim"])
async def test_a_direct_message_alone_hears_of_every_question(w: World, what: str) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, other = await w.turns(1)
    await play_texts(w, 1, "a1 f", "b2 w")
    await told(mover, w, WAY="direct")
    await told(other, w, WAY="direct")
    asker, asked = (mover, other) if what == "undo" else (other, mover)
    before = len(direct(asked))
    if what == "claim":
        asked = other
        before = len(direct(asked))
        await w.env.advance_time(49 * HOURS)
    elif what == "pause":
        await asker.click((await asker.slash(w.channel, "board")).response, label="Propose a pause")
    else:
        await asker.slash(w.channel, what, game=1)
    await w.env.advance_time(10)
    new = direct(asked)[before:]
    words = {"draw": "offered a draw", "undo": "taken back", "pause": "pause is proposed", "claim": "’s time is up"}
    assert any(words[what] in said(message) for message in new)


async def test_a_last_call_comes_when_a_tenth_of_the_time_is_left_and_quiet_hours_hold_back_no_more_than_is_true(
    w: World,
) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, other = await w.turns(1)
    await w.env.advance_time(21.5 * HOURS)
    assert count(w, "last call") == 0
    await w.env.advance_time(0.2 * HOURS)
    reminder = last(w, "last call")
    assert [m.id for m in reminder.mentions] == [mover.id]
    assert count(w, "half of your time") == 0, "the last call takes the place of the first reminder"
    await w.env.advance_time(0.3 * HOURS)
    await mover.slash(w.channel, "move", move="a1 f")
    assert count(w, "last call") == 0

    now = w.env.now().hour
    await told(other, w, FROM=str((now + 11) % 24), UNTIL=str((now + 23) % 24))
    await w.env.advance_time(22.9 * HOURS)
    assert count(w, "half of your time") == 0
    await w.env.advance_time(0.3 * HOURS)
    assert count(w, "half of your time") == 0
    assert count(w, "last call") == 1


async def test_the_late_player_is_told_after_quiet_hours_which_end_at_another_hour_that_a_move_still_counts(w: World) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, _ = await w.turns(1)
    now = w.env.now().hour
    await told(mover, w, FROM=str((now + 11) % 24), UNTIL=str((now + 25) % 24))
    await w.env.advance_time(25.2 * HOURS)
    assert any("still counts" in said(m) and [u.id for u in m.mentions] == [mover.id] for m in w.messages())

    panel = await told(mover, w, FROM="9")
    refused = await choose(mover, panel, "Quiet until", "9")
    assert "Choose another hour" in said(refused), "not from an hour to the same hour"


async def test_a_claimant_on_vacation_does_not_lose_the_claim_and_who_lost_on_time_did_not_give_up(w: World) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, other = await w.turns(1)
    await vacation(w, other, 6)
    await w.env.advance_time(25 * HOURS)
    claim = last(w, "time is up")
    await w.env.advance_time(3 * DAYS)
    assert (await queries.read_row(w.app.context, 1)).status == "running"
    await w.env.advance_time(2.5 * DAYS)
    await confirm(other, await other.click(w.message(claim.id), label="Win on time"))
    assert (await queries.read_row(w.app.context, 1)).ending == "time"

    board = said(w.boards()[-1])
    assert f"**{mover.name}**’s time was up" in board
    assert "gave up" not in board
    history = said((await other.slash(w.channel, "history", game=1)).response)
    assert "gave up" not in history
    await w.start(width=4, height=4)
    resigning, _ = await w.turns(2)
    await confirm(resigning, await resigning.slash(w.channel, "resign", game=2))
    assert f"**{resigning.name}** gave up." in said(w.boards()[-1])


async def test_the_status_of_a_thread_tells_the_deadline_a_pause_and_time_that_is_out(w: World) -> None:
    await started(w, posts="thread", pace="daily")
    mover, other = await w.turns(1)
    assert "Move by <t:" in said(status_message(w))
    for player in (mover, other):
        await player.click((await player.slash(w.channel, "board", game=1)).response, label="Propose a pause")
    assert "paused" in said(status_message(w))
    await mover.click((await mover.slash(w.channel, "board", game=1)).response, label="End the pause")
    assert "Move by <t:" in said(status_message(w))
    await w.env.advance_time(25 * HOURS)
    assert "has been up since" in said(status_message(w))
    await w.env.advance_time(25 * HOURS)
    assert "adjourned" in said(status_message(w))
    await other.slash(w.channel, "resume", game=1)
    since = re.search(r"turn, started <t:(\d+):R>", said(status_message(w)))
    assert since
    assert int(since[1]) == pytest.approx(w.env.now().timestamp(), abs=120), "since the game goes on"


async def test_members_and_servers_choose_which_reminders_come(w: World) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, _ = await w.turns(1)
    panel = (await mover.slash(w.channel, "my notifications")).response
    panel = await choose(mover, panel, "Deadline reminders", "last")
    assert "Deadline reminders: near the end" in chosen(panel)
    await w.env.advance_time(13 * HOURS)
    assert count(w, "half of your time") == 0
    await w.env.advance_time(9 * HOURS)
    assert count(w, "last call") == 1
    mara = manager(w)
    settings = (await mara.slash(w.channel, "server settings")).response
    settings = (await mara.click(settings, label="More settings")).response
    settings = await choose(mara, settings, "Deadline reminders", "none")
    assert "Deadline reminders: none" in chosen(settings)
    await w.start(width=4, height=4, pace="daily")
    before = count(w, "half of your time")
    await w.env.advance_time(13 * HOURS)
    assert count(w, "half of your time") == before


@pytest.mark.sample(1)
@pytest.mark.parametrize(("value", "days"), [("1d", 1), ("3d", 3), ("7d", 7), ("14d", 14)])
async def test_so_many_days_for_each_turn(w: World, value: str, days: int) -> None:
    await w.start(width=4, height=4, pace=value)
    assert f"Pace: {days} day{'s' if days > 1 else ''} for each turn." in said(w.messages()[0])
    for move in ("a1 f", "b2 w"):
        assert await left(w) == days * 24 * 60
        await w.env.advance_time(days * 0.4 * DAYS)
        await (await w.turns(1))[0].slash(w.channel, "move", move=move)
    assert await left(w) == days * 24 * 60, "nothing is saved up, nothing is lost"
    await w.env.advance_time((days + 0.01) * DAYS)
    assert count(w, "time is up") == 1

    command = w.bot.tree.get_command("newgame").get_command("pastures")
    (pace,) = [p for p in command.parameters if p.name == "pace"]
    assert {c.name: c.value for c in pace.choices} == {
        **{name: name for name in ("none", "relaxed", "daily", "fast", "live")},
        "1 day": "1d",
        "3 days": "3d",
        "7 days": "7d",
        "14 days": "14d",
    }, "newgame offers them in words"


async def test_in_hours_off_no_clock_runs(w: World) -> None:
    mara = manager(w)
    settings = (await mara.slash(w.channel, "server settings")).response
    settings = (await mara.click(settings, label="More settings")).response
    form = await mara.click(settings, label="Time zone…")
    assert "Europe/Berlin" in said((await mara.submit_modal(form, {"text": "Berlin"})).response)
    now = w.env.now().astimezone(ZoneInfo("Europe/Berlin"))
    await w.env.advance_time(((4 - now.weekday()) % 7 * 24 + 20 - now.hour) * HOURS - now.minute * 60)  # Friday, 20:00
    await w.start(width=4, height=4, pace="daily", off="nights and weekends")
    table = next(m for m in w.messages() if "No clock runs" in said(m))
    assert "at night (22:00–8:00) and on Saturdays and Sundays, Europe/Berlin time" in said(table)
    mover, _ = await w.turns(1)
    deadline = datetime.fromtimestamp(time_in(w.boards()[-1]) / SECOND, ZoneInfo("Europe/Berlin"))
    assert (deadline.weekday(), deadline.hour) == (1, 16), "two hours on Friday, fourteen on Monday, eight on Tuesday"
    await w.env.advance_time(60 * HOURS)  # Monday, 8:00
    assert await left(w) == 22 * 60
    await be_away(w, 5 * HOURS)
    assert await left(w) == pytest.approx(22 * 60, abs=3), "the bot was away"
    for member in await w.turns(1):
        await member.click((await member.slash(w.channel, "board")).response, label="Propose a pause")
    await w.env.advance_time(14 * HOURS)
    await mover.click((await mover.slash(w.channel, "board")).response, label="End the pause")
    assert await left(w) == pytest.approx(22 * 60, abs=5), "in the night, after a pause"
    await w.env.advance_time(10 * HOURS)
    assert await left(w) == pytest.approx(17 * 60, abs=5), "five hours since Tuesday morning"
