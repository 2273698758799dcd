"""How many presses each lesson and the game after it need: ``python -m lab.bench.learning.first_game [game …]``.

A script reads the local page in Chromium and presses what the screen names, else the first button that it has not tried. It
knows no rules, no lesson and no move. Each game is played to its end against the bot. Wall time: other work counts.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Browser

from bot.games.lessons import games_with_lessons
from rules import GAMES
from tests.browser.page import LocalPage, chromium
from tests.browser.process import serving
from tests.browser.test_lesson_page import PageReader

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COLUMNS = ("game", "presses of the lesson", "presses of the game", "its last board says", "all took", "load")


def play_first_game(browser: Browser, kind: str) -> str:
    """Finish the lesson of a game and the game after it, on a page of its own. Return the line of the table."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as process:
        begun, page = perf_counter(), LocalPage(browser, process.address)
        reader = PageReader(page)
        lesson, game = reader.finish_lesson(GAMES[kind].title), reader.finish_game()
        last = page.messages().filter(has_text="The game is over").last.inner_text()
        [end] = [line.strip() for line in last.splitlines() if "The game is over" in line]
        page.close()
        return f"| {kind} | {lesson} | {game} | {end} | {perf_counter() - begun:.0f} s | {os.getloadavg()[0]:.1f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and play. Raise SystemExit where there is no Chromium."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.learning.first_game")
    parser.add_argument("games", nargs="*", metavar="game", help=f"some of {', '.join(games_with_lessons())}; without, all")
    games = parser.parse_args(arguments).games or list(games_with_lessons())
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SystemExit("Chromium is not installed (apt install chromium).")
    print(f"| {' | '.join(COLUMNS)} |\n|---|---:|---:|---|---:|---:|")
    with chromium(program) as browser:
        for game in games:
            print(play_first_game(browser, game), flush=True)


if __name__ == "__main__":
    main()
