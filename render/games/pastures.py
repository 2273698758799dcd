"""Pastures New as a picture and in words."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence

from PIL import Image

from render.art.pieces import castle
from render.art.terrain import bank, parchment, swatch, terrain, variant
from render.board import Board
from render.fonts import picture_name
from render.games.base import Renderer
from render.header import Counter
from render.sides import SIDES
from render.sprites import Stamp, stamp
from render.view import Step, View
from render.words import clipped, count, general, listed, look, result, rows_of_letters, short_names, standing
from rules import Action
from rules.pastures import TERRAINS, Castle, Fill, PasturesState
from rules.squares import Square, squares

_PIECE = (0.0, -0.02, 1.0)
_LARGE_PIECE = (-0.09, -0.12, 1.18)
"""Where a castle stands in its square: on a large board it takes more of a square, to be seen on a phone."""
_DEEDS = {
    "M": "raised a mountain on",
    "P": "laid out plains on",
    "F": "planted a forest on",
    "R": "let a river through",
    "D": "spread a desert over",
    "W": "left a wasteland on",
}


class PasturesRenderer(Renderer[PasturesState]):
    """Terrain with textures, empty squares as blank paper, castles, and each seat's castle areas as outlines."""

    example = 0.97

    def draw(self, state: PasturesState, view: View) -> Image.Image:
        """The board; the line above it tells what may not be played this turn, or how many squares are left for castles."""
        board = Board(state.width, state.height, view.theme)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        built = Tally(state.castles.values())
        chips = [
            self.chip(state, seat, name, [Counter(stamp(castle, self.owner(state, seat)), str(built[seat]))])
            for seat, name in enumerate(names)
        ]
        board.chips([chip._replace(to_move=False) for chip in chips] if view.replay else chips)
        board.line(*(_line(state, names) if state.is_over or not view.replay else [" "]))
        self._squares(board, view.preview if isinstance(view.preview, PasturesState) else state)
        played = (step.action for step in view.steps)
        board.last(dict.fromkeys(action.square for action in played if isinstance(action, Fill | Castle)))
        board.marks(view.marks)
        return board.draw()

    def _squares(self, board: Board, state: PasturesState) -> None:
        """Terrain, areas and castles."""
        land = {square: state.terrain_at(square) for square in squares(state.width, state.height)}
        for square, letter in land.items():
            board.ground(square, *_ground(square, letter, land))
        castles = state.castles
        areas: tuple[set[Square], set[Square]] = (set(), set())
        for square, seat in castles.items():
            areas[seat].update(state.area(square))
        board.areas([(self.owner(state, seat), area) for seat, area in enumerate(areas)])
        place = _PIECE if max(state.width, state.height) < 12 else _LARGE_PIECE
        for square, seat in castles.items():
            board.put(square, stamp(castle, self.owner(state, seat), at=place))

    def alt(self, state: PasturesState, names: Sequence[str]) -> str:
        """Whose turn, scores, castles by seat, and the terrain as rows of letters."""
        names = short_names(names)
        castles = state.castles
        parts = [f"Pastures New. {standing(state, names)}"]
        if state.phase == "fill" and state.bans:
            parts.append(f"No {listed((TERRAINS[letter] for letter in state.bans), 'or')} this turn.")
        for seat, name in enumerate(names):
            own = [str(square) for square, owner in castles.items() if owner == seat]
            built = f", {'castle' if len(own) == 1 else 'castles'} on {' '.join(own)}" if own else ""
            parts.append(f"{name} ({look(self.owner(state, seat))}): {count(state.scores[seat], 'point')}{built}.")
        legend = ", ".join(f"{letter} {word}" for letter, word in TERRAINS.items())
        rows = ((state.terrain_at(Square(x, y)) or "." for x in range(state.width)) for y in range(state.height))
        parts.append(f"Rows from the top, columns from A: {legend}, . empty.\n{rows_of_letters(rows)}")
        return clipped(" ".join(parts))

    def say(self, step: Step, names: Sequence[str]) -> str:
        """``Ada planted a forest on C4.``, ``Ada built a castle on C4 for 14 points.``"""
        action, seat = step.action, step.before.seat
        told = general(step.before, action, names)
        if told is not None:
            return told
        if seat is None:
            return ""
        if isinstance(action, Castle) and isinstance(step.before, PasturesState):
            built = f"{names[seat]} built a castle on {action.square} for {count(step.before.points(action.square), 'point')}."
            return f"{built} No square is left for another castle." if step.after.is_over else built
        if isinstance(action, Fill):
            return f"{names[seat]} {_DEEDS[action.terrain]} {action.square}."
        return ""

    def say_move(self, state: PasturesState, action: Action) -> str:
        """``C4 F · forest on C4``, ``C4 C · castle on C4, 14 points``."""
        if isinstance(action, Fill):
            return f"{action} · {TERRAINS[action.terrain]} on {action.square}"
        if isinstance(action, Castle):
            return f"{action} · castle on {action.square}, {count(state.points(action.square), 'point')}"
        return str(action)

    def score_words(self, state: PasturesState, seat: int) -> str:
        """``27 points, 3 castles``; without the castles as long as nobody can build."""
        points = count(state.scores[seat], "point")
        if state.phase == "fill":
            return points
        return f"{points}, {count(sum(1 for owner in state.castles.values() if owner == seat), 'castle')}"


def _ground(square: Square, letter: str | None, land: Mapping[Square, str | None]) -> list[Stamp]:
    """The layers of a square's terrain: a river has a bank towards land, none towards what is still empty."""
    if letter is None:
        return [stamp(parchment)]
    layers = [stamp(terrain, TERRAINS[letter], variant(square.x, square.y))]
    if letter == "R":
        beside = {side: land.get(Square(square.x + dx, square.y + dy)) for side, (dx, dy) in SIDES.items()}
        if shores := "".join(side for side, other in beside.items() if other not in (None, "R")):
            layers.append(stamp(bank, shores))
    return layers


def _line(state: PasturesState, names: Sequence[str]) -> list[str | Stamp]:
    """What the player to move should know, or how the game ended."""
    if state.is_over:
        return [result(state, names)]
    if state.phase == "claim":
        sites = len(state.moves())
        return [f"{count(sites, 'square')} left for {'a castle' if sites == 1 else 'castles'}"]
    if not state.bans:
        return ["Fill the land: any terrain"]
    parts: list[str | Stamp] = ["Not this turn:"]
    for letter in state.bans:
        parts += [stamp(swatch, TERRAINS[letter]), TERRAINS[letter]]
    return parts
