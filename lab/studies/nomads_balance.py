"""How the tile sets of Nomads play, by machine: ``python -m lab.studies.nomads_balance [GAMES]`` (Markdown, some minutes).

What it printed is kept in ``lab/docs/nomads-balance.md``. Two ways of playing are measured for every number of seats: at
random among all legal moves, and by a player that looks one move ahead (``lab.studies.nomads_player``).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import correlation
from typing import NamedTuple, get_args

from lab.studies.nomads_player import choose
from players.estimates import share_win
from rules import Action
from rules.nomads import NOMADS, NomadsOptions, NomadsState

ACTIONS = ("discover", "city", "activate", "road")
TILE_SETS: tuple[str, ...] = get_args(NomadsOptions.model_fields["tiles"].annotation)

Player = Callable[[NomadsState, Random], Action]


class Result(NamedTuple):
    """The results of many games of one kind."""

    games: int
    nobody: int
    """Games that nobody won."""
    turns: int
    actions: int
    played: Counter[str]
    """Turns by what was done on them."""
    founded: int
    """Seats that founded the city of their own."""
    first: float
    """Wins of the seat that begins; a shared win counts in part."""
    luck: tuple[float, float, float]
    """How much winning goes with the cities, oases and treasures of a seat: Pearson's correlation over all seats."""


def at_random(state: NomadsState, random: Random) -> Action:
    """Return any legal move, all as likely."""
    return random.choice(state.moves())


def play_games(tiles: str, seats: int, player: Player, games: int) -> Result:
    """Play many games, the same at every call."""
    random = Random(f"{tiles} {seats}")
    played: Counter[str] = Counter()
    nobody = turns = actions = founded = 0
    first = 0.0
    wins: list[float] = []
    had: tuple[list[int], ...] = ([], [], [])
    for _ in range(games):
        state = NOMADS.start(seats, {"tiles": tiles})
        while not state.is_over:
            if state.is_chance:
                outcomes = state.outcomes()
                action = random.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])[0]
            else:
                action = player(state, random)
                if state.phase == "turn":
                    turns += 1
                    played[str(action).split()[0]] += 1
            actions += 1
            state = state.play(action)
        founded += seats - sum(state.cities_in_hand)
        winners = state.winners or ()
        nobody += not winners
        shares = share_win(winners, seats)
        first += shares[0]
        wins += shares
        for counts, more in zip(had, (*_laid(state), state.treasures), strict=True):
            counts += more
    cities, oases, treasures = (correlation(counts, wins) for counts in had)
    return Result(games, nobody, turns, actions, played, founded, first, (cities, oases, treasures))


def _laid(state: NomadsState) -> tuple[list[int], list[int]]:
    """Return the cities, razed ones too, and the oases of each seat."""
    cities, oases = [0] * state.seats, [0] * state.seats
    for tile in state.tiles.values():
        if tile.owner is not None:
            cities[tile.owner] += tile.kind == "city"
            oases[tile.owner] += tile.kind == "oasis"
    for raid in state.raids:
        if raid.fate == "razed" and raid.founder is not None:
            cities[raid.founder] += 1
    return cities, oases


def tables(games: int) -> list[str]:
    """Return the lines of the report."""
    lines = []
    for name, player in (("At random", at_random), ("Looking one move ahead", choose)):
        lines += ["", f"## {name}, {games} games each", "", _HEAD, "|" + "---|" * _HEAD.count(" | ") + "---|"]
        for tiles in TILE_SETS:
            lines += [_line(tiles, seats, play_games(tiles, seats, player, games)) for seats in NOMADS.seats]
    return lines


_HEAD = (
    "| set | seats | nobody wins | turns | actions | discover | city | activate | road | own city founded | first seat wins "
    "| cities | oases | treasures |"
)


def _line(tiles: str, seats: int, result: Result) -> str:
    won = max(1, result.games - result.nobody)
    shares = [result.played[action] / result.turns for action in ACTIONS]
    cells = [
        tiles,
        str(seats),
        f"{result.nobody / result.games:.1%}",
        f"{result.turns / result.games:.0f}",
        f"{result.actions / result.games:.0f}",
        *(f"{share:.0%}" for share in shares),
        f"{result.founded / result.games / seats:.0%}",
        f"{result.first / won:.0%}",
        *(f"{each:+.2f}" for each in result.luck),
    ]
    return f"| {' | '.join(cells)} |"


def main(argv: Sequence[str] | None = None) -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "games", type=int, nargs="?", default=400, help="for each tile set, number of seats and way of playing"
    )
    print("\n".join(tables(options.parse_args(argv).games)))


if __name__ == "__main__":
    main()
