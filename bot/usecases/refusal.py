"""The exceptions of use cases that refuse a request."""

from __future__ import annotations

from bot.common.markdown import to_markdown
from bot.common.words import Text, Value


class Refusal(Exception):
    """The request is refused and nothing was changed.

    ``text`` is a friendly reason for the user; ``str()`` returns it in Markdown.
    """

    def __init__(self, text: Text | str, /, **values: Value) -> None:
        """Store the reason: a text, or the pattern of a text with its values."""
        self.text = Text(text, **values) if isinstance(text, str) else text
        super().__init__(self.text)

    def __str__(self) -> str:
        return to_markdown(self.text)


class TooMany(Refusal):
    """A member makes too many requests."""


class Forged(Refusal):
    """The request cannot come from any of the bot's messages in Discord, so it is logged."""
