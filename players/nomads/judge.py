"""The value of each move on the last space: the expected share of the win after the attack, over all possible draws."""

from __future__ import annotations

from random import Random

from players.budget import Budget
from players.judgement import Judgement, TooHard
from players.nomads.board import NomadsBoard
from players.nomads.last_spaces import Idea, LastTurns, board_of
from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.grid import KIND, number

TURNS = 2
"""Number of turns to look ahead after the judged one, if a special tile leaves the last space empty."""


def judge(state: NomadsState, budget: Budget) -> Judgement | None:
    """Return the share of the win, in percent, that each move leads to with one space left; else ``None``. Raise TooHard.

    The face-down tiles are replaced by the likely ones, so the shares are estimates. Nothing hidden is used.
    """
    if state.phase != "turn" or len(state.empty) != 1 or state.seat is None:
        return None
    board, search, seat = board_of(state, Random(0)), LastTurns(budget), state.seat
    gains = {space: tuple(each) for space, each in board.roads()}
    ideas = {str(move): _idea_of(move, board, gains) for move in state.moves()}
    worth = dict[Idea, float]()
    for idea in ideas.values():
        if idea not in worth:
            worth[idea] = search.expect(board, idea, TURNS)[seat]
            if budget.is_spent:
                raise TooHard
    return Judgement({move: round(100 * worth[idea]) for move, idea in ideas.items()}, "share")


def _idea_of(move: Action, board: NomadsBoard, gains: dict[int, tuple[int, ...]]) -> Idea:
    match move:
        case Discover(square):
            return Idea("discover", number(square))
        case FoundCity(square):
            return Idea("city", number(square))
        case Activate(tile, to):
            return Idea("activate", number(to), KIND[board.cells[number(tile)]])
        case Road(square):
            return Idea("road", number(square), gains=gains.get(number(square), (0,) * board.seats))
        case _:
            raise ValueError(f"{move} is no move of a turn")
