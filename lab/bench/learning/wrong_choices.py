"""Whether each wrong choice in a lesson gets its rule: ``python -m lab.bench.learning.wrong_choices [game …] [--most 1000]``.

A member of the simulated Discord makes each wrong choice once, step by step. What the panel leads to is pressed. What the rules
refuse is typed: the moves of all other steps. The command fails where a choice gets no rule, or two rules share a sentence.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from bot.games.lessons import games_with_lessons
from tests.ui.learning.wrong_tries import Blunderer
from tests.ui.world import world

MOST = 1000
"""Choices of a step with the same answer: more than any step has but those with whole turns of Land."""
HEAD = "| game | wrong choices | pressed | typed | sentences | rules | all took |\n|---|---:|---:|---:|---:|---:|---:|"


async def make_wrong_choices(game: str, most: int) -> str:
    """Make the wrong choices of a lesson. Return the line of the table."""
    begun, lesson = perf_counter(), games_with_lessons()[game]
    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder)) as made:
            blunderer = Blunderer(made, lesson)
            await blunderer.make_every_wrong_choice(pressed=most, typed=most)
    pressed, typed = blunderer.pressed, blunderer.typed
    rules = len(frozenset().union(*blunderer.told.values()))
    counted = (game, pressed + typed, pressed, typed, len(blunderer.told), rules)
    return f"| {' | '.join(map(str, counted))} | {perf_counter() - begun:.0f} s |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and press."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.learning.wrong_choices")
    parser.add_argument("games", nargs="*", metavar="game", help=f"some of {', '.join(games_with_lessons())}; without, all")
    parser.add_argument("--most", type=int, default=MOST, help="choices of a step with the same answer (default: %(default)s)")
    asked = parser.parse_args(arguments)
    print(HEAD)
    for game in asked.games or games_with_lessons():
        print(asyncio.run(make_wrong_choices(game, asked.most)), flush=True)


if __name__ == "__main__":
    main()
