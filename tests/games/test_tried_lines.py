"""Lines that are tried out, and what is left of them."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.tried_lines import list_outcomes, list_steps_left, try_out
from rules import GAMES


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_steps_left_of_a_line_are_those_of_its_unplayed_decisions_and_outcomes(game: str) -> None:
    start, random, line = GAMES[game].start(2), Random(5), list[str]()
    while len(line) < 12:
        now = try_out(start, line).state
        line.append(str(random.choice(list_outcomes(now) or list(now.moves()))))
    tried = try_out(start, line)
    for played in range(len(line)):
        left = list_steps_left(start, tried.entries, tried.entries[played:])
        seen = [str(step.action) for step in left if not step.before.hides_outcome]
        assert seen == [text for entry in tried.entries[played:] for text in entry]
        assert list(left) == list(tried.steps[-len(left) :])
