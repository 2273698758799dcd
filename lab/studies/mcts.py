"""OpenSpiel's Monte Carlo tree search as an opponent: a thin adapter from our states to what the search asks of one.

The search is ``mcts_search`` of its ``MCTSBot`` with random rollouts, all as OpenSpiel has it. It plays on a redealt
state, so it knows no more than a player. Its actions are places in the list of moves or outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any, Self

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from lab.studies.contestants import Allowance, Contestant
from players.estimates import share_win
from rules import Action, State

UCT_C = 2.0
"""The weight of exploration that OpenSpiel's own examples use."""
ENDLESS = 10**9


class SpielState:
    """A state as OpenSpiel's search asks for it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._list: list[Any] | None = None

    def clone(self) -> Self:
        """Return another one of the same position."""
        return type(self)(self._state)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._state.is_over

    def is_chance_node(self) -> bool:
        """Return whether chance comes next."""
        return self._state.is_chance

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance."""
        seat = self._state.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def legal_actions(self, _: int | None = None) -> list[int]:
        """Return the places of all moves."""
        return list(range(len(self._moves())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the places of all outcomes with their odds."""
        return [(place, odds) for place, (_, odds) in enumerate(self._state.outcomes())]

    def apply_action(self, place: int) -> None:
        """Play the move or outcome at a place."""
        self._state, self._list = self._state.play(self._moves()[place]), None

    def _moves(self) -> list[Any]:
        if self._list is None:
            state = self._state
            self._list = [outcome for outcome, _ in state.outcomes()] if state.is_chance else list(state.moves())
        return self._list

    def returns(self) -> list[float]:
        """Return 1 for the win and -1 for a loss in a game for two. A shared win is in between; where nobody wins both get 0.

        With more seats the win is 1, shared by those who have it, and all else is 0.
        """
        winners, seats = self._state.winners or (), range(self._state.seats)
        if len(seats) == 2:
            return [float((seat in winners) - (1 - seat in winners)) for seat in seats]
        return list(share_win(winners, len(seats)))


class _Kind:
    """The properties of a game's type that the search reads."""

    reward_model = pyspiel.GameType.RewardModel.TERMINAL
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL


class _Game:
    """The properties of a game that the search reads."""

    def get_type(self) -> _Kind:
        return _Kind()

    def max_utility(self) -> float:
        return 1.0


class _TimeIsUpError(Exception):
    """Ends a search between two simulations."""


class TimedSearch(MCTSBot):  # type: ignore[misc]
    """OpenSpiel's search, ended by the clock between two simulations where ``seconds`` are given."""

    def __init__(self, allowance: Allowance, random: Any, clock: Callable[[], float] = monotonic) -> None:
        evaluator = RandomRolloutEvaluator(1, random)
        super().__init__(_Game(), UCT_C, allowance.work or ENDLESS, evaluator, random_state=random)
        self._until = None if allowance.seconds is None else clock() + allowance.seconds
        self._clock = clock
        self._root: Any = None

    def search(self, state: State) -> Any:
        """Return the root of the tree, with at least one child explored."""
        try:
            return self.mcts_search(SpielState(state))
        except _TimeIsUpError:
            return self._root

    def _apply_tree_policy(self, root: Any, state: Any) -> Any:
        self._root = root
        if self._until is not None and root.explore_count > 1 and self._clock() >= self._until:
            raise _TimeIsUpError
        return super()._apply_tree_policy(root, state)


def mcts(game: str, allowance: Allowance) -> Contestant:
    """Return the search as a contestant: ``seconds`` of wall time, or ``work`` simulations, for a move."""

    def choose(state: State, random: Random) -> Action:
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        search = TimedSearch(allowance, np.random.RandomState(random.randrange(2**32)))
        place: int = search.search(state.redealt(random)).best_child().action
        return moves[place]

    return choose
