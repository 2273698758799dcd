"""Taking back, drawing, giving up: alone where that is one's own affair, else when the others agree."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

from bot.usecases import queries
from tests.positions import choose_action
from tests.ui.played import play_texts
from tests.ui.world import World, controls, pressable, said


async def test_undo_needs_nobody_for_ones_own_last_decision_and_asks_the_opponent_who_has_moved(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    answer = await mover.slash(w.channel, "undo")
    assert answer.ephemeral
    assert "no move to take back" in said(answer.response)

    before = await w.state(game)
    await mover.slash(w.channel, "move", move="a1 f")
    await mover.slash(w.channel, "undo")
    assert await w.state(game) == before
    assert await w.log(game) == ["A1 F", "0"], "the undo is logged, nothing is deleted"
    assert "took back: *" in said(w.boards()[-1])
    assert "planted a forest on A1" in said(w.boards()[-1]), "in words, not in codes"
    assert (await w.turns(game))[0].id == mover.id

    await mover.slash(w.channel, "move", move="a1 f")
    await other.slash(w.channel, "move", move="b2 w")
    stood = await w.state(game)
    answer = await mover.slash(w.channel, "undo")
    assert "Nothing changes unless everybody agrees" in said(answer.response)
    question = w.channel.last_message
    assert [m.id for m in question.mentions] == [other.id]
    assert "planted a forest on A1" in said(question), "it names the move that it takes back"
    assert "left a wasteland on B2" in said(question), "and what has happened since"
    own = await mover.click(question, label="Agree")
    assert "others have to answer" in said(own.response)
    third = next(m for m in w.members.values() if m.id not in (mover.id, other.id))
    stranger = await third.click(question, label="Agree")
    assert "not in this game" in said(stranger.response)
    assert await w.state(game) == stood
    await other.click(question, label="Agree")
    assert (await w.turns(game))[0].id == mover.id
    assert await w.log(game) == ["A1 F", "0", "A1 F", "B2 W", "0"]
    assert "agreed" in said(w.message(question.id))

    await mover.slash(w.channel, "move", move="a1 f")
    await other.slash(w.channel, "move", move="b2 w")
    logged = await w.log(game)
    await mover.slash(w.channel, "undo")
    question = w.channel.last_message
    await other.click(question, label="Refuse")
    assert "does not agree." in said(w.message(question.id))
    assert pressable(w.message(question.id)) == []
    assert await w.log(game) == logged, "refused, it changes nothing"


async def test_a_question_is_void_once_the_game_has_moved_on_and_who_resigns_is_asked_first(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await mover.slash(w.channel, "draw")
    question = w.channel.last_message
    buttons = deepcopy(w.env.backend.get_message(w.channel.id, question.id).components)
    await mover.slash(w.channel, "move", move="a1 f")
    assert "moved on" in said(w.message(question.id))
    assert pressable(w.message(question.id)) == []
    stored = w.env.backend.get_message(w.channel.id, question.id)
    stored.components = buttons
    late = await other.click(question, label="Agree")
    assert late.ephemeral
    assert "moved on" in said(late.response)
    assert not (await w.state(game)).is_over

    question = await other.slash(w.channel, "resign")
    assert question.ephemeral
    await other.click(question.response, label="No, keep playing")
    assert not (await w.state(game)).is_over
    question = await other.slash(w.channel, "resign")
    await other.click(question.response, label="Yes, give up")
    position = await queries.view_game(w.app.context, w.guild.id, game)
    assert position.state.is_over
    assert position.row.players[position.state.winners[0]].user_id == mover.id
    assert [p.won for p in position.row.players].count(True) == 1
    for shown in (w.boards()[-1], (await other.slash(w.channel, "history")).response):
        assert "Too short to count: it ended before everybody’s second turn." in said(shown)
    assert "too short to count" in said((await mover.slash(w.channel, "games")).response)


async def test_among_three_a_draw_needs_both_others_and_who_gives_up_lets_them_play_on(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    await w.ada.slash(w.channel, "draw")
    question = w.channel.last_message
    assert {m.id for m in question.mentions} == {w.björn.id, w.chidi.id}
    await w.björn.click(question, label="Agree")
    assert not (await w.state(1)).is_over
    assert said((await w.björn.click(question, label="Agree")).response) == "You have agreed already."
    await w.chidi.click(question, label="Agree")
    assert (await w.state(1)).winners == (0, 1, 2)

    await w.chidi.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.ada.click(table, label="Join")
    question = await w.ada.slash(w.channel, "resign")
    assert "play on without you" in said(question.response)
    await w.ada.click(question.response, label="Yes, give up")
    position = await queries.view_game(w.app.context, w.guild.id, 2)
    assert not position.state.is_over
    assert position.row.players[position.state.seat].user_id != w.ada.id
    again = await w.ada.slash(w.channel, "resign")
    assert "already" in said(again.response)


async def test_commands_ask_which_game_where_there_are_several_and_a_draw_agreed_or_offered_by_both_shares_the_win(
    w: World,
) -> None:
    first, second = await w.start(width=4, height=4), await w.start(width=4, height=4)
    mover, _ = await w.turns(first)
    await mover.slash(w.channel, "move", move="a1 f", game=first)
    for command in ("undo", "draw", "resign"):
        answer = await mover.slash(w.channel, command)
        assert said(answer.response) == "Which game?"
        assert any(f"#{second} " in control["label"] for control in controls(answer.response))
    await mover.slash(w.channel, "undo", game=first)
    assert await w.log(first) == ["A1 F", "0"]
    assert await w.log(second) == []

    mover, other = await w.turns(first)
    await other.slash(w.channel, "draw", game=first)
    twice = await other.slash(w.channel, "draw", game=first)
    assert "asked already" in said(twice.response)
    await mover.click(w.channel.last_message, label="Agree")
    assert (await w.state(first)).winners == (0, 1)
    assert "share the win" in said(w.boards()[-1])

    mover, other = await w.turns(second)
    await mover.slash(w.channel, "draw")
    question = w.channel.last_message
    answer = await other.slash(w.channel, "draw")
    assert "agree" in said(answer.response)
    assert (await w.state(second)).winners == (0, 1)
    assert pressable(w.message(question.id)) == []


@pytest.mark.slow
async def test_what_a_player_keeps_when_taking_back_is_told(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land", seats=2)
    await w.björn.click(w.channel.last_message, label="Join")
    dice, state, played = random.Random(2), await w.state(1), list[str]()
    while True:
        squares = [] if state.is_chance else [str(move) for move in state.moves() if str(move) != "done"]
        if not state.is_chance and state.phase == "reclaim" and state.cows >= 3 and len(squares) >= 3:
            break
        played.append(str(choose_action(state, dice)) if state.is_chance else dice.choice(squares))
        state = state.play(state.parse(played[-1]))
    await play_texts(w, 1, *played)
    mover, _ = await w.turns(1)
    await mover.slash(w.channel, "move", move=squares[0])
    after = (await queries.view_game(w.app.context, w.guild.id, 1)).state
    other = next(str(move) for move in after.moves() if str(move) != "done")
    await mover.slash(w.channel, "move", move=other)
    await mover.slash(w.channel, "undo")
    told = said(w.boards()[-1])
    assert "took back" in told
    assert squares[0] in told
