"""Why an attempt at a post has failed, where another attempt soon would not help."""

from __future__ import annotations


class PermanentError(Exception):
    """No other attempt at the post can help, such as when its channel is gone. ``str()`` says why."""


class LimitedError(Exception):
    """Discord wants no other attempt at the post for so many ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Discord wants nothing there for {seconds:.0f} s")
        self.seconds = seconds


class BlockedError(Exception):
    """The post cannot be made until something changes, such as a missing permission. ``str()`` says why."""
