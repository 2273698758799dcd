"""A match as `python -m studies match` plays it, with one contestant more: `python -m studies.match_peers match nomads 5 mcts`.

``mcts`` is the tree search of OpenSpiel, from the extra ``peers``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from studies.command import main
from studies.contestants import MAKERS, Maker
from studies.mcts import mcts

WITH_PEERS: Mapping[str, Maker] = {**MAKERS, "mcts": mcts}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], WITH_PEERS))
