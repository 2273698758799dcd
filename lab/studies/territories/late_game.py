"""Say from how many open edges on the end of a game is solved: ``python -m lab.studies.territories.late_game --seconds 0.15``.

An *open edge* is a place where a trunk may still stand, now or later. Positions come from games of level 3 with itself on all
shipped boards, which begin with eight houses at random. The seconds are processor time, so a busy machine does not matter.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time
from typing import NamedTuple, get_args

from players import PLAYERS
from players.budget import Budget
from players.territories.ground import Ground
from players.territories.search import FenceSearch
from rules.territories import TERRITORIES, BoardName, TerritoriesState
from rules.territories.setup import SPOTS

LEVEL, WORK = 3, 240
STEP = 6
"""Open edges in a row of the report."""
MOST = 60


class Ending(NamedTuple):
    """A position, and whether it was solved."""

    open_edges: int
    solved: bool


def open_edges(state: TerritoriesState) -> int:
    """Return how many places there are where a trunk may still stand."""
    return sum(map(int.bit_count, state.grid.sound_places(state.across, state.down, state.fenceable)))


def endings(games: int, most: int) -> Iterator[TerritoriesState]:
    """Yield the positions of games with a choice of trunks and at most this many open edges."""
    for number in range(games):
        random = Random(f"late game {number}")
        names: tuple[BoardName, ...] = get_args(BoardName)
        state = TERRITORIES.start(2, {"board": names[number % len(names)]})
        for _ in range(SPOTS):
            state = state.play(random.choice(state.moves()))
        while not state.is_over:
            if open_edges(state) <= most and len(state.moves()) > 1:
                yield state
            state = state.play(PLAYERS["territories"].choose(state, level=LEVEL, work=WORK, random=random))


def solve(state: TerritoriesState, seconds: float) -> Ending:
    """Return whether a position is solved within some seconds of processor time."""
    ground = Ground.of(state)
    found = FenceSearch(ground, Budget(seconds=seconds, clock=process_time)).run(ground.position(state))
    return Ending(open_edges(state), found.solved)


def lines(found: Sequence[Ending]) -> list[str]:
    """Return the report, in Markdown: a row for each number of open edges, and the largest with every position solved."""
    rows = ["| open edges | positions | solved |", "|---|---|---|"]
    for least in range(1, MOST + 1, STEP):
        these = [each.solved for each in found if least <= each.open_edges < least + STEP]
        if these:
            rows.append(f"| {least} to {least + STEP - 1} | {len(these)} | {sum(these) / len(these):.0%} |")
    fewest = min((each.open_edges for each in found if not each.solved), default=MOST + 1)
    return [*rows, "", f"With {fewest - 1} open edges or fewer every position was solved."]


def main(argv: Sequence[str] | None = None) -> None:
    """Play, solve and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=20)
    options.add_argument("--seconds", type=float, default=0.15)
    given = options.parse_args(argv)
    print("\n".join(lines([solve(state, given.seconds) for state in endings(given.games, MOST)])))


if __name__ == "__main__":
    main()
