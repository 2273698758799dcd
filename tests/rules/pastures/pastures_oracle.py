"""Pastures New once more, slow and obvious: the rules with dictionaries and loops. Tests compare the two.

It shares nothing with ``rules.pastures``; moves are their canonical texts.
"""

from __future__ import annotations

COLUMNS = "ABCDEFGHIJKLMNOP"
ENEMIES = [{"D", "R"}, {"P", "M"}]
POINTS = {"P": 3, "R": 1, "M": 1, "D": 0, "W": 0}

Cell = tuple[int, int]


class Oracle:
    """A game of Pastures New that changes in place."""

    def __init__(self, width: int, height: int, adjacency: str = "sides", forest: int = 2, claim: str = "turn") -> None:
        self.cells = dict.fromkeys((x, y) for y in range(height) for x in range(width))
        self.adjacency = adjacency
        self.forest = forest
        self.claim = claim
        self.offers: list[int] = []
        self.answers: list[str] = []
        self.land: dict[Cell, str] = {}
        self.played: list[str] = []
        self.castles: list[tuple[int, Cell]] = []

    # -- the grid

    def near(self, cell: Cell) -> list[Cell]:
        """P6, P7: the squares next to one."""
        x, y = cell
        if self.adjacency == "sides":
            wanted = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        else:
            wanted = [(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
        return [other for other in wanted if other in self.cells]

    def area(self, cell: Cell) -> set[Cell]:
        """P11: the 3 by 3 squares around one, cut off at the edge."""
        x, y = cell
        return {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (x + a, y + b) in self.cells}

    # -- whose turn

    def full(self) -> bool:
        return len(self.land) == len(self.cells)

    def seat(self) -> int:
        """P3, P9: the seats alternate from seat 0. P15: offer and answer alternate too; then the answer decides."""
        seat = (len(self.land) + len(self.castles)) % 2
        if self.answers:
            return seat if self.answers == ["second"] else 1 - seat
        return (seat + len(self.offers)) % 2

    def phase(self) -> str:
        """The phase, whether or not a move is legal in it."""
        if not self.full():
            return "fill"
        if self.claim == "turn" or self.answers:
            return "claim"
        return "answer" if self.offers else "offer"

    def over(self) -> bool:
        return self.legal() == []

    # -- moves

    def fits(self, cell: Cell, terrain: str) -> bool:
        """P3, P6, P7."""
        if cell in self.land:
            return False
        return not any({terrain, self.land.get(other)} in ENEMIES for other in self.near(cell))

    def banned(self) -> set[str]:
        """P4, P5."""
        return set(self.played[-2:])

    def fills(self) -> list[tuple[Cell, str]]:
        fitting = [(cell, terrain) for terrain in "MPFRDW" for cell in self.cells if self.fits(cell, terrain)]
        allowed = [(cell, terrain) for cell, terrain in fitting if terrain not in self.banned()]
        return allowed or fitting  # P8

    def sites(self) -> list[Cell]:
        """P10, P11."""
        return [
            cell
            for cell in self.cells
            if self.land[cell] in {"W", "P"} and not any(self.area(cell) & self.area(castle) for _, castle in self.castles)
        ]

    def legal(self) -> list[str]:
        if self.full() and self.sites():
            if self.phase() == "offer":
                return [f"offer {points}" for points in range(100)]
            if self.phase() == "answer":
                return ["first", "second"]
        if self.full():
            return [f"{name(cell)} C" for cell in self.sites()]
        return [f"{name(cell)} {terrain}" for cell, terrain in self.fills()]

    def play(self, text: str) -> None:
        if text in ("first", "second"):
            self.answers.append(text)
            return
        square, what = text.split()
        if square == "offer":
            self.offers.append(int(what))
            return
        cell = (COLUMNS.index(square[0]), int(square[1:]) - 1)
        if what == "C":
            self.castles.append((self.seat(), cell))
        else:
            self.land[cell] = what
            self.played.append(what)

    def undo(self) -> None:
        """Take the last move back."""
        if self.castles:
            self.castles.pop()
        elif self.answers:
            self.answers.pop()
        elif self.offers:
            self.offers.pop()
        else:
            self.land.popitem()
            self.played.pop()

    # -- scores

    def scores(self) -> tuple[int, int]:
        """P13."""
        points = {**POINTS, "F": self.forest}
        totals = [0, 0]
        if self.answers:
            offerer = len(self.land) % 2
            totals[offerer if self.answers == ["first"] else 1 - offerer] += self.offers[0]
        for seat, castle in self.castles:
            totals[seat] += sum(points[self.land[cell]] for cell in self.area(castle))
        return totals[0], totals[1]

    def winners(self) -> tuple[int, ...]:
        """P14."""
        first, second = self.scores()
        if first == second:
            return (0, 1)
        return (0,) if first > second else (1,)

    def count(self, depth: int) -> int:
        """The number of sequences of exactly that many moves; games that end earlier do not count."""
        moves = self.legal()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            self.play(move)
            total += self.count(depth - 1)
            self.undo()
        return total


def name(cell: Cell) -> str:
    return f"{COLUMNS[cell[0]]}{cell[1] + 1}"
