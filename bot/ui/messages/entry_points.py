"""The buttons, usable in any message, that lead to the games, to a lesson and to a game against a computer."""

from __future__ import annotations

from bot.ui.framework.press import Press


class StartPress(Press, word="start"):
    """A button that shows the games side by side, as ``/play`` does."""


class LearnPress(Press, word="learn"):
    """A button that opens the lesson of a game at the member's last step."""

    kind: str


class VersusPress(Press, word="versus"):
    """A button that immediately starts a short game against a computer in this channel."""

    kind: str


class OpenPress(Press, word="open"):
    """A button that opens a table in this channel, with the usual options."""

    kind: str
