"""``/puzzle`` in the simulated Discord: answered right, well and wrong, through restarts, with no trace elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from simcord.components import walk_components
from sqlalchemy import select

from bot.games.puzzles import KeptPuzzle, find_puzzle, games_with_puzzles, puzzles_of
from bot.panels import panel_of
from bot.panels.core import Menu, Send
from bot.panels.maker import HELP, TYPE
from bot.storage.schema_learning import puzzle_solvers, puzzle_strengths, puzzle_tries
from bot.usecases.learning import puzzles
from players import PLAYERS
from rules.words import count
from tests.ui.learning.test_lessons_in_discord import stored_games
from tests.ui.world import World, labels, said


def of(message: Any) -> KeptPuzzle:
    """The puzzle of a message."""
    found = find_puzzle(message.attachments[0].filename.removesuffix(".png").split("-")[-1])
    assert found is not None
    return found


async def open_puzzle(w: World, game: str) -> Any:
    """Ada's puzzle of a game."""
    return (await w.ada.slash(w.channel, "puzzle", game=game)).response


def find_way(puzzle: KeptPuzzle, wanted: str) -> list[tuple[str, tuple[str, ...]]]:
    """Controls of the panel, with the values of menus, that lead to the turn of a key: found by trying all of them."""
    state, decisions = puzzle.start, set(wanted.split("; "))
    maker, seat = panel_of(state.game, state.rules), state.seat or 0
    ways: dict[str, tuple[Any, list[tuple[str, tuple[str, ...]]]]] = {"{}": ({}, [])}
    for draft, way in (queue := list(ways.values())):
        for row in maker.build(state, seat, draft).rows:
            if isinstance(row, Menu):
                many = [tuple(entry.value for entry in row.choices if entry.value in wanted)] if row.most > 1 else []
                options = [(row.id, values) for values in [*((entry.value,) for entry in row.choices), *many] if values]
            else:
                options = [(button.id, ()) for button in row if not button.disabled and button.id not in (HELP, TYPE)]
            for control, values in options:
                result = maker.press(state, seat, draft, control, values)
                if isinstance(result, Send):
                    if set(map(str, state.play_all(result.text)[1])) == decisions:
                        return [*way, (control, values)]
                elif (known := json.dumps(result, sort_keys=True)) not in ways:
                    ways[known] = (result, [*way, (control, values)])
                    queue.append(ways[known])
    raise AssertionError(f"no way to {wanted} in the panel")


async def give(w: World, message: Any, key: str) -> Any:
    """Give an answer by the controls of the panel; return the message that follows."""
    for control, values in find_way(of(message), key):
        part = next(p for p in walk_components(message.components) if f":{control}:" in p.get("custom_id", ""))
        press = w.ada.select(message, list(values), custom_id=part["custom_id"]) if values else None
        message = (await (press or w.ada.click(message, custom_id=part["custom_id"]))).response
    return message


def wrong(puzzle: KeptPuzzle) -> str:
    """A whole turn that gives away much."""
    turns = [key for key in puzzle.values if "done" not in key.split("; ")]
    return min(turns, key=lambda key: puzzle.values[key])


def right(puzzle: KeptPuzzle) -> str:
    """One of the best answers."""
    return puzzle.judgement.answers[0]


async def rows_of(w: World, table: Any) -> list[Any]:
    """All rows of a table."""

    async def look(conn: Any) -> list[Any]:
        return list(await conn.execute(select(table)))

    return list(await w.app.context.db.read(look))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", games_with_puzzles())
