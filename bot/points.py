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
    "press.taken",
    "answer.deferring",
    "answer.deferred",
    "move.asked",
    "move.begun",
    "move.loaded",
    "move.logged",
    "move.placed",
    "move.voided",
    "move.noted",
    "move.in-outbox",
    "move.committing",
    "move.committed",
    "answer.before",
    "answer.after",
    "outbox.due",
    "outbox.claiming",
    "outbox.claimed",
    "outbox.read",
    "outbox.drawn",
    "outbox.failed",
    "outbox.postponed",
    "outbox.looked",
    "outbox.sent",
    "outbox.noting",
    "outbox.noted",
    "retire.claiming",
    "retire.claimed",
    "retire.read",
    "retire.failed",
    "retire.postponed",
    "retire.sent",
    "retire.noting",
    "retire.noted",
)
"""All points there are, in the order of a move whose answer takes long and whose every post fails at first.

What is named ``…ing`` stands before a commit or a request, the rest after what it is named for.
"""


def point(name: str) -> None:
    """Says that the point ``name`` is passed."""
    reached(name)
