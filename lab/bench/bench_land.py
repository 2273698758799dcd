"""Land: panel, choices, pictures, fairness card and GIF, over whole games: ``python -m lab.bench.bench_land``.

How fast its rules play is measured with those of the other games, in ``lab.bench.bench_rules``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from time import perf_counter

from bot.panels import panel_of
from lab.bench import Row
from render import Step, View, picture, renderer_of, replay_gif
from render.games.land.fairness import report
from render.games.land.fairness_card import fairness_card
from rules.land import LAND, LandState

NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Fay")
SHOWN = 1000
"""Positions of the game that are shown: more than it has."""
ROUNDS = 3
"""Times that the fairness card and the GIF are made."""


def _game(seats: int, seed: int) -> list[LandState]:
    """Return the states of a random game, each where a turn begins or somebody chooses, and the end."""
    random, state = Random(seed), LAND.start(seats)
    states = [state]
    while not state.is_over:
        moves = state.moves() or [roll for roll, _ in state.outcomes()]
        state = state.play(random.choice(moves))
        states.append(state)
    return states


def _steps(states: list[LandState]) -> list[Step]:
    """Return the steps between consecutive states; of a roll or a plot any action that leads there will do."""
    steps = []
    for before, after in pairwise(states):
        actions = [*before.moves(), *(roll for roll, _ in before.outcomes())]
        steps.append(Step(before, next(action for action in actions if before.play(action) == after), after))
    return steps


def _choices(state: LandState) -> list[str]:
    """Return all moves as choices of a list."""
    return [renderer_of("land").label_move(state, move) for move in state.moves()]


def _milliseconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


def rows() -> list[Row]:
    """Return all measurements."""
    played = _game(4, 1)
    states, told = played[:SHOWN], report(played)
    view, panel = View(NAMES[:4], series="as it is played"), panel_of("land", 1)
    deciding = [state for state in states if state.seat is not None]
    shown = [state for state in deciding if not state.taken] + states[-1:]
    first, next_one = ([_milliseconds(partial(picture, state, view)) for state in shown] for _ in range(2))
    choices = [_milliseconds(partial(_choices, state)) for state in deciding]
    panels = [_milliseconds(partial(panel.build, state, state.seat or 0, {})) for state in deciding]
    steps = _steps(states)
    name = "Land, island, 4 seats"
    return [
        Row(f"{name}: Play panel, the slowest position of a game", max(panels), "ms"),
        Row(f"{name}: choices of a move in words, the slowest position", max(choices), "ms"),
        Row(f"{name}: picture, median over the first game of a process as it is played", median(first), "ms"),
        Row(f"{name}: picture, median over the same game once more", median(next_one), "ms"),
        Row(f"{name}: picture, median over a game", median(len(picture(state, view).png) / 1024 for state in shown), "KB"),
        Row(
            f"{name}: fairness card", median(_milliseconds(lambda: fairness_card(told, NAMES[:4])) for _ in range(ROUNDS)), "ms"
        ),
        Row(
            f"{name}: GIF of a whole game",
            median(_milliseconds(lambda: replay_gif(steps, NAMES[:4])) for _ in range(ROUNDS)),
            "ms",
        ),
        Row(f"{name}: GIF of a whole game", len(replay_gif(steps, NAMES[:4])) / 1024, "KB"),
    ]


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:70} {row.value:10,.1f} {row.unit}")
