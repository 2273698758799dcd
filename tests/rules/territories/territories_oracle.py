"""Territories once more, slow and obvious: sets of squares and trunks, areas by flood fill, no cached values.

It does not use ``rules.territories.grid``. Random play compares the two. Two methods tell whether an open fence can be
completed (T11): a search over all continuations, which is the definition, and a flow of two.
"""

from __future__ import annotations

from collections import deque

Spot = tuple[int, int]
Side = frozenset[Spot]

PLACERS = [0, 1, 1, 0, 0, 1, 1, 0]


def name(square: Spot) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[square[0]]}{square[1] + 1}"


def text(side: Side) -> str:
    one, other = sorted(side, key=lambda square: (square[1], square[0]))
    return f"{name(one)}-{name(other)}"


def ends(side: Side) -> set[Spot]:
    """The nodes that a trunk runs between: the corners that its two squares share."""
    corners = [{(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)} for x, y in side]
    return corners[0] & corners[1]


class OracleTerritories:
    """A game of Territories that changes in place."""

    def __init__(self, width: int, height: int, spots: list[str], *, farms: str = "none", search: bool = False) -> None:
        self.width, self.height, self.option, self.search = width, height, farms, search
        self.squares = [(x, y) for y in range(height) for x in range(width)]
        self.spots = {square for square in self.squares if name(square) in spots}
        self.sides = [
            frozenset({(x, y), other}) for x, y in self.squares for other in ((x + 1, y), (x, y + 1)) if other in self.squares
        ]
        self.rim = {(x, y) for x in range(width + 1) for y in range(height + 1) if x in (0, width) or y in (0, height)}
        self.farms: dict[Spot, int] = {}
        self.trunks: list[Side] = []
        self.seat: int | None = 0
        self.open: Spot | None = None

    # -------------------------------------------------------------- areas

    def beside(self, square: Spot, trunks: set[Side]) -> list[Spot]:
        x, y = square
        return [
            other
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if 0 <= other[0] < self.width and 0 <= other[1] < self.height and frozenset({square, other}) not in trunks
        ]

    def area(self, square: Spot, trunks: set[Side]) -> set[Spot]:
        found, queue = {square}, [square]
        while queue:
            for other in self.beside(queue.pop(), trunks):
                if other not in found:
                    found.add(other)
                    queue.append(other)
        return found

    def areas(self) -> list[set[Spot]]:
        found: list[set[Spot]] = []
        for square in self.squares:
            if not any(square in area for area in found):
                found.append(self.area(square, set(self.trunks)))
        return found

    def colours(self, area: set[Spot]) -> set[int]:
        return {seat for square, seat in self.farms.items() if square in area}

    # -------------------------------------------------------------- what is legal

    def fenced(self) -> set[Spot]:
        return self.rim | {point for trunk in self.trunks for point in ends(trunk)}

    def moves(self) -> list[str]:
        if self.seat is None:
            return []
        if len(self.farms) < 8:
            return sorted(name(square) for square in self.spots if square not in self.farms)
        return sorted(text(side) for side in self.legal())

    def legal(self) -> list[Side]:
        free = [side for side in self.sides if side not in self.trunks]
        if self.open:
            return [side for side in free if self.open in ends(side) and self.sound(side)]
        trunk_ends = {point for trunk in self.trunks for point in ends(trunk)}
        theirs = {square for square, seat in self.farms.items() if seat != self.seat}
        for anchors in (trunk_ends, self.rim):
            anchored = [side for side in free if ends(side) & anchors and self.sound(side)]
            if polite := [side for side in anchored if not side & theirs]:
                return polite
            if anchored:
                return anchored
        return []

    def sound(self, side: Side) -> bool:
        """T9 to T11. Does not check where the trunk starts (T8)."""
        one, other = side
        if len(self.colours(self.area(one, set(self.trunks)))) < 2:
            return False
        trunks = {*self.trunks, side}
        loose = ends(side) - self.fenced() - {self.open}
        if not loose:
            return self.parts(side, trunks)
        return self.completable(loose.pop(), trunks) if self.search else self.two_ways(one, other, trunks)

    def parts(self, side: Side, trunks: set[Side]) -> bool:
        """T10: whether there is a farm on both sides of a trunk that completes a surrounding."""
        return all(self.colours(self.area(square, trunks)) for square in side)

    def completable(self, end: Spot, trunks: set[Side]) -> bool:
        """T11 by its definition: at least one continuation from the open end completes the fence under T10."""
        fenced = self.rim | {point for trunk in trunks for point in ends(trunk)}
        for side in self.sides:
            if end in ends(side) and side not in trunks:
                (far,) = ends(side) - {end}
                longer = trunks | {side}
                if self.parts(side, longer) if far in fenced else self.completable(far, longer):
                    return True
        return False

    def two_ways(self, one: Spot, other: Spot, trunks: set[Side]) -> bool:
        """T11 by a flow of two: two paths from the two sides of the trunk to two farms share no square.

        Each square is split into an entry and an exit with capacity 1. The second search may reroute the first path.
        """
        edges: dict[object, set[object]] = {"source": {("in", one), ("in", other)}}
        for square in self.area(one, trunks) | self.area(other, trunks):
            edges[("in", square)] = {("out", square)}
            edges[("out", square)] = {("in", beside) for beside in self.beside(square, trunks)}
            if square in self.farms:
                edges[("out", square)].add("sink")
        for _ in range(2):
            before: dict[object, object] = {"source": "source"}
            queue = deque[object](["source"])
            while queue and "sink" not in before:
                node = queue.popleft()
                for following in edges.get(node, set()):
                    if following not in before:
                        before[following] = node
                        queue.append(following)
            if "sink" not in before:
                return False
            node = "sink"
            while node != "source":
                edges[before[node]].discard(node)
                edges.setdefault(node, set()).add(before[node])
                node = before[node]
        return True

    # -------------------------------------------------------------- playing

    def play(self, move: str) -> None:
        assert self.seat is not None
        if len(self.farms) < 8:
            self.farms[next(square for square in self.spots if name(square) == move)] = self.seat
            self.seat = [*PLACERS, 0][len(self.farms)]
            return
        side = next(side for side in self.sides if text(side) == move)
        loose = ends(side) - self.fenced() - {self.open}
        self.trunks.append(side)
        self.open = loose.pop() if loose else None
        if self.open:
            self.seat = 1 - self.seat
        elif all(len(self.colours(area)) == 1 for area in self.areas()):
            self.seat = None

    # -------------------------------------------------------------- what it tells

    def scores(self) -> tuple[int, ...]:
        scores = [0, 0]
        if len(self.farms) == 8:
            for area in self.areas():
                if len(colours := self.colours(area)) == 1:
                    scores[colours.pop()] += len(area if self.option == "land" else area - set(self.farms))
        return tuple(scores)

    def winners(self) -> tuple[int, ...] | None:
        if self.seat is not None:
            return None
        scores = self.scores()
        return tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
