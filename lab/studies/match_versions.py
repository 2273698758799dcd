"""A match between the players as they are here and as they are in another folder.

``python -m lab.studies.match_versions FOLDER match land new old`` takes all that ``python -m lab.studies`` takes. The folder
has the project as it was, for example as a git worktree; what it plays has to have the same rules. ``new`` is level 5 here,
``old`` level 5 there, ``new4`` level 4 here; ``new@1.5`` thinks 1.5 s. Each side plays whole turns in a process of its own.
The seconds are processor time for a turn, so a busy machine does not matter.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from lab.studies.command import main
from lab.studies.contestants import Allowance, Contestant, Maker
from players.core import HIGHEST_LEVEL
from rules import Action, State

HERE = Path(__file__).parents[2]
CHILD = Path(__file__).parent / "versions" / "player.py"


class VersionProcess:
    """A process that plays turns as the project in a folder plays them."""

    def __init__(self, folder: Path) -> None:
        child: Any = subprocess.Popen(  # noqa: S603 - this very Python
            [sys.executable, "-P", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(folder)},
        )
        self._wait, self._asks, self._answers = child.wait, child.stdin, child.stdout

    def turn(self, state: State, level: int, seconds: float, seed: int) -> list[Action]:
        """Return the decisions of a turn. Raise EOFError if the process has ended; its error is printed above."""
        pickle.dump((state, level, seconds, seed), self._asks)
        self._asks.flush()
        decisions: list[Action] = pickle.load(self._answers)  # noqa: S301 - from a process that this one started
        return decisions

    def close(self) -> None:
        """End the process."""
        with suppress(BrokenPipeError):
            self._asks.close()
        self._answers.close()
        self._wait()


process_of = cache(VersionProcess)
"""Return the process for a folder, always the same one."""


def version_player(folder: Path, level: int, game: str, allowance: Allowance) -> Contestant:
    """Return a contestant that thinks over whole turns. Raise ValueError without seconds."""
    if allowance.seconds is None:
        raise ValueError("Versions are compared by seconds: the work of one is not that of the other.")
    seconds, planned = allowance.seconds, dict[State, Action]()

    def choose(state: State, random: Random) -> Action:
        if state not in planned:
            planned.clear()
            after = state
            for decision in process_of(folder).turn(state, level, seconds, random.randrange(2**32)):
                planned[after] = decision
                after = after.play(decision)
        return planned[state]

    return choose


def makers_of(folder: Path) -> Mapping[str, Maker]:
    """Return the contestants: the levels here and in a folder."""
    makers = dict[str, Maker]()
    for name, where in (("new", HERE), ("old", folder.resolve())):
        makers |= {f"{name}{level}": partial(version_player, where, level) for level in range(1, HIGHEST_LEVEL + 1)}
        makers[name] = makers[f"{name}{HIGHEST_LEVEL}"]
    return makers


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], makers_of(Path(sys.argv[1]))))
