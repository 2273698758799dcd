"""The next seat's best replies in Nomads, found in a few boards, compared with a look at every move and every space."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from players import PLAYERS, Budget
from players.budget import OutOfBudget
from players.chance import play_chance
from players.nomads.attack import Attack
from players.nomads.board import NomadsBoard
from players.nomads.lookahead import Lookahead
from players.nomads.replies import Replies
from players.nomads.value import worths_of
from rules.nomads import NOMADS, NomadsState
from tests.sampling import Sample

PLENTY = 10**9


def turns(seats: int, every: int) -> Iterator[NomadsState]:
    """States at the start of turns of a game."""
    random = Random(seats)
    state: NomadsState = NOMADS.start(seats, {})
    turn = 0
    while not (state := play_chance(state, random)).is_over:
        if state.phase == "turn":
            turn += 1
            if turn % every == 0:
                yield state
        state = state.play(PLAYERS["nomads"].choose(state, level=2, work=1, random=random))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_reply_found_is_nearly_as_good_as_the_best_of_all_moves(seats: int, sample: Sample) -> None:
    for state in turns(seats, 11 if sample.is_full else 22):
        board = NomadsBoard.of(state)
        found = Replies(Budget(work=PLENTY)).after_best(board)[board.turn]
        looking = Lookahead(board, lambda after, seat=board.turn: worths_of(after)[seat], exact=True)  # type: ignore[misc]
        every = [looking.of(move) for move in state.moves()]
        assert found <= max(every) + 0.05, "one space stands for all"
        assert found - sum(every) / len(every) > 0.6 * (max(every) - sum(every) / len(every))


def test_a_full_board_has_the_end_of_its_attack() -> None:
    board = NomadsBoard.of(next(turns(2, 12)))
    for space, code in enumerate(board.cells):
        board.cells[space] = code or 1
    end = Attack(board).end()
    assert Replies(Budget(work=PLENTY)).after_best(board) == tuple(
        end.shares[seat] + (end.scores[seat] - sum(end.scores) / 2) / 20 for seat in (0, 1)
    )


def test_it_stops_where_the_budget_is_spent() -> None:
    budget = Budget(work=10)
    with pytest.raises(OutOfBudget):
        Replies(budget).after_best(NomadsBoard.of(next(turns(2, 12))))
    assert budget.used == 10
