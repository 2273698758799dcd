"""The description of a picture of Pastures New."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.pastures.words import offer_words
from render.text.describe import Cell, Phrase, Position, name_blocks
from render.text.words import join_words, look, turn_words
from render.view import View
from rules.pastures import TERRAINS, PasturesState
from rules.squares import squares
from rules.words import count

_CELLS: dict[str | None, Cell] = {None: Cell("empty"), **{letter: Cell(word) for letter, word in TERRAINS.items()}}


def describe_position(state: PasturesState, view: View, names: Sequence[str]) -> Position:
    """Return the description: whose turn it is, banned terrains, the offer, scores, castles, and the terrain."""
    shown = view.preview if isinstance(view.preview, PasturesState) else state
    parts = list[str]()
    if state.phase == "fill" and state.bans:
        parts.append(f"No {join_words((TERRAINS[letter] for letter in state.bans), 'or')} this turn.")
    parts.append(offer_words(state, names))
    if state.phase == "claim":
        parts.append(f"{count(len(state.moves()), 'square')} to build on.")
    parts += [_player(state, seat, name) for seat, name in enumerate(names)]
    castles = [_describe_castles(shown, seat, name) for seat, name in enumerate(names)]
    land = shown.terrain
    row_by_row = [_CELLS[land.get(square)] for square in squares(state.width, state.height)]
    cells = [row_by_row[first : first + state.width] for first in range(0, len(row_by_row), state.width)]
    return Position(f"Pastures New. {turn_words(state, names)}", parts, cells, _CELLS[None].kind, castles)


def _player(state: PasturesState, seat: int, name: str) -> str:
    offered = f", {state.bonus[seat]} of them by the offer" if state.bonus[seat] else ""
    gone = ", out of the game" if seat in state.dropped else ""
    return f"{name} ({look(seat)}): {count(state.scores[seat], 'point')}{offered}{gone}."


def _describe_castles(state: PasturesState, seat: int, name: str) -> Phrase:
    own = [square for square, owner in state.castles.items() if owner == seat]
    return Phrase(name, "castle" if len(own) == 1 else "castles", name_blocks(own))
