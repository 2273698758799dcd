"""Make the pictures in ``docs/images``, one position of every game: ``python -m tools.make_docs_pictures``.

Run it after the look of the boards has changed, and look at what comes out.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from render import View, picture
from rules import GAMES, Action, State
from rules.steps import Step

IMAGES = Path(__file__).parents[1] / "docs" / "images"
NAMES = ("Ada", "Björn", "Chidi", "Dana", "Emre", "Freya")
POSITIONS = {"pastures": (2, 7, 0.99), "land": (3, 4, 0.6), "territories": (2, 3, 0.75), "nomads": (3, 5, 0.5)}
"""For each game: seats, seed, and how much of the game has been played."""
CANDIDATES = 4
"""Moves that are compared at each decision: the one after which its player is ahead most is played."""


def play_part(name: str) -> list[Step]:
    """Return the first part of a game between players who look one move ahead, now and then."""
    seats, seed, part = POSITIONS[name]
    steps = play_game(name, seats, seed)
    return steps[: max(1, int(len(steps) * part))]


def play_game(name: str, seats: int, seed: int, **options: object) -> list[Step]:
    """Return a game between players who look one move ahead, now and then. The same seed gives the same game."""
    random, state = Random(seed), GAMES[name].start(seats, options)
    steps: list[Step] = []
    while not state.is_over:
        action = _choose(state, random)
        after = state.play(action)
        steps.append(Step(state, action, after))
        state = after
    return steps


def _choose(state: State, random: Random) -> Action:
    if state.is_chance:
        outcomes = state.outcomes()
        return random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0]
    moves = state.moves()
    seat = state.seat
    assert seat is not None  # noqa: S101 - somebody decides where nothing is left to chance
    return max(random.sample(moves, min(CANDIDATES, len(moves))), key=lambda move: _lead(state.play(move), seat))


def _lead(state: State, seat: int) -> float:
    scores = state.scores
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def main() -> None:
    """Write a picture of every game."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in POSITIONS:
        steps = play_part(name)
        seats = POSITIONS[name][0]
        drawn = picture(steps[-1].after, View(NAMES[:seats], steps=(steps[-1],)))
        (IMAGES / f"{name}.png").write_bytes(drawn.png)
        print(f"{name}: {len(drawn.png) / 1024:.0f} KB")


if __name__ == "__main__":
    main()
