"""The moves and outcomes of Land, and how they are read from what people type.

Taking a plot is the plot's :class:`~rules.squares.Square` itself (``C4``); beside it there are :data:`DONE` and :class:`Roll`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.squares import SQUARE, Square


@dataclass(frozen=True, slots=True)
class Done:
    """The move that ends a turn with cows left (L11)."""

    def __str__(self) -> str:
        return "done"


DONE = Done()


@dataclass(frozen=True, slots=True)
class Roll:
    """An outcome of chance: a die that shows ``value``, 1 to 6 (L4, L5)."""

    value: int

    def __str__(self) -> str:
        return f"roll {self.value}"


LandAction = Square | Done | Roll

_ROLL = re.compile(r"(?:roll(?:s|ed)?|dice|die)[\s:,]*(?:an?\s+)?(\d{1,2})", re.IGNORECASE)
_DONE = frozenset({"done", "stop", "end", "finish", "finished", "pass", "ready"})
_FILLER = frozenset({"take", "takes", "taking", "reclaim", "plot", "plots", "and", "then", "also", "plus", "on", "&", "+"})

_PLOT = SQUARE.pattern
_TOKEN = re.compile(
    rf"(?P<first>{_PLOT})\s*(?:-+|–|—|\.\.+|…|:|\bto\b)\s*(?P<last>{_PLOT})(?!\d)|(?P<plot>{_PLOT})(?!\d)|(?P<word>[^\s,;./]+)",
    re.IGNORECASE,
)


def read(text: str) -> LandAction:
    """One move or outcome: ``c4``, ``take C 4``, ``done``, ``rolled a 4``. ValueError where it means nothing."""
    plain = text.strip().strip(".,;!").strip()
    if match := _ROLL.fullmatch(plain):
        return Roll(int(match[1]))
    if plain.lower() in _DONE:
        return DONE
    words = [word for word in plain.split() if word.lower() not in _FILLER]
    try:
        return Square.read(" ".join(words))
    except ValueError:
        shown = plain if len(plain) <= 40 else plain[:39] + "…"
        raise ValueError(
            f"“{shown}” is neither a plot nor “done”: name plots such as C4, a straight run such as C3-C7, or say done."
        ) from None


def is_done(text: str) -> bool:
    """Whether ``text`` reads as ``done``."""
    return text.strip().strip(".,;!").strip().lower() in _DONE


def split(text: str) -> list[str]:
    """The single decisions in a list such as ``c4, c5 and d5``, ``c3-c7 done``: a straight run counts plot by plot.

    Raises ValueError for a run that is not straight. What is no plot stays as it is, for :func:`read` to refuse.
    """
    whole = text.strip()
    if _ROLL.fullmatch(whole) or is_done(whole) or re.match(r"(?:drop\b|draw$)", whole, re.IGNORECASE):
        return [whole]
    parts: list[str] = []
    for token in _TOKEN.finditer(whole):
        if token["first"]:
            parts += map(str, _run(Square.read(token["first"]), Square.read(token["last"])))
        elif token["plot"]:
            parts.append(str(Square.read(token["plot"])))
        elif token["word"].lower() not in _FILLER:
            parts.append(token["word"])
    return parts


def _run(first: Square, last: Square) -> list[Square]:
    """The plots of a straight run, both ends included, in that direction."""
    dx, dy = last.x - first.x, last.y - first.y
    if dx and dy:
        raise ValueError(f"{first}-{last} is not a straight run: its ends must share a column or a row.")
    steps = max(abs(dx), abs(dy), 1)
    return [Square(first.x + dx * i // steps, first.y + dy * i // steps) for i in range(steps + 1 if (dx or dy) else 1)]
