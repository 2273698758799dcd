"""Tickets in the links to pages: signed, for one member and one game, puzzle or lesson, valid for a short time.

The signature is HMAC-SHA256 of the standard library.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

_FORM = struct.Struct(">16sqQQQ")  # the server's id is a signed number: at home it is negative
_PURPOSE = b"land games: page of one game\0"
"""Signed with each ticket, so that signatures for other purposes are not valid here."""
_SIGNATURE = hashlib.sha256().digest_size


class Ticket(NamedTuple):
    """The content of a ticket."""

    number: bytes
    """16 random bytes: the ticket's key in the database."""
    guild_id: int
    place_id: int
    """The game; for a puzzle or a lesson, the channel that the member must see."""
    user_id: int
    expires_at: int
    """The time at which it expires, in milliseconds since 1970."""
    purpose: str = ""
    """The puzzle or lesson that it opens, such as ``lesson land``; empty for a game."""


class Links(NamedTuple):
    """Makes links to pages: the public address, and the secrets for signatures."""

    public_url: str
    """The public address, without a slash at its end."""
    secrets: tuple[bytes, ...]
    """The secrets: the first one signs, and signatures made with the others are still valid."""

    def board(self, ticket: Ticket) -> str:
        """Return the link to a page. The ticket is in the fragment, which browsers do not send to servers."""
        return f"{self.public_url}/board#{sign(ticket, self.secrets[0])}"

    def read(self, text: str) -> Ticket | None:
        """Return the ticket in a text that was signed with one of the secrets; ``None`` for anything else."""
        return next((ticket for secret in self.secrets if (ticket := read(text, secret)) is not None), None)


def make_ticket(guild_id: int, place_id: int, user_id: int, expires_at: int, purpose: str = "") -> Ticket:
    """Return a ticket with a random number."""
    return Ticket(secrets.token_bytes(16), guild_id, place_id, user_id, expires_at, purpose)


def sign(ticket: Ticket, secret: bytes) -> str:
    """Return a ticket as text, with its signature."""
    *numbers, purpose = ticket
    data = _FORM.pack(*numbers) + purpose.encode()
    return urlsafe_b64encode(data + _signature(data, secret)).decode().rstrip("=")


def read(text: str, secret: bytes) -> Ticket | None:
    """Return the ticket in a text that ``sign`` made with this secret; ``None`` for any other text."""
    try:
        raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (UnicodeEncodeError, binascii.Error):
        return None
    data, signature = raw[:-_SIGNATURE], raw[-_SIGNATURE:]
    if len(data) < _FORM.size or not hmac.compare_digest(signature, _signature(data, secret)):
        return None
    number, guild_id, place_id, user_id, expires_at = _FORM.unpack_from(data)
    ticket = Ticket(number, guild_id, place_id, user_id, expires_at, data[_FORM.size :].decode())
    return ticket if sign(ticket, secret) == text else None  # only one text is valid for a ticket


def _signature(data: bytes, secret: bytes) -> bytes:
    return hmac.new(secret, _PURPOSE + data, hashlib.sha256).digest()
