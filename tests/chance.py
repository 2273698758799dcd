"""Dice and tiles that fall alike in each run."""

from __future__ import annotations

import random

from bot.usecases.context import Chance
from rules import Action, State


def same_chance() -> Chance:
    """Dice and tiles that fall alike in each run of a test."""
    dice = random.Random(1)

    def outcome(state: State) -> Action:
        outcomes, weights = zip(*state.outcomes(), strict=True)
        found: Action = dice.choices(outcomes, weights)[0]
        return found

    return outcome
