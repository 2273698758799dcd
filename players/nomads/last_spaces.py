"""The last turns: a search over all moves and draws, to the end of the attack or close to it.

Every seat plays for itself. A unit of work is a position judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, TypeVar

from players.budget import Budget, OutOfBudget
from players.chance import play_chance
from players.nomads.attack import Attack
from players.nomads.board import NomadsBoard
from players.nomads.lookahead import NOTHING, activate, build_road, chances, expect_discovery, found_city, mean, take
from players.nomads.value import win_shares
from rules.core import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, Draw, FoundCity, Road, Take
from rules.nomads.grid import BESIDE, BUILDABLE, KIND, OWNER, SQUARES, number
from rules.nomads.tiles import KINDS, NUMBER, TABLE

SPACES_LEFT = 3
"""Maximum number of empty spaces with which the search begins."""
DEALS = 24
"""Number of deals of the face-down tiles from which the likely bag is computed."""
WIDTHS = (10_000, 10, 6, 5, 4, 4, 4)
"""For each additional turn of lookahead, the number of the best choices to examine again."""
WIDTH_WITHIN = 4
"""Number of moves to examine again for seats that move later."""
LEAD = 0.0001
"""The value of a point of final lead, in shares of the win: it breaks ties between otherwise equal moves."""

Outlook = tuple[float, ...]
"""The expected share of the win for each seat, followed by the expected lead of each."""


T = TypeVar("T")


class Idea(NamedTuple):
    """A move, or one of several with the same effect."""

    name: str
    space: int
    """The space to discover, to build on, or to explore by an activation."""
    terrain: int = -1
    """The activated terrain."""
    gains: tuple[int, ...] = ()
    """Each seat's points for a road."""


def ideas(board: NomadsBoard) -> Iterator[Idea]:
    """Yield the moves of the seat to move.

    Of the roads that score nothing, only one on a tile of its own and one on another seat's tile are included.
    """
    free, cells = board.open_spaces(), board.cells
    barred = board.not_to_explore()
    yield from (Idea("discover", space) for space in free)
    for to in range(len(cells)):
        if not cells[to] and to != barred:
            yield from (Idea("activate", to, kind) for kind in {KIND[cells[other]] for other in BESIDE[to]} if kind >= 0)
    if board.hands[board.turn]:
        yield from (Idea("city", space) for space in free)
    scoring = board.roads()
    yield from (Idea("road", space, gains=tuple(gains)) for space, gains in scoring)
    found, plain = {space for space, _ in scoring}, {}
    for space, code in enumerate(cells):
        if BUILDABLE[code] and space not in found:
            plain[OWNER[code] == board.turn] = space
    yield from (Idea("road", space, gains=(0,) * board.seats) for space in plain.values())


def move_of(idea: Idea, board: NomadsBoard) -> Action:
    """Return the move of an idea."""
    square = SQUARES[idea.space]
    if idea.name == "activate":
        tile = next(other for other in BESIDE[idea.space] if KIND[board.cells[other]] == idea.terrain)
        return Activate(SQUARES[tile], square)
    return {"discover": Discover, "city": FoundCity, "road": Road}[idea.name](square)


