"""Nomads once more, slow and obvious: the rules as one generator over dicts of names.

The author wrote it from the rules and did not read ``rules.nomads``. Random play compares the two. The generator ``story``
yields a :class:`Wants` and receives the action as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

SPACES = [f"{letter}{number}" for number in range(1, 9) for letter in "ABCDEFGH"]
POINTS = {"oasis": 8, "city": 5, "mine": 3, "grass": 2, "desert": 1, "mountain": 0}
DRAWS = {"oasis": 3, "city": 4, "mine": 8, "grass": 2, "desert": 2, "mountain": 4}
FORCED = {
    "oasis": {"treasure", "barbarian"},
    "city": {"grass", "treasure", "barbarian"},
    "mine": {"treasure", "mountain"},
    "grass": {"grass", "city"},
    "desert": set(),
    "mountain": {"mine"},
}
FORBIDDEN = {
    "oasis": set(),
    "city": {"city"},
    "mine": {"oasis", "city", "grass"},
    "grass": {"mine", "treasure"},
    "desert": {"mine", "city", "treasure"},
    "mountain": {"city", "oasis", "treasure"},
}


def place(name: str) -> tuple[int, int]:
    """Column and row of a space."""
    return ord(name[0]) - 65, int(name[1:]) - 1


def steps(a: str, b: str) -> int:
    (ax, ay), (bx, by) = place(a), place(b)
    return abs(ax - bx) + abs(ay - by)


def neighbours(name: str) -> list[str]:
    return [other for other in SPACES if steps(name, other) == 1]


def ring_of(name: str) -> int:
    x, y = place(name)
    return min(x, y, 7 - x, 7 - y)


def spiral(entry: str) -> list[str]:
    """The spaces in the order of the spiral: from the outer ring inwards, clockwise from the entry's diagonal."""
    path: list[str] = []
    for ring in range(4):
        low, high = ring, 7 - ring
        top = [(x, low) for x in range(low, high)]
        right = [(high, y) for y in range(low, high)]
        bottom = [(x, high) for x in range(high, low, -1)]
        left = [(low, y) for y in range(high, low, -1)]
        sides = {"A1": top + right + bottom + left, "H1": right + bottom + left + top,
                 "H8": bottom + left + top + right, "A8": left + top + right + bottom}  # fmt: skip
        path += [f"{chr(65 + x)}{y + 1}" for x, y in sides[entry]]
    return path


def groups(linked: set[str]) -> list[set[str]]:
    """The networks: joins linked spaces pair by pair until no two networks are linked."""
    parts = [{space} for space in sorted(linked)]
    joined = True
    while joined:
        joined = False
        for one in parts:
            other = next((p for p in parts if p is not one and any(steps(a, b) == 1 for a in one for b in p)), None)
            if other is not None:
                one |= other
                parts.remove(other)
                joined = True
                break
    return parts


@dataclass
class Lying:
    """The tile on a space. ``kind`` is its kind even if it lies face down."""

    kind: str
    owner: int | None = None
    road: bool = False
    down: bool = False


@dataclass
class Wants:
    """The phase, the seat that decides, its moves, or the odds of chance."""

    phase: str
    seat: int | None
    moves: set[str] = field(default_factory=set)
    odds: dict[str, Fraction] = field(default_factory=dict)