async def test_the_best_answer_is_right_and_another_puzzle_follows(w: World, game: str) -> None:
    message = await open_puzzle(w, game)
    assert message.flags.ephemeral
    puzzle = of(message)
    after = await give(w, message, right(puzzle))
    assert "✅ Right!" in said(after)
    assert re.search("With best play you (win|share)|This keeps the loss to|You then win", said(after))
    assert "Your puzzle rating: 1" in said(after)
    assert labels(after) == ["Next puzzle", "Rules", "Report"]
    follows = (await w.ada.click(after, label="Next puzzle")).response
    assert of(follows).id != puzzle.id
    assert of(follows).game == game
    assert w.messages() == [], "a puzzle shows nothing in the channel"
    assert await stored_games(w) == 0, "a puzzle is no game of the server"


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", games_with_puzzles())
async def test_a_wrong_answer_is_told_what_it_gives_away_and_two_the_answer(w: World, game: str) -> None:
    message = await open_puzzle(w, game)
    puzzle = of(message)
    lost = puzzle.judgement.best - puzzle.values[wrong(puzzle)]
    once = await give(w, message, wrong(puzzle))
    scored = "plot" if game == "land" else "point"
    told = f"costs {count(lost, scored)}" if puzzle.unit == "points" else f"costs {lost}\u00a0% in winning chances"
    assert told in said(once)
    if puzzle.judge(" ".join(wrong(puzzle).split("; "))).result == "good":
        assert "☑️ Good, but" in said(once)
        return
    assert f"❌ No: that {told}" in said(once)
    assert "💡" not in said(once)
    twice = await give(w, once, wrong(puzzle))
    assert "💡 The answer: **" in said(twice)
    assert labels(twice) == ["Next puzzle", "Rules", "Report"]
    [row] = await rows_of(w, puzzle_tries)
    assert (row.result, row.misses) == ("shown", 2)


async def test_the_first_try_moves_both_ratings_no_later_one_without_a_computer_and_a_puzzle_goes_on_after_a_restart(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in PLAYERS.values():
        for name in ("choose", "shares"):
            monkeypatch.setattr(type(player), name, lambda *_, **__: pytest.fail("a computer was asked"))
    message = await open_puzzle(w, "pastures")
    puzzle = of(message)
    once = await give(w, message, wrong(puzzle))
    [solver] = await rows_of(w, puzzle_solvers)
    [strength] = await rows_of(w, puzzle_strengths)
    assert solver.mu < 25
    assert strength.mu > puzzle.first_mu
    await give(w, once, right(puzzle))
    assert await rows_of(w, puzzle_solvers) == [solver]
    assert await rows_of(w, puzzle_strengths) == [strength]
    message = (await w.björn.slash(w.channel, "puzzle", game="pastures")).response
    shown = (await w.björn.click(message, label="Show")).response
    assert "💡 The answer: **" in said(shown)
    [other] = [row for row in await rows_of(w, puzzle_solvers) if row.user_id == w.björn.id]
    assert other.mu < 25, "to be shown the answer counts as a miss"

    message = await open_puzzle(w, "pastures")
    puzzle = of(message)
    await w.restart()
    again = await open_puzzle(w, "pastures")
    assert of(again).id == puzzle.id, "what is not finished comes again"
    after = await give(w, message, right(puzzle))
    assert "✅" in said(after)
    late = (await w.ada.click(again, label="Show")).response
    assert "💡" not in said(late), "it was solved already"
    assert labels(late) == ["Next puzzle", "Rules", "Report"]


async def test_everybody_is_set_puzzles_near_their_rating_until_none_is_left(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    few = dict(sorted(puzzles_of("pastures").items(), key=lambda each: len(each[1].values))[:2])
    monkeypatch.setattr(puzzles, "puzzles_of", lambda game: few if game == "pastures" else {})
    message = await open_puzzle(w, "pastures")
    seen = {of(message).id}
    message = await give(w, message, right(of(message)))
    message = (await w.ada.click(message, label="Next puzzle")).response
    seen.add(of(message).id)
    assert seen == set(few)
    message = await give(w, message, right(of(message)))
    message = (await w.ada.click(message, label="Next puzzle")).response
    assert "You have finished every puzzle of Pastures New" in said(message)


async def test_a_puzzle_shows_the_panels_task_only_where_it_says_more_than_the_question(w: World) -> None:
    message = await open_puzzle(w, "nomads")
    assert "Which move wins most often?" in said(message)
    assert "Choose a space" not in said(message)
    assert labels(message)[-2:] == ["How?", "Show"]
    chosen = (await w.ada.click(message, label="Activate")).response
    assert "**Activate:** choose a tile" in said(chosen)
    assert "Build a castle" in said(await open_puzzle(w, "pastures"))
