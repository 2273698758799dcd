"""The settings of a picture besides the state: viewer, theme, latest steps, marks."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from rules import State
from rules.squares import Square
from rules.steps import Step


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a private picture for the player who is choosing; a public board has none."""

    legal: frozenset[Square] = frozenset()
    """Squares that may be chosen: each gets a small dot, if there are few."""
    chosen: frozenset[Square] = frozenset()
    """Squares that are chosen but not played yet."""
    chosen_sides: tuple[tuple[Square, Square], ...] = ()
    """Chosen moves on the side between two squares: a tick in a disc."""
    compared: frozenset[Square] = frozenset()
    """Squares of the move that the chosen one is compared with: a dashed ring."""
    compared_sides: tuple[tuple[Square, Square], ...] = ()
    """Compared moves on the side between two squares: a dash in a dashed ring."""
    nodes: tuple[tuple[int, int, str], ...] = ()
    """Short labels on nodes: column line and row line from 0 (the top-left corner of the board is 0, 0), label."""
    edges: tuple[tuple[Square, Square, str], ...] = ()
    """Short labels on the side between two squares."""


NO_MARKS = Marks()
YOU = "You"
"""The viewer's name in a private picture that is the same for all viewers. Sentences adapt to it: ``Your turn``."""


@dataclass(frozen=True, slots=True)
class View:
    """The settings of one picture."""

    names: tuple[str, ...]
    """The players' names by seat; characters that the font cannot draw are omitted in the picture."""
    theme: str = "dark"
    """``dark``, ``light`` or ``contrast``."""
    steps: tuple[Step, ...] = ()
    """The steps since the last board was shown, in order: the picture marks them as the last move."""
    marks: Marks = NO_MARKS
    replay: str = ""
    """For a frame of a replay, the turn that it shows: ``Turn 12 of 40``; empty for other pictures.

    A frame of a replay omits information that only the player to move needs, so that little changes between frames."""
    series: Hashable | None = None
    """The series of pictures that this one continues, such as the boards of one game, or ``None``. It affects only the
    speed."""
    preview: State | None = None
    """The state after the moves that a player has chosen but not sent.

    Squares and pieces are drawn and described as in that state; header and scores show the actual state. Renderers of games
    whose panels do not provide it ignore it."""


class Animation(NamedTuple):
    """A replay to send: ``gif`` bytes and ``alt``, its description in words, at most 1024 characters."""

    gif: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to send: ``png`` bytes and ``alt``, its description in words, at most 1024 characters."""

    png: bytes
    alt: str
