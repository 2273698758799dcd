"""The Discord bot for land games: ``create_bot(Settings(...))`` gives the complete client, not yet logged in."""

from bot.client import create_bot
from bot.settings import Settings

__all__ = ["Settings", "create_bot"]
