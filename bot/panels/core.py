"""The little language in which a game describes its **Play** panel, without knowing Discord.

A panel is a function of the state and a *draft*: what this player has chosen but not sent yet, kept in the database, so
that a panel survives a restart. ``build`` says what is shown; ``press`` says what a press makes of the draft, or that
something is to be played. ``bot.ui.panels`` turns it into a private message with components.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from render.view import Marks
from rules import State

S = TypeVar("S", bound=State)

Draft = Mapping[str, str]
"""What a player has chosen so far; empty at first. A draft belongs to one version of one game and is dropped with it."""

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``id``: at most 40 characters of ``A-Z a-z 0-9 . -``, unique in the panel; ``label``: at most 80."""

    id: str
    label: str
    style: Style = "secondary"
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a menu. ``value`` is what ``press`` gets; ``label`` and ``description`` at most 100 characters."""

    value: str
    label: str
    description: str | None = None
    chosen: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1 to 25 choices; ``most`` of them may be taken at once (then ``press`` gets all that were)."""

    id: str
    placeholder: str
    choices: Sequence[Choice]
    least: int = 1
    most: int = 1
    disabled: bool = False


Row = Menu | tuple[Button, ...]
"""A row of a panel: one menu, or up to five buttons."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What a player is shown: a text in Markdown (at most 1900 characters), up to five rows, and marks on a private
    picture of the board, ``None`` for no picture.
    """

    text: str
    rows: Sequence[Row]
    marks: Marks | None = None
    preview: State | None = None
    """The board to draw instead of the one the panel is for, as it would be after what is chosen (``render.view.View``).
    Never a state in which chance or anything hidden has been decided.
    """

    def offers(self, control: str, values: Sequence[str]) -> bool:
        """Whether the panel has that button or menu, enabled, and the menu all of ``values``, as many as may be taken."""
        for row in self.rows:
            if isinstance(row, Menu):
                if row.id == control:
                    there = {choice.value for choice in row.choices}
                    return not row.disabled and row.least <= len(values) <= row.most and there.issuperset(values)
            elif any(button.id == control for button in row):
                return all(not button.disabled for button in row if button.id == control)
        return False


@dataclass(frozen=True, slots=True)
class Send:
    """A press that plays: ``text`` goes to ``State.play_text``, all or nothing."""

    text: str


class PanelMaker(ABC, Generic[S]):
    """A game's **Play** panel. Found in ``bot.panels.PANELS`` by the game's name."""

    @abstractmethod
    def build(self, state: S, seat: int, draft: Draft) -> Panel:
        """The panel of ``seat``, which is to move in ``state``; offers only what is legal.

        A draft that does not fit the state is treated as far as it fits.
        """

    @abstractmethod
    def press(self, state: S, seat: int, draft: Draft, control: str, values: Sequence[str]) -> Draft | Send:
        """The draft after a press of the button or menu ``control`` (``values``: what was taken from a menu), or what to
        play. A control or value that the panel does not have leaves the draft as it is.
        """
