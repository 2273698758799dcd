"""What a use case raises when it does not do what was asked."""

from __future__ import annotations


class Refusal(Exception):
    """Nothing was changed. ``str()`` is a friendly sentence in Markdown that says why. Only the asker sees it."""


class TooMany(Refusal):
    """Somebody asks too often."""
