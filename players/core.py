"""The interface of computer players: a move for the seat that decides, and an estimate of the result."""

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
"""Maximum number of decisions of a turn to choose in one call."""
AT_LEAST = 0.25
"""The minimum share of a turn's time or work for each additional search, even if the first one has used everything."""


class Player(ABC, Generic[S]):
    """A computer player for one game. It has no state between calls, so one object serves all games.

    A player never uses hidden information: for every ``state.redealt(...)`` with the same arguments and ``work`` it chooses the
    same move. Subclasses implement :meth:`_choose` and :meth:`look`.
    """

    game: ClassVar[str]
    """Name of the game in ``GAMES``."""
    opening: ClassVar[int] = 0
    """Number of random moves at the start of each game of a match. Games without chance need them, so that games differ."""
    prefers_margins: ClassVar[bool] = False
    """Whether margins tell people more than shares, for example because shares are near 0 or 1 from the start."""
    levels: range = range(1, HIGHEST_LEVEL + 1)
    """The levels, weakest first."""

    def choose(self, state: S, *, level: int, seconds: float | None = None, work: int | None = None, random: Random) -> Action:
        """Return a legal move of the seat that decides.

        ``seconds`` is the approximate limit of wall time; ``work`` limits the thinking so that the same arguments always give
        the same move. Raise ValueError if no seat decides, if the level is unknown, or if neither limit is given.
        """
        budget = Budget(seconds=seconds, work=work)
        self._check(state, level)
        moves = state.moves()
        return moves[0] if len(moves) == 1 else self._choose(state, level, budget, random)

    def choose_turn(self, state: S, *, level: int, budget: Budget, random: Random) -> list[Action]:
        """Return the seat's decisions up to the next chance or the end of its turn.

        The budget covers all of them. All decisions found by one search are played; any further search gets the rest of the
        budget, but at least a quarter of the whole. Raise ValueError in the same cases as :meth:`choose`.
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
        """Return an estimate of each seat's share of the win; the sum is 1, or less if there may be no winner.

        ``level`` is the level of all players. Once the game is over, return the result. Raise ValueError for an unknown level,
        or if neither ``seconds`` nor ``work`` is given.
        """
        budget = Budget(seconds=seconds, work=work)
        self._check_level(level)
        if state.winners is not None:
            return share_win(state.winners, state.seats)
        return curve_of(self.curves(state), state.seats, level).shares(self.look(state, level, budget, random))

    def margin(
        self,
        state: S,
        *,
        level: int = HIGHEST_LEVEL,
        seconds: float | None = None,
        work: int | None = None,
        random: Random,
    ) -> tuple[float, ...]:
        """Return an estimate of each seat's final points minus those of the best other seat.

        ``level`` is the level of all players. Once the game is over, return the result. Raise ValueError in the same cases as
        :meth:`shares`.
        """
        budget = Budget(seconds=seconds, work=work)
        self._check_level(level)
        if state.is_over:
            return margins(state.scores, state.left)
        return curve_of(self.curves(state), state.seats, level).margins(self.look(state, level, budget, random))

    def curves(self, state: S) -> str:
        """Return the name of the curves that calibrate estimates of this game: a file of ``data/curves``."""
        return self.game

    def can_estimate(self, state: S) -> bool:
        """Return whether estimates are meaningful yet. They are not while all seats are equal regardless of how they play."""
        return True

    @abstractmethod
    def _choose(self, state: S, level: int, budget: Budget, random: Random) -> Action:
        """Return a legal move of ``state.seat``, which has at least two."""

    def _choose_on(self, state: S, level: int, budget: Budget, random: Random) -> Sequence[Action]:
        """Return one or more decisions of this turn, as many as one search finds. ``state.seat`` has at least two moves."""
        return [self._choose(state, level, budget, random)]

    @abstractmethod
    def look(self, state: S, level: int, budget: Budget, random: Random) -> Estimate:
        """Return the player's estimate for a game that is not over, before it is calibrated.

        ``level`` is the level of all players; it determines whether the estimate is certain.
        """


def margins(scores: Sequence[float], left: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's points minus those of the best other seat that has not given up."""
    return tuple(own - max((scores[other] for other in left if other != seat), default=own) for seat, own in enumerate(scores))
