"""Whole games as players play them: typed, pressed, interrupted."""

from __future__ import annotations

import random

import pytest

from bot.games.log import actions_that_count
from bot.usecases import queries
from rules import Record
from tests.positions import play_at_random
from tests.sampling import Sample
from tests.ui.played import play_texts
from tests.ui.test_every_game import turn_by_panel
from tests.ui.world import World, labels, number_of, play_by_panel, pressable, said


async def leave_out_the_middle(w: World, game: int, left: int) -> None:
    """Play at random until this many decisions are left."""
    steps = play_at_random(await w.state(game), random.Random(1))
    await play_texts(w, game, *(str(step.action) for step in steps[:-left]))


async def type_what_is_offered(w: World) -> None:
    """One turn, as autocomplete offers it."""
    game, boards = number_of(w.boards()[-1]), len(w.boards())
    mover, other = await w.turns(game)
    assert await other.autocomplete(w.channel, "move", "move", "") == []
    offered = await mover.autocomplete(w.channel, "move", "move", "")
    assert 0 < len(offered) <= 25
    result = await mover.slash(w.channel, "move", move=offered[-1]["value"])
    assert result.ephemeral
    assert "Done:" in said(result.response)
    assert len(w.boards()) == boards + 1, "a board after every turn"


@pytest.mark.slow
async def test_the_beginning_and_the_end_of_a_game_typed_with_what_autocomplete_offers_and_then_by_the_panel(
    w: World, sample: Sample
) -> None:
    game = await w.start(width=4, height=4)
    for _ in range(3 if sample.is_full else 2):
        await type_what_is_offered(w)
    await leave_out_the_middle(w, game, 4 if sample.is_full else 2)
    while not (await w.state(game)).is_over:
        await type_what_is_offered(w)
    last = w.boards()[-1]
    assert "The game is over" in said(last)
    assert labels(last) == ["Rematch", "Replay", "Analysis", "Practice mistakes", "Rules"]
    assert all(not pressable(board) for board in w.boards()[:-1]), "only the newest board has buttons"

    log = await queries.read_log(w.app.context, game)
    actions = [row.text for row in actions_that_count(log.rows)]
    record = Record(game="pastures", seats=2, options=log.row.options, actions=actions, rules=log.row.rules)
    assert record.replay() == log.state(), "the log is the game"

    game, dice = await w.start(width=4, height=4), random.Random(4)
    for _ in range(2 if sample.is_full else 1):
        await turn_by_panel(w, game, dice)
    await leave_out_the_middle(w, game, 4 if sample.is_full else 2)
    await play_by_panel(w, game, dice)
    assert "The game is over" in said(w.boards()[-1])


async def test_a_restart_in_the_middle_keeps_boards_tables_and_panels_working(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await mover.click(panel, label="Forest")
    await other.slash(w.channel, "newgame pastures")
    table = w.channel.last_message
    await w.restart()
    await mover.click(panel, label="B2")
    assert await w.log(game) == ["B2 F"], "what was chosen before the restart is still chosen"
    opened = await other.click(w.boards()[-1], label="Play")
    assert pressable(opened.response)
    third = next(m for m in w.members.values() if m.id not in (mover.id, other.id))
    await third.click(table, label="Join")
    assert "game #2 has begun" in said(w.message(table.id))


async def test_several_games_in_one_channel_and_none_of_another_server(w: World) -> None:
    first = await w.start(width=4, height=4)
    second = await w.start(width=5, height=4)
    assert first != second
    mover, _ = await w.turns(second)
    named = await mover.slash(w.channel, "move", move="a1 f", game=second)
    assert "Done:" in said(named.response)
    assert await w.log(first) == []
    mine = await mover.autocomplete(w.channel, "move", "game", "")
    assert {choice["value"] for choice in mine} == {first, second}

    elsewhere = w.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    eve = elsewhere.add_member(w.env.create_user("Eve"))
    for command in ("board", "history", "resign"):
        answer = await eve.slash(channel, command, game=first)
        assert answer.ephemeral
        assert "no such game in this server" in said(answer.response)
    listed = said((await eve.slash(channel, "games")).response)
    assert "You have no running games here" in listed
    assert "Other games" not in listed
