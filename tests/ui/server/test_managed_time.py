"""``/server manage``: more time for the player to move, a pause, and a nudge once a day, announced in the channel."""

from __future__ import annotations

from typing import Any

from bot.common.clock import DAY, MINUTE
from bot.usecases import queries
from tests.ui.notifications.test_notifications import direct, pinged, pings, played, told
from tests.ui.server.test_server_manage import chosen, labels
from tests.ui.server.test_server_settings import manager
from tests.ui.time.test_time_turns import HOURS, last, left
from tests.ui.world import World, choose, pressable, said

EXTEND = "Extend the deadline"
DAY_MINUTES = DAY // MINUTE


async def test_a_deadline_is_extended_and_the_channel_is_told(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)
    mover, _ = await w.turns(game)
    await w.env.advance_time(HOURS)
    done = await choose(mara, await chosen(w, mara, game), EXTEND, "3")
    assert "3 days more for this turn" in said(done)
    assert await left(w) == 71 * 60 + 3 * DAY_MINUTES
    assert f"has given **{mover.name}** 3 days more for this turn" in said(w.channel.last_message)
    assert not pinged(w, w.channel.last_message)
    assert "Move by" in said(done)
    await w.env.advance_time(100 * HOURS)
    assert "half of your time is gone" in said(last(w, "half of your time")), "it is reminded at half of the new time"
    await mover.slash(w.channel, "move", move="a1 f", game=game)
    await played(w, game)
    assert await left(w) <= 5 * DAY_MINUTES, "a bank has no more than the pace lets it have"


async def test_time_that_is_out_is_given_back_from_now_on(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)
    mover, other = await w.turns(game)
    await w.env.advance_time(100 * HOURS)
    offer = last(w, "time is up")
    await w.restart()
    await choose(mara, await chosen(w, mara, game), EXTEND, "1")
    assert await left(w) == DAY_MINUTES
    assert pressable(w.message(offer.id)) == []
    assert "The game goes on" in said(w.message(offer.id))
    await w.env.advance_time(23 * HOURS)
    assert "time has been up" not in said(w.boards()[-1])
    await w.env.advance_time(2 * HOURS)
    again = last(w, "time is up")
    assert again.id != offer.id
    assert {m.id for m in again.mentions} == {mover.id, other.id}


async def test_a_game_is_paused_and_goes_on_and_a_nudge_comes_as_the_member_has_set_it(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)
    panel: Any = (await mara.click(await chosen(w, mara, game), label="Pause it")).response
    assert "paused" in said(panel)
    assert "The clock is stopped" in said((await mara.click(panel, label="Nudge")).response), "nobody is nudged then"
    assert "has paused this game" in said(w.channel.last_message)
    assert "the clock is stopped" in said(w.boards()[-1])
    await w.env.advance_time(80 * HOURS)
    assert await left(w) == 72 * 60
    old = await chosen(w, mara, game)
    await mara.click(panel, label="End the pause")
    assert "has ended the pause" in said(w.channel.last_message)
    assert "Move by" in said(w.boards()[-1])
    await w.env.advance_time(HOURS)
    assert await left(w) == 71 * 60
    late = (await mara.click(old, label="End the pause")).response
    assert "not paused now" in said(late)

    mover, _ = await w.turns(game)
    await told(mover, w, WAY="direct")
    await mara.click(await chosen(w, mara, game), label="Nudge")
    assert pings(w) == []
    assert "The others are waiting for your move" in said(direct(mover)[-1])


async def test_a_nudge_pings_the_player_to_move_once_a_day(w: World) -> None:
    game, mara = await w.start(width=4, height=4, pace="none"), manager(w)
    mover, _ = await w.turns(game)
    panel = await chosen(w, mara, game)
    assert EXTEND not in str(pressable(panel)), "where no time is counted, there is none to give"
    assert "Pause it" not in labels(panel)
    panel = (await mara.click(panel, label="Nudge")).response
    assert f"I am notifying **{mover.name}** that the others are waiting" in said(panel)
    (ping,) = pings(w)
    assert "the others are waiting for your move" in said(ping)
    assert pinged(w, ping) == [mover.id]
    assert (await mover.click(ping, label="Play")).response.attachments
    assert (await queries.read_row(w.app.context, game)).status == "running"
    await w.restart()
    await w.env.advance_time(23 * HOURS)
    refused = (await mara.click(panel, label="Nudge")).response
    assert "There was a nudge in this game already" in said(refused)
    assert [each.id for each in pings(w)] == [ping.id]
    await w.env.advance_time(2 * HOURS)
    await mara.click(panel, label="Nudge")
    assert [each.id for each in pings(w)] != [ping.id], "another one, in the place of the first"
    _, other = await played(w, game)
    assert "already" in said((await mara.click(panel, label="Nudge")).response), "once a day in each game, whoever is to move"
    assert other.id not in {user for each in pings(w) for user in pinged(w, each)}
