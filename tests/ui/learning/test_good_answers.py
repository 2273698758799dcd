"""An answer to a puzzle that is not the best: a good one keeps the result, and is drawn together with the best."""

from __future__ import annotations

from dataclasses import replace

from bot.games.puzzles import KeptPuzzle, puzzles_of
from bot.presentation.exercises.puzzles import ask, describe_verdict, make_puzzle
from bot.storage.queries.learning.puzzles import TryRow
from bot.usecases.learning.puzzles import PuzzleAttempt
from rules.squares import Square


def make_with(best: int, second: int) -> tuple[KeptPuzzle, str, str]:
    """Return a puzzle of Pastures New whose best two castles are worth that much, and the keys of both."""
    puzzle = next(iter(puzzles_of("pastures").values()))
    answer, other = puzzle.judgement.answers[0], next(key for key in puzzle.values if key not in puzzle.judgement.answers)
    return replace(puzzle, values=dict.fromkeys(puzzle.values, -20) | {answer: best, other: second}), answer, other


def test_the_best_answer_is_drawn_beside_the_good_one_that_was_given() -> None:
    puzzle, answer, good = make_with(6, 3)
    done = PuzzleAttempt(puzzle, TryRow(puzzle.id, puzzle.game)).tried(puzzle.judge(good))
    exercise = make_puzzle(done)
    assert not exercise.played, "the board is that of the question"
    assert exercise.marks.chosen == {Square.read(answer.split()[0])}
    assert exercise.marks.compared == {Square.read(good.split()[0])}
    assert "Solid mark: the best answer. Dashed mark: yours." in [line.text.pattern for line in exercise.lines]


def test_the_question_names_the_result_that_only_the_answer_leads_to() -> None:
    asked = {best: ask(make_with(best, second)[0]) for best, second in [(2, -1), (0, -2), (5, 3), (-2, -4)]}
    assert asked == {
        2: "Find the move that wins (both sides play perfectly).",
        0: "Find the move that shares the win (both sides play perfectly).",
        5: "Find the best move (both sides play perfectly).",
        -2: "Find the best move (both sides play perfectly).",
    }


def test_an_answer_that_gives_the_result_away_is_not_good_however_few_points_it_costs() -> None:
    told = dict[int, str]()
    for best, second in [(2, -1), (0, -2), (2, 0), (5, 3)]:
        puzzle, _, other = make_with(best, second)
        mark, text = describe_verdict(puzzle.judge(other), puzzle)
        told[second] = f"{mark}: {text.pattern.format_map(text.values)}"
    assert told == {
        -1: "no: No: that costs 3 points and the win.",
        -2: "no: No: that costs 2 points and the shared win.",
        0: "no: No: that costs 2 points and the win.",
        3: "good: Good, but it costs 2 points.",
    }
