"""What a picture shows beside the state: for whom it is drawn, in which theme, what has just happened, what is marked."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from rules import State
from rules.squares import Square
from rules.steps import Step


@dataclass(frozen=True, slots=True)
class Marks:
    """What a private picture points out for the player who is choosing; a public board has none."""

    legal: frozenset[Square] = frozenset()
    """Squares that may be chosen: a dark dot in a white and a dark ring."""
    chosen: frozenset[Square] = frozenset()
    """Squares chosen so far, not played yet."""
    chosen_sides: tuple[tuple[Square, Square], ...] = ()
    """The same for a move on the side between two squares: a tick in a white ring."""
    compared: frozenset[Square] = frozenset()
    """Squares of a move that the chosen one is compared with: a dashed frame with a dash."""
    compared_sides: tuple[tuple[Square, Square], ...] = ()
    """The same for a move on the side between two squares: a dash in a dashed ring."""
    nodes: tuple[tuple[int, int, str], ...] = ()
    """Short labels on nodes: column line and row line from 0 (the top-left corner of the board is 0, 0), label."""
    edges: tuple[tuple[Square, Square, str], ...] = ()
    """Short labels on the side between two squares."""


NO_MARKS = Marks()
YOU = "You"
"""The name of whoever a private picture is for, where it is the same for all. Sentences go with it: ``Your turn``."""


@dataclass(frozen=True, slots=True)
class View:
    """How one picture is to be drawn."""

    names: tuple[str, ...]
    """The players' names by seat; the picture leaves out of a name what the font cannot draw."""
    theme: str = "dark"
    """``dark``, ``light`` or ``contrast``."""
    steps: tuple[Step, ...] = ()
    """What happened since the last board was shown, in order: the picture marks it as the last move."""
    marks: Marks = NO_MARKS
    replay: str = ""
    """A frame of a replay, with the turn that it shows: ``Turn 12 of 40``. It leaves out what only the player to move needs, so
    that little changes between frames. Empty for every other picture.
    """
    series: Hashable | None = None
    """Which pictures this one follows, such as the boards of one game; ``None``: none. It looks the same, and costs less."""
    preview: State | None = None
    """The state after what a player has chosen and not sent. Squares and pieces are drawn and described as in it; header and
    scores stay those of the state itself. Renderers of games whose panels give none ignore it.
    """


class Animation(NamedTuple):
    """A replay as it is sent: ``gif`` bytes and ``alt``, its description in words, 1024 characters at most."""

    gif: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is sent: ``png`` bytes and ``alt``, its description in words, 1024 characters at most."""

    png: bytes
    alt: str
