"""What a picture shows beside the state: for whom it is drawn, in which theme, what has just happened, what is marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules import Action, State
from rules.squares import Square


class Step(NamedTuple):
    """One action of a game's log with the states around it."""

    before: State
    action: Action
    after: State


@dataclass(frozen=True, slots=True)
class Marks:
    """What a private picture points out for the player who is choosing; a public board has none."""

    legal: frozenset[Square] = frozenset()
    """Squares that may be chosen: a white dot with an ink ring."""
    chosen: frozenset[Square] = frozenset()
    """Squares chosen so far, not played yet."""
    letters: tuple[tuple[Square, str], ...] = ()
    """Short labels on squares."""
    points: tuple[tuple[int, int, str], ...] = ()
    """Short labels on grid points: column line and row line from 0 (the top-left corner of the board is 0, 0), label."""
    edges: tuple[tuple[Square, Square, str], ...] = ()
    """Short labels on the side between two squares."""


NO_MARKS = Marks()


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
    replay: bool = False
    """A frame of a replay: what is of use only to the player to move may be left out, so that little changes between frames."""
    preview: State | None = None
    """The board to draw, as it would be after what a player has chosen and not sent: squares and pieces are taken from it,
    header and description from the state itself; the line of words may say what the choice leaves. Renderers of games
    whose panels give none leave it alone.
    """


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is sent: ``png`` bytes and ``alt``, its description in words, 1024 characters at most."""

    png: bytes
    alt: str
