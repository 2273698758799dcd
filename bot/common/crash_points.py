"""Crash points: named places on the way from a press to the finished post, where a test can stop or kill the process.

Each is beside an ``await`` or a commit, so every state in which a process can die has a name.
"""

from __future__ import annotations

from collections.abc import Callable


def _go_on(name: str) -> None:
    """Do nothing: what happens in production."""


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
    "move.placed",
    "move.voided",
    "move.interaction-saved",
    "move.queued",
    "move.committing",
    "move.committed",
    "answer.before",
    "answer.after",
    "post.due",
    "post.leasing",
    "post.leased",
    "post.read",
    "post.drawn",
    "post.failed",
    "post.postponed",
    "post.looked",
    "post.sent",
    "post.saving",
    "post.saved",
)
"""The crash points of a move, in the order of a move whose answer takes long and whose posts all fail at first.

A name in ``…ing`` is before a commit or a request. Any other name is after what it says.
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
"""Crash points of games in a thread, with one board, or with direct messages, beside those of all games."""


def crash_point(name: str) -> None:
    """Report that the process passes the crash point ``name``."""
    reached(name)
