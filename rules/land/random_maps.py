"""Random maps (L3). The same seed gives the same map on any machine and any version of Python.

This module therefore uses only integers and its own generator; any change here that alters a map is a change of the rules. Land
is the highest part of a field of smoothed noise, which is shaped into an island, a ring or a strip, or left unshaped.
"""

from __future__ import annotations

from functools import lru_cache

from rules.land.checks import land_map
from rules.land.grid import BEACH, COW, GRASS, ISLAND, MOUNTAIN, WATER, LandMap

SIZE = 12
LEAST_BLOCKS = 24
"""Minimum number of blocks, of the 36, with a starting plot."""

_SEATS = 6
_AROUND = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
_BESIDE = ((0, -1), (-1, 0), (1, 0), (0, 1))
_ALL = tuple((x, y) for y in range(SIZE) for x in range(SIZE))

_Plot = tuple[int, int]


class SplitMix64:
    """The generator splitmix64 (Steele, Lea and Flood 2014): 64 bits a step from a 64-bit counter."""

    __slots__ = ("_counter",)

    def __init__(self, seed: int) -> None:
        self._counter = seed & 0xFFFFFFFFFFFFFFFF

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit - 1``."""
        self._counter = (self._counter + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = self._counter
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        return ((mixed ^ mixed >> 31) * limit) >> 64

    def take(self, items: list[_Plot]) -> _Plot:
        """Return one of ``items``, which must not be empty."""
        return items[self.below(len(items))]


@lru_cache(maxsize=64)
def random_map(seed: int) -> LandMap:
    """Return the map of ``seed`` (0 to 4294967295): 12 by 12, for six seats, with starting plots in 24 or more blocks (L3)."""
    random = SplitMix64(seed)
    while True:
        rows = _attempt(random)
        if rows is None:
            continue
        try:
            land = land_map(rows)
        except ValueError:
            continue
        if land.admits == _SEATS and starting_blocks(land) >= LEAST_BLOCKS:
            return land


def starting_blocks(land: LandMap) -> int:
    """Return the number of blocks, of the 36, with a starting plot."""
    return sum(bool(land.grass & block) for column in land.blocks for block in column)


def _attempt(random: SplitMix64) -> list[str] | None:
    """Return a map that may fail the checks, or ``None`` if the largest piece of land is too small."""
    land = _largest_piece(_highest(_heights(random), 84 + random.below(29)))
    if len(land) < 76:
        return None
    kinds = dict.fromkeys(_ALL, WATER) | dict.fromkeys(land, GRASS)
    _raise_mountains(random, kinds, land)
    _settle_cows(random, kinds, land)
    _dress_water(random, kinds, land)
    return ["".join(kinds[x, y] for x in range(SIZE)) for y in range(SIZE)]


def _heights(random: SplitMix64) -> dict[_Plot, int]:
    noise = {plot: random.below(1024) for plot in _ALL}
    for _ in range(2):
        noise = {(x, y): _mean_around(noise, x, y) for x, y in _ALL}
    shape = _shape(random)
    return {plot: noise[plot] - shape[plot] for plot in _ALL}


def _mean_around(noise: dict[_Plot, int], x: int, y: int) -> int:
    near = [noise[x + dx, y + dy] for dx, dy in _AROUND if (x + dx, y + dy) in noise]
    return (4 * noise[x, y] + sum(near)) // (4 + len(near))


def _shape(random: SplitMix64) -> dict[_Plot, int]:
    """Return the amount by which each plot is lowered.

    Distances are squared and count half plots from the middle of the map.
    """
    kind = random.below(4)
    a, b = random.below(7) - 3, random.below(7) - 3
    flat = 1 + random.below(3)
    lowered = {}
    for x, y in _ALL:
        u, v = 2 * x - SIZE + 1, 2 * y - SIZE + 1
        from_middle = (u - a) ** 2 + (v - b) ** 2
        if kind == 0:  # an island
            lowered[x, y] = from_middle * 2
        elif kind == 1:  # a ring round a lake
            lowered[x, y] = abs(from_middle - 56) * 3
        elif kind == 2:  # a strip
            lowered[x, y] = (u * flat + v * (a or 1)) ** 2 * 3 // (flat * flat + (a or 1) ** 2)
        else:  # almost only noise, with a slightly lower rim
            lowered[x, y] = max(abs(u), abs(v)) * 4
    return lowered


def _highest(heights: dict[_Plot, int], count: int) -> list[_Plot]:
    return sorted(_ALL, key=lambda plot: (-heights[plot], plot[1], plot[0]))[:count]


def _largest_piece(land: list[_Plot]) -> list[_Plot]:
    """Return the largest connected part of ``land``, row by row; if several are equally large, the first one."""
    left, best = set(land), list[_Plot]()
    for start in sorted(land, key=lambda plot: (plot[1], plot[0])):
        if start not in left:
            continue
        left.remove(start)
        piece = [start]
        for x, y in piece:
            for dx, dy in _BESIDE:
                if (x + dx, y + dy) in left:
                    left.remove((x + dx, y + dy))
                    piece.append((x + dx, y + dy))
        if len(piece) > len(best):
            best = piece
    return sorted(best, key=lambda plot: (plot[1], plot[0]))


def _raise_mountains(random: SplitMix64, kinds: dict[_Plot, str], land: list[_Plot]) -> None:
    """Add two to four ridges, each a walk that mostly keeps its direction. Then turn isolated grass into mountain."""
    for _ in range(2 + random.below(3)):
        x, y = random.take(land)
        dx, dy = _AROUND[random.below(8)]
        for _ in range(3 + random.below(5)):
            if kinds.get((x, y)) != GRASS:
                break
            kinds[x, y] = MOUNTAIN
            if random.below(3) == 0:
                dx, dy = _AROUND[random.below(8)]
            x, y = x + dx, y + dy
    changed = True
    while changed:
        changed = False
        for x, y in land:
            if kinds[x, y] == GRASS and not any(kinds.get((x + dx, y + dy)) == GRASS for dx, dy in _BESIDE):
                kinds[x, y] = MOUNTAIN
                changed = True


def _settle_cows(random: SplitMix64, kinds: dict[_Plot, str], land: list[_Plot]) -> None:
    """Put resident cows on five to nine grass plots, none next or diagonal to another."""
    for _ in range(5 + random.below(5)):
        free = [
            (x, y)
            for x, y in land
            if kinds[x, y] == GRASS and not any(kinds.get((x + dx, y + dy)) == COW for dx, dy in _AROUND)
        ]
        if free:
            kinds[random.take(free)] = COW


def _dress_water(random: SplitMix64, kinds: dict[_Plot, str], land: list[_Plot]) -> None:
    """Add beaches next to land, and small islands away from it."""
    dry = set(land)
    for x, y in _ALL:
        if (x, y) in dry:
            continue
        if any((x + dx, y + dy) in dry for dx, dy in _BESIDE):
            if random.below(5) < 2:
                kinds[x, y] = BEACH
        elif not any((x + dx, y + dy) in dry for dx, dy in _AROUND) and random.below(6) == 0:
            kinds[x, y] = ISLAND
