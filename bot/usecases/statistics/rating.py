"""The ranking's arithmetic: openskill's Plackett–Luce, one game at a time, without a database.

openskill computes the change of everybody's skill by a game. Two weights then reduce it (``docs/counting.md``): the change of
mu by how open the game was between its players; the change of sigma by how much is known of the opponents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.common.clock import DAY

_MODEL = PlackettLuce()
START_MU, START_SIGMA = _MODEL.mu, _MODEL.sigma
SCALE, BASE = 12, 1000
"""The points in one unit of openskill's mu, and the points of the average member."""
CERTAIN = 6.5
"""The sigma up to which points are certain; above it they are provisional."""
FADING = 0.1
"""The increase of sigma squared by a day without a game."""
HALF_LIFE = 180 * DAY
"""Half-life of a game in the meetings of two people, in milliseconds."""
NEWCOMERS = -(2**41)
"""The number that stands for all unknown players, as a single opponent. No person and no computer has it."""
AGAINST_NEWCOMERS = 0.7
"""Maximum weight of a game against them."""
DOUBT = 0.25
"""Prior of a pair's meetings: assumed wins, and equally many losses, before their first game."""


class Skill(NamedTuple):
    """The estimated strength of a player, and its uncertainty."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def points(self) -> int:
        """The points shown in the ranking."""
        return round(BASE + SCALE * (self.mu - START_MU))

    @property
    def is_certain(self) -> bool:
        """Whether the points are no longer provisional."""
        return self.sigma <= CERTAIN

    @property
    def known(self) -> float:
        """The certainty of the estimate: 0 before the first game, near 1 after many."""
        return 1 - (self.sigma / START_SIGMA) ** 2

    def after(self, milliseconds: int) -> Skill:
        """Return the skill after a time without a game.

        A negative time changes nothing: it occurs after the clock was set back.
        """
        return Skill(self.mu, min(START_SIGMA, sqrt(self.sigma**2 + FADING * max(0, milliseconds) / DAY)))


class Meetings(NamedTuple):
    """A player's games against one opponent; older ones count less."""

    games: float = 0.0
    won: float = 0.0
    """A draw is half a win."""
    at: int = 0

    def fade(self, at: int) -> Meetings:
        """Return the meetings with the lower weight that they have at a later time."""
        rest: float = 0.5 ** ((at - self.at) / HALF_LIFE)
        return Meetings(self.games * rest, self.won * rest, at)

    @property
    def openness(self) -> float:
        """How open the next game is: 1 if each has won half of the meetings, near 0 if one has always won."""
        expected = (self.won + DOUBT) / (self.games + 2 * DOUBT)
        return (4 * expected * (1 - expected)) ** 2


class Seat(NamedTuple):
    """A seat of a finished game."""

    place: int
    """The place, 1 for the best. Seats with equal places drew."""
    weights: Mapping[int, float]
    """Player -> share of the seat's decisions; the sum is 1."""


class Opponent(NamedTuple):
    """A player of another seat."""

    who: int
    weight: float
    score: float
    """1 for a win over them, ½ for a draw."""


class Rated(NamedTuple):
    """The result of rating a game."""

    skills: dict[int, Skill]
    meetings: dict[tuple[int, int], Meetings]
    """The meetings by person and opponent."""


def rate(
    seats: Sequence[Seat], known: Mapping[int, Skill], met: Mapping[tuple[int, int], Meetings] | None = None, at: int = 0
) -> Rated:
    """Return the skills of all players after a game, and their updated meetings.

    ``known``, ``met``: the skills and meetings before it, where they exist; ``at``: the end of the game. The skill of a seat is
    the weighted mean of the skills of the players who shared it. The changes of the seat's mu and sigma are divided among these
    players by weight, and reduced by the factors of :func:`_weigh`.
    """
    before = [_mean([(known.get(who, Skill()), weight) for who, weight in seat.weights.items()]) for seat in seats]
    after = update(before, [seat.place for seat in seats])
    faded = {pair: meetings.fade(at) for pair, meetings in (met or {}).items()}
    skills: dict[int, Skill] = {}
    meetings = dict(faded)
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        for who, weight in seats[place].weights.items():
            opponents = list(_opponents(seats, place, who))
            for_mu, for_sigma = _weigh(who, opponents, known, faded)
            skill = skills.get(who, known.get(who, Skill()))
            mu = skill.mu + weight * for_mu * (new.mu - old.mu)
            skills[who] = Skill(mu, skill.sigma * (1 + weight * for_sigma * (new.sigma / old.sigma - 1)))
            _meet(meetings, who, weight, opponents, known, at)
    return Rated(skills, meetings)


def update(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills after a game, as openskill computes them. The lowest place is the best; equal places drew."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=list(places))]


def _mean(skills: Sequence[tuple[Skill, float]]) -> Skill:
    if len(skills) == 1:
        return skills[0][0]
    mu = fsum(skill.mu * weight for skill, weight in skills)
    return Skill(mu, sqrt(fsum(skill.sigma**2 * weight for skill, weight in skills)))


def _opponents(seats: Sequence[Seat], place: int, who: int) -> Iterator[Opponent]:
    """Yield the players of the other seats, except the player themselves."""
    mine = seats[place].place
    for other, seat in enumerate(seats):
        if other != place:
            score = 0.5 if seat.place == mine else float(mine < seat.place)
            yield from (Opponent(them, weight, score) for them, weight in seat.weights.items() if them != who)


def _weigh(
    who: int, opponents: Sequence[Opponent], known: Mapping[int, Skill], met: Mapping[tuple[int, int], Meetings]
) -> tuple[float, float]:
    """Return the factors by which a game changes a player's mu and sigma: the means over the player's opponents.

    As far as an opponent's skill is known, the factor of mu is how open the game is between the two. For the rest, the opponent
    counts as an unknown player.
    """
    total = fsum(opponent.weight for opponent in opponents)
    if not total:
        return 0.0, 0.0
    newcomers = AGAINST_NEWCOMERS * met.get((who, NEWCOMERS), Meetings()).openness
    for_mu, for_sigma = [], []
    for them, weight, _ in opponents:
        share = known.get(them, Skill()).known
        for_mu.append(weight * (share * met.get((who, them), Meetings()).openness + (1 - share) * newcomers))
        for_sigma.append(weight * (share + (1 - share) * newcomers))
    return fsum(for_mu) / total, fsum(for_sigma) / total


def _meet(
    meetings: dict[tuple[int, int], Meetings],
    who: int,
    weight: float,
    opponents: Sequence[Opponent],
    known: Mapping[int, Skill],
    at: int,
) -> None:
    unknown = {opponent.who: 1 - known.get(opponent.who, Skill()).known for opponent in opponents}
    as_newcomers = [opponent._replace(weight=opponent.weight * unknown[opponent.who]) for opponent in opponents]
    for them, part in [*((opponent.who, [opponent]) for opponent in opponents), (NEWCOMERS, as_newcomers)]:
        before = meetings.get((who, them), Meetings())
        games = before.games + weight * fsum(opponent.weight for opponent in part)
        won = before.won + weight * fsum(opponent.weight * opponent.score for opponent in part)
        meetings[who, them] = Meetings(games, won, at)
