"""How much of a win the player of Nomads gives away on last turns: ``python -m lab.studies.nomads.last_turns [GAMES]``.

Level 5 plays games against itself. On every turn with one to three spaces left, its moves are played in many deals of what is
hidden and of what is drawn; level 5 goes on, and the attack is answered. The best move is the one that does best in one half of
the deals. What it does better than the move that was played, in the other half, is given away.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from lab.studies.report import estimate
from players import PLAYERS, Budget
from players.chance import play_chance
from players.estimates import share_win
from players.nomads.answers import attack_end
from players.nomads.last_spaces import LastTurns, board_of, ideas, move_of
from rules import Action
from rules.nomads import NOMADS, NomadsState

SEATS = (2, 2, 4)
SPACES = (1, 2, 3)
LIKELY = 6
"""The number of moves tried in addition to the one played, if more than one space is left: the best at a first look."""
WORK_ON = 100
"""The work of a move after the one that is tried."""
MUCH = 0.2
"""A part of a win that counts as much."""

Chooser = Callable[[NomadsState, Random], Action]


class Turn(NamedTuple):
    """A last turn that was played."""

    spaces: int
    move: Action
    given_away: float
    """The part of a win by which another move is better."""


def last_turns(games: Iterable[int], choose: Chooser) -> Iterator[NomadsState]:
    """Yield the positions with few spaces left in games with such numbers."""
    for number in games:
        random = Random(f"last turns {number}")
        state: NomadsState = NOMADS.start(SEATS[number % len(SEATS)], {})
        while not (state := play_chance(state, random)).is_over:
            if state.phase == "turn" and len(state.empty) in SPACES:
                yield state
            state = state.play(choose(state, random))


def tried_moves(state: NomadsState) -> list[Action]:
    """Return the moves to compare: all that differ, or with more spaces the likely ones."""
    board = board_of(state, Random(0))
    if board.empty == 1:
        return [move_of(idea, board) for idea in ideas(board)]
    search, seat = LastTurns(Budget(work=0)), board.turn
    ranked = sorted(ideas(board), key=lambda idea: -search.expect(board, idea, -1)[seat])
    return [move_of(idea, board) for idea in ranked[:LIKELY]]


def result(state: NomadsState, move: Action, deal: int) -> float:
    """Return the share of the win of the seat in turn after a move, in one deal."""
    random, player, seat = Random(deal), PLAYERS["nomads"], state.turn or 0
    now = play_chance(state.redealt(random).play(move), random)
    while not now.is_over:
        if now.phase == "attack":
            return attack_end(now).shares[seat]
        now = play_chance(now.play(player.choose(now, level=5, work=WORK_ON, random=Random(deal))), random)
    return share_win(now.winners or (), now.seats)[seat]


def judge(state: NomadsState, played: list[Action], deals: int) -> list[float]:
    """Return for each of some moves how much of a win it gives away."""
    moves = list(dict.fromkeys([*played, *tried_moves(state)]))
    results = {move: [result(state, move, deal) for deal in range(deals)] for move in moves}
    lost = [0.0] * len(played)
    for half in (0, 1):
        best = max(moves, key=lambda move: fmean(results[move][half::2]))
        for at, move in enumerate(played):
            lost[at] += (fmean(results[best][1 - half :: 2]) - fmean(results[move][1 - half :: 2])) / 2
    return lost


def lines(turns: list[Turn]) -> list[str]:
    """Return the report, in Markdown."""
    found = ["| spaces left | turns | given away on average | much given away |", "|---|---|---|---|"]
    for spaces in SPACES:
        lost = [turn.given_away for turn in turns if turn.spaces == spaces]
        if lost:
            much = sum(each >= MUCH for each in lost)
            found.append(f"| {spaces} | {len(lost)} | {estimate(lost)} of a win | {much} of {len(lost)} |")
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Play, judge and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=45)
    options.add_argument("--deals", type=int, default=40)
    options.add_argument("--work", type=int, default=600)
    given = options.parse_args(argv)

    def choose(state: NomadsState, random: Random) -> Action:
        return PLAYERS["nomads"].choose(state, level=5, work=given.work, random=random)

    turns = []
    for state in last_turns(range(given.games), choose):
        move = choose(state, Random(1))
        turns.append(Turn(len(state.empty), move, judge(state, [move], given.deals)[0]))
    print("\n".join(lines(turns)))


if __name__ == "__main__":
    main()
