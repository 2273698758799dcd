"""The contents of a **Play** panel, independent of Discord: a text, buttons, menus, and marks on the picture.

``bot.panels.maker`` builds panels from partial moves; ``bot.ui.play.panels`` shows them as private messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from render.view import Marks
from rules import State

Draft = Mapping[str, Any]
"""A player's unsent choices, as JSON; empty at first. A draft belongs to one version of one game."""

Style = Literal["primary", "secondary", "success", "danger"]

MOST_LABEL, MOST_ENTRY = 80, 100
"""Discord's limits in characters: for a button's label, and for the label or description of a menu entry."""
MOST_IN_ROW, MOST_IN_MENU = 5, 25
"""Discord's limits: buttons per row, and entries per menu."""
ROOM = 37
"""Maximum number of components in the rows of a message: Discord's 40, minus the frame, the picture and the text."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button. ``id``: at most 40 characters of ``A-Z a-z 0-9 . -``, unique in the panel; ``label``: at most 80."""

    id: str
    label: str
    style: Style = "secondary"
    """``success`` (green) plays at once; ``primary`` is a chosen or likely button."""
    disabled: bool = False
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a menu. A press sends ``value``; ``label`` and ``description`` have at most 100 characters."""

    value: str
    label: str
    description: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1 to 25 entries, of which ``least`` to ``most`` can be selected at once."""

    id: str
    placeholder: str
    choices: Sequence[Entry]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Picker:
    """A menu to select ``least`` to ``most`` of the server's channels, roles or members; ``chosen``: those selected now."""

    id: str
    kind: Literal["channel", "role", "user"]
    placeholder: str
    chosen: Sequence[int] = ()
    most: int = MOST_IN_MENU
    least: int = 0
    threads: bool = False
    """Whether public threads may be selected, too."""


Row = Menu | tuple[Button, ...]
"""A row of a panel: one menu, or up to five buttons."""


def count_components(rows: Sequence[Row]) -> int:
    """Return the number of Discord's components in the given rows, including the rows themselves."""
    return sum(2 if isinstance(row, Menu) else 1 + len(row) for row in rows)


@dataclass(frozen=True, slots=True)
class Panel:
    """The content of a panel: a picture with marks, rows of controls, and a text in Markdown."""

    text: str
    rows: Sequence[Row]
    marks: Marks
    preview: State | None = None
    """The board to draw instead of the panel's own: the position after the choices so far (``render.view.View``).

    It is never a state after an outcome of chance or a hidden draw."""
    more: str = ""
    """The explanation that the button **How?** shows; without one, there is no such button."""

    def offers(self, control: str, values: Sequence[str]) -> bool:
        """Return whether the panel has this control and it is enabled.

        For a menu, all ``values`` must be selectable together.
        """
        for row in self.rows:
            if isinstance(row, Menu):
                if row.id == control:
                    there = {entry.value for entry in row.choices}
                    return row.least <= len(values) <= row.most and there.issuperset(values)
            elif any(button.id == control for button in row):
                return all(not button.disabled for button in row if button.id == control)
        return False


@dataclass(frozen=True, slots=True)
class Send:
    """The result of a press that plays: ``text`` is passed to ``State.play_text``, which plays all of it or nothing."""

    text: str