class LastTurns:
    """A search of last turns. When ``budget`` is spent, :meth:`best` returns the best result so far."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._is_cut = False
        """Whether a position before the attack was judged by its features."""
        self._must = True
        """Whether to continue after the budget is spent, because the first pass over all moves is always completed."""
        self._known: dict[tuple[object, ...], Outlook] = {}

    def best(self, board: NomadsBoard) -> tuple[Idea, Outlook]:
        """Return the best idea of the seat to move, and its outlook."""
        return self.best_of(list(ideas(board)), board.turn, lambda idea, turns: self.expect(board, idea, turns))

    def best_of(self, choices: list[T], seat: int, expect: Callable[[T, int], Outlook]) -> tuple[T, Outlook]:
        """Return the best of the given choices for a seat, with its outlook.

        ``expect`` evaluates a choice with a number of turns of lookahead after it; -1 means a rough evaluation.
        """
        rows = _sort([(choice, expect(choice, -1)) for choice in choices], seat)
        self._must = False
        for turns, width in enumerate(WIDTHS):
            if not self._is_cut or self._budget.is_spent:
                break
            self._is_cut = False
            done = list[tuple[T, Outlook]]()
            try:
                for choice, _ in rows[:width]:
                    done.append((choice, expect(choice, turns)))
            except OutOfBudget:
                self._is_cut = True
            rows = _sort(done, seat) or rows
        return rows[0]

    def look(self, board: NomadsBoard, turns: int) -> Outlook:
        """Return the outlook of a position, with a lookahead of ``turns`` turns."""
        if not board.empty:
            return self._attack(board)
        if turns < 0 or (turns == 0 and board.empty > 1):
            return self._judge(board)
        key = (
            bytes(board.cells), tuple(board.points), tuple(board.treasures), board.bands, tuple(board.hands),
            board.last, board.turn, board.unseen, turns,
        )  # fmt: skip
        known = self._known.get(key)
        if known is None:
            rows = _sort([(idea, self.expect(board, idea, min(turns, 1) - 1)) for idea in ideas(board)], board.turn)
            if turns > 1:
                rows = _sort([(idea, self.expect(board, idea, turns - 1)) for idea, _ in rows[:WIDTH_WITHIN]], board.turn)
            known = self._known[key] = rows[0][1]
        return known

    def _spend(self) -> None:
        if not self._budget.spend() and not self._must:
            raise OutOfBudget

    def _attack(self, board: NomadsBoard) -> Outlook:
        self._spend()
        end = Attack(board).end()
        return *end.shares, *map(end.lead, range(board.seats))

    def _judge(self, board: NomadsBoard) -> Outlook:
        self._spend()
        self._is_cut = True
        mean = sum(board.points) / board.seats
        return *win_shares(board), *(points - mean for points in board.points)

    def expect(self, board: NomadsBoard, idea: Idea, turns: int) -> Outlook:
        """Return the outlook of an idea over all possible draws, with a lookahead of ``turns`` turns."""
        space = idea.space
        if idea.name == "city":
            return self.look(found_city(board, space), turns)
        if idea.name == "road":
            return self.look(build_road(board, space, idea.gains), turns)
        if idea.name == "discover":
            return expect_discovery(board, space, lambda after: self.look(after, turns))
        seat, barred = board.turn, TABLE[idea.terrain].forbidden
        found = {
            kind: self.look(activate(board, space, kind), turns)
            for kind, count in enumerate(board.unseen)
            if count and kind not in barred
        }
        worths = [_worth(found[kind], seat) if kind in found else 0.0 for kind in range(len(KINDS))]
        odds = chances(idea.terrain, board.unseen, worths)
        return mean(
            (chance, found[kind] if kind != NOTHING else self.look(activate(board, space, NOTHING), turns))
            for kind, chance in odds
        )


def _worth(outlook: Outlook, seat: int) -> float:
    return outlook[seat] + LEAD * outlook[seat + len(outlook) // 2]


def _sort(rows: list[tuple[T, Outlook]], seat: int) -> list[tuple[T, Outlook]]:
    """Return the rows, the best for the seat first."""
    return sorted(rows, key=lambda row: -_worth(row[1], seat))


def likely_bag(state: NomadsState, random: Random) -> tuple[int, ...]:
    """Return the likely number of tiles of each kind in the bag at the start of a turn, from deals of the face-down tiles.

    Each deal is consistent with all that was shown. The numbers add up to the size of the bag.
    """
    held, mean = state.in_bag, [0.0] * len(KINDS)
    for _ in range(DEALS):
        deal = state.redealt(random)
        for draw, odds in deal.play(deal.moves()[0]).outcomes():
            if isinstance(draw, Draw):
                mean[NUMBER[draw.kind]] += odds * held / DEALS
    counts = [int(each) for each in mean]
    for kind in sorted(range(len(KINDS)), key=lambda kind: counts[kind] - mean[kind])[: held - sum(counts)]:
        counts[kind] += 1
    return tuple(counts)


def board_of(state: NomadsState, random: Random) -> NomadsBoard:
    """Return the position at the start of a turn, with the likely bag instead of all unseen tiles."""
    board = NomadsBoard.of(state)
    board.unseen = likely_bag(state, random)
    return board


def board_after(state: NomadsState, move: Take, random: Random) -> NomadsBoard:
    """Return the position after a tile was taken (N7 (6)), with the likely bag if a turn follows."""
    to = number(state.doing.to) if isinstance(state.doing, Activate) else -1
    board = take(NomadsBoard.of(state), to, NUMBER[move.kind])
    if board.empty:
        after = play_chance(state.play(move), random)
        board.unseen = likely_bag(after, random)
    return board
