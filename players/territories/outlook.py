"""What an area that holds farms of both colours will be worth: an estimate by which farms reach its land first."""

from __future__ import annotations

from math import tanh

KEPT = 100_000
"""Areas whose estimates are remembered, at most: some 40 MB."""
LAYERS = 9
"""Distances from here on count as the same, in steps."""
SHARP = 1.0
"""How much one step decides whose land a square will be."""
BY_REACH = 0.7
"""Weight of whose farms reach the land first."""
BY_FARMS = 0.4
"""Weight of how many of an area's farms each seat has."""
START = 0.15
"""What it is worth to start the next fence, as a part of the land that is not settled."""


class Outlook:
    """Estimates for the areas of one board with its farms; kept, for search comes back to the same areas often."""

    def __init__(self, farms: tuple[int, int], land: int, stride: int) -> None:
        self._farms, self._land, self._stride = farms, land, stride
        self._known: dict[tuple[int, int, int], float] = {}

    def of_area(self, squares: int, across: int, down: int) -> float:
        """Return what seat 0 will have more than seat 1 of a mixed area, in points."""
        key = squares, across & squares, down & squares
        known = self._known.get(key)
        if known is None:
            ours, theirs = ((squares & farms).bit_count() for farms in self._farms)
            by_farms = (squares & self._land).bit_count() * (ours - theirs) / (ours + theirs)
            known = BY_REACH * self._by_reach(*key) + BY_FARMS * by_farms
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = known
        return known

    def of_the_start(self, land: int, seat: int) -> float:
        """Return the value for seat 0 of ``seat`` starting the next fence, with ``land`` squares in mixed areas."""
        return -START * land if seat else START * land

    def _by_reach(self, squares: int, across: int, down: int) -> float:
        """Return the land of an area, each square weighted by how much nearer it is to seat 0's farms than to seat 1's."""
        first, second = (self._layers(squares & farms, squares, across, down) for farms in self._farms)
        total = 0.0
        for layer, weights in zip(first, _WEIGHTS, strict=False):
            if layer:
                for other, weight in zip(second, weights, strict=False):
                    both = layer & other
                    if both:
                        total += weight * both.bit_count()
        return total

    def _layers(self, farms: int, squares: int, across: int, down: int) -> list[int]:
        """Return the land of an area by its distance in steps from the nearest of some farms; the last has the rest."""
        land, stride = self._land, self._stride
        layers, front, seen = [farms & land], farms, farms
        while front and len(layers) < LAYERS - 1:
            beside = (front & across) << 1 | front >> 1 & across | (front & down) << stride | front >> stride & down
            front = beside & ~seen
            seen |= front
            layers.append(front & land)
        layers.append(squares & ~seen & land)
        return layers


_WEIGHTS = [[tanh(SHARP * (theirs - ours)) for theirs in range(LAYERS)] for ours in range(LAYERS)]
"""The weight of a square by its distances from the nearest farm of seat 0 and of seat 1."""
