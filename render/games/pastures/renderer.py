"""The picture of Pastures New."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from render.art.pieces import CASTLE_AT, castle, points
from render.art.terrain import swatch
from render.games.base import Renderer
from render.games.pastures.alt import describe_position
from render.games.pastures.art import ground
from render.games.pastures.explain import reasons
from render.games.pastures.news import describe_step, find_changed_squares
from render.games.pastures.options import OPTION_FACTS, OPTION_WORDS
from render.games.pastures.words import move_words, score_words, to_infinitive
from render.paint.board import Board
from render.paint.header import Counter
from render.paint.sprites import Stamp, stamp
from render.style.fonts import picture_name
from render.style.owners import OWNERS
from render.targets import Piece, Target, square_targets
from render.text.words import result, whose
from render.view import View
from rules import Action
from rules.pastures import TERRAINS, Castle, Fill, PasturesState
from rules.pastures.grid import points_of_terrains
from rules.squares import Square, squares
from rules.words import count

_LARGE_CASTLE_AT = (-0.05, -0.2, 1.1)
"""``CASTLE_AT`` for a large board, on which a castle must be visible on a phone."""


class PasturesRenderer(Renderer[PasturesState]):
    """Draws terrain with textures, empty squares as blank paper, castles, and an outline around each castle's area."""

    example = 0.97
    option_words = OPTION_WORDS
    option_facts = OPTION_FACTS

    position = staticmethod(describe_position)
    describe_step = staticmethod(describe_step)
    label_move = staticmethod(move_words)
    to_infinitive = staticmethod(to_infinitive)
    score_words = staticmethod(score_words)

    def draw(self, state: PasturesState, view: View) -> Image.Image:
        """Return the board; the line above it shows the banned terrains, or the number of squares left for castles."""
        return self._compose(state, view).draw()

    def _compose(self, state: PasturesState, view: View) -> Board:
        board = Board(state.width, state.height, view.theme, series=view.series)
        names = [picture_name(name, seat) for seat, name in enumerate(view.names)]
        built = Tally(state.castles.values())
        chips = [
            self.chip(state, seat, name, [Counter(stamp(castle, self.owner(state, seat)), str(built[seat]))] if built else [])
            for seat, name in enumerate(names)
        ]
        board.chips([chip._replace(to_move=False) for chip in chips] if view.replay else chips)
        shown = view.preview if isinstance(view.preview, PasturesState) else state
        board.line(*(_line(state, names) if state.is_over or not view.replay else [view.replay]))
        self._squares(board, shown)
        board.last(find_changed_squares(view.steps), shown.castles)
        for square in shown.castles:
            board.put(square, stamp(points, str(shown.points(square))))
        taken = shown.castles if state.phase == "claim" else shown.terrain
        board.marks(view.marks, set(squares(state.width, state.height)).difference(taken))
        return board

    def targets(self, state: PasturesState, view: View) -> Sequence[Target]:
        """Return the squares."""
        cells = self.position(state, view, view.names).cells

        def words(square: Square) -> str:
            owner = state.castles.get(square)
            castle_words = "" if owner is None else f" with {whose(view.names[owner])} castle"
            return cells[square.y][square.x].word + castle_words

        return list(square_targets(self._compose(state, view).place(), words))

    def _squares(self, board: Board, state: PasturesState) -> None:
        """Draw terrain, areas and castles."""
        land = state.terrain
        for square in squares(state.width, state.height):
            board.ground(square, *ground(square, land, plain=board.plain))
        castles = state.castles
        # One outline per castle, so that two adjacent areas of a player do not look like one.
        board.areas([(self.owner(state, seat), frozenset(state.area(square))) for square, seat in castles.items()])
        place = CASTLE_AT if max(state.width, state.height) < 12 else _LARGE_CASTLE_AT
        for square, seat in castles.items():
            board.put(square, stamp(castle, self.owner(state, seat), at=place))

    def find_piece(self, state: PasturesState, move: Action) -> Piece | None:
        """Return the terrain, or the castle with its points and the outline of its area."""
        if isinstance(move, Fill):
            return Piece(f"terrain-{TERRAINS[move.terrain]}", str(move.square))
        if not isinstance(move, Castle):
            return None
        owner, area = self.owner(state, state.seat or 0), state.area(move.square)
        swatch = f"castle-{owner}-{state.points(move.square)}"
        return Piece(swatch, str(move.square), (str(min(area)), str(max(area))), OWNERS[owner].colour)

    def swatches(self, state: PasturesState) -> Mapping[str, Mapping[str, str]]:
        """Return the swatches of the terrains."""
        return {"terrain": {letter: f"terrain-{word}" for letter, word in TERRAINS.items()}}

    def shown_values(self, state: PasturesState) -> Mapping[str, Mapping[str, str]]:
        """While the board is filled, return each terrain's points for a castle, or the reason why it cannot be played.

        For the answer to an offer (P15), return who gets the points.
        """
        if state.phase == "answer":
            points = count(state.offered or 0, "point")
            return {"answer": {"first": f"they get {points}", "second": f"you get {points}"}}
        if state.phase != "fill":
            return {}
        scores = zip(TERRAINS, points_of_terrains(state.options.forest), state.free_masks, strict=True)
        told = {letter: f"scores {each}" if free else "fits nowhere" for letter, each, free in scores}
        why = {"P4": "you used it", "P5": "they used it"}
        return {"terrain": told | {letter: why[rule] for letter, rule in state.bans.items()}}

    def reasons(self, state: PasturesState, moves: Sequence[Action], names: Sequence[str]) -> Iterator[str]:
        """Return the reasons for a move by the rules of the game."""
        return reasons(state, moves)


def _line(state: PasturesState, names: Sequence[str]) -> list[str | Stamp]:
    """Return a line for the player to move, or the result of the game."""
    if state.is_over:
        return [result(state, names)]
    if state.phase == "claim":
        return [f"{count(len(state.moves()), 'square')} to build on"]
    if state.phase == "offer":
        return ["An offer comes first: points for building second"]
    if state.phase == "answer":
        return [f"The offer: {count(state.offered or 0, 'point')} for building second"]
    if not state.bans:
        return ["Fill the land: any terrain"]
    parts: list[str | Stamp] = ["Not this turn:"]
    for letter in state.bans:
        parts += [stamp(swatch, TERRAINS[letter]), TERRAINS[letter]]
    return parts
