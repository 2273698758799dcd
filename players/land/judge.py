"""The value of each turn near the end of a game of Land, proved by a search to the end.

If both have equal cows, taking more plots now never leads to fewer in the end: it gives more neighbouring plots and more cows,
and leaves less for the opponent. So after the first turn, only turns that cannot be extended are searched. The tests compare
this with a search of all turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from players.budget import Budget
from players.judgement import Judgement, TooHard, key_of
from players.land.field import Field
from rules.grid import bits
from rules.land import LandState
from rules.land.actions import DONE

MOST_TURNS = 300
"""Maximum number of ways to play the first turn."""
MOST_FULL_TURNS = 2000
"""Maximum number of sets of plots to try in one position."""
Known = dict[tuple[int, ...], tuple[int, int]]
"""Searched positions, with the lower and upper bounds of their margin."""
FAR = 1000
"""More plots than any map has."""


def judge(state: LandState, budget: Budget) -> Judgement | None:
    """Return the margin in plots that each turn leads to, for two seats under the original rules, at the start of a turn.

    Return ``None`` for every other position. Raise TooHard if the budget or the limit of turns is exceeded.
    """
    if state.phase != "reclaim" or state.taken:
        return None
    field = Field.of(state)
    if not _is_original(field) or not all(field.owned):
        return None
    seat, known = field.seat, Known()
    values = dict[str, int]()
    for plots in _turns(field, budget):
        after = field.copy()
        after.take(plots)
        stops = field.reach() & ~plots
        ended = not any(after.cost(bit) <= after.cows for bit in bits(stops))
        names = [str(plot) for plot in field.map.squares_of(plots)] + ([] if ended else [str(DONE)])
        values[key_of(names)] = _play_on(after, seat, -FAR, FAR, budget, known)
        if len(values) > MOST_TURNS:
            raise TooHard
    return Judgement(values)


def find_best_turn(field: Field, starts: int, budget: Budget) -> tuple[int, int] | None:
    """Return the plots of the best turn and the margin in plots that it leads to, for two seats under the original rules.

    ``starts``: the plots to choose a first plot from; 0 for other turns. Return ``None`` if a seat's first plot is still to be
    rolled for, under other rules, or if the position is too hard for the budget.
    """
    seat, known = field.seat, Known()
    if not _is_original(field) or not (field.owned[1 - seat] and (field.owned[seat] or starts)):
        return None
    best, margin = 0, -FAR
    try:
        for plots in bits(starts) or _sort_turns(field):
            after = field.copy()
            after.take(plots)
            value = _play_on(after, seat, margin, FAR, budget, known)
            if value > margin:
                best, margin = plots, value
    except TooHard:
        return None
    return best, margin


def _is_original(field: Field) -> bool:
    house = field.house
    return len(field.owned) == 2 and house.order == "fixed" and house.mountain == 2 and not (house.chain or house.equal)


def _turns(field: Field, budget: Budget) -> Iterator[int]:
    """Yield every non-empty set of plots that the seat to move may take. Raise TooHard if the budget is spent."""
    reach = bits(field.reach())

    def extend(place: int, taken: int, cows: int) -> Iterator[int]:
        if not budget.spend():
            raise TooHard
        if taken:
            yield taken
        for number in range(place, len(reach)):
            cost = field.cost(reach[number])
            if cost <= cows:
                yield from extend(number + 1, taken | reach[number], cows - cost)

    yield from extend(0, 0, field.cows)


def _full_turns(field: Field) -> list[int]:
    """Return the sets of plots that cannot be extended. Raise TooHard if there are too many."""
    reach = field.reach()
    if field.cost(reach) <= field.cows:
        return [reach]
    mountains, grass = bits(reach & field.map.mountain), bits(reach & ~field.map.mountain)
    choices = [
        (high, low)
        for high in range(min(len(mountains), field.cows // 2) + 1)
        if (low := min(len(grass), field.cows - 2 * high)) > field.cows - 2 * high - 2 or high == len(mountains)
    ]
    if sum(comb(len(mountains), high) * comb(len(grass), low) for high, low in choices) > MOST_FULL_TURNS:
        raise TooHard
    found = list[int]()

    def choose(plots: list[int], count: int, place: int, taken: int) -> Iterator[int]:
        if not count:
            yield taken
            return
        for number in range(place, len(plots) - count + 1):
            yield from choose(plots, count - 1, number + 1, taken | plots[number])

    for high, low in choices:
        found += [one | other for one in choose(mountains, high, 0, 0) for other in choose(grass, low, 0, 0)]
    return found


def _play_on(field: Field, seat: int, low: int, high: int, budget: Budget, known: Known) -> int:
    """Return the final margin of ``seat`` after a turn was chosen; it is exact between ``low`` and ``high``, else a bound."""
    if not field.end_turn():
        return field.owned[seat].bit_count() - field.owned[1 - seat].bit_count()
    if not budget.spend():
        raise TooHard
    key = (*field.owned, *field.bonus, field.seat, field.cows)
    least, most = known.get(key, (-FAR, FAR))
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    mine = field.seat == seat
    best, floor, ceiling = (-FAR, low, high) if mine else (FAR, low, high)
    for plots in _sort_turns(field):
        after = field.copy()
        after.take(plots)
        value = _play_on(after, seat, floor, ceiling, budget, known)
        if mine and value > best:
            best, floor = value, max(floor, value)
        elif not mine and value < best:
            best, ceiling = value, min(ceiling, value)
        if floor >= ceiling:
            break
    known[key] = (best if best > low else -FAR, best if best < high else FAR)
    return best


def _sort_turns(field: Field) -> list[int]:
    """Return the full turns, first those that leave the opponent the least reach and the seat itself the most."""
    turns = _full_turns(field)
    if len(turns) == 1:
        return turns
    beside, free = field.map.beside, field.free
    mine, other = field.owned[field.seat], field.owned[1 - field.seat]
    reach = beside(other) & free

    def worth(plots: int) -> int:
        left = free & ~plots
        return 2 * plots.bit_count() + (reach & plots).bit_count() + (beside(mine | plots) & left).bit_count()

    turns.sort(key=worth, reverse=True)
    return turns
