"""Print a digest of the random games and of the set-ups of every game: ``python -m tests.programs.game_digests``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256

from rules import GAMES
from tests.rules.walks import Case, cases, walk


def digest_games() -> Iterator[str]:
    """Yield a line for the first and the last number of seats of each game: its moves, in their order, and what was played."""
    for game in GAMES.values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            played = walk(Case(game.name, seats, ()))
            lists = [str([str(action) for action in (state.moves(), state.outcomes())]) for state in played.states]
            yield f"{game.name} {seats} {sha256(repr((played.texts, lists)).encode()).hexdigest()}\n"


def digest_set_ups() -> Iterator[str]:
    """Yield a line for the set-up of each case, those with random maps among them."""
    for case in cases():
        yield f"{case} {sha256(repr(case.start().setup).encode()).hexdigest()}\n"


if __name__ == "__main__":
    sys.stdout.writelines([*digest_games(), *digest_set_ups()])
