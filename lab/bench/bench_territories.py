"""Territories: choices, panel, pictures and GIF, over a whole game: ``python -m lab.bench.bench_territories``.

How fast its rules play is measured with those of the other games, in ``lab.bench.bench_rules``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from bot.panels import panel_of
from lab.bench import Row
from render import View, picture, renderer_of, replay_gif
from rules import Record
from rules.territories import TERRITORIES, TerritoriesState

LONGEST = 1000
"""Maximum number of moves of a game, more than any game has."""
GIFS = 5
"""Times that the GIF is made."""
NAMES = ("Ada", "Björn")


def rows() -> list[Row]:
    """Return all measurements of this game."""
    steps = _game(1)
    states = [state for state, _ in steps]
    panel = panel_of("territories", 1)
    pictures = [_milliseconds(partial(picture, state, View(NAMES, series="as it is played"))) for state in states * 2]
    sizes = [len(picture(state, View(NAMES)).png) / 1024 for state in states]
    choices = [_milliseconds(partial(_choices, state)) for state in states]
    panels = [_milliseconds(partial(panel.build, state, state.seat, {})) for state in states if state.seat is not None]
    record = Record(game="territories", seats=2, actions=[text for _, text in steps if text])
    gifs = [_milliseconds(lambda: replay_gif(record, NAMES)) for _ in range(GIFS)]
    return [
        Row("Territories, classic: choices of a move in words, the slowest position of a game", max(choices), "ms"),
        Row("Territories, classic: Play panel, the slowest position of a game", max(panels), "ms"),
        Row("Territories, classic: picture, median over a game", median(pictures), "ms"),
        Row("Territories, classic: picture, median over a game", median(sizes), "KB"),
        Row("Territories, classic: GIF of a whole game", median(gifs), "ms"),
        Row("Territories, classic: GIF of a whole game", len(replay_gif(record, NAMES)) / 1024, "KB"),
    ]


def _choices(state: TerritoriesState) -> list[str]:
    """Return all moves as choices of a list."""
    return [renderer_of("territories").label_move(state, move) for move in state.moves()]


def _game(seed: int) -> list[tuple[TerritoriesState, str]]:
    """Return the states of a random game, each with the text of the move that follows, the last one with none."""
    random, state, steps = Random(seed), TERRITORIES.start(2), list[tuple[TerritoriesState, str]]()
    while not state.is_over and len(steps) < LONGEST:
        move = random.choice(state.moves())
        steps.append((state, str(move)))
        state = state.play(move)
    return [*steps, (state, "")]


def _milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name}: {row.value:,.1f} {row.unit}")
