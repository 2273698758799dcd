"""Phrases that every game's words are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.owners import OWNERS
from rules import Action, AgreeDraw, Drop, State

ALT_LIMIT = 1024
"""Characters that the description of a picture may have."""
CHOICE_LIMIT = 100
"""Characters that a choice in a list may have."""


def listed(parts: Iterable[str], last: str = "and") -> str:
    """``A``, ``A and B``, ``A, B and C``; empty for nothing."""
    *front, end = list(parts) or [""]
    return f"{', '.join(front)} {last} {end}" if front else end


def count(number: int, thing: str, things: str = "") -> str:
    """``1 castle``, ``2 castles``; ``things`` for a plural that is not formed with an s."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def clipped(text: str, limit: int = ALT_LIMIT) -> str:
    """``text``, cut at its end with an ellipsis where it is longer than ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def rows_of_letters(rows: Iterable[Iterable[str]]) -> str:
    """A board as text, the row numbers in front: ``1 MMFF.``; one character a square."""
    return "\n".join(f"{number} {''.join(row)}" for number, row in enumerate(rows, 1))


def short_names(names: Sequence[str], limit: int = 24) -> list[str]:
    """The names, none longer than ``limit``, for a text that has to leave room for a board."""
    return [clipped(name, limit) for name in names]


def general(state: State, action: Action, names: Sequence[str]) -> str | None:
    """What an action that belongs to all games did in ``state``, as a sentence; ``None`` for an action of the game's own."""
    if isinstance(action, Drop):
        return f"{names[action.seat]} gave up."
    if isinstance(action, AgreeDraw):
        return f"{listed(names[seat] for seat in state.left)} agreed on a draw."
    return None


def standing(state: State, names: Sequence[str]) -> str:
    """Whose turn it is, or who has won, as a sentence."""
    winners = state.winners
    if winners is None:
        return f"{names[state.turn]}’s turn." if state.turn is not None else "Nobody’s turn."
    if not winners:
        return "The game is over and nobody wins."
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"The game is over: {listed(names[seat] for seat in winners)} {verb}."


def look(owner: int) -> str:
    """An owner's colour and emblem in words: ``blue disc``."""
    return f"{OWNERS[owner].name} {OWNERS[owner].emblem}"
