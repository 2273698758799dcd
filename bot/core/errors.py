"""What a use case answers when it will not do what was asked."""

from __future__ import annotations


class Refusal(Exception):
    """Nothing was changed, and ``str()`` is a friendly sentence, in Markdown, that says why. Shown to the asker alone."""


class Stale(Refusal):
    """The asker has acted on something older than the game: what they saw is no longer how it stands."""
