"""What every computer player offers: a move for the seat that decides, and an estimate of who will win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

from players.budget import Budget
from players.estimates import Estimate, curve_of, share_win
from rules import Action, State

S = TypeVar("S", bound=State)

HIGHEST_LEVEL = 5
MOST_DECISIONS = 200
"""Most decisions of a turn to choose in one call."""
AT_LEAST = 0.25
"""The part of a turn's time, or work, that a second search in it has in any case, even if the first one has used up all."""


class Player(ABC, Generic[S]):
    """A computer player for one game. It keeps nothing between two calls, so one object serves all games.

    A player never uses what is hidden: for every ``state.redealt(...)`` with the same arguments and ``work`` it chooses the
    same move. Subclasses implement :meth:`_choose` and :meth:`look`.
    """

    game: ClassVar[str]
    """Name of the game in ``GAMES``."""
    opening: ClassVar[int] = 0
    """Random moves at the start of a match's game. Only games without chance need them, so that no two are the same."""
    tells_points: ClassVar[bool] = False
    """Whether people learn more from the margin than from the shares, as where these are near 0 or 1 from the start on."""
    levels: range = range(1, HIGHEST_LEVEL + 1)
    """The levels, the weakest first."""

    def choose(self, state: S, *, level: int, seconds: float | None = None, work: int | None = None, random: Random) -> Action:
        """Return a legal move of the seat that decides.

        ``seconds`` is about the most wall time it takes; ``work`` an amount of thinking by which the same arguments
        always give the same move. Raise ValueError where no seat decides, for an unknown level, or where neither of
        the two is given.
        """
        budget = Budget(seconds=seconds, work=work)
        self._check(state, level)
        moves = state.moves()
        return moves[0] if len(moves) == 1 else self._choose(state, level, budget, random)

    def choose_turn(self, state: S, *, level: int, budget: Budget, random: Random) -> list[Action]:
        """Return the decisions with which the seat goes on, up to the next chance or the end of its turn.

        The budget is for all of them. What follows from one search is played as a whole; where another one is needed, it
        has what is left, and a quarter of the budget at least. Raise ValueError as :meth:`choose` does.
        """
        self._check(state, level)
        begun, decisions, search = state, list[Action](), budget
        while not decisions or (state.continues(begun) and len(decisions) < MOST_DECISIONS):
            moves = state.moves()
            chosen = moves[:1] if len(moves) == 1 else self._choose_on(state, level, search, random)
            for move in chosen:
                state = state.play(move)
            decisions += chosen
            if search is not budget:
                budget.spend(search.used)
            search = budget.rest(AT_LEAST)
        return decisions

    def _check_level(self, level: int) -> None:
        if level not in self.levels:
            raise ValueError(f"There is no level {level}: the levels are {self.levels[0]} to {self.levels[-1]}.")

    def _check(self, state: S, level: int) -> None:
        self._check_level(level)
        if state.seat is None:
            raise ValueError("No seat decides here, so there is no move to choose.")

    def shares(
        self,
        state: S,
        *,
        level: int = HIGHEST_LEVEL,
        seconds: float | None = None,
        work: int | None = None,
        random: Random,
    ) -> tuple[float, ...]:
        """Return an estimate of each seat's share of the win; it adds up to 1, or to less where nobody may win.

        ``level`` is that of all who play. Once the game is over this is the result. Raise ValueError for an unknown level,
        and without ``seconds`` and ``work``.
        """
        budget = Budget(seconds=seconds, work=work)
        self._check_level(level)
        if state.winners is not None:
            return share_win(state.winners, state.seats)
        return curve_of(self.game, state.seats, level).shares(self.look(state, level, budget, random))

    def margin(
        self,
        state: S,
        *,
        level: int = HIGHEST_LEVEL,
        seconds: float | None = None,
        work: int | None = None,
        random: Random,
    ) -> tuple[float, ...]:
        """Return an estimate of each seat's final points less those of the best other seat.

        ``level`` is that of all who play. Once the game is over this is the result. Raise ValueError as :meth:`shares` does.
        """
        budget = Budget(seconds=seconds, work=work)
        self._check_level(level)
        if state.is_over:
            return margins(state.scores, state.left)
        return curve_of(self.game, state.seats, level).margins(self.look(state, level, budget, random))

    def tells(self, state: S) -> bool:
        """Return whether an estimate says anything yet: not while all seats are equal whatever they play."""
        return True

    @abstractmethod
    def _choose(self, state: S, level: int, budget: Budget, random: Random) -> Action:
        """Return a legal move of ``state.seat``, which has two or more."""

    def _choose_on(self, state: S, level: int, budget: Budget, random: Random) -> Sequence[Action]:
        """Return one decision or several of this turn, as far as one search tells. ``state.seat`` has two moves or more."""
        return [self._choose(state, level, budget, random)]

    @abstractmethod
    def look(self, state: S, level: int, budget: Budget, random: Random) -> Estimate:
        """Return how a game that is not over looks to the player, before that is held against games.

        ``level`` is that of all who play: it says whether what is found is sure.
        """


def margins(scores: Sequence[float], left: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's points less those of the best other seat that is left."""
    return tuple(own - max((scores[other] for other in left if other != seat), default=own) for seat, own in enumerate(scores))
