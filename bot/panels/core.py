"""What a **Play** panel consists of, without Discord: a text, buttons and menus, marks on the picture.

``bot.panels.maker`` builds panels from partial moves; ``bot.ui.play.panels`` shows them as private messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from render.view import Marks
from rules import State

Draft = Mapping[str, Any]
"""What a player has chosen and not sent, as JSON; empty at first. It belongs to one version of one game."""

Style = Literal["primary", "secondary", "success", "danger"]

MOST_LABEL, MOST_ENTRY = 80, 100
"""Characters of a button's label, and of the label or description of an entry of a menu: Discord's limits."""
MOST_IN_ROW, MOST_IN_MENU = 5, 25
"""Buttons in a row, and entries of a menu: Discord's limits."""
ROOM = 37
"""Components that the rows of a message may take: Discord's 40, less the frame, the picture and the text."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``id``: at most 40 characters of ``A-Z a-z 0-9 . -``, unique in the panel; ``label``: at most 80."""

    id: str
    label: str
    style: Style = "secondary"
    """``success`` (green) plays at once; ``primary`` is chosen, or likely."""
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a menu. ``value`` is what a press gives; ``label`` and ``description`` have at most 100 characters."""

    value: str
    label: str
    description: str | None = None
    chosen: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1 to 25 entries; ``least`` to ``most`` of them may be taken at once."""

    id: str
    placeholder: str
    choices: Sequence[Entry]
    least: int = 1
    most: int = 1
    disabled: bool = False


Row = Menu | tuple[Button, ...]
"""A row of a panel: one menu, or up to five buttons."""


def count_components(rows: Sequence[Row]) -> int:
    """Return how many of Discord's components some rows take, with the rows themselves."""
    return sum(2 if isinstance(row, Menu) else 1 + len(row) for row in rows)


@dataclass(frozen=True, slots=True)
class Panel:
    """What a player is shown: a picture with marks, rows of controls, and a text in Markdown."""

    text: str
    rows: Sequence[Row]
    marks: Marks
    preview: State | None = None
    """The board to draw instead of the one the panel is for, as it would be after what is chosen (``render.view.View``).
    Never a state in which chance or anything hidden has been decided.
    """
    more: str = ""
    """What the button **How?** explains; empty for no such button."""

    def offers(self, control: str, values: Sequence[str]) -> bool:
        """Return whether the panel has that control, enabled, and a menu all of ``values``, as many as may be taken."""
        for row in self.rows:
            if isinstance(row, Menu):
                if row.id == control:
                    there = {entry.value for entry in row.choices}
                    return not row.disabled and row.least <= len(values) <= row.most and there.issuperset(values)
            elif any(button.id == control for button in row):
                return all(not button.disabled for button in row if button.id == control)
        return False

    @property
    def components(self) -> int:
        """How many of Discord's components the rows take, with the rows themselves."""
        return count_components(self.rows)


@dataclass(frozen=True, slots=True)
class Send:
    """A press that plays: ``text`` goes to ``State.play_text``, all or nothing."""

    text: str
