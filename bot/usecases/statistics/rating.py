"""The ranking's arithmetic: openskill's Plackett–Luce, one game at a time. Nothing here knows a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
START_MU, START_SIGMA = _MODEL.mu, _MODEL.sigma
SCALE, BASE = 40, 1000
"""Points are openskill's ordinal (mu - 3 sigma), so many to one, from the points that a beginner has."""
SETTLED = 10
"""Games from which on a figure is no longer provisional."""


class Skill(NamedTuple):
    """How strong somebody is taken to be, and how sure that is."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def points(self) -> int:
        """What the ranking shows."""
        return round(BASE + SCALE * (self.mu - 3 * self.sigma))


class Seat(NamedTuple):
    """A seat of a finished game."""

    place: int
    """1 for the best; seats that share a place drew."""
    weights: Mapping[int, float]
    """Who decided for it -> their share of its decisions; together 1."""


def rate(seats: Sequence[Seat], known: Mapping[int, Skill]) -> dict[int, Skill]:
    """Return the skills after a game of everybody in it; ``known``: those before it, of whoever has any.

    A seat plays with the mean of its sharers' skills, by weight. Of what the game changes, each sharer gets their weight:
    of the difference in mu, and of the factor on sigma. One who decided alone gets exactly what openskill says.
    """
    before = [_mean([(known.get(who, Skill()), weight) for who, weight in seat.weights.items()]) for seat in seats]
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    after = [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, ranks=[seat.place for seat in seats])]
    skills: dict[int, Skill] = {}
    for seat, old, new in zip(seats, before, after, strict=True):
        for who, weight in seat.weights.items():
            skills[who] = _move(skills.get(who, known.get(who, Skill())), old, new, weight)
    return skills


def _mean(skills: Sequence[tuple[Skill, float]]) -> Skill:
    if len(skills) == 1:
        return skills[0][0]
    mu = sum(skill.mu * weight for skill, weight in skills)
    return Skill(mu, sqrt(sum(skill.sigma**2 * weight for skill, weight in skills)))


def _move(skill: Skill, old: Skill, new: Skill, weight: float) -> Skill:
    """A sharer's skill after what their seat's did."""
    if weight == 1 and skill == old:
        return new
    return Skill(skill.mu + weight * (new.mu - old.mu), skill.sigma * (1 + weight * (new.sigma / old.sigma - 1)))
