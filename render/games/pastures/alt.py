"""The description of a picture of Pastures New."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.pastures.news import find_changed_squares
from render.games.pastures.words import offer_words
from render.text.describe import Cell, Rows, describe, last_move_words
from render.text.words import join_words, look, turn_words
from render.view import View
from rules.pastures import TERRAINS, PasturesState
from rules.squares import Square
from rules.words import count

_EMPTY = Cell("empty", ".")
_LEGEND = ", ".join([*(f"{letter} {word}" for letter, word in TERRAINS.items()), ". empty"])


def alt(state: PasturesState, view: View) -> str:
    """Whose turn, the last move, scores and castles, and the terrain row by row."""
    shown = view.preview if isinstance(view.preview, PasturesState) else state

    def told(names: Sequence[str]) -> tuple[Sequence[str], Rows]:
        parts = [f"Pastures New. {turn_words(state, names)}", last_move_words(find_changed_squares(view.steps))]
        if state.phase == "fill" and state.bans:
            parts.append(f"No {join_words((TERRAINS[letter] for letter in state.bans), 'or')} this turn.")
        parts.append(offer_words(state, names))
        if state.phase == "claim":
            parts.append(f"{count(len(state.moves()), 'square')} left for castles.")
        for seat, name in enumerate(names):
            own = [str(square) for square, owner in shown.castles.items() if owner == seat]
            built = f", {'castle' if len(own) == 1 else 'castles'} on {' '.join(own)}" if own else ""
            gone = ", out of the game" if seat in state.dropped else ""
            offered = f", {state.bonus[seat]} of them by the offer" if state.bonus[seat] else ""
            parts.append(f"{name} ({look(seat)}): {count(state.scores[seat], 'point')}{offered}{built}{gone}.")
        return parts, _rows(shown)

    return describe(told, view)


def _rows(state: PasturesState) -> Rows:
    land = state.terrain
    cells = [[_cell(land.get(Square(x, y))) for x in range(state.width)] for y in range(state.height)]
    return Rows(cells, "empty", _LEGEND)


def _cell(letter: str | None) -> Cell:
    return _EMPTY if letter is None else Cell(TERRAINS[letter], letter)
