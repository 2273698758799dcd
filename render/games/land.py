"""Land as a picture and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from render.art.pieces import cow, die
from render.art.terrain import terrain, variant
from render.board import Board
from render.fonts import picture_name
from render.frame import Span, Spans
from render.games.base import Renderer
from render.games.land_art import beach, bleached, block_frame, cow_head, fresh, islet, shore
from render.games.land_fairness import fairness_card
from render.games.land_words import move_words, said, state_of, told
from render.header import Chip, Counter
from render.sides import CORNERS, SIDES
from render.sprites import Stamp, stamp
from render.view import Picture, Step, View
from render.words import ALT_LIMIT, clipped, count, look, result, rows_of_letters, short_names, standing
from rules import Action
from rules.land import LandState, Roll
from rules.land.fairness import report
from rules.land.maps import BEACH, DICE, ISLAND, MOUNTAIN, LandMap
from rules.squares import Square

_COW = (-0.03, -0.09, 1.06)
_LARGE_COW = (-0.14, -0.22, 1.3)
"""Where a cow stands in its plot: on a large map it takes more of the plot, to be seen on a phone."""
_NEAR = 12
"""On a map of more columns or rows the players' cows are drawn as heads."""
_HEAD, _FRESH_HEAD = 0.72, 0.5
"""How much of its plot a head takes: the terrain and the owner's outline show around it, or the mark of the last move."""


class LandRenderer(Renderer[LandState]):
    """Sea with beaches and islets, grass, mountains, the residents' and the players' cows, dice along the edges."""

    def draw(self, state: LandState, view: View) -> Image.Image:
        """The board; the line above it shows the dice or the cows of the player to move; the block last rolled is framed."""
        land, shown = state.map, state_of(view.preview or state)
        board = Board(land.width, land.height, view.theme)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        block = _last_block(state, view.steps)
        board.chips([self._chip(state, seat, names[seat]) for seat in self.seats(state)])
        board.line(*self._line(state, shown, names))
        board.spans(_spans(land, block or (state.rolls if state.round else ())))
        for square in land.squares:
            board.ground(square, *_ground(land, square))
        last = dict.fromkeys(step.action for step in view.steps if isinstance(step.action, Square))
        areas = [(self.owner(state, seat), shown.plots(seat)) for seat in range(state.seats)]
        near = max(land.width, land.height) <= _NEAR
        if near:
            board.areas(areas)
            for owner, plots in areas:
                for square in sorted(plots):
                    board.put(square, stamp(cow, owner, at=_COW))
        else:  # heads lie below the outlines, so that dashes can be told apart
            for owner, plots in areas:
                for square in sorted(plots):
                    layers = [stamp(bleached)] if square in last else []
                    board.put(square, *layers, stamp(cow_head, owner, at=_middle(_FRESH_HEAD if layers else _HEAD)))
            board.areas(areas)
        for square in land.listed(land.cow & shown.free):
            board.put(square, stamp(cow, at=_COW if near else _LARGE_COW))
        if block:
            _frame(board, land, block)
        if near:
            board.last(last)
        else:
            for square in last:
                board.put(square, stamp(fresh))
        board.marks(view.marks)
        return board.draw()

    def seats(self, state: LandState) -> Sequence[int]:
        """The order in which the seats play this round, once it is known, as in the header of the picture."""
        return state.order if state.is_over else state.line or range(state.seats)

    def card(self, states: Sequence[LandState], names: Sequence[str], theme: str) -> Picture | None:
        """The fairness card of a game that was played to its end, also by some alone; else there is none."""
        return fairness_card(report(states), names, theme) if states[-1].played_out else None

    def _chip(self, state: LandState, seat: int, name: str) -> Chip:
        """Plots, and cows of the next turn."""
        if state.is_over or seat in state.dropped:
            return self.chip(state, seat, name)
        return self.chip(state, seat, name, [Counter(stamp(cow, self.owner(state, seat)), str(state.allowance(seat)))])

    def _line(self, state: LandState, shown: LandState, names: Sequence[str]) -> Iterator[str | Stamp]:
        """The result, the dice, or the cows that the player to move has left on the board ``shown``."""
        if state.winners is not None:
            yield result(state, names)
        elif state.turn is not None and state.phase == "reclaim":
            yield names[state.turn]
            yield stamp(cow, self.owner(state, state.turn))
            whole, left = state.allowance(state.turn), _cows_left(state, shown)
            yield count(whole, "cow") if left == whole else f"{left} of {count(whole, 'cow')} left"
        elif state.turn is not None:
            yield f"{names[state.turn]} rolled" if state.rolls else f"{names[state.turn]} rolls"
            if state.round:
                yield from (stamp(die, value) for value in state.rolls)
                if state.block:
                    yield f"block {state.map.block_name(*state.block)}"
            else:
                yield "for the order of play"

    def alt(self, state: LandState, names: Sequence[str]) -> str:
        """Whose turn, dice, plots and cows by seat, and the map as rows of letters with the seats' numbers on their plots."""
        for limit in (24, 12, 6):
            text = self._alt(state, short_names(names, limit))
            if len(text) <= ALT_LIMIT:
                return text
        return clipped(text)

    def _alt(self, state: LandState, names: Sequence[str]) -> str:
        parts = [f"Land. {standing(state, names)}"]
        if state.block:
            parts.append(f"Rolled: block {state.map.block_name(*state.block)}.")
        if state.round and not state.is_over and state.options.order != "fixed":
            line = (seat for seat in state.line if seat not in state.dropped)
            parts.append(f"This round: {', '.join(names[seat] for seat in line)}.")
        for seat, name in enumerate(names):
            gone = ", gave up" if seat in state.dropped else ""
            herd = f", {count(state.allowance(seat), 'cow')}" if state.allowance(seat) and not state.is_over else ""
            parts.append(
                f"{seat + 1} {name} ({look(self.owner(state, seat))}): {count(state.scores[seat], 'plot')}{herd}{gone}."
            )
        rows = ((_letter(state, Square(x, y)) for x in range(state.width)) for y in range(state.height))
        parts.append(f"Rows from the top: 1–6 owned, g grass, ^ mountain, c cow, ~ water.\n{rows_of_letters(rows)}")
        return " ".join(parts)

    def say(self, step: Step, names: Sequence[str]) -> str:
        """``Ada took C4.``, ``Ada rolled 3 and 5: column 3, row 5.``"""
        return said(step, names)

    def news(self, steps: Sequence[Step], names: Sequence[str]) -> str:
        """Whole turns in one sentence each: ``Ada took C3–C7 and D5 (6 plots, 1 mountain).``"""
        return told(steps, names)

    def say_move(self, state: LandState, action: Action) -> str:
        """``C4 · mountain, 2 cows``."""
        return move_words(state, action)

    def score_words(self, state: LandState, seat: int) -> str:
        """``12 plots``, with the cows of the next turn while the game goes on: ``12 plots, 13 cows``."""
        plots = count(state.scores[seat], "plot")
        herd = state.allowance(seat)
        return f"{plots}, {count(herd, 'cow')}" if herd and not state.is_over else plots


