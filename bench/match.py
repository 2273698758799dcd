"""A match as ``python -m players match`` plays it, with one contestant more: ``python -m bench.match match nomads 5 mcts``.

``mcts`` is the tree search of OpenSpiel, from the extra ``peers``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from bench.mcts import mcts
from players.command import main
from players.contestants import MAKERS, Maker

WITH_PEERS: Mapping[str, Maker] = {**MAKERS, "mcts": mcts}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], WITH_PEERS))
