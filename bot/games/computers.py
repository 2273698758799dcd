"""The computer players of a game."""

from __future__ import annotations

from bot.storage.queries.play.games import GameRow
from rules import State


def is_computer_to_move(row: GameRow, state: State) -> bool:
    """Return whether a computer is to move in a game."""
    return state.seat is not None and row.players[state.seat].is_computer


def is_board_due(row: GameRow, state: State) -> bool:
    """Return whether a position is posted. Positions before a computer's move are not, nor those of a demo."""
    return not row.is_demo and not is_computer_to_move(row, state)


def has_only_computers(row: GameRow, state: State) -> bool:
    """Return whether every member has given up, so that nobody waits for the game.

    It is false for a demo, in which no member ever played.
    """
    return not row.is_demo and not state.is_over and all(row.players[seat].is_computer for seat in state.left)
