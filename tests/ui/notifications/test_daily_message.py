"""One message a day with all games in which it is a member's turn; then no turn pings them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.common.clock import DAY, HOUR, SECOND
from bot.storage.queries.time.due import get_rows
from bot.usecases.notifications import member_settings
from tests.ui.notifications.test_notifications import direct, pinged, pings, played, told, until
from tests.ui.world import World, choose, labels, said

DAILY = "One message a day"


async def daily(actor: Any, w: World, hour: str = "18", **chosen: Any) -> Any:
    """Have a member choose the message of the day. Return the panel."""
    panel = await told(actor, w, **chosen)
    return await choose(actor, panel, DAILY, hour)


@pytest.fixture
async def waiting(w: World) -> Any:
    """The member to move in two games, who gets one message a day at six in the evening."""
    await until(w, 9)
    first = await w.start()
    second = await w.start()
    _, other = await w.turns(first)
    panel = await daily(other, w)
    assert "at 18:00, UTC" in said(panel)
    await played(w, first)
    if (await w.turns(second))[0].id != other.id:
        await played(w, second)
    return other


async def test_one_message_a_day_lists_the_games_that_wait_and_no_turn_pings(w: World, waiting: Any) -> None:
    assert pinged(w, next(board for board in reversed(w.boards()) if "#1" in said(board))) == []
    assert direct(waiting) == []
    await w.restart()
    await until(w, 18)
    (message,) = direct(waiting)
    assert "It is your turn in 2 games" in said(message)
    assert "#1 · " in said(message)
    assert "#2 · " in said(message)
    assert str(w.boards()[-1].id) in said(message)
    assert labels(message) == ["Play #1", "Play #2"]
    panel = (await waiting.user.click(message, label="Play #2")).response
    assert panel.attachments
    assert pings(w) == []

    await played(w, 1)
    await until(w, 17)
    assert len(direct(waiting)) == 1
    await until(w, 18)
    assert "It is your turn in 1 game.**" in said(direct(waiting)[-1])
    await played(w, 2)
    await w.env.advance_time(DAY / SECOND)
    assert len(direct(waiting)) == 2, "no game waits"
    await daily(waiting, w, "never")
    await played(w, 1)
    assert pinged(w, w.boards()[-1]) == [waiting.id], "a turn pings again"
    assert not await w.app.context.db.read(lambda conn: get_rows(conn, kind=member_settings.DAILY))


async def test_only_the_last_reminder_before_a_deadline_pings_who_gets_one_message_a_day(w: World) -> None:
    game = await w.start(width=4, height=4)
    _, other = await w.turns(game)
    await until(w, 22)
    panel = await told(other, w, FROM="22", UNTIL="8", EVERY="12")
    assert "only the last reminder before a deadline" in said(panel), "it is known before it is chosen"
    await played(w, game)
    await daily(other, w)
    await w.env.advance_time(64 * HOUR / SECOND)
    assert len(direct(other)) == 2
    assert pings(w) == [], "neither after the quiet hours nor every twelve hours nor at half of the time"
    await w.env.advance_time(HOUR / SECOND)
    (ping,) = pings(w)
    assert "last call" in said(ping)
    assert pinged(w, ping) == [other.id]


async def test_who_gets_one_message_a_day_and_wants_reminders_halfway_gets_the_last_one_and_who_wants_none_gets_none(
    w: World,
) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, other = await w.turns(1)
    for player, wanted in ((mover, "half"), (other, "none")):
        await choose(player, await daily(player, w), "Deadline reminders", wanted)
    for reminded in ([[mover.id]], []):
        await w.env.advance_time(23 * HOUR / SECOND)
        assert [pinged(w, message) for message in w.messages() if "last call" in said(message)] == reminded
        assert not any("half of your time" in said(message) for message in w.messages())
        await played(w, 1)


async def test_reminders_that_wait_for_the_end_of_quiet_hours_do_not_ping_who_chooses_one_message_a_day_meanwhile(
    w: World,
) -> None:
    await until(w, 9)
    await told(w.ada, w, EVERY="12")
    timed = await w.start(width=4, height=4, pace="daily")
    await w.start(width=4, height=4, pace="none")
    for game in (1, 2):
        if (await w.turns(game))[0].id != w.ada.id:
            await played(w, game)
    panel = await told(w.ada, w, FROM="10", UNTIL="23")
    await w.env.advance_time(13 * HOUR / SECOND)
    waiting = await w.app.context.db.read(lambda conn: get_rows(conn, kind="tell"))
    assert {row.game_id for row in waiting} == {1, 2}
    await choose(w.ada, panel, DAILY, "18")
    await until(w, 23)
    assert pings(w) == []
    await until(w, 8)
    assert [pinged(w, ping) for ping in pings(w)] == [[w.ada.id]]
    assert "last call" in said(pings(w)[0])
    assert f"#{timed}" in said(pings(w)[0])


async def test_it_comes_by_the_members_clock_without_muted_games_and_not_on_vacation(w: World, waiting: Any) -> None:
    await waiting.slash(w.channel, "my preferences", time_zone="Asia/Kolkata")
    await told(waiting, w, MUTE=["1"])
    await until(w, 12)
    assert direct(waiting) == []
    await until(w, 13)
    assert labels(direct(waiting)[-1]) == ["Play #2"], "it was 18:00 there at 12:30 UTC"
    await waiting.slash(w.channel, "my vacation", to=f"{w.env.now() + timedelta(days=7):%Y-%m-%d}")
    await w.env.advance_time(DAY / SECOND)
    assert len(direct(waiting)) == 1

    panel = await told(w.chidi, w)
    here = (await w.chidi.click(panel, label="Only in this server…")).response
    await choose(w.chidi, here, DAILY, "7")
    own = await member_settings.get_layers(w.app.context, w.guild.id, w.chidi.id)
    assert own.own.daily_hour == 7, "it is of all servers also where it is chosen for one"
    assert "daily_hour" not in own.differing


async def test_a_member_without_direct_messages_is_mentioned_in_the_channel(w: World, waiting: Any) -> None:
    dm = await waiting.user.create_dm() if waiting.user.dm_channel is None else waiting.user.dm_channel
    w.env.inject_error(
        "POST", f"/channels/{dm.id}/messages", status=403, code=50007, message="Cannot send messages to this user", times=None
    )
    await until(w, 18)
    first, second = pings(w)
    assert "I cannot send you direct messages" in said(first)
    assert "it is your turn" in said(second)
    assert [pinged(w, ping) for ping in (first, second)] == [[waiting.id]] * 2
    assert f"{DAILY}: **off**" in said(await told(waiting, w))
