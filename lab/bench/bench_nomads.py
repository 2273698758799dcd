"""Nomads: random games, redealing, choices, panel, pictures and GIF: ``python -m lab.bench.bench_nomads``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from bot.panels import panel_of
from lab.bench import Row
from lab.bench.bench_rules import playout_of, speeds
from render import Picture, Step, View, picture, renderer_of, replay_gif
from rules import State
from rules.nomads import NOMADS, NomadsState

T = TypeVar("T")
NAMES = ("Ada", "Björn", "Cleo", "Đorđe", "Ewa", "Fatma")
SEATS = (2, 6)
LONGEST = 1000
"""Maximum number of actions of a game, more than any game has."""
GIFS = 3
"""Times that the GIF is made."""


def rows() -> list[Row]:
    """Return all measurements of this game, in processor time."""
    table = []
    measured = speeds({f"{seats} seats": playout_of("nomads", seats) for seats in SEATS})
    for seats in SEATS:
        table.append(Row(f"Nomads, {seats} seats: random games", measured[f"{seats} seats"][1], "games/s"))
        table += _of_one_game(_game(seats), f"Nomads, {seats} seats")
    return table


def _of_one_game(steps: Sequence[Step], name: str) -> list[Row]:
    """Return the cost of the positions of a game, each shown with the step that led to it."""
    states = [step.after for step in steps if isinstance(step.after, NomadsState)]
    names, renderer, panel, random = NAMES[: states[0].seats], renderer_of("nomads"), panel_of("nomads", 1), Random(1)
    sizes = [len(_picture(step, names).png) / 1024 for step in steps]
    deciding = [state for state in states if state.seat is not None]
    pictures = _milliseconds(lambda step: _picture(step, names), steps)
    choices = _milliseconds(lambda state: [renderer.label_move(state, move) for move in state.moves()], deciding)
    panels = _milliseconds(lambda state: panel.build(state, state.seat or 0, {"choice": "action activate"}), deciding)
    deals = _milliseconds(lambda state: state.redealt(random), states)
    gifs = _milliseconds(lambda _: replay_gif(steps, names), range(GIFS))
    return [
        Row(f"{name}: choices of a move in words, the slowest position of a game", max(choices), "ms"),
        Row(f"{name}: Play panel, the slowest position of a game", max(panels), "ms"),
        Row(f"{name}: hidden tiles dealt anew, median over a game", median(deals), "ms"),
        Row(f"{name}: picture, median over a game", median(pictures), "ms"),
        Row(f"{name}: picture, median over a game", median(sizes), "KB"),
        Row(f"{name}: GIF of a whole game", median(gifs), "ms"),
        Row(f"{name}: GIF of a whole game", len(replay_gif(steps, names)) / 1024, "KB"),
    ]


def _game(seats: int) -> list[Step]:
    """Return a random game in which all kinds of moves are about as frequent."""
    random, steps = Random(seats), list[Step]()
    state: State = NOMADS.start(seats)
    while not state.is_over and len(steps) < LONGEST:
        if state.is_chance:
            outcomes = state.outcomes()
            action = random.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])[0]
        else:
            moves = state.moves()
            kind = random.choice(sorted({type(move).__name__ for move in moves}))
            action = random.choice([move for move in moves if type(move).__name__ == kind])
        steps.append(Step(state, action, state.play(action)))
        state = steps[-1].after
    return steps


def _picture(step: Step, names: tuple[str, ...]) -> Picture:
    return picture(step.after, View(names, steps=(step,), series="as it is played"))


def _milliseconds(work: Callable[[T], object], over: Sequence[T]) -> list[float]:
    """Return processor time of the work on each item."""
    spent = []
    for item in over:
        began = process_time()
        work(item)
        spent.append((process_time() - began) * 1000)
    return spent


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:75} {row.value:10,.2f} {row.unit}")
