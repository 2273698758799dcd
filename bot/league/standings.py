"""Points and places in a division, computed from the outcomes of its games.

A pair of games for two: two points for the larger sum of margins, one each if the sums are equal. A table: 6, 3 and 0 points
by place among three, 6, 4, 2 and 0 among four; shared places share their points. Equal points are decided by the direct
result, then the sum of all margins, then fewer losses on time; otherwise the place is shared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import Any

from bot.league.pairings import Seats

POINTS = {1: (2,), 3: (6, 3, 0), 4: (6, 4, 2, 0)}
"""Number of seats of a table -> the points by place. One seat is a bye."""
EQUAL = 0.05
"""Maximum difference of expected shares of the win that count as equal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game, by seat."""

    places: tuple[int, ...]
    """The places; 1 is the best, and equal results share the better place."""
    margins: tuple[float, ...]
    """The seat's points minus the best of the others; 0 if the game was resigned or not played."""
    gone: tuple[int, ...] = ()
    """The seats that resigned or lost on time."""
    late: tuple[int, ...] = ()
    """The seats that lost on time."""
    absent: tuple[int, ...] = ()
    """The seats of members who had withdrawn before it began: these get no points."""
    why: str = "played"
    """How the outcome came about: ``played``; ``judged`` by a computer; ``withdrawn``: not played, because a member
    withdrew; ``unplayed``: not played for another reason; ``bye``."""


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of a division: its members in the order of seating, and its outcome."""

    seats: Seats
    outcome: Outcome | None = None


@dataclass(slots=True)
class Line:
    """A line of the standings."""

    member: int
    place: int | None = None
    """The place, from 1; ``None`` for a computer."""
    points: float = 0
    direct: float = 0
    margin: float = 0
    late: int = 0
    played: int = 0
    """Number of games that are over."""
    to_come: int = 0
    judged: int = 0
    """Number of games that a computer has judged."""

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """The sort key of the line; smaller is better."""
        return -self.points, -self.direct, -self.margin, self.late


@dataclass(slots=True)
class _Contest:
    """Games that are scored together: those of a pair, or the game of a table."""

    games: list[LeagueGame] = field(default_factory=list)

    def points(self) -> dict[int, float]:
        """Return the points by member; empty while a game is not over."""
        if any(game.outcome is None for game in self.games):
            return {}
        seats = self.games[0].seats
        return self._decide_pair(*seats) if len(seats) == 2 else _share_points(seats, self.games[0].outcome)

    def _decide_pair(self, one: int, other: int) -> dict[int, float]:
        """Return the points of a pair. A member who resigned a game or was absent loses to one who did not."""
        lost = dict.fromkeys((one, other), 0)
        margin, places, absent = 0.0, 0, set[int]()
        for seats, outcome in ((game.seats, game.outcome) for game in self.games):
            if outcome is not None:
                absent |= {seats[seat] for seat in outcome.absent}
                for seat in {*outcome.gone, *outcome.absent}:
                    lost[seats[seat]] += 1
                margin += outcome.margins[seats.index(one)]
                places += outcome.places[seats.index(other)] - outcome.places[seats.index(one)]
        if len(absent) == 2:
            return {one: 0, other: 0}
        ahead = lost[other] - lost[one] or (margin if len(self.games) > 1 else places)
        return {one: 1 + (ahead > 0) - (ahead < 0), other: 1 - (ahead > 0) + (ahead < 0)}


def compute(members: Collection[int], games: Sequence[LeagueGame], computers: Collection[int] = ()) -> list[Line]:
    """Return the standings of a division, best first. ``computers``: the members that are computers."""
    lines = {member: Line(member) for member in members}
    contests = defaultdict[Any, _Contest](_Contest)
    for number, game in enumerate(games):
        contests[frozenset(game.seats) if len(game.seats) == 2 else number].games.append(game)
        for seat, member in enumerate(game.seats):
            line, outcome = lines[member], game.outcome
            line.to_come += outcome is None
            if outcome is not None:
                line.played += outcome.why == "played"
                line.judged += outcome.why == "judged"
                line.margin += outcome.margins[seat]
                line.late += seat in outcome.late
    made = [(contest, contest.points()) for contest in contests.values()]
    for _, points in made:
        for member, gained in points.items():
            lines[member].points += gained
    for line in lines.values():
        line.margin = round(line.margin, 1)
    _add_direct(list(lines.values()), made)
    order = sorted(lines.values(), key=lambda line: (*line.rank, line.member))
    place = 0
    honoured = [line for line in order if line.member not in computers]
    for number, line in enumerate(honoured, 1):
        if number == 1 or line.rank != honoured[number - 2].rank:
            place = number
        line.place = place
    return order


def _add_direct(lines: Sequence[Line], made: Sequence[tuple[_Contest, dict[int, float]]]) -> None:
    """Give each line its direct result against members with equal points: two for each one beaten, one for an equal result."""
    by_points = sorted(lines, key=lambda line: line.points)
    for _, equal in groupby(by_points, key=lambda line: line.points):
        group = {line.member: line for line in equal}
        for contest, points in made:
            for one, other in combinations(sorted(group.keys() & points.keys()), 2):
                ahead = points[one] - points[other] if len(points) == 2 else _compare(contest.games[0], one, other)
                group[one].direct += 1 + (ahead > 0) - (ahead < 0)
                group[other].direct += 1 - (ahead > 0) + (ahead < 0)


def _compare(game: LeagueGame, one: int, other: int) -> int:
    """Return the number of places by which one member of a table finished ahead of another."""
    places = game.outcome.places if game.outcome is not None else ()
    return places[game.seats.index(other)] - places[game.seats.index(one)]


def _share_points(seats: Seats, outcome: Outcome | None) -> dict[int, float]:
    """Return the points of a table by place; shared places share their points."""
    if outcome is None:
        return {}
    found: dict[int, float] = {}
    for seat, member in enumerate(seats):
        place = outcome.places[seat]
        sharing = outcome.places.count(place)
        mine = POINTS[len(seats)][place - 1 : place - 1 + sharing]
        found[member] = 0 if seat in outcome.absent else sum(mine) / sharing
    return found


def judge(shares: Sequence[float], margins: Sequence[float], gone: Seats = (), late: Seats = ()) -> Outcome:
    """Return the outcome of an unfinished game, by a computer's estimate.

    At a table, places follow the expected shares of the win. Seats at most ``EQUAL`` behind the best seat of a place share that
    place. The ``gone`` seats share the last place; some of them lost on time (``late``). In a pair, the expected margin counts.
    """
    if len(shares) == 2:
        margin = round(margins[0], 1)
        return Outcome((1 if margin >= 0 else 2, 1 if margin <= 0 else 2), (margin, -margin), why="judged")
    shares = [-1.0 if seat in gone else share for seat, share in enumerate(shares)]
    order = sorted(range(len(shares)), key=lambda seat: -shares[seat])
    places, place, best = [0] * len(shares), 1, shares[order[0]]
    for number, seat in enumerate(order, 1):
        if best - shares[seat] > EQUAL + 1e-9:
            place, best = number, shares[seat]
        places[seat] = place
    ahead = (0.0 if seat in gone else round(margin, 1) for seat, margin in enumerate(margins))
    return Outcome(tuple(places), tuple(ahead), gone=gone, late=late, why="judged")


BYE = Outcome((1,), (0.0,), why="bye")


def not_played(seats: int, absent: Collection[int]) -> Outcome:
    """Return the outcome of a game that never began: the members who had not withdrawn share first place."""
    places = tuple(1 + (seats - len(absent)) * (seat in absent) for seat in range(seats))
    why = "withdrawn" if absent else "unplayed"
    return Outcome(places, (0.0,) * seats, absent=tuple(sorted(absent)), why=why)
