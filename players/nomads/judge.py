"""The value of each move on the last space: the expected share of the win after the attack, over all possible draws."""

from __future__ import annotations

from random import Random

from players.budget import Budget
from players.judgement import Judgement, TooHard
from players.nomads.board import NomadsBoard
from players.nomads.last_spaces import DEALS, Idea, LastTurns
from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.grid import KIND, number
from rules.nomads.tiles import KINDS

TURNS = 2
"""Number of turns to look ahead after the judged one if a special tile leaves the last space empty."""


def judge(state: NomadsState, budget: Budget) -> Judgement | None:
    """Return the share of the win, in percent, that each move leads to with one space left; else ``None``. Raise TooHard.

    The shares are means over deals of the face-down tiles. Nothing hidden is used.
    """
    if state.phase != "turn" or len(state.empty) != 1 or state.seat is None:
        return None
    board, seat = NomadsBoard.of(state), state.seat
    gains = {space: tuple(each) for space, each in board.roads()}
    ideas = {str(move): _idea_of(move, board, gains) for move in state.moves()}
    worth, search = dict.fromkeys(ideas.values(), 0.0), LastTurns(budget)
    for deal in range(DEALS):
        board.unseen = _deal_bag(state, Random(deal))
        for idea in worth:
            worth[idea] += search.expect(board, idea, TURNS)[seat] / DEALS
        if budget.is_spent:
            raise TooHard
    return Judgement({move: round(100 * worth[idea]) for move, idea in ideas.items()}, "share")


def _deal_bag(state: NomadsState, random: Random) -> tuple[int, ...]:
    """Return the number of tiles of each kind in the bag after a deal of the face-down tiles."""
    deal = state.redealt(random)
    odds = {str(draw): chance for draw, chance in deal.play(deal.moves()[0]).outcomes()}
    return tuple(round(state.in_bag * odds.get(f"draw {kind}", 0)) for kind in KINDS)


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
