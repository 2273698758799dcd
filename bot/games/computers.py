"""Which seats of a game computers hold."""

from __future__ import annotations

from bot.storage.queries.play.games import GameRow
from rules import State


def is_computer_to_move(row: GameRow, state: State) -> bool:
    """Return whether a computer is to move in a game."""
    return state.seat is not None and row.players[state.seat].is_computer


def has_only_computers(row: GameRow, state: State) -> bool:
    """Return whether a game goes on between computers alone: every member has given up. Nobody waits for such a game."""
    return not state.is_over and all(row.players[seat].is_computer for seat in state.left)
