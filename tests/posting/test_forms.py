"""Which kinds of posts are plain: phones show nothing of a message made of components."""

from __future__ import annotations

from bot.posting.kinds.registry import KINDS
from bot.ui.framework.reply import Reply

NOTIFY_NOBODY = {"status", "notice", "latest", "share", "daily"}
"""Kinds of messages that mention nobody, and that are sent to channels of servers alone."""


def test_every_kind_of_post_that_may_notify_somebody_is_plain() -> None:
    assert {name for name, kind in KINDS.items() if not kind.is_plain} == NOTIFY_NOBODY


def test_a_message_that_mentions_somebody_is_plain_whatever_its_kind() -> None:
    assert Reply("Your turn", mentions=(7,)).parts()["content"] == "Your turn"
    assert Reply("A table", public=True).parts()["content"] == "A table"
    assert "content" not in Reply("For you alone").parts()
