"""Judge puzzles again by the rules alone: every line of play to its end, or many deals and draws where chance decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from players.judgement import SEPARATOR, Judgement
from players.second_search import SecondSearch
from rules import State
from rules.land import DONE, LandState
from rules.nomads import NomadsState

MOST_POSITIONS = 10_000
"""Positions that are looked at for one puzzle, at most: about a second."""
DEALS = 1000
"""Deals and draws in which each move of Nomads is tried. The standard error of a share is then 1.6 percent at most."""
FAR = 10_000
"""More points than any game has."""


Again = Mapping[str, Sequence[float]]
"""The values of each turn that a second search finds."""


class TooLarge(Exception):
    """There are too many positions."""


def judge_again(state: State, judged: Judgement, deals: int = DEALS) -> Again:
    """Return the values of each turn of a judgement: a proved one, or the shares for each of the manners. Raise TooLarge."""
    if isinstance(state, NomadsState):
        nomads = SecondSearch(state, deals)
        return {key: [100 * share for share in nomads.shares_after(key)] for key in judged.values}
    search = Search()
    return {key: [search.margin_after(state, key)] for key in judged.values}


def left_out(state: State, judged: Judgement) -> list[str]:
    """Return the legal moves with which no judged turn begins."""
    found = list[str]()
    for move in state.moves():
        try:
            judged.value_of([str(move)])
        except KeyError:
            found.append(str(move))
    return found


def measure_difference(judged: Judgement, again: Again) -> float:
    """Return by how much a value differs at most in the second judgement."""
    return max(abs(value - judged.values[key]) for key, values in again.items() for value in values)


def contradicts(judged: Judgement, again: Again) -> bool:
    """Return whether the second judgement names another best turn."""
    others = [value for key, values in again.items() if key not in judged.answers for value in values]
    return min(value for key in judged.answers for value in again[key]) <= max(others)


class Search:
    """A search of two players' games without chance to the end. It remembers positions, and nothing else is clever in it."""

    def __init__(self) -> None:
        self._known: dict[State, tuple[int, int]] = {}

    def margin_after(self, state: State, key: str) -> int:
        """Return the final margin of the seat to move after the turn of a key, both playing on as well as possible."""
        seat = state.seat
        for text in sorted(key.split(SEPARATOR), key=lambda text: text == "done"):
            state = state.play(state.parse(text))
        margin = self._margin(state, -FAR, FAR)
        return -margin if seat else margin

    def _margin(self, state: State, low: int, high: int) -> int:
        """Return the final margin of seat 0; between ``low`` and ``high`` it is exact."""
        if state.is_over:
            return state.scores[0] - state.scores[1]
        least, most = self._known.get(state, (-FAR, FAR))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        if len(self._known) > MOST_POSITIONS:
            raise TooLarge
        best, floor, ceiling = (FAR, low, high) if state.seat else (-FAR, low, high)
        for after in _followers(state):
            value = self._margin(after, floor, ceiling)
            if state.seat:
                best, ceiling = min(best, value), min(ceiling, value)
            else:
                best, floor = max(best, value), max(floor, value)
            if floor >= ceiling:
                break
        self._known[state] = (best if best > low else -FAR, best if best < high else FAR)
        return best


def _followers(state: State) -> list[State]:
    """Return the states after each move. In Land a move is a whole turn here, and nobody stops with cows left."""
    if not isinstance(state, LandState) or state.phase != "reclaim":
        return [state.play(move) for move in state.moves()]
    plots = [move for move in state.moves() if move != DONE]
    found = list[State]()

    def take_from(place: int, now: LandState) -> None:
        if now.is_over or not now.taken:
            found.append(now)
            return
        moves = set(now.moves())
        for number in range(place, len(plots)):
            if plots[number] in moves:
                take_from(number + 1, now.play(plots[number]))

    for number, plot in enumerate(plots):
        take_from(number + 1, state.play(plot))
    return found
