"""Territories as a picture and in words."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from PIL import Image

from render.areas import outlines
from render.art.outline import outline
from render.art.pieces import farm, log
from render.art.terrain import terrain, variant
from render.board import Board
from render.fonts import picture_name
from render.games import territories_words as words
from render.games.base import Renderer
from render.games.territories_art import field, foundation, fresh_log, open_end, yield_mark
from render.header import Counter
from render.sprites import Stamp, stamp
from render.view import Step, View
from render.words import count, result
from rules import Action
from rules.squares import squares
from rules.territories import House, TerritoriesState

_OWNERS = (2, 1)
"""Looks by seat: yellow begins, red follows (T2)."""
_LANE = 1
"""Outlines of areas run beside the logs, not under them."""
_OPEN_END = 0.46
"""Size of the post at the open end, in squares."""


class TerritoriesRenderer(Renderer[TerritoriesState]):
    """Grass, farm spots and farms, trunks as logs, the open end as a post, finished areas as fields with an outline."""

    def owner(self, state: TerritoriesState, seat: int) -> int:
        """T2: yellow and red."""
        return _OWNERS[seat]

    def draw(self, state: TerritoriesState, view: View) -> Image.Image:
        """The board; the line above it tells what is to be done, or how the game ended."""
        board = Board(state.width, state.height, view.theme)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        built = Tally(state.farms.values())
        board.chips([
            self.chip(state, seat, name, [Counter(stamp(farm, _OWNERS[seat]), str(built[seat]))])
            for seat, name in enumerate(names)
        ])  # fmt: skip
        board.line(*_line(state, names))
        _land(board, state)
        for spot in state.free_spots:
            board.put(spot, stamp(foundation))
        for square, seat in state.farms.items():
            board.put(square, stamp(farm, _OWNERS[seat]))
        placed = {step.action for step in view.steps}
        for trunk, _ in sorted(state.trunks, key=lambda laid: laid.trunk in placed):  # those on top
            if trunk in placed:
                board.edge(trunk.first, trunk.second, fresh_log)
            else:
                board.edge(trunk.first, trunk.second, log)
        board.last(step.action.square for step in view.steps if isinstance(step.action, House))
        if state.open_end is not None:
            board.over(stamp(open_end), *state.open_end, _OPEN_END)
        board.marks(view.marks)
        return board.draw()

    def alt(self, state: TerritoriesState, names: Sequence[str]) -> str:
        """Whose turn, the open end, scores and farms, the board as rows of letters, the trunks."""
        return words.alt(state, names, _OWNERS)

    def say(self, step: Step, names: Sequence[str]) -> str:
        """``Ada built a farm on B2.``, ``Ada completed a surrounding at C4-D4: 6 squares for Björn.``"""
        if isinstance(step.before, TerritoriesState) and isinstance(step.after, TerritoriesState):
            return words.say(step.before, step.action, step.after, names)
        return ""

    def say_move(self, state: TerritoriesState, action: Action) -> str:
        """``B2 · farm house on B2``, ``C4-D4 · completes a surrounding: 6 squares for you; you go on``."""
        return words.say_move(state, action)

    def score_words(self, state: TerritoriesState, seat: int) -> str:
        """``12 squares of land``."""
        return f"{count(state.scores[seat], 'square')} of land"


def _line(state: TerritoriesState, names: Sequence[str]) -> list[str | Stamp]:
    """What is to be done and how much land is still open, or how the game ended."""
    if state.is_over:
        return [result(state, names)]
    if state.phase == "farms":
        return [f"Place the farm houses: {count(len(state.free_spots), 'spot')} left"]
    undecided = f"· {count(words.undecided(state), 'square')} of land still open"
    if state.open_end is None:
        return [f"A new fence begins {undecided}"]
    return ["The fence goes on from", stamp(open_end), undecided]


def _land(board: Board, state: TerritoriesState) -> None:
    """Grass and, in finished areas, fields with the owner's outline and an emblem on each square that counts."""
    farms = state.farms
    owned = [(_OWNERS[area.owner], area.squares) for area in state.areas if area.owner is not None]
    owners = {square: owner for owner, area in owned for square in area}
    for square in squares(state.width, state.height):
        version = variant(square.x, square.y)
        board.ground(square, stamp(field, version % 2) if square in owners else stamp(terrain, "plains", version))
    for square, layer in outlines(owned, board.strength):
        owner, around, _, strength = layer.args
        board.put(square, stamp(outline, owner, around, _LANE, strength))
    for square, owner in owners.items():
        if square not in farms:
            board.put(square, stamp(yield_mark, owner))
