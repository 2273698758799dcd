"""Files to be sent with a message, or already attached to one."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import discord

PICTURES = (".png", ".gif")
"""Extensions of the files that are shown as pictures."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file already attached to a message: name and description (alt text)."""

    name: str
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be sent: bytes, name and description (alt text, at most 1024 characters)."""

    data: bytes
    name: str
    alt: str | None = None

    def file(self) -> discord.File:
        """Return a new ``discord.File``; each attempt to send needs its own."""
        return discord.File(BytesIO(self.data), filename=self.name, description=self.alt)


def list_kept_files(message: discord.Message | None) -> tuple[KeptFile, ...]:
    """Return the files attached to a message."""
    return () if message is None else tuple(KeptFile(file.filename, file.description) for file in message.attachments)
