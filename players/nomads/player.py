"""The computer player of Nomads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from random import Random
from typing import ClassVar

from players.budget import Budget, OutOfBudget
from players.core import Player, margins
from players.estimates import Estimate
from players.nomads.answers import attack_end, best_answer, plain_answer, plain_end
from players.nomads.board import SPACES, NomadsBoard
from players.nomads.features import best_promise
from players.nomads.last_spaces import SPACES_LEFT, LastTurns, Outlook, board_after, board_of, move_of
from players.nomads.lookahead import Lookahead, take
from players.nomads.replies import Replies
from players.nomads.value import shares_and_scores, worths_of
from players.overlooking import notice
from rules.core import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Road, Take
from rules.nomads.grid import KIND, number
from rules.nomads.tiles import NUMBER, TREASURE_POINTS

MOST_REPLIES = 5
"""Maximum number of the best moves that are judged again by the replies to them."""
SAME_SORT = 3
"""Maximum number of moves judged by replies that differ only by a tile's space."""
SPREAD = 35.0
"""Standard deviation of a final score on an empty board, in points. It shrinks with the square root of the empty spaces."""


@dataclass(frozen=True, slots=True)
class NomadsLevel:
    """The settings of a level."""

    sees: float = 1
    """The share of the moves that the level notices."""
    counts_only_points: bool = False
    """Whether the level judges a move by nothing but the points that it gets for it at once."""
    looks_closer: bool = False
    """Whether the level judges the best moves again, considering the spaces of tiles and the next seat's options."""
    knows_attack: bool = True
    """Whether the level searches the attack to its end."""


LEVELS = {
    1: NomadsLevel(sees=0.1, counts_only_points=True, knows_attack=False),
    2: NomadsLevel(sees=0.08, knows_attack=False),
    3: NomadsLevel(sees=0.28, knows_attack=False),
    4: NomadsLevel(sees=0.55),
    5: NomadsLevel(looks_closer=True),
}


class NomadsPlayer(Player[NomadsState]):
    """Plays the move with the highest expected value, given the unseen tiles. A unit of work is a position judged.

    First, all moves are judged without the space of a tile and the effect on others. Then the best ones are judged with both,
    and the best of these once more by the replies to them.
    """

    game: ClassVar[str] = "nomads"

    def _choose(self, state: NomadsState, level: int, budget: Budget, random: Random) -> Action:
        how = LEVELS[level]
        if state.phase == "attack":
            return best_answer(state) if how.knows_attack else plain_answer(state)
        if state.phase == "choice":
            return _best_kind(state, how, budget, random)
        if how.looks_closer and len(state.empty) <= SPACES_LEFT:
            board = board_of(state, random)
            return move_of(LastTurns(budget).best(board)[0], board)
        return _best_turn(state, how, budget, random)

    def curves(self, state: NomadsState) -> str:
        """Return the name of the curves: the gentle bag, with fewer barbarians, has curves of its own."""
        return "nomads-gentle" if state.options.tiles == "gentle" else self.game

    def look(self, state: NomadsState, level: int, budget: Budget, random: Random) -> Estimate:
        """Return the estimate of the position: in the attack by its end, in the last turns at the highest level by a search."""
        if state.phase == "attack":
            shares, scores = attack_end(state) if LEVELS[level].knows_attack else plain_end(state)
            return Estimate(shares, margins(scores, state.left), is_sure=True)
        board, spaces = NomadsBoard.of(state), len(state.empty)
        likely, ends = shares_and_scores(board)
        if LEVELS[level].looks_closer and state.phase == "turn" and spaces <= SPACES_LEFT:
            likely = list(LastTurns(budget).best(board_of(state, random))[1][: state.seats])
        gains = _expected_margins([TREASURE_POINTS * each for each in ends], state.left, SPREAD * sqrt(max(1, spaces) / SPACES))
        return Estimate(tuple(likely), gains, spaces / SPACES)


def _expected_margins(scores: Sequence[float], left: Sequence[int], spread: float) -> tuple[float, ...]:
    """Return each seat's expected points minus those of the best other seat that has not given up."""
    return tuple(
        own - _expected_best([scores[other] for other in left if other != seat], spread) for seat, own in enumerate(scores)
    )


