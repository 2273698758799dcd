"""The buttons, usable in any message, that lead to the games, to a lesson and to a game against a computer."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ui.framework.press import Press


@dataclass(frozen=True)
class StartPress(Press, word="start"):
    """A button that shows the games side by side, as ``/play`` does."""


@dataclass(frozen=True)
class LearnPress(Press, word="learn"):
    """A button that opens the lesson of a game at the member's last step."""

    kind: str


@dataclass(frozen=True)
class VersusPress(Press, word="versus"):
    """A button that immediately starts a short game against a computer in this channel."""

    kind: str


@dataclass(frozen=True)
class OpenPress(Press, word="open"):
    """A button that opens a table in this channel, with the usual options."""

    kind: str
