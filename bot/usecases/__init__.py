"""The use cases, a package for each area. Nothing in here depends on Discord."""

from bot.usecases import followers

__all__ = ["followers"]
