"""``python -m lab.studies match GAME A B``: see how strong the players are."""

from __future__ import annotations

import sys

from lab.studies.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
