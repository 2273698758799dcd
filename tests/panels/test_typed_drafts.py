"""Panels that are opened with half a move typed: whatever is pressed there leads to a legal move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import GAMES, State
from rules.typed_move import read
from tests.panels.checks import maker, play_a_turn
from tests.panels.positions import CASES, decisions, halves
from tests.sampling import Sample


def is_whole(state: State, typed: str) -> bool:
    """Whether a text is a move already, which is played and opens no panel."""
    try:
        state.play_all(typed)
    except ValueError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "seats", "options"), CASES, ids=str)
def test_panels_opened_with_half_a_move_lead_to_legal_moves(
    game: str, seats: int, options: dict[str, Any], seed: int, sample: Sample
) -> None:
    random, opened = Random(f"{game} {options} {seed}"), 0
    for state in sample(decisions(game, seats, options, seed=seed, every=4 if options.get("width") == 16 else 1), 25):
        made = maker(state)
        for typed in halves(state, random):
            half = next((one for one in read(state, GAMES[game].parts, typed) if one.chosen), None)
            if half is not None and not is_whole(state, typed):
                draft = made.store(half)
                assert made.read(state, draft).data == half.data
                play_a_turn(state, random, draft=draft)
                opened += 1
    assert opened > 20
