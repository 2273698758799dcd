"""Several games in one channel: the one that has waited longest is meant, and buttons lead to the others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.played import copy_game
from tests.ui.world import World, controls, said


async def waiting(w: World) -> tuple[Any, list[int]]:
    """A member who is to move in several games of the channel, and those games, the longest waiting first."""
    games = [await w.start(width=4, height=4) for _ in range(3)]
    movers = [(await w.turns(game))[0] for game in games]
    mover = next(member for member in movers if sum(other.id == member.id for other in movers) > 1)
    return mover, [game for game, other in zip(games, movers, strict=True) if other.id == mover.id]


async def test_what_names_no_game_is_for_the_game_that_has_waited_longest_and_leads_to_the_others(w: World) -> None:
    mover, games = await waiting(w)
    answer = (await mover.slash(w.channel, "move", move="z9 f")).response
    assert f"#{games[0]}" in said(answer)
    assert any(f"#{games[1]} " in control["label"] for control in controls(answer))
    assert await w.log(games[0]) == []
    answer = (await mover.slash(w.channel, "board")).response
    assert f"game #{games[0]}" in said(answer)
    assert "waited for you the longest" in said(answer)
    other = next(control for control in controls(answer) if f"#{games[1]} " in control["label"])
    shown = (await mover.click(answer, custom_id=other["custom_id"])).response
    assert f"game #{games[1]}" in said(shown)
    assert shown.attachments
    refused = said((await mover.slash(w.channel, "substitute", member=w.chidi)).response)
    assert refused.endswith("Choose one with the option `game`.")
    asked = (await mover.slash(w.channel, "resign")).response
    assert said(asked) == "Which game?"
    assert {int(control["custom_id"].split(":")[2]) for control in controls(asked)} >= set(games)
    one = next(control for control in controls(asked) if f"#{games[0]} " in control["label"])
    question = (await mover.click(asked, custom_id=one["custom_id"])).response
    assert f"#{games[0]}?" in said(question)
    offered = await mover.autocomplete(w.channel, "move", "move", "a1 f")
    assert [choice["value"] for choice in offered] == ["A1 F"]
    answer = (await mover.slash(w.channel, "move", move="a1 f")).response
    assert await w.log(games[0]) == ["A1 F"]
    assert f"#{games[0]}" in said(answer)
    assert "waited for you the longest" in said(answer)
    other = next(control for control in controls(answer) if f"#{games[1]} " in control["label"])
    panel = (await mover.click(answer, custom_id=other["custom_id"])).response
    await mover.click(panel, label="B2")
    await mover.click(panel, label="Wasteland")
    assert await w.log(games[1]) == ["B2 W"]


@pytest.mark.slow
async def test_more_games_than_there_are_buttons_for_are_said_to_be_more(w: World) -> None:
    await copy_game(w, await w.start(width=4, height=4), 11)
    asked = (await w.ada.slash(w.channel, "resign")).response
    assert said(asked) == "Which game?\n-# These are 10 of 12. The option `game` has the others."
    assert len(controls(asked)) == 10


async def test_half_a_move_opens_the_panel_and_a_command_is_no_move(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    for typed in ("hint", "/undo", "Resign "):
        refused = (await mover.slash(w.channel, "move", move=typed)).response
        command = typed.strip().lower().removeprefix("/")
        assert said(refused) == f"That is a command, not a move: use `/{command}`."
        assert await w.log(game) == []
    panel = (await mover.slash(w.channel, "move", move="forest")).response
    assert "Forest:** choose a square." in said(panel)
    await mover.click(panel, label="B3")
    assert await w.log(game) == ["B3 F"]
    refused = (await other.slash(w.channel, "move", move="forest")).response
    assert "just played forest" in said(refused), "the rules forbid every move that it may become"
    assert "rule P5" in said(refused)


async def test_undo_in_the_answer_takes_the_move_back_until_the_game_moves_on_or_is_over(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    answer = (await mover.slash(w.channel, "move", move="a1 f")).response
    await mover.click(answer, label="Undo")
    assert "taken back" in said(answer)
    assert (await w.state(game)).seat is not None
    assert len((await w.state(game)).moves()) == 96
    await mover.click(answer, label="B2")
    await mover.click(answer, label="River")
    await w.env.advance_time(16 * 60)  # Discord lets the answer be changed no longer
    await other.slash(w.channel, "move", move="d4 w")
    await mover.click(answer, label="Undo")
    assert "moved on" in said(answer)
    assert (await w.log(game))[-2:] == ["B2 R", "D4 W"]

    mover, _ = await w.turns(game)
    answer = (await mover.slash(w.channel, "move", move="a1 f")).response
    await w.env.advance_time(16 * 60)  # Discord lets the answer be changed no longer
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    log = await w.log(game)
    await mover.click(answer, label="Undo")
    assert "The game is over, so your move stays." in said(answer)
    assert await w.log(game) == log
