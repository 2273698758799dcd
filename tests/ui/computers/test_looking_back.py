"""**Look back** on a game that is over."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games.log import GameLog
from bot.ui.computers.lookback import choose_moved, render_lookback
from bot.usecases.computers import lookbacks
from bot.usecases.refusal import Refusal
from bot.workers.jobs import LookBackJob
from players import PLAYERS
from players.lookback import BetterMove, DecidingTurn, LookBack, Standing
from render import renderer_of
from rules import GAMES
from tests.ui.computer_world import HereAndNow, bot_of, play_to_end, quick_computers, rows, think_here
from tests.ui.world import World, said


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    monkeypatch.setattr(lookbacks, "THOROUGH", 0.005)
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


async def look_back(w: World) -> tuple[GameLog, LookBack]:
    """Play a small game of Pastures New to its end, and return it with the look back on it."""
    await w.ada.slash(w.channel, "newgame pastures", level=1, width=4, height=4, opponent=bot_of(w))
    await play_to_end(w, 1, random.Random(3))
    await w.ada.click(w.boards()[-1], label="Look back")
    await w.ada.click(w.boards()[-1], label="Look back")
    log, made = await lookbacks.ask(w.app.context, w.guild.id, 1)
    assert made is not None
    return log, made


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", PLAYERS)
async def test_a_look_back_is_made_once_and_shown_to_whoever_asks(w: World, kind: str) -> None:
    small = {"width": 4, "height": 4} if kind == "pastures" else {}
    other = {"opponent": bot_of(w)} if len(GAMES[kind].seats) == 1 else {"computers": 2}
    await w.ada.slash(w.channel, f"newgame {kind}", level=1, **small, **other)
    await play_to_end(w, 1, random.Random(3))
    workers: HereAndNow = w.app.workers
    first = await w.ada.click(w.boards()[-1], label="Look back")
    assert first.response.ephemeral
    assert "look back" in said(first.response) or "looking back" in said(first.response)
    again = await w.björn.click(w.boards()[-1], label="Look back")
    told = again.response
    assert told.ephemeral
    assert "Who was ahead" in said(told)
    assert said(told).count("**Turn ") <= 3 + 3 * ("Luck:" in said(told))
    chart, *boards = told.attachments
    made = await lookbacks.find(w.app.context, 1)
    assert made is not None
    better = next((each.better for each in made.deciding if each.better is not None), None)
    assert len(boards) == bool(made.deciding)
    for board in boards if better is not None else []:
        assert f"played {better.played}, better {better.move}. " in (board.description or "")
        assert "Marked: what was better; with a dash: what was played." in said(told)
    assert "who stood better" in (chart.description or "")
    assert ("Leads in points" in (chart.description or "")) == (kind == "pastures")
    if "**Turn " in said(told):
        assert ("could expect to finish" in said(told)) == (kind == "pastures")
        assert ("'s chance" in said(told)) == (kind != "pastures")
    assert sum(isinstance(job, LookBackJob) for job in workers.jobs) <= 2
    assert not await rows(w, lookbacks.DUE)
    known = len(workers.jobs)
    await w.ada.click(w.boards()[-1], label="Look back")
    assert len(workers.jobs) == known


async def test_what_decided_most_is_shown_as_a_board_with_both_moves(w: World) -> None:
    log, made = await look_back(w)
    state = log.record().states()[0]
    played = state.parse(log.record().actions[0])
    better = next(move for move in state.moves() if str(move)[:2] != str(played)[:2])
    turn = DecidingTurn(0, 0.5, BetterMove(0, 0, str(played), str(better), 0.5))
    reply = await render_lookback(w.app, log, replace(made, deciding=(turn,)), w.ada.id)
    alt = reply.files[1].alt or ""
    assert alt.startswith(f"Turn 1, before {log.row.names[0]} decided: played {played}, better {better}. Pastures New.")
    assert f"Chosen: {str(better)[:2]}. Compared with: {str(played)[:2]}." in alt
    assert len(alt) <= 1024
    why = renderer_of("pastures").explain(state, [better])
    assert (f"A hint would have told **{log.row.names[0]}**: {why}" in reply.content) == bool(why)


async def test_where_chance_decided_the_board_after_the_turn_is_shown(w: World) -> None:
    log, made = await look_back(w)
    reply = await render_lookback(w.app, log, replace(made, deciding=(DecidingTurn(1, 0.5, None),)), w.ada.id)
    assert (reply.files[1].alt or "").startswith("After turn 2. Pastures New.")
    assert "The board is that after turn 2." in reply.content
    assert "A hint would have told" not in reply.content


async def test_luck_is_told_apart_from_decisions_by_what_the_dice_alone_changed(w: World) -> None:
    log, made = await look_back(w)
    lucky = DecidingTurn(1, 0.5, None, Standing((), (1.0, -1.0)), Standing((), (3.0, -3.0)))
    reply = await render_lookback(w.app, log, replace(made, deciding=(), lucky=(lucky,)), w.ada.id)
    assert "No decision mattered much." in reply.content
    _, told = reply.content.split("Luck:\n")
    assert told.startswith("- **Turn 2:**")
    assert "1 point behind" in told
    assert "3 points behind" in told
    assert len(reply.files) == 1, "the chart alone"


async def test_the_press_says_how_long_it_takes_and_it_is_made_after_a_restart(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
    mover, _ = await w.turns(game)
    await mover.click((await mover.slash(w.channel, "resign")).response, label="Yes, give up")
    workers: HereAndNow = w.app.workers
    workers.trouble = 1000
    answer = await w.ada.click(w.boards()[-1], label="Look back")
    assert "It takes about 1 second," in said(answer.response)
    await w.restart()
    think_here(w)
    await w.env.advance_time(3600)
    after = await w.ada.click(w.boards()[-1], label="Look back")
    assert "Who was ahead" in said(after.response)


async def test_nobody_looks_back_on_a_game_that_goes_on_or_in_which_nobody_has_moved(w: World) -> None:
    game = await w.start(width=4, height=4)
    with pytest.raises(Refusal, match="not over yet"):
        await lookbacks.ask(w.app.context, w.guild.id, game)
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    assert "Nobody has moved" in said((await w.ada.click(w.boards()[-1], label="Look back")).response)


def test_each_line_names_whose_turn_it_was_and_whoever_it_changed_more() -> None:
    def moved(mover: int | None, *after: float) -> list[int]:
        return choose_moved(mover, Standing((0.2, 0.4, 0.4), ()), Standing(after, ()))

    assert moved(0, 0.01, 0.98, 0.01) == [0, 1], "a turn that is bad for its player, and good for one of the others"
    assert moved(0, 0.5, 0.3, 0.2) == [0]
    assert moved(0, 0.2, 0.8, 0.0) == [1], "nothing is told of whom it left where they were"
    assert moved(None, 0.33, 0.33, 0.33) == [0]
    assert choose_moved(1, Standing((0.5, 0.5), ()), Standing((0.7, 0.3), ())) == [1], "the other one of two needs no words"


def test_a_long_game_is_looked_at_less_closely() -> None:
    assert lookbacks.estimate_seconds(10) == 10 * lookbacks.THOROUGH
    assert lookbacks.estimate_seconds(10_000) == pytest.approx(lookbacks.LONGEST)
