"""The value of each trunk, proved by search to the end."""

from __future__ import annotations

from players.budget import Budget
from players.judgement import Judgement, TooHard
from players.territories.ground import Ground
from players.territories.search import FenceSearch
from rules.territories import TerritoriesState


def judge(state: TerritoriesState, budget: Budget) -> Judgement | None:
    """Return the margin in points that each trunk leads to; ``None`` outside the fence phase. Raise TooHard."""
    if state.phase != "fence" or state.seat is None:
        return None
    ground = Ground.of(state)
    position, search, values = ground.position(state), FenceSearch(ground, budget), dict[str, int]()
    for move in ground.moves(position):
        laid = ground.lay(position, move)
        if not laid.mixed:
            worth = float(laid.settled)
        else:
            after = ground.trim(laid, move)
            found = search.run(after)
            if not found.solved:
                raise TooHard
            worth = -found.value if after.seat else found.value
        values[str(ground.trunk(move))] = round(-worth if state.seat else worth)
    return Judgement(values)
