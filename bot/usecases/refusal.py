"""What a use case raises when it does not do what was asked."""

from __future__ import annotations

from bot.common.markdown import to_markdown
from bot.common.words import Text, Value


class Refusal(Exception):
    """Nothing was changed. ``text`` is friendly and says why; ``str()`` is the same in Markdown. Only the asker sees it."""

    def __init__(self, text: Text | str, /, **values: Value) -> None:
        """Take a text, or the pattern of one with its values."""
        self.text = Text(text, **values) if isinstance(text, str) else text
        super().__init__(self.text)

    def __str__(self) -> str:
        return to_markdown(self.text)


class TooMany(Refusal):
    """Somebody asks too often."""


class Forged(Refusal):
    """Nothing of the bot's in Discord sends what was asked. It is logged."""
