"""The time of a turn: the deadline on the board, one reminder, claims when it is out, adjourned games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.common.clock import HOUR, MINUTE
from bot.storage.queries.statistics import results
from bot.usecases import queries
from bot.usecases.time import clocks
from tests.ui.world import World, confirm, labels, pressable, said

HOURS = 3600.0
"""Seconds in an hour: the simulated Discord counts in seconds."""


async def clock(w: World, game: int = 1) -> Any:
    """The clock of a game."""
    return await clocks.get_clock(w.app.context, await queries.read_row(w.app.context, game))


async def left(w: World, game: int = 1) -> int:
    """How long the player to move may still think, in whole minutes."""
    now = int(w.env.now().timestamp() * 1000)
    return round((await clock(w, game)).left(now) / MINUTE)


def last(w: World, words: str) -> Any:
    """The newest message of the channel that says something."""
    return next(m for m in reversed(w.messages()) if words in said(m))


def count(w: World, words: str) -> int:
    """How many messages of the channel say something."""
    return sum(words in said(m) for m in w.messages())


async def together(w: World, kind: str) -> None:
    """A running game of Ada and Björn, of a kind that more may play."""
    await w.ada.slash(w.channel, f"newgame {kind}", seats=2)
    await w.björn.click(w.channel.last_message, label="Join")


async def test_the_board_tells_the_deadline_a_reminder_comes_at_half_time_and_the_opponent_wins_by_a_button(
    w: World,
) -> None:
    await w.start(width=4, height=4)
    found = re.search(r"Move by <t:(\d+):f> \(<t:(\d+):R>\)", said(w.boards()[-1]))
    assert found
    assert found[1] == found[2]
    assert abs(int(found[1]) * 1000 - (w.env.now().timestamp() * 1000 + 72 * HOUR)) < MINUTE
    mover, _ = await w.turns(1)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    assert "Your time ends <t:" in said(panel)
    listed = (await mover.slash(w.channel, "games")).response
    assert f"**your turn** · <t:{found[1]}:R>" in said(listed)
    await w.env.advance_time(35.9 * HOURS)
    assert count(w, "half of your time") == 0
    await w.env.advance_time(0.2 * HOURS)
    reminder = last(w, "half of your time")
    assert [m.id for m in reminder.mentions] == [mover.id]
    await w.env.advance_time(10 * HOURS)
    await w.restart()
    await w.env.advance_time(10 * HOURS)
    assert count(w, "half of your time") == 1
    await mover.slash(w.channel, "move", move="a1 f")
    assert count(w, "half of your time") == 0

    mover, other = await w.turns(1)
    await w.env.advance_time(72.1 * HOURS)
    offer = last(w, "time is up")
    assert {m.id for m in offer.mentions} == {other.id, mover.id}
    assert f"<@{mover.id}>, your move still counts" in said(offer)
    assert count(w, "half of your time") == 0, "the reminder has gone"
    assert "time has been up" in said((await other.slash(w.channel, "board")).response)
    refused = await mover.click(offer, label="Win on time")
    assert "Your move still counts" in said(refused.response)
    third = next(m for m in w.members.values() if m.id not in (mover.id, other.id))
    assert "not in this game" in said((await third.click(offer, label="Win on time")).response)
    asked = await other.click(offer, label="Win on time")
    assert (await queries.read_row(w.app.context, 1)).status == "running", "it asks first"
    assert "nothing has changed" in said((await other.click(asked.response, label="No, wait")).response)
    won = await confirm(other, await other.click(offer, label="Win on time"))
    assert "You win on time" in said(won.response)
    assert "time was up" in said(w.boards()[-1])
    row = await queries.read_row(w.app.context, 1)
    assert (row.status, row.ending) == ("over", "time")
    assert "has claimed the win" in said(w.message(offer.id))
    assert pressable(w.message(offer.id)) == []
    for player in (mover, other):  # the winner did not come too late
        late = await player.slash(w.channel, "move", move="b2 w", game=1)
        assert said(late.response) == "This game is over: a player’s time was up."
    assert "** played it" in said((await third.slash(w.channel, "undo", game=1)).response)
    await w.env.advance_time(200 * HOURS)
    assert count(w, "time is up") == 1


async def test_a_bank_is_reduced_by_the_turn_and_grows_up_to_the_most_and_other_paces_have_other_times(
    w: World,
) -> None:
    await w.start(width=4, height=4, pace="relaxed")
    mover, other = await w.turns(1)
    await w.env.advance_time(10 * HOURS)
    for member in (mover, other, w.chidi):
        shown = said((await member.slash(w.channel, "board", game=1)).response)
        assert f"{mover.name} 61 hours" in shown or f"{mover.name} 62 hours" in shown
        assert f"{other.name} 3 days" in shown
    await mover.slash(w.channel, "move", move="a1 f")
    assert await left(w) == 72 * 60
    await other.slash(w.channel, "move", move="b2 w")
    assert await left(w) == (72 - 10 + 36) * 60
    for move in ("c3 p", "d4 r", "a4 f", "d1 w"):
        await (await w.turns(1))[0].slash(w.channel, "move", move=move)
    assert await left(w) == 120 * 60, "and no more"

    await w.start(width=4, height=4, pace="none")
    assert await clock(w, 2) is None
    assert "Time" not in said(w.boards()[-1])
    await w.start(width=4, height=4, pace="live")
    assert await left(w, 3) == 10, "minutes"


async def test_a_game_that_nobody_claims_is_adjourned_and_taken_up_where_it_was_or_elsewhere(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    await w.env.advance_time(150 * HOURS)
    resumed = await other.click(last(w, "time is up"), label="Resume")
    assert "The game goes on" in said(resumed.response)
    await mover.click(w.boards()[-1], label="Play")
    await mover.slash(w.channel, "move", move="a1 f")
    assert await w.log(1) == ["A1 F"]

    mover, other = other, mover
    await w.env.advance_time(143 * HOURS)
    assert (await queries.read_row(w.app.context, 1)).status == "running"
    await w.env.advance_time(2 * HOURS)
    assert (await queries.read_row(w.app.context, 1)).status == "adjourned"
    assert "adjourned" in said(last(w, "time is up"))
    assert "it is your turn" not in said(w.boards()[-1])
    assert "adjourned" in said(w.boards()[-1])
    refused = await mover.slash(w.channel, "move", move="b2 w", game=1)
    assert "/resume" in said(refused.response)
    assert "Adjourned" in said((await other.slash(w.channel, "games")).response)
    place = w.guild.create_text_channel("elsewhere")
    third = next(m for m in w.members.values() if m.id not in (mover.id, other.id))
    assert "no adjourned game" in said((await third.slash(place, "resume")).response)
    await other.slash(place, "resume")
    board = place.last_message
    assert [m.id for m in board.mentions] == [mover.id]
    assert await left(w) == 72 * 60
    assert "The game goes on" in said(last(w, "The time for this turn was up"))
    await mover.slash(place, "move", move="b2 w")
    assert await w.log(1) == ["A1 F", "B2 W"]


async def test_with_more_seats_the_others_go_on_without(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    assert "relaxed. 3 days each, +36 hours a turn up to 5 days" in said(table)
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    mover, other = await w.turns(1)
    await w.env.advance_time(HOURS)
    await mover.slash(w.channel, "undo")
    assert await left(w) == 71 * 60, "half a turn taken back leaves the clock going"
    await w.env.advance_time(72 * HOURS)
    offer = last(w, "time is up")
    assert len(offer.mentions) == 3, "the late player is told, too"
    third = next(member for member in w.members.values() if member.id not in (mover.id, other.id))
    asked = await third.click(offer, label="Go on without this player")
    assert "That puts them out of the game." in said(asked.response)
    await confirm(other, await other.click(offer, label="Go on without this player"))
    assert "Too late to claim: the game has gone on." in said((await confirm(third, asked)).response)
    row = await queries.read_row(w.app.context, 1)
    assert row.status == "running"
    assert row.players[row.seat].user_id != mover.id
    assert "’s time was up" in said(w.boards()[-1])
    late = await mover.slash(w.channel, "move", move="discover", game=1)
    assert "your time was up" in said(late.response)
    board = (await mover.slash(w.channel, "board", game=1)).response
    assert "Propose a pause" not in labels(board), "only those who still play can"
    assert "-# Time left: 3 days each" in said(board), "the time of those who still play"


async def test_a_draw_while_a_win_on_time_can_be_claimed_is_no_game_that_goes_on(w: World) -> None:
    await w.start(width=4, height=4)
    await w.env.advance_time(73 * HOURS)
    offer = last(w, "time is up")
    await w.ada.slash(w.channel, "draw")
    await w.björn.slash(w.channel, "draw")
    assert "The time for this turn was up. This game is over." in said(w.message(offer.id))


async def test_an_undo_gives_the_time_back_and_a_question_does_not(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    await mover.slash(w.channel, "draw")
    await w.env.advance_time(10 * HOURS)
    assert await left(w) == 62 * 60
    await other.click(w.channel.last_message, label="Refuse")
    assert await left(w) == 62 * 60, "nothing is given back for having asked"
    await mover.slash(w.channel, "move", move="a1 f")
    await w.env.advance_time(5 * HOURS)
    await mover.slash(w.channel, "undo")
    assert await left(w) == 62 * 60, "as it was at the move: nobody wins time by moving and taking back"
    await w.env.advance_time(2 * HOURS)
    await mover.slash(w.channel, "move", move="a1 w")
    assert await left(w) == 72 * 60
    await w.env.advance_time(7 * HOURS)
    await other.slash(w.channel, "move", move="b2 f")
    assert await left(w) == (72 - 12 + 36) * 60
    await w.env.advance_time(9 * HOURS)
    await mover.slash(w.channel, "undo")
    await other.click(w.channel.last_message, label="Agree")
    assert await left(w) == 72 * 60, "all have agreed: everything is given back"
    (told,) = await w.app.context.db.read(lambda conn: results.load_finished(conn, [1]))
    assert [(turn.first, turn.spent // HOUR) for turn in told.turns] == [(0, 10), (1, 5), (2, 12), (3, 7), (4, 9)]


async def test_who_does_not_answer_in_time_refuses_and_a_move_counts_as_long_as_nobody_has_claimed(w: World) -> None:
    await w.start(width=4, height=4, pace="daily")
    mover, other = await w.turns(1)
    await mover.slash(w.channel, "draw")
    question = w.channel.last_message
    assert "counts as no" in said(question)
    await w.env.advance_time(23.9 * HOURS)
    assert "Agree" in str(labels(w.message(question.id)))
    await w.env.advance_time(0.2 * HOURS)
    ended = said(w.message(question.id))
    assert f"No answer in time from **{other.name}**" in ended
    assert "refused" not in ended
    assert pressable(w.message(question.id)) == []

    offer = last(w, "time is up")
    buttons = w.env.backend.get_message(w.channel.id, offer.id).components
    await mover.slash(w.channel, "move", move="a1 f")
    assert "The game goes on" in said(w.message(offer.id))
    w.env.backend.get_message(w.channel.id, offer.id).components = buttons
    late = await other.click(offer, label="Win on time")
    assert "Too late to claim: the game has gone on." in said(late.response)
    await other.slash(w.channel, "move", move="b2 w")
    assert await left(w) == 24 * 60, "the bank was empty, and has grown"


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["land", "nomads"])
async def test_the_time_of_a_downtime_is_given_back(w: World, kind: str) -> None:
    await together(w, kind)
    await w.env.advance_time(10 * HOURS)
    with w.env.time_context():
        await w.bot.close()
    w.env.backend.advance_clock(500 * HOURS)
    await w.restart()
    assert await left(w) == 62 * 60
    assert count(w, "half of your time") == 0
    await w.env.advance_time(26.1 * HOURS)
    assert count(w, "half of your time") == 1
