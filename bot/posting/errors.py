"""Errors after which a post should not be retried immediately."""

from __future__ import annotations


class PermanentError(Exception):
    """Another attempt at the post is pointless, for example because its channel is gone. ``str()`` is the reason."""


class LimitedError(Exception):
    """Discord forbids another attempt at the post for this many ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord requires a pause of {seconds:.0f} s")
        self.seconds = seconds


class BlockedError(Exception):
    """The post is blocked until something changes, for example until a permission is granted. ``str()`` is the reason."""
