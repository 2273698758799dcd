"""Phrases that every game's words are made of."""

from __future__ import annotations

import re
import unicodedata
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


_ISOLATE, _POP = "\u2068", "\u2069"
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of what follows them."""


def isolated(name: str) -> str:
    """A name that leaves the order of the words around it alone.

    One that is written from right to left is put between the marks that Unicode has for that (U+2068, U+2069); characters
    that would turn the text after the name are left out.
    """
    name = _DIRECTIONS.sub("", name)
    turns = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return f"{_ISOLATE}{name}{_POP}" if turns else name


def short_names(names: Sequence[str], limit: int = 24) -> list[str]:
    """The names for a description: none longer than ``limit``, to leave room for a board, and each :func:`isolated`."""
    return [isolated(clipped(name, limit)) for name in names]


def general(state: State, action: Action, names: Sequence[str]) -> str | None:
    """What an action that belongs to all games did in ``state``, as a sentence; ``None`` for an action of the game's own."""
    if isinstance(action, Drop):
        return f"{names[action.seat]} gave up."
    if isinstance(action, AgreeDraw):
        return f"{listed(names[seat] for seat in state.left)} agreed on a draw."
    return None


def result(state: State, names: Sequence[str]) -> str:
    """How a game ended: ``Ada wins``, ``Ada and Björn share the win``, ``nobody wins``; ValueError while it goes on."""
    if state.winners is None:
        raise ValueError("nobody has won before the end")
    verb = "share the win" if len(state.winners) > 1 else "wins"
    return f"{listed(names[seat] for seat in state.winners) or 'nobody'} {verb}"


def standing(state: State, names: Sequence[str]) -> str:
    """Whose turn it is, or who has won, as a sentence."""
    if state.winners is not None:
        return f"The game is over: {result(state, names)}."
    return f"{names[state.turn]}’s turn." if state.turn is not None else "Nobody’s turn."


def look(owner: int) -> str:
    """An owner's colour and emblem in words: ``blue disc``."""
    return f"{OWNERS[owner].name} {OWNERS[owner].emblem}"
