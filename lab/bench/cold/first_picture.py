"""Print the seconds of processor time that the first picture of a process takes: ``python -m lab.bench.cold.first_picture``."""

from __future__ import annotations

from time import process_time

from render import View, picture
from rules import GAMES


def main() -> None:
    """Draw a picture."""
    begun = process_time()
    picture(GAMES["pastures"].start(2), View(("Ada", "Bea")))
    print(process_time() - begun)


if __name__ == "__main__":
    main()
