"""A file that goes with a message, or that a message has."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import discord

PICTURES = (".png", ".gif")
"""How the names of files end that a message shows as pictures."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that a message has already: its name and its description (alt text)."""

    name: str
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be sent: bytes, name and description (alt text, at most 1024 characters)."""

    data: bytes
    name: str
    alt: str | None = None

    def file(self) -> discord.File:
        """Return the file as discord.py wants it: a new one for each attempt to send it."""
        return discord.File(BytesIO(self.data), filename=self.name, description=self.alt)


def list_kept_files(message: discord.Message | None) -> tuple[Kept, ...]:
    """Return the files that a message has."""
    return () if message is None else tuple(Kept(file.filename, file.description) for file in message.attachments)
