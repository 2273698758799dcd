"""Territories: random play beside python-chess, choices, panel, pictures and GIF: ``python -m bench.bench_territories``.

``rows()`` gives ``(name, value, unit, peer)``: ``peer`` says what the same kind of work costs elsewhere in the same run, or is
empty where there is nothing to compare with.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

import chess

from bot.panels.territories import TerritoriesPanel
from render import RENDERERS, View, picture, replay_gif
from rules import Record
from rules.territories import TERRITORIES, TerritoriesState

ROUNDS = 5
GAMES_A_ROUND = 100
NAMES = ("Ada", "Björn")


class Row(NamedTuple):
    """One line of the table of benchmarks."""

    name: str
    value: float
    unit: str
    peer: str = ""


def rows() -> list[Row]:
    """All measurements of this game; takes some ten seconds."""
    ours, theirs = _rates(_play_territories), _rates(_play_chess)
    steps = _game(1)
    states = [state for state, _ in steps]
    renderer, panel = RENDERERS["territories"], TerritoriesPanel()
    pictures = [_milliseconds(lambda state=state: picture(state, View(NAMES))) for state in states * 2]
    sizes = [len(picture(state, View(NAMES)).png) / 1024 for state in states]
    choices = [
        _milliseconds(lambda state=state: [renderer.say_move(state, move) for move in state.moves()]) for state in states
    ]
    panels = [
        _milliseconds(lambda state=state: panel.build(state, state.seat, {})) for state in states if state.seat is not None
    ]
    record = Record(game="territories", seats=2, actions=[text for _, text in steps if text])
    gifs = [_milliseconds(lambda: replay_gif(record, NAMES)) for _ in range(ROUNDS)]
    return [
        Row("Territories, classic: moves listed and played", ours, "moves/s", f"python-chess {theirs:,.0f} moves/s"),
        Row("Territories, classic: random games", ours / (sum(map(_length, range(50))) / 50), "games/s"),
        Row("Territories, classic: choices of a move in words, the slowest position of a game", max(choices), "ms"),
        Row("Territories, classic: Play panel, the slowest position of a game", max(panels), "ms"),
        Row("Territories, classic: picture, median over a game", median(pictures), "ms"),
        Row("Territories, classic: picture, median over a game", median(sizes), "KB"),
        Row("Territories, classic: GIF of a whole game", median(gifs), "ms"),
        Row("Territories, classic: GIF of a whole game", len(replay_gif(record, NAMES)) / 1024, "KB"),
    ]


def _rates(play: Callable[[Random], int]) -> float:
    """Moves a second, the median of several rounds."""
    rates = []
    for number in range(ROUNDS):
        random = Random(number)
        start = perf_counter()
        moves = sum(play(random) for _ in range(GAMES_A_ROUND))
        rates.append(moves / (perf_counter() - start))
    return median(rates)


def _play_territories(random: Random) -> int:
    """A random game on ``classic``, all legal moves listed before each one; how many were played."""
    state, played = TERRITORIES.start(2), 0
    while not state.is_over:
        state = state.play(random.choice(state.moves()))
        played += 1
    return played


def _play_chess(random: Random) -> int:
    """As many random moves of chess as a game of Territories has, all legal moves listed before each one."""
    board, played = chess.Board(), 0
    while played < 40 and (moves := list(board.legal_moves)):
        board.push(random.choice(moves))
        played += 1
    return played


def _game(seed: int) -> list[tuple[TerritoriesState, str]]:
    """The states of a random game, each with the text of the move that follows, the last one with none."""
    random, state, steps = Random(seed), TERRITORIES.start(2), []
    while not state.is_over:
        move = random.choice(state.moves())
        steps.append((state, str(move)))
        state = state.play(move)
    return [*steps, (state, "")]


def _length(seed: int) -> int:
    return len(_game(seed)) - 1


def _milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name}: {row.value:,.1f} {row.unit}" + (f" (peer: {row.peer})" if row.peer else ""))
