"""The moves and outcomes of Land, and how typed text is parsed.

The move that takes a plot is its :class:`~rules.squares.Square` itself (``C4``); the others are :data:`DONE` and :class:`Roll`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rules.land.vocabulary import DONE_WORDS, FILLERS, JOINER
from rules.squares import Square


@dataclass(frozen=True, slots=True)
class Done:
    """The move that ends a turn with cows left (L11)."""

    def __str__(self) -> str:
        return "done"


DONE = Done()


@dataclass(frozen=True, slots=True)
class Roll:
    """An outcome of chance: a die roll of ``value``, 1 to 6 (L4, L5)."""

    value: int

    def __str__(self) -> str:
        return f"roll {self.value}"


LandAction = Square | Done | Roll

_ROLL = re.compile(r"(?:roll(?:s|ed)?|dice|die)[\s:,=–—-]*(?:an?\s+)?([0-9]{1,2})", re.IGNORECASE)
_PLOT = r"[A-Za-z][\s–—-]*0*[1-9][0-9]?(?!\d)"
_TOKEN = re.compile(
    rf"(?P<first>{_PLOT})\s*(?:-+|–|—|\.\.+|…|:|\b{JOINER}\b)\s*(?P<last>{_PLOT})|(?P<plot>{_PLOT})|(?P<word>[^\s,;./!()]+)",
    re.IGNORECASE,
)
_LETTER_AND_NUMBER = re.compile(r"([A-Za-z])[\s–—-]*([0-9]+)")


@lru_cache(maxsize=4096)  # the same texts recur in the logs and records of all games
def read(text: str) -> LandAction:
    """Return one move or outcome: ``c4``, ``take C 4``, ``done``, ``rolled a 4``. Raise ValueError for any other text."""
    plain = _strip(text)
    if match := _ROLL.fullmatch(plain):
        return Roll(int(match[1]))
    if is_done(plain):
        return DONE
    try:
        return _read_plot(_drop_fillers(plain))
    except ValueError:
        shown = plain if len(plain) <= 40 else plain[:39] + "…"
        raise ValueError(
            f"“{shown}” is neither a plot nor “done”: name plots such as C4, a straight run such as C3-C7, or say done."
        ) from None


def is_done(text: str) -> bool:
    """Return whether ``text`` stands for ``done``: ``stop``, ``end my turn``."""
    return _drop_fillers(_strip(text)).lower() in DONE_WORDS


def _strip(text: str) -> str:
    """Return ``text`` without spaces and punctuation at its ends."""
    return text.strip(" \t\n.,;!()")


def _drop_fillers(text: str) -> str:
    """Return ``text`` without filler words."""
    return " ".join(word for word in text.split() if word.lower() not in FILLERS)


def _read_plot(text: str) -> Square:
    """Return the plot that ``text`` names; a dash between letter and number is allowed: ``C-4``."""
    return Square.read(_LETTER_AND_NUMBER.sub(r"\1\2", text))


def split(text: str) -> list[str]:
    """Return the single decisions in a list such as ``c4, c5 and d5`` or ``c3-c7 done``.

    A straight run is split into its plots. Raise ValueError for a run that is not straight. Words that are not plots are kept
    unchanged, so that :func:`read` refuses them.
    """
    whole = text.strip()
    if _ROLL.fullmatch(_strip(whole)) or is_done(whole):
        return [whole]
    parts: list[str] = []
    for token in _TOKEN.finditer(whole):
        if token["first"]:
            parts += map(str, _run(_read_plot(token["first"]), _read_plot(token["last"])))
        elif token["plot"]:
            parts.append(str(_read_plot(token["plot"])))
        elif token["word"].lower() not in FILLERS:
            parts.append(token["word"])
    return parts


def _run(first: Square, last: Square) -> list[Square]:
    """Return the plots of a straight run from ``first`` to ``last``, both included."""
    dx, dy = last.x - first.x, last.y - first.y
    if dx and dy:
        raise ValueError(f"{first}-{last} is not a straight run: its ends must share a column or a row.")
    steps = max(abs(dx), abs(dy), 1)
    return [Square(first.x + dx * i // steps, first.y + dy * i // steps) for i in range(steps + 1 if (dx or dy) else 1)]