class Oracle:
    """A game that changes in place. ``wants`` is the action that it waits for, ``None`` when the game is over."""

    def __init__(self, seats: int, bag: dict[str, int], entry: str = "A1", frontier: str = "open", tribute: int = 0) -> None:
        self.seats, self.frontier, self.tribute = seats, frontier, tribute
        self.entry = entry
        self.bag = Counter(bag)
        self.board: dict[str, Lying] = {}
        self.points = [0] * seats
        self.treasures = [0] * seats
        self.barbarians = [1] * seats
        self.city = [True] * seats
        self.down: list[str] = []
        self.drawn: list[str] = []
        self.winners: tuple[int, ...] | None = None
        self.story = self.tell()
        self.wants: Wants | None = next(self.story)

    def play(self, text: str) -> None:
        try:
            self.wants = self.story.send(text)
        except StopIteration:
            self.wants = None

    # -------------------------------------------------------------- the story

    def tell(self) -> Generator[Wants, str, None]:
        if self.entry == "random":
            odds = {f"entry {corner}": Fraction(1, 4) for corner in ("A1", "H1", "H8", "A8")}
            self.entry = (yield Wants("entry", None, odds=odds)).split()[1]
        seat = 0
        while self.empty():
            again = yield from self.one_turn(seat)
            if not again:
                seat = (seat + 1) % self.seats
        yield from self.attack()

    def one_turn(self, seat: int) -> Generator[Wants, str, bool]:
        words = (yield Wants("turn", seat, self.turn_moves(seat))).split()
        if words[0] == "discover":
            kind = yield from self.draw()
            if kind in POINTS:
                self.lay(words[1], kind, seat)
                return False
            yield from self.keep(kind, seat)
            return True
        if words[0] == "city":
            self.city[seat] = False
            self.lay(words[1], "city", seat)
        elif words[0] == "activate":
            yield from self.fill()
            yield from self.activate(words[1], words[2], seat)
        else:
            yield from self.fill()
            self.road(words[1], seat)
        return False

    def activate(self, source: str, target: str, seat: int) -> Generator[Wants, str, None]:
        terrain = self.board[source].kind
        for _ in range(DRAWS[terrain]):
            if sum(self.bag.values()):
                self.drawn.append((yield from self.draw()))
        left = [kind for kind in self.drawn if kind not in FORBIDDEN[terrain]]
        if any(kind in FORCED[terrain] for kind in left):
            left = [kind for kind in left if kind in FORCED[terrain]]
        taken = None
        if len(set(left)) > 1:
            taken = (yield Wants("choice", seat, {f"take {kind}" for kind in left})).split()[1]
        elif left:
            taken = left[0]
        if taken:
            self.drawn.remove(taken)
        self.bag.update(self.drawn)
        self.drawn = []
        if taken in POINTS:
            self.lay(target, taken, seat)
        elif taken:
            yield from self.keep(taken, seat)

    def attack(self) -> Generator[Wants, str, None]:
        start = self.down[-1] if self.down else self.entry
        occupied: set[Any] = set()
        at = start
        for _ in range(sum(self.barbarians)):
            cities = [space for space in SPACES if space in self.board and self.is_city(space)]
            if not cities:
                break
            if all(city in occupied for city in cities):
                occupied = set()
            goals = [city for city in cities if city not in occupied]
            goals.sort(key=lambda c: (steps(at, c), steps(start, c), steps(self.entry, c), place(c)[1], place(c)[0]))
            at = goals[0]
            founder = self.board[at].owner
            answers = {"refuse"}
            if self.treasures[founder]:
                answers.add("placate")
            if self.tribute and self.points[founder] >= self.tribute:
                answers.add("pay")
            answer = "refuse" if answers == {"refuse"} else (yield Wants("attack", founder, answers))
            if answer == "refuse":
                del self.board[at]
            else:
                occupied.add(at)
                self.treasures[founder] -= answer == "placate"
                self.points[founder] -= self.tribute if answer == "pay" else 0
        self.end()

    def end(self) -> None:
        def cities(seat: int) -> int:
            return sum(self.is_city(space) and lying.owner == seat for space, lying in self.board.items())

        def roads(seat: int) -> int:
            return sum(lying.road and lying.owner == seat for lying in self.board.values())

        seats = range(self.seats)
        self.points = [self.points[s] + 20 * self.treasures[s] if cities(s) else 0 for s in seats]
        if not any(cities(s) for s in seats):
            self.winners = ()
            return
        best = max((self.points[s], cities(s), roads(s)) for s in seats)
        self.winners = tuple(s for s in seats if (self.points[s], cities(s), roads(s)) == best)

    # -------------------------------------------------------------- its parts

    def draw(self) -> Generator[Wants, str, str]:
        tiles = sum(self.bag.values())
        odds = {f"draw {kind}": Fraction(count, tiles) for kind, count in self.bag.items() if count}
        kind = (yield Wants("draw", None, odds=odds)).split()[1]
        self.bag[kind] -= 1
        return kind

    def fill(self) -> Generator[Wants, str, None]:
        """Lay a tile face down (N4)."""
        if self.empty():
            kind = yield from self.draw()
            where = self.next_space()
            self.board[where] = Lying(kind, down=True)
            self.down.append(where)

    def keep(self, kind: str, seat: int) -> Generator[Wants, str, None]:
        if kind == "treasure":
            self.treasures[seat] += 1
        else:
            self.barbarians[seat] += 1
            self.points[seat] += 15
            yield from self.fill()

    def lay(self, where: str, kind: str, seat: int) -> None:
        self.points[seat] += POINTS[kind]
        if where not in self.board:
            self.board[where] = Lying(kind, seat)

    def road(self, where: str, seat: int) -> None:
        before = [group for group in groups(self.linked()) if self.is_network(group)]
        touched = [group for group in before if any(steps(where, space) == 1 for space in group)]
        self.board[where].road = True
        new_city = len(touched) == 1 and not any(self.board[space].road for space in touched[0])
        if len(touched) >= 2 or new_city:
            (whole,) = (group for group in groups(self.linked()) if where in group)
            for space in whole:
                lying = self.board[space]
                if lying.kind == "city":
                    self.points[seat] += 2
                else:
                    self.points[lying.owner] += POINTS[lying.kind]

    def linked(self) -> set[str]:
        return {
            space
            for space, lying in self.board.items()
            if not lying.down and (lying.road or lying.kind in ("oasis", "city", "mine"))
        }

    def is_network(self, group: set[str]) -> bool:
        return any(self.board[space].road or self.board[space].kind == "city" for space in group)

    def is_city(self, space: str) -> bool:
        return self.board[space].kind == "city" and not self.board[space].down

    def empty(self) -> list[str]:
        return [space for space in SPACES if space not in self.board]

    def next_space(self) -> str | None:
        return next((space for space in spiral(self.entry) if space not in self.board), None)

    def face_up(self, space: str) -> bool:
        return space in self.board and not self.board[space].down

    def turn_moves(self, seat: int) -> set[str]:
        empty = self.empty()
        free = empty
        if self.frontier == "closed":
            free = [space for space in empty if not any(self.face_up(other) for other in neighbours(space))] or empty
        moves = {f"discover {space}" for space in free}
        if self.city[seat]:
            moves |= {f"city {space}" for space in free}
        for space in filter(self.face_up, SPACES):
            for other in neighbours(space):
                if other in empty and (other != self.next_space() or len(empty) == 1):
                    moves.add(f"activate {space} {other}")
            if self.board[space].kind in ("grass", "desert") and not self.board[space].road:
                moves.add(f"road {space}")
        return moves
