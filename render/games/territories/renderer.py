"""The picture of Territories."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from PIL import Image

from render.art.outline import outline
from render.art.pieces import farm, log
from render.art.terrain import terrain, variant
from render.games.base import Renderer
from render.games.territories.alt import describe_position
from render.games.territories.art import field, foundation, fresh_log, open_end, tint, yield_mark
from render.games.territories.explain import faults, reasons
from render.games.territories.gallery import gallery, setting
from render.games.territories.news import describe_step, describe_steps
from render.games.territories.options import OPTION_WORDS
from render.games.territories.words import LOOKS, find_undecided_squares, move_words, score_words, to_infinitive
from render.paint.areas import outlines
from render.paint.board import Board, side_towards
from render.paint.header import Counter
from render.paint.sides import CORNERS
from render.paint.sprites import Stamp, stamp
from render.style.fonts import picture_name
from render.targets import Piece, Target, core_targets, side_target, square_targets
from render.text.words import THEN, result
from render.view import Marks, View
from rules import Action
from rules.squares import Square, squares
from rules.territories import House, TerritoriesState, Trunk
from rules.words import count

_OPEN_END = 0.46
"""Size of the post at the open end, in squares."""


class TerritoriesRenderer(Renderer[TerritoriesState]):
    """Draws grass, farm spots and farms, trunks as logs, the open end as a post, and finished areas in their owner's colour."""

    icon = "house_yellow"
    gallery_shows = "Boards"
    option_words = OPTION_WORDS

    gallery = staticmethod(gallery)
    setting = staticmethod(setting)
    position = staticmethod(describe_position)
    describe_step = staticmethod(describe_step)
    news = staticmethod(describe_steps)
    label_move = staticmethod(move_words)
    faults = staticmethod(faults)
    score_words = staticmethod(score_words)

    def owner(self, state: TerritoriesState, seat: int) -> int:
        """T2: yellow and red."""
        return LOOKS[seat]

    def draw(self, state: TerritoriesState, view: View) -> Image.Image:
        """Return the board; the line above it shows the next action, or the result of the game."""
        return self._compose(state, view).draw()

    def _compose(self, state: TerritoriesState, view: View) -> Board:
        board = Board(state.width, state.height, view.theme, series=view.series)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        built = Tally(state.farms.values())
        board.chips([
            self.chip(state, seat, name, [Counter(stamp(farm, LOOKS[seat]), str(built[seat]))])
            for seat, name in enumerate(names)
        ])  # fmt: skip
        board.line(*_line(state, names))
        if view.replay:
            board.caption(view.replay)
        _land(board, state)
        for spot in state.free_spots:
            board.put(spot, stamp(foundation))
        for square, seat in state.farms.items():
            board.put(square, stamp(farm, LOOKS[seat]))
        board.last(step.action.square for step in view.steps if isinstance(step.action, House))  # below new trunks
        placed = {step.action for step in view.steps}
        for trunk, _ in sorted(state.trunks, key=lambda laid: laid.trunk in placed):  # draw new trunks on top
            if trunk in placed:
                board.edge(trunk.first, trunk.second, fresh_log)
            else:
                board.edge(trunk.first, trunk.second, log)
        if state.open_end is not None:
            board.over(stamp(open_end), *state.open_end, _OPEN_END)
        board.marks(view.marks, frozenset(state.free_spots))
        return board

    def targets(self, state: TerritoriesState, view: View) -> Sequence[Target]:
        """Return the targets: the squares while farms are built, later the sides for trunks and the middles of the squares."""
        place, cells = self._compose(state, view).place(), self.position(state, view, view.names).cells

        def words(square: Square) -> str:
            return cells[square.y][square.x].word

        if state.phase == "farms":
            return list(square_targets(place, words))
        legal = set(state.moves())
        sides = [side_target(place, *trunk, is_free=trunk in legal) for trunk in state.grid.places]
        return [*core_targets(place, words), *sides]

    def find_piece(self, state: TerritoriesState, move: Action) -> Piece | None:
        """Return the farm, or the trunk."""
        if isinstance(move, House):
            return Piece(f"farm-{LOOKS[state.seat or 0]}", str(move.square))
        return Piece("log", f"{move.first}-{move.second}") if isinstance(move, Trunk) else None

    def to_infinitives(self, state: TerritoriesState, moves: Sequence[Action]) -> str:
        """Return ``lay a piece of fence between C4 and D4, which closes the fence, then one between D3 and D4``.

        Two farms are ``build farms on C1 and D4``.
        """
        if len(moves) == 2 and all(isinstance(move, House) for move in moves):
            return f"build farms on {moves[0]} and {moves[1]}"
        told = super().to_infinitives(state, moves)
        closed = isinstance(moves[0], Trunk)  # if it were not the first of several pieces, the turn would be over
        return told.replace(f"{THEN}lay a piece of fence", ", which closes the fence, then one") if closed else told

    def to_infinitive(self, state: TerritoriesState, action: Action) -> str:
        """Return ``lay a piece of fence between C4 and D4``."""
        return to_infinitive(action)

    def reasons(self, state: TerritoriesState, moves: Sequence[Action], names: Sequence[str]) -> Iterator[str]:
        """Return the reasons for a move by the rules of the game."""
        return reasons(state, moves)

    def mark_moves(self, moves: Sequence[Action], others: Sequence[Action] = ()) -> Marks:
        """Return marks for the spots, or for trunks (a tick for one, numbers for several), and for the compared moves."""
        sides = [(move.first, move.second) for move in moves if isinstance(move, Trunk)]
        edges = tuple((*side, str(number)) for number, side in enumerate(sides, 1))
        played = [(move.first, move.second) for move in others if isinstance(move, Trunk)]
        marks = replace(super().mark_moves(moves, others), compared_sides=tuple(side for side in played if side not in sides))
        return replace(marks, chosen_sides=tuple(sides)) if len(sides) == 1 else replace(marks, edges=edges)


