"""How fast the rules are: random playouts that list the moves at every position and play one.

The peer is python-chess, doing the same in the same run. What is counted is processor time, and the games take turns
with the peer in short rounds, so that other work on the machine touches both alike.
``python -m lab.bench.bench_rules`` runs it alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import chess

from lab.bench import Row
from rules import GAMES, State

ROUNDS = 5
SECONDS_A_ROUND = 0.4
PEER = "python-chess"
_DRAWN_AFTER = 150
"""Half-moves without a capture or pawn move after which a game of chess is drawn automatically."""

Playout = Callable[[Random], int]
"""Play one random game. Return the number of moves, chance included."""


def play_randomly(start: State, random: Random) -> int:
    """Play one game of ours to its end. Return the number of actions."""
    state, played = start, 0
    while True:
        moves = state.moves()
        if moves:
            state = state.play(random.choice(moves))
        elif state.is_chance:
            outcomes = state.outcomes()
            state = state.play(random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0])
        else:
            return played
        played += 1


def play_chess(random: Random) -> int:
    """Play one game of chess to mate, stalemate or the 75-move rule. Return the number of moves."""
    board = chess.Board()
    while moves := list(board.legal_moves):
        if board.halfmove_clock >= _DRAWN_AFTER:
            break
        board.push(random.choice(moves))
    return board.ply()


def playout_of(name: str, seats: int, **options: object) -> Playout:
    """Return random games of one of ours, each from a start made anew."""
    return lambda random: play_randomly(GAMES[name].start(seats, options), random)


def speeds(playouts: dict[str, Playout]) -> dict[str, tuple[float, float]]:
    """Return (moves per second, games per second) of each playout, the medians of rounds in which all take turns."""
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in playouts}
    for number in range(ROUNDS):
        for name, playout in playouts.items():
            random = Random(f"{name} {number}")
            moves = games = 0
            began = process_time()
            while (spent := process_time() - began) < SECONDS_A_ROUND:
                moves += playout(random)
                games += 1
            rates[name].append((moves / spent, games / spent))
    return {name: (median(rate for rate, _ in rounds), median(rate for _, rate in rounds)) for name, rounds in rates.items()}


def rows() -> list[Row]:
    """Return the moves per second of every game, with fewest and most seats, of Pastures New on three boards, and of a peer."""
    playouts: dict[str, Playout] = {PEER: play_chess}
    for side in (8, 4, 16):
        playouts[f"Pastures New {side} by {side}"] = playout_of("pastures", 2, width=side, height=side)
    for game in GAMES.values():
        if game.name != "pastures":
            for seats in sorted({game.seats[0], game.seats[-1]}):
                playouts[f"{game.title}, {seats} seats"] = playout_of(game.name, seats)
    measured = speeds(playouts)
    peer_moves, peer_games = measured.pop(PEER)
    table = [Row(f"Random playouts, {name}", moves, "moves/s", PEER, peer_moves) for name, (moves, _) in measured.items()]
    first = next(iter(measured))
    table.insert(1, Row(f"Random playouts, {first}", measured[first][1], "games/s", PEER, peer_games))
    return table


if __name__ == "__main__":
    for row in rows():
        peer = f"{row.peer} {row.peer_value:,.0f}: {row.value / row.peer_value:.1f} times" if row.peer_value else ""
        print(f"{row.name:45} {row.value:12,.0f} {row.unit:8} {peer}")
