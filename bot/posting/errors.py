"""Why an attempt at a post has failed, where another attempt soon would not help."""

from __future__ import annotations


class PermanentError(Exception):
    """No other attempt at the post can help, such as when its channel is gone. ``str()`` says why."""


class BlockedError(Exception):
    """The post cannot be made until something changes, such as a missing permission. ``str()`` says why."""
