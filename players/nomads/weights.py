"""The weights by which positions of Nomads are judged, fitted to games: see ``studies.fit_nomads``.

Each feature has three, for the three ways in which it counts (``features.stage``).
"""

from __future__ import annotations

from typing import NamedTuple

Rows = tuple[tuple[float, float, float], ...]


class Weights(NamedTuple):
    """The weights for some numbers of seats."""

    seat: Rows
    """For the features of a seat: its share of the win."""
    lead: Rows
    """For the same features: by how much its final score will be higher, where a treasure counts as 1."""
    nobody: Rows
    """For what says how likely it is that nobody wins."""


def weights_of(seats: int) -> Weights:
    """Return the weights for a number of seats. With two, what one loses the other gains; with more, it is not so."""
    return FOR_TWO if seats == 2 else FOR_MORE


FOR_TWO = Weights(
    seat=(
        (1.384, -0.618, -0.655),  # lead
        (0.022, 0.113, 0.147),  # cities
        (0.107, -0.218, -0.287),  # a city
        (-0.164, 0.471, 0.004),  # city in hand
        (0.548, -0.724, 0.159),  # treasure
        (0.063, -0.222, 0.179),  # safe
        (0.065, 0.114, -0.484),  # survives
        (0.189, -0.447, 1.793),  # move
        (0.128, -0.224, -0.774),  # next
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
    ),
    lead=(
        (1.162, -0.003, -1.627),  # lead
        (0.005, 0.135, -0.006),  # cities
        (-0.318, 0.230, -0.122),  # a city
        (-0.040, 0.023, 0.334),  # city in hand
        (0.166, -0.141, -0.174),  # treasure
        (-0.052, 0.153, -0.138),  # safe
        (0.679, -0.856, 0.138),  # survives
        (0.492, 0.127, 0.038),  # move
        (0.028, 0.032, -0.171),  # next
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
    ),
    nobody=(
        (-2.142, -1.906, -0.916),  # nobody
        (-0.804, -0.752, 0.395),  # cities on the board
        (-1.394, 0.530, -0.594),  # treasures
        (1.348, -0.263, 1.497),  # bands
        (1.414, -0.081, 1.576),  # seats
        (1.315, -0.541, 0.873),  # bands that come back
        (0.769, 0.150, 1.048),  # nobody now
    ),
)

FOR_MORE = Weights(
    seat=(
        (1.437, -0.645, 0.132),  # lead
        (0.287, -0.135, -0.152),  # cities
        (0.386, -0.293, 0.255),  # a city
        (0.092, 0.052, 0.181),  # city in hand
        (0.781, -1.012, 0.390),  # treasure
        (-0.490, 0.256, 0.294),  # safe
        (-0.283, 0.224, -0.375),  # survives
        (0.945, -0.362, 1.554),  # move
        (0.109, 0.018, 0.554),  # next
        (0.179, -0.121, 1.130),  # wins now
        (0.184, 0.146, 0.199),  # stands now
        (0.440, 1.072, 0.143),  # score now
        (0.715, 0.244, -1.345),  # oases
        (0.094, 0.080, -0.187),  # mines
        (0.094, -0.095, -0.101),  # roads
        (-0.039, 0.261, -0.222),  # grass
        (0.964, -0.476, -1.087),  # best road
        (0.521, -0.259, -0.790),  # second road
        (0.293, -0.072, 0.709),  # own road
        (0.573, -0.636, -0.014),  # deepest city
        (0.457, 0.357, -0.855),  # treasures
    ),
    lead=(
        (0.735, 0.092, -0.933),  # lead
        (0.125, 0.030, -0.072),  # cities
        (-0.033, -0.018, -0.085),  # a city
        (0.188, 0.057, -0.202),  # city in hand
        (0.029, -0.348, -0.037),  # treasure
        (-0.332, 0.185, -0.155),  # safe
        (0.118, 0.177, -0.257),  # survives
        (0.455, 0.141, 0.263),  # move
        (0.085, 0.069, 0.045),  # next
        (-0.123, 0.299, 0.177),  # wins now
        (0.163, 0.550, -0.250),  # stands now
        (0.342, 1.293, 0.665),  # score now
        (0.169, 0.363, -0.296),  # oases
        (0.081, 0.024, -0.121),  # mines
        (0.094, -0.064, -0.128),  # roads
        (0.029, 0.128, -0.072),  # grass
        (0.310, 0.029, -0.232),  # best road
        (0.190, -0.051, -0.242),  # second road
        (0.149, 0.262, 0.029),  # own road
        (0.209, 0.035, -0.066),  # deepest city
        (0.599, 0.607, -0.568),  # treasures
    ),
    nobody=(
        (-1.229, -2.342, -0.165),  # nobody
        (-1.204, 0.073, -0.520),  # cities on the board
        (-0.670, -0.113, -0.274),  # treasures
        (1.007, 0.664, 0.260),  # bands
        (-0.542, -1.252, 0.236),  # seats
        (1.109, -0.429, 0.223),  # bands that come back
        (3.196, 0.411, 1.661),  # nobody now
    ),
)
