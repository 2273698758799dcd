"""The picture of Land."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set

from PIL import Image

from render.art.pieces import cow, die
from render.games.base import Renderer
from render.games.land.alt import describe_position
from render.games.land.art import block_frame, cow_head, fresh_mark, grounds, owned_ground, pale_ground
from render.games.land.explain import reasons
from render.games.land.fairness import report
from render.games.land.fairness_card import fairness_card
from render.games.land.gallery import gallery, setting
from render.games.land.news import describe_step, describe_steps, find_taken_plots
from render.games.land.options import OPTION_WORDS
from render.games.land.spans import dice
from render.games.land.words import cows_left, move_words, score_words, seats_in_order, state_of, to_infinitives
from render.paint.board import Board
from render.paint.header import Chip, Counter
from render.paint.sides import SIDES
from render.paint.sprites import Stamp, stamp
from render.style.fonts import picture_name
from render.targets import Piece, Target, square_targets
from render.text.words import does, result
from render.view import Picture, View
from rules import Action
from rules.land import LandState, Roll
from rules.land.grid import LandMap
from rules.squares import Square
from rules.steps import Step
from rules.words import count

_COW = (-0.03, -0.09, 1.06)
_LARGE_COW = (-0.14, -0.22, 1.3)
"""Left, top and size of a cow in its plot: on a large map it covers more of the plot, so that it is visible on a phone."""
_NEAR = 12
"""On a map with more columns or rows than this, the players' cows are drawn as heads."""
_HEAD, _FRESH_HEAD = 0.72, 0.5
"""Size of a head in its plot: around it, the terrain and the owner's outline or the mark of the last move are visible."""


class LandRenderer(Renderer[LandState]):
    """Draws sea with beaches and islets, grass, mountains, resident cows and players' cows, and dice along the edges."""

    icon = "cow_red"
    scores_in = "plot"
    gallery_shows = "Maps"
    card_shows = "How fair?"
    option_words = OPTION_WORDS

    seats = staticmethod(seats_in_order)
    gallery = staticmethod(gallery)
    setting = staticmethod(setting)
    position = staticmethod(describe_position)
    describe_step = staticmethod(describe_step)
    news = staticmethod(describe_steps)
    label_move = staticmethod(move_words)
    to_infinitives = staticmethod(to_infinitives)
    reasons = staticmethod(reasons)
    score_words = staticmethod(score_words)

    def draw(self, state: LandState, view: View) -> Image.Image:
        """Return the board; the line above it shows the dice or cows of the player to move. The last rolled block is framed."""
        return self._compose(state, view).draw()

    def _compose(self, state: LandState, view: View) -> Board:
        land, shown = state.map, state_of(view.preview or state)
        board = Board(land.width, land.height, view.theme, series=view.series)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        block = _last_block(state, view.steps)
        board.chips([self._chip(state, seat, names[seat]) for seat in self.seats(state)])
        board.line(*self._line(state, shown, names))
        if view.replay:
            board.caption(view.replay)
        board.spans(dice(land, block or (state.rolls if state.round else ())))
        for square, layers in grounds(land, plain=board.plain).items():
            board.ground(square, *layers)
        last = find_taken_plots(view.steps)
        areas = [(self.owner(state, seat), shown.plots(seat)) for seat in range(state.seats)]
        near = max(land.width, land.height) <= _NEAR
        _herds(board, areas, near=near, fresh=last)
        for square in land.squares_of(land.cow & shown.free):
            board.put(square, stamp(cow, at=_COW if near else _LARGE_COW))
        if block:
            _frame(board, land, block)
        if near:
            board.last(last)
        else:
            for square in last:
                board.put(square, stamp(fresh_mark))
        board.marks(view.marks)
        return board

    def targets(self, state: LandState, view: View) -> Sequence[Target]:
        """Return the plots."""
        place, cells = self._compose(state, view).place(), self.position(state, view, view.names).cells
        return list(square_targets(place, lambda plot: cells[plot.y][plot.x].word))

    def card(self, states: Sequence[LandState], names: Sequence[str], theme: str) -> Picture | None:
        """Return the fairness card of a game that was played to its end, even if some players gave up; else ``None``."""
        return fairness_card(report(states), names, theme) if states[-1].played_out else None

    def _chip(self, state: LandState, seat: int, name: str) -> Chip:
        """Return a chip with the plots, and the cows of the next turn."""
        if state.is_over or seat in state.dropped:
            return self.chip(state, seat, name)
        return self.chip(state, seat, name, [Counter(stamp(cow, self.owner(state, seat)), str(state.allowance(seat)))])

    def _line(self, state: LandState, shown: LandState, names: Sequence[str]) -> Iterator[str | Stamp]:
        """Yield the result, the dice, or the cows that the player to move has left on the board ``shown``."""
        if state.winners is not None:
            yield result(state, names)
        elif state.turn is not None and state.phase == "reclaim":
            yield names[state.turn]
            yield stamp(cow, self.owner(state, state.turn))
            whole, left = state.allowance(state.turn), cows_left(state, shown)
            yield f"{count(whole, 'cow')} this turn" if left == whole else f"{left} of {count(whole, 'cow')} left"
        elif state.turn is not None:
            yield f"{names[state.turn]} rolled" if state.rolls else does(names[state.turn], "roll")
            if state.round:
                yield from (stamp(die, value) for value in state.rolls)
                if state.block:
                    yield f"start on {state.map.block_name(*state.block)}"
            else:
                yield "for the order of play"

    def find_piece(self, state: LandState, move: Action) -> Piece | None:
        """Return a cow on a plot."""
        return Piece(f"cow-{self.owner(state, state.seat or 0)}", str(move)) if isinstance(move, Square) else None


def _herds(board: Board, areas: Sequence[tuple[int, Set[Square]]], *, near: bool, fresh: Collection[Square]) -> None:
    """Draw each owner's land in the owner's colour, with cows, or with cows' heads on a large map."""
    for owner, plots in areas:
        for square in sorted(plots):
            if near:
                board.ground(square, stamp(owned_ground, owner))
            else:  # heads lie below the outlines, so that dashes remain distinguishable; terrain shows around them
                below = [stamp(pale_ground)] if square in fresh else []
                board.put(square, *below, stamp(cow_head, owner, at=_middle(_FRESH_HEAD if below else _HEAD)))
    board.areas(areas)
    for owner, plots in areas if near else ():
        for square in sorted(plots):
            board.put(square, stamp(cow, owner, at=_COW))


def _middle(size: float) -> tuple[float, float, float]:
    """Return left, top and size of art of ``size`` in the middle of its plot."""
    return (1 - size) / 2, (1 - size) / 2, size


def _last_block(state: LandState, steps: Sequence[Step]) -> tuple[int, int] | None:
    """Return the block of the current roll, else the last block rolled since the last board; ``None`` if there is none."""
    if state.round and state.rolls:
        return state.block
    for step in reversed(steps):
        before = step.before
        if isinstance(before, LandState) and isinstance(step.action, Roll) and before.round and before.rolls:
            return before.rolls[0], step.action.value
    return None


def _frame(board: Board, land: LandMap, block: tuple[int, int]) -> None:
    squares = set(land.squares_of(land.blocks[block[0] - 1][block[1] - 1]))
    for square in sorted(squares):
        sides = "".join(side for side, (dx, dy) in SIDES.items() if (square.x + dx, square.y + dy) not in squares)
        board.put(square, stamp(block_frame, sides))
