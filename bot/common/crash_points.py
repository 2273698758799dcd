"""Crash points: named places on the way from a press to the finished post, where a test can stop or kill the process.

Each is next to an ``await`` or a commit, so every state in which a process can die has a name.
"""

from __future__ import annotations

from collections.abc import Callable


def _go_on(name: str) -> None:
    """Do nothing, as in production."""


reached: Callable[[str], None] = _go_on
"""Called with the name of each crash point as it is passed. Tests replace it."""

NAMES = (
    "press.taken",
    "answer.deferring",
    "answer.deferred",
    "move.asked",
    "move.begun",
    "move.loaded",
    "move.logged",
    "move.voided",
    "move.placed",
    "move.interaction-saved",
    "move.queued",
    "move.committing",
    "move.committed",
    "answer.before",
    "answer.after",
    "post.leased",
    "post.read",
    "post.drawn",
    "post.failed",
    "post.postponed",
    "post.leasing",
    "post.looked",
    "post.sent",
    "post.saving",
    "post.saved",
)
"""The crash points of a move, in the order in which a slow move passes them if each of its posts fails once.

Names that end in ``ing`` come before a commit or a request. All others come after the step that they name.
"""

SHOWING = (
    "status.sent",
    "status.saving",
    "status.saved",
    "thread.made",
    "thread.sent",
    "thread.saving",
    "thread.saved",
    "board.edited",
    "ping.sent",
    "ping.saving",
    "ping.saved",
    "remove.sent",
    "remove.saving",
    "remove.saved",
    "direct.sent",
    "direct.saving",
    "direct.saved",
)
"""The additional crash points of games in a thread, games with one board, and direct messages."""


def crash_point(name: str) -> None:
    """Report that the process has reached the crash point ``name``."""
    reached(name)
