"""Solve Pastures New on 4 by 4: ``python -m lab.studies.solve_pastures --adjacency sides --forest 2 --goal 1``.

Prints whether seat 0, who places the first castle there, can get this many points more than seat 1, against any play of seat 1.
``--record`` begins after some moves (``"B2 P, C3 D"``). Needs the extra ``solve``.

A question is an alpha-beta search to the end of the game. Positions that turns and mirrors of the board lead to each other are
one position, and so are those that differ in nothing that still matters: with no empty square next to them, a mountain and a
river are worth the same. What is known stands in a table of fixed size.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numba import boolean, int64, njit, types, uint64

from rules import GAMES
from rules.pastures import PasturesState
from rules.squares import squares

SIDE = 4
SIZE = SIDE * SIDE
M, P, F, R, D, W = range(1, 7)  # 0 is an empty square
LETTERS = " MPFRDW"
FAR = 999
CORNERS = 0x9009
WEIGHT = 100
"""How much the look of the board counts against how often a move has settled a position, where moves are sorted."""


class Tables(NamedTuple):
    """The data about the board and the options that a search needs. A set of squares has one bit a square."""

    near: Any
    """P6, P7: by set of squares, those next to any of them."""
    area: Any
    """P11: by square, the set of its area."""
    apart: Any
    """P11: by square, the set of those on which another castle may stand."""
    bits: Any
    """By set of squares, how many they are."""
    spread: Any
    """By set of squares, the code of a board with a 1 on each of them: three bits a square."""
    turned: Any
    """``turned[way, row, cells of that row]``: the code to which turning or mirroring the board takes a row."""
    split: Any
    """By cells of a row, which squares have which terrain: four bits a terrain."""
    allowed: Any
    """P4, P5: by the terrains of the two turns before, the set of terrains left."""


def tables(adjacency: str) -> Tables:
    """Return the tables for one option of adjacency."""
    next_to = [sum(1 << t for t in range(SIZE) if s != t and _distance(s, t, adjacency) == 1) for s in range(SIZE)]
    near, bits = np.zeros(1 << SIZE, dtype=np.int64), np.zeros(1 << SIZE, dtype=np.int64)
    spread = np.zeros(1 << SIZE, dtype=np.uint64)
    for some in range(1, 1 << SIZE):
        lowest, rest = (some & -some).bit_length() - 1, some & (some - 1)
        near[some] = near[rest] | next_to[lowest]
        bits[some] = bits[rest] + 1
        spread[some] = int(spread[rest]) | 1 << (3 * lowest)
    split = np.zeros(1 << (3 * SIDE), dtype=np.int64)
    for cells, x in product(range(1 << (3 * SIDE)), range(SIDE)):
        split[cells] |= 1 << (4 * (cells >> (3 * x) & 7) + x)
    allowed = np.zeros(64, dtype=np.int64)
    for before, last in product(range(7), repeat=2):
        allowed[before * 8 + last] = sum(1 << terrain for terrain in range(1, 7) if terrain not in (before, last))
    area = [sum(1 << t for t in range(SIZE) if _distance(s, t, "corners") <= 1) for s in range(SIZE)]
    apart = [sum(1 << t for t in range(SIZE) if _distance(s, t, "corners") > 2) for s in range(SIZE)]
    return Tables(near, np.array(area), np.array(apart), bits, spread, _turned(), split, allowed)


def _distance(s: int, t: int, adjacency: str) -> int:
    columns, rows = abs(s % SIDE - t % SIDE), abs(s // SIDE - t // SIDE)
    return max(columns, rows) if adjacency == "corners" else columns + rows


def _turned() -> Any:
    table = np.zeros((8, SIDE, 1 << (3 * SIDE)), dtype=np.uint64)
    for way, (y, cells) in product(range(8), product(range(SIDE), range(1 << (3 * SIDE)))):
        code = 0
        for x in range(SIDE):
            to_x, to_y = (y, x) if way & 4 else (x, y)
            to_x, to_y = 3 - to_x if way & 1 else to_x, 3 - to_y if way & 2 else to_y
            code |= (cells >> (3 * x) & 7) << (3 * (to_y * SIDE + to_x))
        table[way, y, cells] = code
    return table


_LIST, _GRID = int64[::1], int64[:, ::1]
_CODES = uint64[::1]
_TABLES: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    (_LIST, _LIST, _LIST, _LIST, _CODES, uint64[:, :, ::1], _LIST, _LIST), Tables
)


@njit(int64(int64, _LIST, _LIST), cache=True)
def _claim(left: int, points: Any, apart: Any) -> int:
    """Return the margin that the seat to move gets from the sites of ``left`` (P9 to P13)."""
    best = -FAR
    for site in range(SIZE):
        if left >> site & 1:
            after = left & apart[site]
            margin = points[site]
            if after:
                margin -= _claim(after, points, apart)
            best = max(best, margin)
    return best


@njit(uint64(uint64, _TABLES), cache=True)
def _canonical(code: Any, t: Any) -> Any:
    """Return the same code for all boards that turns and mirrors lead to each other."""
    best = code
    a, b = code & uint64(4095), (code >> uint64(12)) & uint64(4095)
    c, d = (code >> uint64(24)) & uint64(4095), (code >> uint64(36)) & uint64(4095)
    for way in range(1, 8):
        other = t.turned[way, 0, a] | t.turned[way, 1, b] | t.turned[way, 2, c] | t.turned[way, 3, d]
        best = min(best, other)
    return best


@njit(int64(uint64, int64, _TABLES), cache=True)
def _with(code: Any, terrain: int, t: Any) -> Any:
    """Return the squares with a terrain."""
    by = 4 * terrain
    return (
        (t.split[code & uint64(4095)] >> by & 15)
        | (t.split[(code >> uint64(12)) & uint64(4095)] >> by & 15) << 4
        | (t.split[(code >> uint64(24)) & uint64(4095)] >> by & 15) << 8
        | (t.split[(code >> uint64(36)) & uint64(4095)] >> by & 15) << 12
    )


@njit(uint64(uint64, _TABLES, int64), cache=True)
def _plain(code: Any, t: Any, forest: int) -> Any:
    """Return the code without squares that no longer matter: those worth one point and next to no empty square."""
    settled = 0xFFFF & ~t.near[_with(code, 0, t)]
    mountains = t.spread[_with(code, M, t) & settled]
    if forest == 1:
        rivers = t.spread[_with(code, R, t) & settled]
        return code ^ (mountains * uint64(M ^ F)) ^ (rivers * uint64(R ^ F))
    return code ^ (mountains * uint64(M ^ R))


@njit(uint64(uint64, int64, int64, int64, int64, _TABLES), cache=True)
def _key(code: Any, before: int, last: int, left: int, forest: int, t: Any) -> Any:
    """Return the key of a position in the table: the board, the terrains of two turns, the number of empty squares."""
    board = _canonical(_plain(code, t, forest), t)
    return board | uint64(before) << uint64(48) | uint64(last) << uint64(51) | uint64(left) << uint64(54)


@njit(uint64(uint64, _CODES), cache=True)
def _place(key: Any, known: Any) -> Any:
    """Return the first of the four places in the table where a key may stand."""
    key ^= key >> uint64(29)
    key *= uint64(0xBF58476D1CE4E5B9)
    key ^= key >> uint64(32)
    key *= uint64(0x94D049BB133111EB)
    key ^= key >> uint64(29)
    return key & uint64(len(known) - 4)


@njit(int64(uint64, _CODES), cache=True)
def _look_up(key: Any, known: Any) -> int:
    """Return 1 or 0 where the answer for a key is known, else -1."""
    place = _place(key, known)
    for i in range(4):
        entry = known[place + uint64(i)]
        if entry >> uint64(1) == key:
            return 1 if entry & uint64(1) else 0
    return -1


@njit(types.void(uint64, boolean, _CODES), cache=True)
def _keep(key: Any, answer: bool, known: Any) -> None:
    """Keep an answer; where there is no room, in place of the one with the fewest empty squares."""
    place = _place(key, known)
    least, at = uint64(99), place
    for i in range(4):
        entry = known[place + uint64(i)]
        left = (entry >> uint64(55)) & uint64(31)  # 0 where nothing is kept
        if left < least:
            least, at = left, place + uint64(i)
    known[at] = key << uint64(1) | uint64(answer)


@njit(int64(int64, int64, int64, int64, int64, _TABLES), cache=True)
def _points(site: int, p: int, f: int, ones: int, forest: int, t: Any) -> Any:
    """Return the points of a castle, by the squares with plains, forest, and terrain worth one point (P13)."""
    area = t.area[site]
    return 3 * t.bits[p & area] + forest * t.bits[f & area] + t.bits[ones & area]


@njit(int64(int64, int64, int64, int64, int64, int64, _TABLES), cache=True)
def _most(p: int, f: int, ones: int, w: int, empty: int, forest: int, t: Any) -> int:
    """Return a bound of the margin: the points of a first castle and, outside the centre, of a third one in a corner."""
    centre, edge, corner = 0, 0, 0
    for site in range(SIZE):
        if (p | w | empty) >> site & 1:
            most = _points(site, p | empty, f, ones, forest, t)
            if t.apart[site] == 0:
                centre = max(centre, most)
            else:
                edge = max(edge, most)
            if CORNERS >> site & 1:
                corner = max(corner, most)
    return max(centre, edge + corner)


@njit(int64(int64, int64, int64, int64, int64, int64, int64, int64, _TABLES), cache=True)
def _look(square: int, terrain: int, p: int, f: int, ones: int, w: int, empty: int, forest: int, t: Any) -> int:
    """Return how good the board looks for seat 0 after a fill."""
    bit = 1 << square
    empty &= ~bit
    if terrain == P:
        p |= bit
    elif terrain == F:
        f |= bit
    elif terrain == W:
        w |= bit
    elif terrain != D:
        ones |= bit
    top, total = 0, 0
    for site in (5, 6, 9, 10):
        if (p | w | empty) >> site & 1:
            worth = 2 * _points(site, p, f, ones, forest, t) + 3 * t.bits[empty & t.area[site]] - 4 * (empty >> site & 1)
            top = max(top, worth)
            total += worth
    return 4 * top + total


@njit(int64(uint64, int64, int64, int64, _TABLES, _LIST), cache=True)
def _list_moves(code: Any, before: int, last: int, empty: int, t: Any, moves: Any) -> int:
    """List the legal fills, 8 times the square plus the terrain. Return their number (P4 to P8)."""
    no_plains, no_mountain = t.near[_with(code, M, t)], t.near[_with(code, P, t)]
    no_river, no_desert = t.near[_with(code, D, t)], t.near[_with(code, R, t)]
    fits = (0, empty & ~no_mountain, empty & ~no_plains, empty, empty & ~no_river, empty & ~no_desert, empty)
    allowed = t.allowed[before * 8 + last]
    n = 0
    for _ in range(2):
        for terrain in range(1, 7):
            if allowed >> terrain & 1:
                for square in range(SIZE):
                    if fits[terrain] >> square & 1:
                        moves[n] = square * 8 + terrain
                        n += 1
        if n:
            break
        allowed = 0b1111110  # P8
    return n


@njit(types.void(_LIST, _LIST, int64), cache=True)
def _sort(moves: Any, worths: Any, n: int) -> None:
    """Sort the first ``n`` moves, the highest worth first."""
    for i in range(1, n):
        move, worth = moves[i], worths[i]
        j = i - 1
        while j >= 0 and worths[j] < worth:
            moves[j + 1], worths[j + 1] = moves[j], worths[j]
            j -= 1
        moves[j + 1], worths[j + 1] = move, worth


@njit(int64(uint64, int64, int64, int64, int64, _TABLES, _GRID, _GRID), cache=True)
def _sorted_moves(code: Any, before: int, last: int, left: int, forest: int, t: Any, history: Any, scratch: Any) -> int:
    """List the moves of a position in ``scratch``, most promising first. Return their number."""
    p, f, w, empty = _with(code, P, t), _with(code, F, t), _with(code, W, t), _with(code, 0, t)
    ones = _with(code, M, t) | _with(code, R, t)
    moves, worths, seat = scratch[2 * left], scratch[2 * left + 1], left % 2
    n = _list_moves(code, before, last, empty, t, moves)
    for i in range(n):
        move = moves[i]
        look = _look(move >> 3, move & 7, p, f, ones, w, empty, forest, t)
        worths[i] = WEIGHT * (-look if seat else look) + 1000 * history[seat, move] // (history[2 + seat, move] + 1)
    _sort(moves, worths, n)
    return n


@njit(boolean(uint64, int64, int64, int64, _TABLES, _CODES, int64, _LIST, int64), cache=True)
def _is_settled(code: Any, last: int, left: int, forest: int, t: Any, known: Any, n: int, moves: Any, wanted: int) -> bool:
    """Return whether a move is known to lead where the seat to move wants."""
    for i in range(n):
        after = code | uint64(moves[i] & 7) << uint64(3 * (moves[i] >> 3))
        if _look_up(_key(after, last, moves[i] & 7, left - 1, forest, t), known) == wanted:
            return True
    return False


@njit(boolean(uint64, int64, int64, int64, int64, int64, _TABLES, _CODES, _GRID, _LIST, _GRID), cache=True)
def _reaches(
    code: Any,
    before: int,
    last: int,
    left: int,
    goal: int,
    forest: int,
    t: Any,
    known: Any,
    history: Any,
    count: Any,
    scratch: Any,
) -> bool:
    """Return whether seat 0 gets a margin of ``goal`` or more from a position with ``left`` empty squares.

    ``history`` has how often each move was tried and how often it settled a position, by seat; ``scratch`` is room for lists.
    """
    count[0] += 1
    p, f, w, empty = _with(code, P, t), _with(code, F, t), _with(code, W, t), _with(code, 0, t)
    ones = _with(code, M, t) | _with(code, R, t)
    sites = p | w
    for site in (5, 6, 9, 10):  # a castle there ends the game, and the points can only grow until then
        if sites >> site & 1 and _points(site, p, f, ones, forest, t) >= goal:
            return True
    if left == 0:
        for site in range(SIZE):
            scratch[0, site] = _points(site, p, f, ones, forest, t)
        return (_claim(sites, scratch[0], t.apart) if sites else 0) >= goal
    if _most(p, f, ones, w, empty, forest, t) < goal:
        return False
    key = uint64(0)
    if left > 1:
        key = _key(code, before, last, left, forest, t)
        seen = _look_up(key, known)
        if seen >= 0:
            return seen == 1
    moves, seat = scratch[2 * left], left % 2
    n = _sorted_moves(code, before, last, left, forest, t, history, scratch)
    wanted = seat == 0
    if left > 4 and _is_settled(code, last, left, forest, t, known, n, moves, 1 - seat):
        _keep(key, wanted, known)
        return wanted
    answer = not wanted
    for i in range(n):
        move = moves[i]
        after = code | uint64(move & 7) << uint64(3 * (move >> 3))
        history[2 + seat, move] += 1
        if _reaches(after, last, move & 7, left - 1, goal, forest, t, known, history, count, scratch) == wanted:
            history[seat, move] += 1
            answer = wanted
            break
    if left > 1:
        _keep(key, answer, known)
    return answer


class Answer(NamedTuple):
    """The result of a search."""

    reached: bool
    positions: int
    seconds: float


def reaches(state: PasturesState, goal: int, *, megabytes: int = 64) -> Answer:
    """Return whether seat 0 can get ``goal`` points more than seat 1, or more, from a 4 by 4 board in the fill."""
    code, left = 0, SIZE
    for number, square in enumerate(squares(SIDE, SIDE)):
        letter = state.terrain_at(square)
        if letter is not None:
            code |= LETTERS.index(letter) << (3 * number)
            left -= 1
    before, last = (terrain + 1 for terrain in state.recent)
    known = np.zeros(1 << (megabytes * 2**20 // 8).bit_length() - 1, dtype=np.uint64)
    history, count, scratch = np.zeros((4, 128), np.int64), np.zeros(1, np.int64), np.zeros((2 * SIZE + 2, 128), np.int64)
    began, options = monotonic(), state.options
    given = np.uint64(code), before, last, left, goal, options.forest, tables(options.adjacency), known, history, count, scratch
    return Answer(bool(_reaches(*given)), int(count[0]), monotonic() - began)


def main(argv: Sequence[str]) -> int:
    """Answer one question after the other, a point more each, until the answer is no."""
    options = argparse.ArgumentParser(
        prog="python -m lab.studies.solve_pastures", description=(__doc__ or "").partition(":")[0]
    )
    options.add_argument("--adjacency", choices=("sides", "corners"), default="sides")
    options.add_argument("--forest", type=int, choices=(2, 1), default=2)
    options.add_argument("--record", default="", help="moves to begin after, such as 'B2 P, C3 D'")
    options.add_argument("--goal", type=int, default=1, help="points for the first question")
    options.add_argument("--last-goal", type=int, help="points for the last question")
    options.add_argument("--megabytes", type=int, default=1024, help="memory for what is known")
    given = options.parse_args(argv)
    board = {"width": SIDE, "height": SIDE, "adjacency": given.adjacency, "forest": given.forest}
    state = GAMES["pastures"].start(2, board)
    for text in filter(None, given.record.split(",")):
        state = state.play_text(text)
    goal, reached = given.goal, True
    while reached and (given.last_goal is None or goal <= given.last_goal):
        reached, positions, seconds = reaches(state, goal, megabytes=given.megabytes)
        word = "can" if reached else "cannot"
        print(f"Seat 0 {word} get {goal} points more than seat 1: {positions} positions, {seconds:.1f} s", flush=True)
        goal += 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
