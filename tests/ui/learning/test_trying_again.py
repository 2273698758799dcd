"""**Practice mistakes** below the last board: the moment where a player lost most, for that player alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games.log import GameLog
from bot.presentation.exercises.moments import TOLD, TRIED, begins_turn, make_moment
from bot.presentation.replay import of_game
from bot.storage.queries.play.game_log import LogRow
from bot.usecases import queries
from bot.usecases.computers import lookbacks
from bot.usecases.learning import mistakes
from bot.web.finished import list_moments
from bot.workers.jobs import LookBackJob
from players import PLAYERS
from players.lookback import MOST, BetterMove, LookBack, PlayedTurn
from players.lookback import look_back as analyse
from players.weighing import Weighed
from rules import GAMES, Action, State
from tests.games.test_game_log import row
from tests.players.test_weighing import FILLED, WORST
from tests.players.test_weighing import blunder as record_of_blunder
from tests.positions import play
from tests.ui.computer_world import quick_computers, think_here
from tests.ui.played import at_random, play_at_once, play_texts
from tests.ui.world import World, confirm, labels, said

RECORD = record_of_blunder()
WORST_TURN = len(FILLED), 0, WORST, "C3 C"
"""The blunder, and a better move, as the parts of a :class:`BetterMove`."""


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose workers are in this process, and think shortly."""
    monkeypatch.setattr(lookbacks, "THOROUGH", 0.02)
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


async def blunder(w: World) -> tuple[Any, Any]:
    """A game that the first player loses by building on C1; return the loser and the winner."""
    game = await w.start(width=4, height=4)
    loser, winner = await w.turns(game)
    await play_texts(w, game, *RECORD.actions[:-1])
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move=RECORD.actions[-1])
    assert (await w.state(game)).winners == (1,)
    return loser, winner


async def known(w: World) -> Any:
    """Such a game whose analysis is stored; return its loser."""
    loser, _ = await blunder(w)
    await keep(w, BetterMove(*WORST_TURN, 14.0, in_points=True))
    return loser


async def keep(w: World, *found: BetterMove) -> None:
    """Store an analysis of game 1 with these mistakes, in which every action is a turn."""
    log = await w.log(1)
    turns = tuple(PlayedTurn(number % 2, number, number + 1, (0.5, 0.5), (0.0, 0.0)) for number in range(len(log)))
    await lookbacks.keep(w.app.context, 1, LookBack((0.5, 0.5), turns, found, (0.0, 0.0)))


async def open_moment(w: World, player: Any) -> Any:
    """Press the button twice: the first press has the game analysed."""
    first = await player.click(w.boards()[-1], label="Practice mistakes")
    assert first.response.flags.ephemeral
    return (await player.click(w.boards()[-1], label="Practice mistakes")).response


async def test_a_blunder_is_looked_for_once_and_the_better_move_is_accepted(w: World) -> None:
    loser, winner = await blunder(w)
    workers = think_here(w)
    posted, turn = len(w.messages()), len(FILLED) + 1
    before = (await loser.slash(w.channel, "history", game=1, turn=turn)).response
    assert "💡" not in said(before), "the game is not analysed yet"

    shown = await open_moment(w, loser)
    assert "You chose to **build a castle on C1**. The best move ends about 14 points better. " in said(shown)
    assert "Board" not in labels(shown)
    assert 1 <= sum(isinstance(job, LookBackJob) for job in workers.jobs) <= 2, "the press and the scheduler share one job"

    marked = (await loser.slash(w.channel, "history", game=1, turn=turn)).response
    assert f"💡 **{loser.name}** missed something better here: 14 points." in said(marked)
    assert "Practice mistakes" in labels(marked)
    assert "You chose to" in said((await loser.click(marked, label="Practice mistakes")).response)
    seen = (await winner.slash(w.channel, "history", game=1, turn=turn)).response
    assert "💡" in said(seen), "the costliest mistake is in the analysis, for everybody"
    assert "Practice mistakes" not in labels(seen)

    await w.restart()
    workers = think_here(w)
    again = (await loser.click(shown, label="C1·8")).response
    assert "❌ You played that in the game, too. Find something better." in said(again), "the old panel works on"
    assert workers.jobs == [], "it is stored"
    right = (await loser.click(again, label="C3·12")).response
    assert "✅ Right!" in said(right)
    assert len(w.messages()) == posted, "nobody else sees it"
    assert (await w.log(1))[: len(FILLED) + 1] == [*FILLED, WORST], "the game stays as it was"


