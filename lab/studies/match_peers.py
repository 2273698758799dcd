"""`python -m lab.studies match` with one more contestant: `python -m lab.studies.match_peers match nomads 5 mcts`.

``mcts`` is the tree search of OpenSpiel, from the extra ``peers``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from lab.studies.command import main
from lab.studies.contestants import MAKERS, Maker
from lab.studies.mcts import mcts

WITH_PEERS: Mapping[str, Maker] = {**MAKERS, "mcts": mcts}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], WITH_PEERS))