def _middle(size: float) -> tuple[float, float, float]:
    """Where something of ``size`` stands in the middle of its plot."""
    return (1 - size) / 2, (1 - size) / 2, size


def _cows_left(state: LandState, shown: LandState) -> int:
    """The cows of the seat to move once it has what it owns in ``shown``."""
    seat = state.line[state.place]
    return state.cows - sum(map(state.cost, state.map.listed(shown.owned[seat] & ~state.owned[seat])))


def _letter(state: LandState, square: Square) -> str:
    owner = state.owner_at(square)
    if owner is not None:
        return str(owner + 1)
    kind = state.map.kind(square)
    return "~" if kind in (BEACH, ISLAND) else kind


def _last_block(state: LandState, steps: Sequence[Step]) -> tuple[int, int] | None:
    """The block that is rolled for now, or the last one that was since the last board."""
    if state.round and state.rolls:
        return state.block
    for step in reversed(steps):
        before = step.before
        if isinstance(before, LandState) and isinstance(step.action, Roll) and before.round and before.rolls:
            return before.rolls[0], step.action.value
    return None


def _spans(land: LandMap, lit: Sequence[int]) -> Spans:
    """The dice along the edges; ``lit``: the column and the row that were rolled, or the column alone, or nothing."""
    wide, high = land.width // DICE, land.height // DICE
    column, row = (*lit, 0, 0)[:2]
    return Spans(
        tuple(Span(i * wide, wide, stamp(die, i + 1), i + 1 == column) for i in range(DICE)),
        tuple(Span(i * high, high, stamp(die, i + 1), i + 1 == row) for i in range(DICE)),
    )


def _frame(board: Board, land: LandMap, block: tuple[int, int]) -> None:
    squares = set(land.listed(land.blocks[block[0] - 1][block[1] - 1]))
    for square in sorted(squares):
        sides = "".join(side for side, (dx, dy) in SIDES.items() if (square.x + dx, square.y + dy) not in squares)
        board.put(square, stamp(block_frame, sides))


def _ground(land: LandMap, square: Square) -> list[Stamp]:
    """The layers of a plot without its cows."""
    kind = land.kind(square)
    version = variant(square.x, square.y)
    if land.bit(square) & land.usable:
        return [stamp(terrain, "mountain" if kind == MOUNTAIN else "plains", version)]
    sides = "".join(side for side, step in SIDES.items() if _is_land(land, square, step))
    corners = tuple(corner for corner, step in CORNERS.items() if not set(corner) & set(sides) and _is_land(land, square, step))
    layers = [stamp(terrain, "river", version)]
    if kind == BEACH:
        return [*layers, stamp(beach, sides, version)]
    if sides or corners:
        layers.append(stamp(shore, sides, corners))
    return [*layers, stamp(islet, version)] if kind == ISLAND else layers


def _is_land(land: LandMap, square: Square, step: tuple[int, int]) -> bool:
    return bool(land.bit(Square(square.x + step[0], square.y + step[1])) & land.usable)