def _line(state: TerritoriesState, names: Sequence[str]) -> list[str | Stamp]:
    """Return the next action and the land still open, or the result of the game."""
    if state.is_over:
        return [result(state, names)]
    if state.phase == "farms":
        return [f"Build the farms: {count(len(state.free_spots), 'spot')} left"]
    still_open = f"· {count(find_undecided_squares(state), 'square')} of land still open"
    if state.open_end is None:
        return [f"A new fence begins {still_open}"]
    return ["The fence goes on from", stamp(open_end), still_open]


def _land(board: Board, state: TerritoriesState) -> None:
    """Draw grass and finished areas.

    An area has the owner's colour, emblems on the squares that count, and a frame along sides without a fence.
    """
    owned = [(LOOKS[area.owner], area.squares) for area in state.areas if area.owner is not None]
    owners = {square: owner for owner, area in owned for square in area}
    for square in squares(state.width, state.height):
        board.ground(square, stamp(terrain, "plains", variant(square.x, square.y, plain=board.plain)))
        if square in owners:
            board.ground(square, stamp(field if board.plain else tint, owners[square]))
    fenced = _find_fenced_sides(state)
    for square, layer in outlines(owned, board.strength):
        owner, around, lane, strength = layer.args
        hidden = cast("frozenset[str]", around).union(fenced[square], CORNERS)
        board.put(square, stamp(outline, owner, hidden, lane, strength))
    for square, owner in owners.items():
        if square not in state.farms:
            board.put(square, stamp(yield_mark, owner))


def _find_fenced_sides(state: TerritoriesState) -> dict[Square, set[str]]:
    """Return for each square the names of its sides with a trunk."""
    sides = defaultdict[Square, set[str]](set)
    for trunk, _ in state.trunks:
        for square, other in ((trunk.first, trunk.second), (trunk.second, trunk.first)):
            sides[square].add(side_towards(square, other))
    return sides