def _expected_best(scores: Sequence[float], spread: float) -> float:
    """Return the expected score of the best of the given seats.

    It exceeds the score of each, since any of them may do better by some ``spread``.
    """
    best = max(scores)
    return best + spread * log(sum(exp((score - best) / spread) for score in scores))


def _best_turn(state: NomadsState, how: NomadsLevel, budget: Budget, random: Random) -> Action:
    board = NomadsBoard.of(state)
    seat, promise = board.turn, best_promise(board)
    rough = Lookahead(board, lambda after: _worth(after, seat, how, promise), exact=False)
    moves = list({_same(board, move): move for move in state.moves()}.values())
    random.shuffle(moves)
    moves = sorted(notice(moves, how.sees, random), key=lambda move: -rough.of(move))
    budget.spend(rough.judged)
    if not how.looks_closer:
        return moves[0]
    closer = Lookahead(board, lambda after: worths_of(after)[seat], exact=True)
    seen = list[tuple[float, Action]]()
    for move in moves:
        before = closer.judged
        seen.append((closer.of(move), move))
        if not budget.spend(closer.judged - before):
            break
    return _best_by_replies(board, sorted(seen, key=lambda pair: -pair[0]), budget)


def _worth(board: NomadsBoard, seat: int, how: NomadsLevel, promise: float | None = None) -> float:
    """Return the value of a position for a seat, as the level judges it."""
    return board.points[seat] if how.counts_only_points else worths_of(board, promise)[seat]


def _best_by_replies(board: NomadsBoard, seen: Sequence[tuple[float, Action]], budget: Budget) -> Action:
    """Return the best of the most promising moves, judged by the next seat's best replies as far as the budget allows."""
    best, best_worth, seat = seen[0][1], -inf, board.turn
    replies, sorts = Replies(budget), Counter[Hashable]()
    looking = Lookahead(board, lambda after: replies.after_best(after)[seat], exact=True)
    looked_at = 0
    for _, move in seen:
        sort = _sort(board, move)
        sorts[sort] += 1
        if sorts[sort] > SAME_SORT:
            continue
        try:
            worth = looking.of(move)
        except OutOfBudget:
            break
        if worth > best_worth:
            best, best_worth = move, worth
        looked_at += 1
        if looked_at == MOST_REPLIES:
            break
    return best


def _sort(board: NomadsBoard, move: Action) -> Hashable:
    """Return a key that is equal for moves that differ only by a tile's space."""
    if isinstance(move, Activate):
        return KIND[board.cells[number(move.square)]]
    return str(move) if isinstance(move, Road) else type(move)


def _same(board: NomadsBoard, move: Action) -> Hashable:
    """Return a key that is equal for moves with the same result, such as activating either of two tiles of one terrain."""
    if isinstance(move, Activate):
        return KIND[board.cells[number(move.square)]], move.to
    return move


def _best_kind(state: NomadsState, how: NomadsLevel, budget: Budget, random: Random) -> Action:
    """Return the tile after which the position has the highest value (N7 (6))."""
    if how.looks_closer and len(state.empty) <= SPACES_LEFT:
        return _best_last_kind(state, budget, random)[0]
    board = NomadsBoard.of(state)
    doing = state.doing
    to = number(doing.to) if isinstance(doing, Activate) else -1

    kinds = [move for move in state.moves() if isinstance(move, Take)]
    seen = notice(kinds, how.sees, random)
    return max(seen, key=lambda move: _worth(take(board, to, NUMBER[move.kind]), board.turn, how))


def _best_last_kind(state: NomadsState, budget: Budget, random: Random) -> tuple[Action, Outlook]:
    """Return the tile to take near the end of the game, and the outlook after it."""
    search, seat = LastTurns(budget), state.turn or 0
    after = {move: board_after(state, move, random) for move in state.moves() if isinstance(move, Take)}
    return search.best_of(list(after), seat, lambda move, turns: search.look(after[move], turns))
