"""What people do, a room for each part of it. No Discord in here."""

from bot.usecases import followers

__all__ = ["followers"]