async def test_what_is_no_better_is_refused_the_end_draws_both_moves_and_after_an_analysis_the_next_follows(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loser = await known(w)
    with monkeypatch.context() as patched:
        patched.setattr(Weighed, "is_better", property(lambda _: True))
        shown = (await loser.click(w.boards()[-1], label="Practice mistakes")).response
        better = (await loser.click(shown, label="A1·1")).response
        assert re.search(
            r"☑️ Better, though not the best: to build a castle on A1 ends about .* better than your move",
            said(better),
        )
        assert "The board shows your try in white. Marked: the best move." in said(better)
        assert "A1" in (better.attachments[0].description or "").split("Chosen: C3.")[0], "the castle that was tried"
    shown = (await loser.click(w.boards()[-1], label="Practice mistakes")).response
    weak = (await loser.click(shown, label="A1·1")).response
    assert re.search(
        r"❌ (No: to build a castle on A1 ends about|To build a castle on A1 is no better than your move in the game)",
        said(weak),
    )
    end = (await loser.click(weak, label="Show")).response
    assert (
        "💡 The best move was to **build a castle on C3**: 14 points better than your move in the game.\n"
        "It ends the game, and you win by 12 points." in said(end)
    )
    assert "Chosen: C3. Compared with: C1." in (end.attachments[0].description or "")
    assert "Solid mark: the best move. Dashed mark: played in the game." in said(end)
    assert labels(end) == ["Analysis", "Close"]
    again = (await loser.click(w.boards()[-1], label="Practice mistakes")).response
    assert "Show" in labels(again), "it begins anew"
    assert "Show" in labels((await loser.click(again, label="C1·8")).response)
    closed = await loser.click(end, label="Close")
    assert closed.response is None or said(closed.response) == "Closed."

    first = (await loser.click(w.boards()[-1], label="Practice mistakes")).response
    log, place = await w.log(1), len(FILLED) - 2
    found = BetterMove(place, 0, log[place], "A1 W", 3.0, in_points=True)
    await keep(w, BetterMove(*WORST_TURN, 12.5, in_points=True), found)
    end = (await loser.click(first, label="Show")).response
    assert labels(end) == ["Next", "Close"]
    assert ": 12 points better" in said(end), "as the newest analysis says"
    following = (await loser.click(end, label="Next")).response
    assert f"Pastures New #1, turn {place + 1} (2 of 2)\n" in said(following)
    assert "The best move ends about 3 points better. Find it." in said(following)
    end = (await loser.click(following, label="Show")).response
    assert labels(end) == ["Analysis", "Close"]
    analysis = said((await loser.click(end, label="Analysis")).response)
    told = re.findall(r"\*\*Turn (\d+):\*\* .* The best move ends about (.*) better\.", analysis)
    assert told == [(str(place + 1), "3 points"), (str(len(FILLED) + 1), "12 points")], "as they are practised"


async def test_the_board_shows_no_try_whose_tile_is_not_drawn(w: World) -> None:
    opened = (await w.ada.slash(w.channel, "newgame nomads", seats=2)).response
    await w.björn.click(opened, label="Join")
    player, _ = await w.turns(1)
    await play_texts(w, 1, "discover C4")
    await keep(w, BetterMove(0, 0, "discover C4", "discover E5", 0.2))
    await player.click((await player.slash(w.channel, "resign")).response, label="Yes, give up")
    at = await mistakes.find(w.app.context, w.guild.id, 1, player.id)
    exercise = await make_moment(replace(at, draft={TOLD: True, TRIED: ["discover H8"]}))
    assert exercise is not None
    assert exercise.played == []
    assert [line.text.pattern for line in exercise.lines] == ["Solid mark: the best move. Dashed mark: played in the game."]


async def test_a_mistake_of_two_decisions_in_a_row_is_practised_too(w: World) -> None:
    await w.start("territories")
    for _ in range(3):
        await play_texts(w, 1, str((await w.state(1)).moves()[0]))
    (_, player), log = await w.turns(1), await w.log(1)  # one farm for the first seat, then two for the second
    better = ", ".join(map(str, (await w.state(1)).moves()[:2]))
    turns = PlayedTurn(0, 0, 1, (0.5, 0.5)), PlayedTurn(1, 1, 3, (0.5, 0.5)), PlayedTurn(1, 3, 4, (1.0, 0.0))
    first = BetterMove(1, 1, ", ".join(log[1:3]), better, 0.2)
    await lookbacks.keep(w.app.context, 1, LookBack((0.5, 0.5), turns, (first,)))
    await player.click((await player.slash(w.channel, "resign")).response, label="Yes, give up")
    shown = (await player.click(w.boards()[-1], label="Practice mistakes")).response
    assert f"You chose to **build farms on {log[1]} and {log[2]}**. The best turn wins" in said(shown)
    assert "more games in 100. Find one of its 2 moves.\n" in said(shown), "one farm is asked for, not both"
    answer = (await player.click(shown, label="Show")).response
    assert f"The best turn was to **build farms on {better.replace(', ', ' and ')}**" in said(answer)

    again = (await player.click(w.boards()[-1], label="Practice mistakes")).response
    right = (await player.click(again, label=better.split(", ")[1])).response
    assert "Right!" in said(right), "the farms of a turn may be built in any order"

    again = (await player.click(w.boards()[-1], label="Practice mistakes")).response
    second = BetterMove(2, 1, log[2], better.split(", ")[1], 0.1)
    await lookbacks.keep(w.app.context, 1, LookBack((0.5, 0.5), turns, (second,)))
    again = (await player.click(again, label="Show")).response
    assert f"You chose to **build a farm on {log[2]}**. The best move wins about 10 more games" in said(again), "as analysed"
    assert "The best move was" not in said(again), "it was not asked before"

    analysis = (await player.click(w.boards()[-1], label="Analysis")).response
    assert f"**Turn 2:** You chose to build a farm on {log[2]}. The best move wins" in said(analysis), "the mistake alone"
    known, made = await lookbacks.ask(w.app.context, w.guild.id, 1)
    assert made is not None
    replay = of_game(known)
    [moment] = list_moments(known, made, replay, 1)
    before = known.record().states()[2]
    assert of_game(known, moment["part"]).state(moment["turn"]) == before, "on the board between the two"


async def test_a_farm_that_both_turns_have_is_built_already_and_the_other_one_is_asked_for(w: World) -> None:
    await w.start("territories")
    for _ in range(3):
        await play_texts(w, 1, str((await w.state(1)).moves()[0]))
    (_, player), log = await w.turns(1), await w.log(1)
    best, wrong = map(str, (await w.state(1)).moves()[:2])
    turns = PlayedTurn(0, 0, 1, (0.5, 0.5)), PlayedTurn(1, 1, 3, (0.5, 0.5)), PlayedTurn(1, 3, 4, (1.0, 0.0))
    mistake = BetterMove(1, 1, ", ".join(log[1:3]), f"{best}, {log[1]}", 0.2)
    await lookbacks.keep(w.app.context, 1, LookBack((0.5, 0.5), turns, (mistake,)))
    await player.click((await player.slash(w.channel, "resign")).response, label="Yes, give up")
    analysis = (await player.click(w.boards()[-1], label="Analysis")).response
    key_turn = said((await player.click(analysis, label="Key turns")).response)
    assert f"You chose to build a farm on {log[2]}. " in key_turn
    assert f"Better: build a farm on {best}. To build a farm on {log[1]} was right." in key_turn
    known = await queries.read_log(w.app.context, 1)
    [moment] = list_moments(known, LookBack((0.5, 0.5), turns, (mistake,)), of_game(known), None)
    assert of_game(known, moment["part"]).state(moment["turn"]) == known.record().states()[2], "with the farm that was right"

    shown = (await player.click(w.boards()[-1], label="Practice mistakes")).response
    assert f"You chose to **build a farm on {log[2]}**. The best move wins about 20 more games in 100" in said(shown)
    assert log[1] not in labels(shown)
    await player.click(shown, label=wrong)
    assert w.app.workers.jobs[-1].text == f"{log[1]} {wrong}", "the whole turn is judged"
    again = (await player.click(w.boards()[-1], label="Practice mistakes")).response
    assert "Right!" in said((await player.click(again, label=best)).response)


async def test_a_part_of_the_best_turn_of_land_is_no_right_answer(w: World) -> None:
    opened = (await w.ada.slash(w.channel, "newgame land", seats=2)).response
    await w.björn.click(opened, label="Join")

    def last(state: State) -> Action:
        outcomes = [outcome for outcome, _ in state.outcomes()] if state.is_chance else None
        return (outcomes or [move for move in state.moves() if str(move) != "done"])[-1]

    state: Any = await w.state(1)
    while state.phase != "reclaim" or len(state.plots(state.seat)) < 4 or str(state.moves()[-1]) == "done":
        await play_at_once(w, 1, last, 1)
        state = await w.state(1)
    (player, _), place = await w.turns(1), len(await w.log(1))
    first = state.moves()[0]
    best = [str(first), str(state.play(first).moves()[0]), "done"]
    await play_at_once(w, 1, last, 12)  # this turn, and enough others for a game that counts
    log = await w.log(1)
    played = ", ".join(log[place : place + 2])
    turns = tuple(PlayedTurn(state.seat, at, at + 1, (0.5, 0.5)) for at in range(len(log)))
    known = LookBack((0.5, 0.5), turns, (BetterMove(place, state.seat, played, ", ".join(best), 0.2),))
    await lookbacks.keep(w.app.context, 1, known)
    await player.click((await player.slash(w.channel, "resign")).response, label="Yes, give up")
    await w.post_all()
    shown = (await player.click(w.boards()[-1], label="Practice mistakes")).response
    chosen = (await player.click(shown, label=best[0])).response
    stopped = (await player.click(chosen, label=next(each for each in labels(chosen) if each.endswith("stop")))).response
    assert "Right!" not in said(stopped), "the best turn takes one plot more"


async def test_who_lost_nothing_or_did_not_play_is_told_so_and_a_game_that_goes_on_has_no_such_moment(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move="c3 p")
    assert "Practice mistakes" not in labels(w.boards()[-1])
    with pytest.raises(Exception, match="not over yet"):
        await mistakes.find(w.app.context, w.guild.id, game, mover.id)
    await confirm(mover, await mover.slash(w.channel, "resign"))
    _, winner = await blunder(w)
    shown = await open_moment(w, winner)
    assert "you never missed a much better move" in said(shown) or "You chose to" in said(shown)
    stranger = (await w.chidi.click(w.boards()[-1], label="Practice mistakes")).response
    assert stranger.flags.ephemeral
    assert "Only players of this game have mistakes to practise" in said(stranger)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", PLAYERS)
async def test_no_practised_mistake_costs_more_than_one_that_the_analysis_lists_instead(w: World, kind: str, seed: int) -> None:
    """Over the mistakes of all seats, in little random games."""
    small = {"width": 6, "height": 6} if kind == "pastures" else {}
    seats = {"opponent": w.björn} if GAMES[kind].seats[-1] == 2 else {"seats": 2}
    opened = (await w.ada.slash(w.channel, f"newgame {kind}", **small, **seats)).response
    await w.björn.click(opened, label="Accept" if "opponent" in seats else "Join")
    await play_at_once(w, 1, at_random(Random(seed)), 60 if kind in ("pastures", "territories") else 120)
    if not (await w.state(1)).is_over:
        await confirm(w.ada, await w.ada.slash(w.channel, "resign"))
    log = await queries.read_log(w.app.context, 1)
    made = analyse(log.record(), work=20)
    await lookbacks.keep(w.app.context, 1, made)
    practised = list[BetterMove]()
    for seat, player in enumerate(log.row.players):
        at, own = await mistakes.find(w.app.context, w.guild.id, 1, player.user_id or 0), list[BetterMove]()
        while at.mistake is not None:
            own.append(at.mistake)
            if at.following is None:
                break
            at = await mistakes.find(w.app.context, w.guild.id, 1, player.user_id or 0, at.following)
        assert [each.gain for each in own] == sorted((each.gain for each in own), reverse=True), "the costliest first"
        assert {each.seat for each in own} <= {seat}
        practised += own
    moments = list_moments(log, replace(made, lucky=()), of_game(log), None)
    smallest = min((each.gain for each in made.costliest), default=0)
    assert len(moments) == min(MOST, len(practised))
    assert {*made.costliest} <= {*practised}
    assert all(each in made.costliest or each.gain <= smallest for each in practised)


async def test_a_piece_of_fence_laid_before_the_one_that_closes_it_is_another_turn() -> None:
    start: Any = play(GAMES["territories"].start(2), "B2, D1, G2, E3, D4, B5, E6, G5")
    fence = play(start, "A4-A5, B4-B5, C4-C5, C4-D4, D3-D4, D4-E4")
    closing = fence.parse("D4-D5")
    next_piece = next(move for move in fence.play(closing).moves() if move in fence.moves())
    turn = (closing, next_piece)
    assert begins_turn(fence, turn, [closing], is_whole=False)
    assert not begins_turn(fence, turn, [next_piece], is_whole=False)
    assert not begins_turn(fence, turn, [closing], is_whole=True)
    texts = ["B2", "D1", "G2", "E3", "D4", "B5", "E6", "G5", "A4-A5", "B4-B5", "C4-C5", "C4-D4", "D3-D4", "D4-E4"]
    log = GameLog(
        replace(
            row(len(texts) + 1), kind="territories", options=start.options.model_dump(mode="json"), setup=dict(start.setup)
        ),
        [LogRow(seq, "action", text, 0) for seq, text in enumerate([*texts, str(next_piece)], 1)],
    )
    better = BetterMove(len(texts), fence.seat or 0, str(next_piece), f"{closing}, {next_piece}", 0.2)
    exercise = await make_moment(mistakes.Moment(log, better.seat, True, better))
    assert exercise is not None
    assert "Find the first of its 2 moves." in exercise.task.pattern
    farms = play(GAMES["territories"].start(2), "B2")
    both = (farms.parse("D1"), farms.parse("G2"))
    assert all(begins_turn(farms, both, moves, is_whole=False) for moves in (both[:1], both[1:], both[::-1]))
