"""Discord's error codes, as in ``discord.HTTPException.code``."""

from __future__ import annotations

UNKNOWN_CHANNEL = 10003
UNKNOWN_SERVER = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
NO_ACCESS = 50001
THREAD_ARCHIVED = 50083

CHANNEL_GONE = (UNKNOWN_CHANNEL, UNKNOWN_SERVER)
"""The channel is gone, possibly with its server."""
MEMBER_GONE = (UNKNOWN_MEMBER, UNKNOWN_USER)
"""The member has left the server, or the account no longer exists."""
