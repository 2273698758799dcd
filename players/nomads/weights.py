"""The weights by which positions of Nomads are judged, fitted by ``studies.fit_nomads`` to games of the player itself.

Each feature has three, for the three ways in which it counts (``features.stage``).
"""

from __future__ import annotations

Weights = tuple[tuple[float, float, float], ...]

SEAT: Weights = (
    (1.688, -1.016, 0.125),  # lead
    (0.394, -0.364, 0.268),  # cities
    (0.384, -0.167, -0.260),  # a city
    (-0.183, 0.636, -0.021),  # city in hand
    (0.789, -0.877, 0.202),  # treasure
    (-0.030, -0.529, 0.372),  # safe
    (-0.161, -0.056, -0.550),  # survives
    (0.869, -0.646, 1.992),  # move
    (0.340, -0.185, -0.209),  # next
    (0.123, -0.725, 1.271),  # wins now
    (0.264, -0.023, 0.211),  # stands now
    (0.212, 0.063, 0.145),  # score now
)
"""For the features of a seat."""

NOBODY: Weights = (
    (-2.410, -2.076, -0.943),  # nobody
    (-0.888, -0.737, 0.307),  # cities on the board
    (-0.698, 0.695, -0.412),  # treasures
    (0.761, 0.372, 1.191),  # bands
    (1.146, -0.251, 1.549),  # seats
    (1.057, 0.178, 0.709),  # bands that come back
    (2.012, 0.176, 1.614),  # nobody now
)
"""For what says how likely it is that nobody wins."""
