"""A puzzle that no file has any more: what is open says that it was withdrawn, and tries and ratings stay."""

from __future__ import annotations

import pytest

from bot.games import puzzles as files
from bot.storage.schema_learning import puzzle_solvers, puzzle_tries
from bot.usecases.learning import daily, puzzles
from tests.ui.learning.test_daily_puzzle import days, posted, puzzle_of, turn_on
from tests.ui.learning.test_puzzles_in_discord import give, of, open_puzzle, right, rows_of, wrong
from tests.ui.world import World, said


def withdraw(monkeypatch: pytest.MonkeyPatch, puzzle_id: str) -> None:
    """Have no file contain a puzzle any more."""
    shipped = files.puzzles_of

    def puzzles_of(game: str) -> dict[str, files.KeptPuzzle]:
        return {name: puzzle for name, puzzle in shipped(game).items() if name != puzzle_id}

    for module in (files, puzzles, daily):
        monkeypatch.setattr(module, "puzzles_of", puzzles_of)


async def test_a_message_says_that_its_puzzle_was_withdrawn(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await open_puzzle(w, "pastures")
    puzzle = of(message)
    once = await give(w, message, wrong(puzzle))
    before = await rows_of(w, puzzle_solvers), await rows_of(w, puzzle_tries)
    withdraw(monkeypatch, puzzle.id)
    refused = (await w.ada.click(once, label="Show")).response
    assert puzzles.GONE in said(refused)
    assert (await rows_of(w, puzzle_solvers), await rows_of(w, puzzle_tries)) == before
    other = await open_puzzle(w, "pastures")
    assert of(other).id != puzzle.id
    second = of(other)
    solved = await give(w, other, right(second))
    assert "Your puzzle rating" in said(solved)
    withdraw(monkeypatch, second.id)
    third = (await w.ada.click(solved, label="Next puzzle")).response
    assert of(third).game == "pastures", "another follows a solved one that was withdrawn"
    assert of(third).id not in (puzzle.id, second.id)


async def test_the_daily_puzzle_and_the_next_one_say_that_it_was_withdrawn(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await turn_on(w)
    await days(w, 1)
    [first] = posted(w)
    withdraw(monkeypatch, puzzle_of(first))
    assert puzzles.GONE in said((await w.ada.click(first, label="Solve")).response)
    await days(w, 1)
    assert "The last one was withdrawn. All tries and ratings stay." in said(posted(w)[-1])
