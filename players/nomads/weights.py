"""The weights by which positions of Nomads are judged: ``python -m studies.fit_nomads 3000 --base`` has printed them.

Each feature has three, for the three ways in which it counts (``features.stage``).
"""

from __future__ import annotations

Weights = tuple[tuple[float, float, float], ...]

SEAT: Weights = (
    (1.303, -0.670, 1.064),  # lead
    (0.161, 0.512, -0.299),  # cities
    (-0.010, 0.111, -1.477),  # a city
    (0.097, 0.529, -0.706),  # city in hand
    (-0.032, -0.096, 0.594),  # treasure
    (0.029, -0.841, 2.131),  # safe
    (0.053, -0.257, 1.137),  # survives
    (0.648, -0.245, 1.041),  # move
    (0.012, 0.068, 0.444),  # next
)
"""For the features of a seat."""

NOBODY: Weights = (
    (-0.233, -2.652, 1.677),  # nobody
    (-1.352, -0.416, -1.837),  # cities on the board
    (0.917, -0.715, 2.099),  # treasures
    (1.068, -1.609, 2.828),  # bands
)
"""For what says how likely it is that nobody wins."""
