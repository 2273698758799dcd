"""Play every map of Land by machine and write ``lab/docs/land-fairness.md``: ``python -m lab.studies.land_fairness_report``.

Two kinds of player: *random* takes any legal move with the same chance, stopping among them; *busy* does the same but
never stops while it can take a plot. Takes some minutes on one core; ``--games`` plays fewer, ``--out`` writes elsewhere.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args

from lab import name_commit
from render.games.land.fairness import gini
from render.games.land.house_rules import alternatives
from render.games.land.options import OPTION_WORDS
from render.text.option_words import list_unusual
from rules.files import DATA
from rules.land import DONE, HOUSE_RULES, LAND, LandState
from rules.land.options import MapName
from rules.land.random_maps import starting_blocks
from rules.land.setup import shipped_map

TARGET = DATA.parent / "lab" / "docs" / "land-fairness.md"
PLAYERS = {"random": lambda moves: moves, "busy": lambda moves: [move for move in moves if move != DONE] or moves}
SEATS_FOR_RULES = 4
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


class Tally:
    """The results of a number of games."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = 0
        self.wins = [0.0] * seats
        self.rounds = 0
        self.gini = 0.0

    def add(self, end: LandState) -> None:
        """Count a finished game."""
        winners = end.winners or ()
        self.games += 1
        self.rounds += end.round
        self.gini += gini(end.scores)
        for seat in winners:
            self.wins[end.order.index(seat)] += 1 / len(winners)

    def cells(self) -> str:
        """Return shares of wins by place in the order of play in per cent, then Gini index and rounds."""
        shares = [f"{100 * wins / self.games:.0f} %" for wins in self.wins]
        shares += [""] * (len(PLACES) - len(shares))
        return " | ".join([*shares, f"{self.gini / self.games:.2f}", f"{self.rounds / self.games:.1f}"])


def play(state: LandState, choose: Callable[[Any], Any], random: Random) -> LandState:
    """Return the end of a game from ``state`` on."""
    while not state.is_over:
        if state.is_chance:
            state = state.play(random.choice(state.outcomes())[0])
        else:
            state = state.play(random.choice(choose(state.moves())))
    return state


def tally(player: str, seats: int, games: int, **options: Any) -> Tally:
    """Play ``games`` games with these options, the same at every call. With random maps each game has another map."""
    result, random = Tally(seats), Random(f"{player} {seats} {sorted(options.items())}")
    start = LAND.start(seats, options)
    for number in range(games):
        if options.get("map") == "random":
            start = LAND.start(seats, options | {"map_seed": number})
        result.add(play(start, PLAYERS[player], random))
    return result


def header(first: str) -> list[str]:
    """Return the two lines that begin a table."""
    columns = [first, "seats", *PLACES, "Gini", "rounds"]
    return [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]


def about_map(name: str) -> str:
    """Return what a map is made of, in a sentence."""
    land = shipped_map(name)
    return (
        f"{land.usable.bit_count()} usable plots, {land.mountain.bit_count()} of them mountains, "
        f"{land.cow.bit_count()} resident cows, starting plots in {starting_blocks(land)} of the 36 blocks; "
        f"for up to {land.admits} players."
    )


def lines(games: int) -> Iterator[str]:
    """Yield the document."""
    yield "# How fair is Land?"
    yield ""
    yield f"Share of wins by place in the order of play (the rolled one) over {games} games for each line, played by machine;"
    yield "a shared win is split. *Random* players take any legal move with the same chance, stopping early among them;"
    yield "*busy* ones never stop while they can take a plot. Gini: mean Gini index of the plots at the end, 0 when all own the"
    yield "same. Rounds: how long a game took on average. With 1,000 games a share is good to about 3 points."
    yield ""
    yield f"Made by `python -m lab.studies.land_fairness_report` on {name_commit()}."
    yield "It plays the same games every time, on every machine."
    for name in get_args(MapName):
        yield from ("", f"## {name}", "")
        if name == "random":
            yield from ("A map of its own for each game, from the seeds 0, 1, 2 …", "")
        else:
            yield from ("```", *shipped_map(name).rows, "```", "", about_map(name), "")
        yield from header("players")
        for player in PLAYERS:
            for seats in range(2, (6 if name == "random" else shipped_map(name).admits) + 1):
                yield f"| {player} | {seats} | {tally(player, seats, games, map=name).cells()} |"
                print(f"{name} {player} {seats}", file=sys.stderr)
    yield from ("", "## House rules", "", f"Each changed alone, on the island, with {SEATS_FOR_RULES} busy players.", "")
    yield from header("rules")
    yield f"| original | {SEATS_FOR_RULES} | {tally('busy', SEATS_FOR_RULES, games).cells()} |"
    for option in HOUSE_RULES:
        for value in alternatives(option)[1:]:
            cells = tally("busy", SEATS_FOR_RULES, games, **{option: value}).cells()
            yield f"| {list_unusual(OPTION_WORDS, 'land', {option: value})} | {SEATS_FOR_RULES} | {cells} |"


def main(argv: Sequence[str] | None = None) -> None:
    """Write the document."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--out", type=Path, default=TARGET)
    given = options.parse_args(argv)
    begun = time.perf_counter()
    text = "\n".join(lines(given.games)) + "\n"
    given.out.write_text(text, encoding="utf-8")
    print(f"{given.out} written after {time.perf_counter() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
