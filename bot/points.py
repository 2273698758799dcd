"""Named points on the way from a press to the finished post, where a test can stop or kill the process.

Each stands beside an await or a commit, so that every state in which a process can die has a name.
"""

from __future__ import annotations

from collections.abc import Callable


def _go_on(name: str) -> None:
    """What happens at a point in production: nothing."""


reached: Callable[[str], None] = _go_on
"""Called with the name of each point as it is passed."""

NAMES = (
    "move.loaded",
    "move.logged",
    "move.in-outbox",
    "move.committed",
    "answer.before",
    "answer.after",
    "outbox.claimed",
    "outbox.drawn",
    "outbox.sent",
    "outbox.noted",
    "retire.before",
    "retire.after",
    "retire.noted",
)
"""All points there are, in the order of a move."""


def point(name: str) -> None:
    """Says that the point ``name`` is passed."""
    reached(name)
