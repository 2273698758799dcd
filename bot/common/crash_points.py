"""Crash points: named places on the way from a press to the finished post, where a test can stop or kill the process.

Each is next to an ``await`` or a commit, so every state in which a process can die has a name. ``tests/crash/processes.py``
lists those of a move and of its messages.
"""

from __future__ import annotations

from collections.abc import Callable


def _go_on(name: str) -> None:
    """Do nothing, as in production."""


reached: Callable[[str], None] = _go_on
"""Called with the name of each crash point as it is passed. Tests replace it."""


def crash_point(name: str) -> None:
    """Report that the process has reached the crash point ``name``."""
    reached(name)
