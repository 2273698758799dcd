"""Play turns for another process, as the project in some folder plays them. ``lab.studies.match_versions`` starts it.

The input asks for turns, pickled; the output is the decisions of each. All thinking is limited by processor time, so a busy
machine does not matter. It uses only what version 0.2 has too.
"""

from __future__ import annotations

import pickle
import sys
from time import process_time

import players.turns
from players.budget import Budget


def main() -> None:
    """Answer until the input ends."""
    (Budget.__init__.__kwdefaults__ or {})["clock"] = process_time
    if hasattr(players.turns, "monotonic"):  # up to version 0.2 the time of a turn was measured there
        players.turns.monotonic = process_time
    while True:
        try:
            asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this one
        except EOFError:
            return
        pickle.dump(players.turns.turn(*asked), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
