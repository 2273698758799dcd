"""A good answer to a puzzle that is not the best: both are drawn on the board."""

from __future__ import annotations

from bot.games.puzzles import KeptPuzzle, games_with_puzzles, puzzles_of
from bot.presentation.exercises.puzzles import make_puzzle
from bot.storage.queries.learning.puzzles import TryRow
from bot.usecases.learning.puzzles import PuzzleAttempt
from rules.squares import Square


def find_good() -> tuple[KeptPuzzle, str]:
    """Return a puzzle of single moves on squares, and an answer to it that is good but not the best."""
    every = [puzzle for game in games_with_puzzles() for puzzle in puzzles_of(game).values()]
    return next(
        (puzzle, key)
        for puzzle in every
        for key in puzzle.values
        if puzzle.game in ("pastures", "land") and "; " not in key and puzzle.judge(key).result == "good"
        if key[:2] != puzzle.answer[0][:2] and key[0].isupper()
    )


def test_the_best_answer_is_drawn_beside_the_good_one_that_was_given() -> None:
    puzzle, good = find_good()
    done = PuzzleAttempt(puzzle, TryRow(puzzle.id, puzzle.game)).tried(puzzle.judge(good))
    exercise = make_puzzle(done)
    assert not exercise.played, "the board is that of the question"
    assert Square.read(puzzle.answer[0].split()[0]) in exercise.marks.chosen
    assert exercise.marks.compared == {Square.read(good.split()[0])}
    assert "Marked: the best answer. Dashed: yours." in [line.text.pattern for line in exercise.lines]
