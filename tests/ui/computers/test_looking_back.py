"""**Analysis** of a game that is over."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.common.markdown import bold
from bot.games.log import GameLog
from bot.presentation.analysis import choose_moved, explain_better, explain_chart, shorten_news
from bot.presentation.replay import of_game
from bot.storage.queries import computers
from bot.usecases.computers import lookbacks
from bot.usecases.refusal import Refusal
from bot.workers.jobs import LookBackJob
from players import PLAYERS
from players.lookback import BetterMove, LookBack, LuckyTurn, Standing
from render import renderer_of
from rules import GAMES
from rules.words import count
from tests.sampling import Sample
from tests.ui.computer_world import HereAndNow, bot_of, play_to_end, quick_computers, rows, think_here
from tests.ui.played import at_random, play_at_once
from tests.ui.world import World, labels, said


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    monkeypatch.setattr(lookbacks, "THOROUGH", 0.005)
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


async def play_some(w: World, actions: int) -> None:
    """Play a few turns of the first game at once, and have Ada give it up."""
    await play_at_once(w, 1, at_random(random.Random(3)), actions)
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    await w.post_all()
    w.app.context.schedule.wake()  # the timers of what was played at once do not follow the simulated time


async def look_back(w: World) -> tuple[GameLog, LookBack]:
    """Have Ada give up a game of Pastures New after a few turns, and return it with the look back on it."""
    await w.ada.slash(w.channel, "newgame pastures", level=1, width=4, height=4, opponent=bot_of(w))
    await play_some(w, 4)
    await w.ada.click(w.boards()[-1], label="Analysis")
    await w.env.advance_time(60)
    log, made = await lookbacks.ask(w.app.context, w.guild.id, 1)
    assert made is not None
    return log, made


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", PLAYERS)
async def test_a_look_back_is_made_once_and_shown_to_everybody_who_asks(w: World, kind: str, sample: Sample) -> None:
    """Outside of full runs, the game is given up after a few turns that are played at once."""
    small = {"width": 4, "height": 4} if kind == "pastures" else {}
    other = {"opponent": bot_of(w)} if len(GAMES[kind].seats) == 1 else {"computers": 2}
    await w.ada.slash(w.channel, f"newgame {kind}", level=1, **small, **other)
    if sample.is_full:
        await play_to_end(w, 1, random.Random(3))
    else:
        await play_some(w, 12)
    workers: HereAndNow = w.app.workers
    first = await w.ada.click(w.boards()[-1], label="Analysis")
    assert first.response.ephemeral
    assert "Computer analysis" in said(first.response)
    again = await w.björn.click(w.boards()[-1], label="Analysis")
    told = again.response
    assert told.ephemeral
    assert "Computer analysis" in said(told)
    assert said(told).count("**Turn ") <= 3 + ("Luck:" in said(told))
    log, made = await lookbacks.ask(w.app.context, w.guild.id, 1)
    assert made is not None
    [chart] = told.attachments
    title = "expected lead at the end" if kind == "pastures" else "who was ahead"
    assert f"#1: {title}. " in (chart.description or "")
    assert f" in {count(of_game(log).last, 'turn')}, at " in (chart.description or ""), "turns as /history counts them"
    assert ("Leads in points" in (chart.description or "")) == (kind == "pastures")
    assert labels(told) == (["Key turns"] if made.costliest else [])
    if made.costliest:
        assert said(told).count(" chose to ") == len(made.costliest), "the decision, not what chance made of it"
        assert bool(re.search(r"The best move ends about .* points? better", said(told))) == (kind == "pastures")
        assert bool(re.search("The best move wins about .* more games|in winning chances", said(told))) == (kind != "pastures")
    assert sum(isinstance(job, LookBackJob) for job in workers.jobs) <= 2
    assert not await rows(w, lookbacks.DUE)
    known = len(workers.jobs)
    await w.ada.click(w.boards()[-1], label="Analysis")
    assert len(workers.jobs) == known


def mistake_at(log: GameLog, place: int, gain: float) -> BetterMove:
    """Return a mistake at an index in the record, with a better move on another square."""
    state = log.record().states()[place]
    played = log.record().actions[place]
    better = next(move for move in state.moves() if str(move)[:2] != played[:2])
    return BetterMove(place, state.seat or 0, played, str(better), gain, in_points=True)


async def test_the_moments_follow_one_another_with_both_moves_and_luck_is_told_apart(w: World) -> None:
    log, made = await look_back(w)
    better = mistake_at(log, 0, 2.0)
    made = replace(made, mistakes=(mistake_at(log, 2, 3.0), better))
    await lookbacks.keep(w.app.context, 1, made)
    chart = (await w.ada.click(w.boards()[-1], label="Analysis")).response
    assert re.findall(r"\*\*Turn (\d+):\*\*", said(chart)) == ["1", "3"], "a line for each, in the order of the game"
    assert "\nThe costliest mistakes of all players:\n- **Turn 1:**" in said(chart)
    name, mine = log.row.names[better.seat], log.row.seat_of(w.ada.id) == better.seat
    for reader, is_own in ((w.björn, False), (w.ada, mine)):
        chart = (await reader.click(w.boards()[-1], label="Analysis")).response
        assert "Better: " not in said(chart), "the list is short; the board has more"
        first = (await reader.click(chart, label="Key turns")).response
        assert "Better: " in said(first)
        alt = first.attachments[0].description or ""
        best, played = better.read(log.record().states()[0])
        deeds = [renderer_of("pastures").to_infinitive(log.record().states()[0], move) for move in (*played, *best)]
        assert alt.startswith(f"Before turn 1. {name} chose to {deeds[0]}; better was to {deeds[1]}. Pastures New.")
        assert f"Chosen: {better.move[:2]}. Compared with: {better.played[:2]}." in alt
        assert len(alt) <= 1024
        assert f"-# Solid mark: better. Dashed mark: {'yours' if is_own else 'played'}." in said(first)
        assert ("You " in said(first)) == is_own
    second = (await w.ada.click(first, label="Next key turn")).response
    assert (second.attachments[0].description or "").startswith("Before turn 3. ")
    chart = (await w.ada.click(second, label="Show the chart")).response
    assert "expected lead at the end" in (chart.attachments[0].description or "")
    lucky = LuckyTurn(1, 0.5, Standing((), (1.0, -1.0)), Standing((), (3.0, -3.0)))
    first_turn, *later = made.turns
    turns = (replace(first_turn, margins=(0.0, 0.0)), *(replace(each, margins=(4.0, -4.0)) for each in later))
    made = replace(made, turns=turns, start_margins=(0.0, 0.0), mistakes=(), lucky=())
    await lookbacks.keep(w.app.context, 1, replace(made, lucky=(lucky,)))
    told = (await w.ada.click(w.boards()[-1], label="Analysis")).response
    assert "No other move would have changed the result much." in said(told)
    assert "**Turn 2:**" in said(told).split("\n\nLuck:\n")[1], "what the dice alone changed, apart from the list above"
    assert re.search(r"That (brought|cost) you about 4 points by the end\.", said(told)), "the reader's own luck"
    assert len(told.attachments) == 1, "the chart alone"
    changed = "The chart changed most in turn 2"
    against = replace(lucky, before=lucky.after, after=lucky.before)
    await lookbacks.keep(w.app.context, 1, replace(made, lucky=(against,)))
    told = said((await w.ada.click(w.boards()[-1], label="Analysis")).response)
    assert "Luck" not in told, "the chart went the other way"
    news = renderer_of("pastures").news(of_game(log).steps(2), [bold(name) for name in log.row.names])
    assert f"{changed}, by luck: {news}" in told, "a jump without a moment is explained by what chance decided"
    await lookbacks.keep(w.app.context, 1, made)
    told = said((await w.ada.click(w.boards()[-1], label="Analysis")).response)
    assert f"{changed}, but no clearly better move was found: {news}" in told
    assert "Before the first move" not in told, "even, as the chart begins"
    await lookbacks.keep(w.app.context, 1, replace(made, start_margins=(9.0, -9.0)))
    told = said((await w.ada.click(w.boards()[-1], label="Analysis")).response)
    assert f"Before the first move **{log.row.names[0]}** was expected to be ahead." in told
    here, *others = (mistake_at(log, place, 5.0 - place) for place in (1, 0, 2, 3))
    await lookbacks.keep(w.app.context, 1, replace(made, mistakes=(*others, here)))
    told = said((await w.ada.click(w.boards()[-1], label="Analysis")).response)
    assert f"{changed}, but the mistake in it cost less: {news}" in told, "three are listed, and this is the fourth"
    await lookbacks.keep(w.app.context, 1, replace(made, mistakes=(here,), lucky=(lucky,)))
    told = (await w.ada.click(w.boards()[-1], label="Analysis")).response
    assert said(told).count("**Turn 2:**") == 1, "a turn is told once"
    assert "\nThe costliest mistake:\n" in said(told)
    assert "Luck" not in said(told)
    for many in (2, 3):
        await lookbacks.keep(w.app.context, 1, replace(made, mistakes=tuple(others[:many]), lucky=(lucky,)))
        told = (await w.ada.click(w.boards()[-1], label="Analysis")).response
        assert len(re.findall(r"\*\*Turn \d+:\*\*", said(told))) == 3, "three turns fit on a phone's screen below the chart"


async def test_a_game_that_is_over_is_looked_back_on_and_the_press_says_how_long_it_takes_through_a_restart(w: World) -> None:
    game = await w.start(width=4, height=4)
    with pytest.raises(Refusal, match="not over yet"):
        await lookbacks.ask(w.app.context, w.guild.id, game)
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    assert "Nobody has moved" in said((await w.ada.click(w.boards()[-1], label="Analysis")).response)

    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
    mover, _ = await w.turns(game)
    await mover.click((await mover.slash(w.channel, "resign")).response, label="Yes, give up")
    workers: HereAndNow = w.app.workers
    workers.trouble = 1000
    answer = await w.ada.click(w.boards()[-1], label="Analysis")
    assert "It takes about 1 second;" in said(answer.response)
    await w.restart()
    think_here(w)
    await w.env.advance_time(3600)
    after = await w.ada.click(w.boards()[-1], label="Analysis")
    assert "Computer analysis" in said(after.response)


async def test_a_jump_by_giving_up_is_named_so(w: World) -> None:
    log, made = await look_back(w)
    *turns, last = made.turns
    made = replace(made, mistakes=(), lucky=(), turns=(*turns, replace(last, margins=(99.0, -99.0))))
    replay = of_game(log)
    told = explain_chart(made, replay, ("Ada", "Björn"))
    assert re.match(rf"The chart changed most in turn {replay.last} \((Ada|Björn)\), because a player gave up\.", told)


async def test_N15_a_jump_of_the_chance_that_nobody_wins_is_explained(w: World) -> None:
    log, made = await look_back(w)
    turns = [replace(turn, margins=(), shares=(0.0, 0.0)) for turn in made.turns]
    turns[-2:] = [replace(turn, shares=(1.0, 0.0)) for turn in turns[-2:]]
    made = LookBack((0.5, 0.5), tuple(turns), ())
    told = explain_chart(made, of_game(log), ("Ada", "Björn"))
    assert ", because a player who cannot win can see to it that nobody does." in told
    nobody = replace(made, turns=(*turns[:-1], replace(turns[-1], shares=(0.0, 0.0))))
    assert "see to it" not in explain_chart(nobody, of_game(log), ("Ada", "Björn"))


async def test_a_game_that_was_decided_early_without_mistakes_is_named_so(w: World) -> None:
    log, made = await look_back(w)
    turns = [replace(turn, margins=(), shares=(0.01, 0.99)) for turn in made.turns]
    made = LookBack((0.5, 0.5), tuple(turns), ())
    replay = of_game(log)
    told = f" From turn 1 of {replay.last} on, Björn always had a chance of over 98\u00a0%."
    assert explain_chart(made, replay, ("Ada", "Björn")).endswith(told)
    begun = replace(made, turns=(replace(turns[0], shares=(0.0, 1.0)), *turns[1:]))
    assert explain_chart(begun, replay, ("Ada", "Björn")).endswith(told), "it was not sure all the time"
    sure = replace(made, turns=tuple(replace(turn, shares=(0.0, 1.0)) for turn in turns))
    proven = f" From turn 1 of {replay.last} on, Björn had a sure win, calculated to the end."
    assert explain_chart(sure, replay, ("Ada", "Björn")).endswith(proven)
    turns[:-1] = [replace(turn, shares=(0.5, 0.5)) for turn in turns[:-1]]
    assert "always" not in explain_chart(replace(made, turns=tuple(turns)), replay, ("Ada", "Björn"))


OLD = (
    '{"start":[0.5,0.5],"turns":[{"seat":0,"first":0,"end":1,"shares":[0.4,0.6],"margins":[-2.0,2.0]}],'
    '"deciding":[{"turn":0,"change":2.0,"better":{"place":0,"seat":0,"played":"C3 P","move":"B2 P","gain":2.0,'
    '"in_points":true},"before":null,"after":null}],"start_margins":[0.0,0.0],"lucky":[{"turn":0,"change":2.0,"better":null}]}'
)
"""An analysis as the last version stored it."""


async def test_an_analysis_without_the_mistakes_of_all_seats_gives_the_chances_and_is_made_again_if_asked_for(w: World) -> None:
    await look_back(w)
    await w.app.context.db.write(lambda conn: computers.save_lookback(conn, 1, OLD, 0))
    old = await lookbacks.find(w.app.context, 1)
    assert old is not None
    assert old.standings[1].margins == (-2.0, 2.0)
    workers = think_here(w)
    await w.ada.click(w.boards()[-1], label="Practice mistakes")
    assert [type(job) for job in workers.jobs[:1]] == [LookBackJob]
    await w.env.advance_time(60)
    _, made = await lookbacks.ask(w.app.context, w.guild.id, 1)
    assert made is not None
    assert made.mistakes is not None


def test_a_moment_leaves_out_the_points_of_a_road_for_many_and_what_followed_a_draw() -> None:
    road = "**Freya** built a road on C3: **Dana** +16, **Emre** +1, **Freya** +2 and **Chidi** +8."
    assert shorten_news(road) == "**Freya** built a road on C3."
    assert shorten_news("**Björn** built a road on C6: You +11.") == "**Björn** built a road on C6: You +11."
    drawn = "**Björn** activated D6, drew 4 tiles (barbarian must be taken)"
    assert shorten_news(f"{drawn}; took the barbarian (+15): one more attacks at the end.") == f"{drawn}."


def test_each_line_names_one_seat_whose_turn_it_was_or_whom_it_changed() -> None:
    def moved(mover: int | None, *after: float) -> int:
        return choose_moved(mover, Standing((0.2, 0.4, 0.4), ()), Standing(after, ()))

    assert moved(0, 0.01, 0.98, 0.01) == 0, "a turn that is bad for its player, and good for one of the others"
    assert moved(0, 0.2, 0.8, 0.0) == 1, "nothing is told of whom it left where they were"
    assert moved(None, 0.33, 0.33, 0.33) == 0


def test_a_long_game_is_looked_at_less_closely() -> None:
    assert lookbacks.estimate_seconds(10) == 10 * lookbacks.THOROUGH
    assert lookbacks.estimate_seconds(10_000) == pytest.approx(lookbacks.LONGEST)


def test_nothing_is_told_of_a_better_move_where_the_rules_give_no_reason() -> None:
    state = GAMES["pastures"].start(2)
    row = SimpleNamespace(kind="pastures", rules=GAMES["pastures"].version)
    log: Any = SimpleNamespace(row=row, record=lambda: SimpleNamespace(states=lambda: [state]))
    assert explain_better(log, BetterMove(0, 0, "A1 F", "B2 F", 2.0), ()) == ""
