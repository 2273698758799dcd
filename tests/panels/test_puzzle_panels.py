"""The Play panels of the shipped puzzles and lessons fit into their messages."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.lessons import lesson_of, start_of
from bot.games.puzzles import puzzles_of
from bot.panels.core import Draft, Send
from rules import GAMES, State
from tests.panels.checks import build, maker, presses


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_the_panel_of_each_puzzle_and_step_fits_into_its_message(game: str) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    random = Random(game)
    for state in [*(puzzle.start for puzzle in puzzles_of(game).values()), *(start_of(game, step) for step in lesson.steps)]:
        press_at_random(state, random)


def press_at_random(state: State, random: Random) -> None:
    """Press what is offered until a move is played. Each panel is checked as it is built."""
    draft: Draft = {}
    seat = state.seat
    assert seat is not None
    for _ in range(6):
        after = maker(state).press(state, seat, draft, *random.choice(presses(build(state, draft))))
        if isinstance(after, Send):
            return
        draft = after
