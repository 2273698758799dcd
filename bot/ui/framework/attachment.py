"""A file that goes with a message."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import discord


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be sent: bytes, name and description (alt text, at most 1024 characters)."""

    data: bytes
    name: str
    alt: str | None = None

    def file(self) -> discord.File:
        """As discord.py wants it: a new one for each attempt to send it."""
        return discord.File(BytesIO(self.data), filename=self.name, description=self.alt)
