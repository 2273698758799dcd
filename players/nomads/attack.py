"""The attack on a full board (N11 to N16), played to its end: every founder answers in its own interest.

This is the only model of the attack. The search uses it to evaluate a full board, and ``answers`` to choose the best answer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from players.estimates import share_win
from players.nomads.board import NomadsBoard
from rules.nomads import NomadsState
from rules.nomads.attack import count_roads, next_city, scores_by_cities, standing_cities, winners_by_cities
from rules.nomads.grid import OWNER, number
from rules.nomads.march import add_at
from rules.nomads.tiles import TREASURE_POINTS

Answer = Literal["placate", "pay", "refuse"]

MOST_CHOICES = 5000
"""Maximum number of choices to examine in an attack; shipped bags need fewer. Beyond it founders save only their last city."""


class End(NamedTuple):
    """The end of an attack."""

    shares: tuple[float, ...]
    """Each seat's share of the win."""
    scores: tuple[int, ...]
    """The final scores; all 0 if nobody wins."""

    def lead(self, seat: int) -> float:
        """Return the difference between a seat's score and the mean of the others."""
        own = self.scores[seat]
        return own - (sum(self.scores) - own) / (len(self.scores) - 1)

    def rank(self, seat: int) -> tuple[float, int]:
        """Return the rank of this end for a seat: its share first, then its score.

        With two seats the lead replaces the score, so that no winner ranks higher than a win for the opponent.
        """
        scores = self.scores
        return self.shares[seat], scores[seat] - scores[1 - seat] if len(scores) == 2 else scores[seat]


Moment = tuple[tuple[int, ...], int, tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]
"""The state of an attack.

Its entries: the cities in the order in which bands visit them until all standing ones are occupied (N13), the index of the
next one, the occupied ones, the number of bands still to come, and the treasures and points of each seat."""


@lru_cache(maxsize=1 << 14)
def visits(cities: tuple[int, ...], at: int, start: int, entry: int) -> tuple[int, ...]:
    """Return the free cities in the order in which bands visit them (N13).

    No answer changes this order until all are visited.
    """
    order = list[int]()
    while len(order) < len(cities):
        at = next_city(cities, order, at, start, entry)
        order.append(at)
    return tuple(order)


class Attack:
    """The attack on one board, with its constants."""

    __slots__ = ("_entry", "_left", "_most", "_roads", "_seats", "_start", "_tribute", "choices", "now", "owners")

    now: Moment
    owners: dict[int, int]
    """City -> its founder."""
    choices: int
    """Number of choices examined so far."""

    def __init__(self, board: NomadsBoard, start: int | None = None, most: int | None = None) -> None:
        """Begin the attack on a board as if it were full.

        ``start``: the space where bands start, by default the one of N12. ``most``: maximum number of choices to examine.
        """
        cells = board.cells
        cities = tuple(standing_cities(cells))
        self._start = board.last if start is None else start
        self._entry, self._tribute, self._seats = board.entry, board.tribute, board.seats
        self._left = [seat for seat in range(board.seats) if seat not in board.dropped]
        self.owners = {city: OWNER[cells[city]] for city in cities}
        self._roads = count_roads(cells, board.seats)
        self.choices, self._most = 0, MOST_CHOICES if most is None else most
        order = visits(cities, self._start, self._start, board.entry)
        self.now = (order, 0, (), board.bands, tuple(board.treasures), tuple(board.points))

    @classmethod
    def of(cls, state: NomadsState) -> Attack:
        """Return the attack at the moment when a founder decides."""
        new = cls(NomadsBoard.of(state))
        saved = tuple(sorted(number(city) for city in state.occupied))
        target = number(state.target) if state.target is not None else -1
        free = tuple(city for city in new.owners if city not in saved and city != target)
        order = (target, *visits(free, target, new._start, new._entry))
        new.now = (order, 0, saved, state.bands, state.treasures, state.points)
        return new

    def end(self) -> End:
        """Return the end of the attack."""
        return self._end(self.now)

    def answer(self) -> Answer:
        """Return the best answer of the founder who decides now."""
        return self._decide(self.now)[0]

    def _end(self, moment: Moment) -> End:
        """Continue with the bands until a founder has a choice, and choose for it (N13 to N15)."""
        order, place, saved, bands, treasures, points = moment
        owners, tribute, cities = self.owners, self._tribute, len(order)
        while bands > cities - place:
            if place < cities:
                founder = owners[order[place]]
                if (treasures[founder] or 0 < tribute <= points[founder]) and founder in self._left:
                    return self._decide((order, place, saved, bands, treasures, points))[1]
                place += 1
                bands -= 1
            elif saved:
                # N14: bands return to saved cities only after no free city is left.
                order = visits(tuple(sorted(saved)), order[-1], self._start, self._entry)
                place, saved, cities = 0, (), len(order)
            else:
                break
        return self._last_round((order, place, saved, bands, treasures, points))

    def _decide(self, moment: Moment) -> tuple[Answer, End]:
        """Return the best answer for the founder of the next city, who has a choice, and how the attack then ends."""
        order, place, saved, bands, treasures, points = moment
        city = order[place]
        founder = self.owners[city]
        self.choices += 1
        found = list[tuple[Answer, End]]()
        if self.choices <= self._most or not any(self.owners[other] == founder for other in (*saved, *order[place + 1 :])):
            after = order, place + 1, (*saved, city), bands - 1
            if treasures[founder]:
                found.append(("placate", self._end((*after, add_at(treasures, founder, -1), points))))
            if 0 < self._tribute <= points[founder]:
                found.append(("pay", self._end((*after, treasures, add_at(points, founder, -self._tribute)))))
        if self.choices <= self._most or not found:
            found.append(("refuse", self._end((order, place + 1, saved, bands - 1, treasures, points))))
        return max(found, key=lambda pair: pair[1].rank(founder))

    def _last_round(self, moment: Moment) -> End:
        """Return the end if no band returns to a city (N15 and N16).

        Answers can no longer affect other seats. So each founder whose cities are all within reach saves one of them in the
        cheapest way, because a seat without a city has no score.
        """
        order, place, saved, bands, treasures, points = moment
        cities, owners = [0] * self._seats, self.owners
        reached = place + bands
        for city in saved + order[reached:]:
            cities[owners[city]] += 1
        for city in order[place:reached]:
            founder = owners[city]
            if not cities[founder] and founder in self._left:
                can_pay = 0 < self._tribute <= points[founder]
                if treasures[founder] and not (can_pay and self._tribute < TREASURE_POINTS):
                    treasures = add_at(treasures, founder, -1)
                    cities[founder] = 1
                elif can_pay:
                    points = add_at(points, founder, -self._tribute)
                    cities[founder] = 1
        scores = scores_by_cities(cities, points, treasures)
        winners = winners_by_cities(cities, scores, self._roads, self._left)
        return End(share_win(winners, self._seats), scores)
