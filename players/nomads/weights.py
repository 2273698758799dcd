"""The weights for evaluating positions of Nomads, fitted to games for two by ``lab.studies.fit_nomads``.

Each feature has three, one for each factor of ``features.stage``.
"""

from __future__ import annotations

Weights = tuple[tuple[float, float, float], ...]

SEAT: Weights = (
    (1.384, -0.618, -0.655),  # lead
    (0.022, 0.113, 0.147),  # cities
    (0.107, -0.218, -0.287),  # a city
    (-0.164, 0.471, 0.004),  # city in hand
    (0.548, -0.724, 0.159),  # treasure
    (0.063, -0.222, 0.179),  # safe
    (0.065, 0.114, -0.484),  # survives
    (0.189, -0.447, 1.793),  # move
    (0.128, -0.224, -0.774),  # turn before
    (0.502, -0.704, 1.643),  # wins now
    (0.680, 0.149, 0.336),  # stands now
    (0.235, 0.653, 0.109),  # score now
    (0.463, 0.205, -0.884),  # oases
    (0.190, -0.026, -0.361),  # mines
    (0.094, -0.021, -0.174),  # roads
    (0.041, 0.039, -0.059),  # grass
    (0.766, -0.458, -0.604),  # best road
    (0.172, -0.050, -0.409),  # second road
    (0.423, -0.105, -0.168),  # own road
    (0.000, 0.000, 0.000),  # deepest city
    (0.000, 0.000, 0.000),  # treasures
)
"""Weights of the features of a seat for its share of the win."""

LEAD: Weights = (
    (1.162, -0.003, -1.627),  # lead
    (0.005, 0.135, -0.006),  # cities
    (-0.318, 0.230, -0.122),  # a city
    (-0.040, 0.023, 0.334),  # city in hand
    (0.166, -0.141, -0.174),  # treasure
    (-0.052, 0.153, -0.138),  # safe
    (0.679, -0.856, 0.138),  # survives
    (0.492, 0.127, 0.038),  # move
    (0.028, 0.032, -0.171),  # turn before
    (-0.011, 0.602, 0.175),  # wins now
    (1.086, 1.224, -1.369),  # stands now
    (-0.125, 1.450, 1.482),  # score now
    (0.264, 0.251, -0.435),  # oases
    (0.125, -0.048, -0.211),  # mines
    (0.016, 0.132, -0.035),  # roads
    (0.112, -0.018, -0.176),  # grass
    (0.485, 0.041, -0.477),  # best road
    (0.171, -0.115, -0.328),  # second road
    (0.065, 0.338, 0.087),  # own road
    (0.264, -0.043, -0.142),  # deepest city
    (1.518, -1.159, -1.940),  # treasures
)
"""Weights of the same features for the seat's expected score in treasures, except for a constant common to all seats."""

NOBODY: Weights = (
    (-2.142, -1.906, -0.916),  # nobody
    (-0.804, -0.752, 0.395),  # cities on the board
    (-1.394, 0.530, -0.594),  # treasures
    (1.348, -0.263, 1.497),  # bands
    (1.414, -0.081, 1.576),  # seats
    (1.315, -0.541, 0.873),  # bands that come back
    (0.769, 0.150, 1.048),  # nobody now
)
"""Weights of the features of the case that nobody wins."""
