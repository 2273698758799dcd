"""The Discord bot for land games: ``create_bot(Settings(...))`` gives the complete client, not yet logged in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.process.client import create_bot
    from bot.process.settings import Settings

__all__ = ["Settings", "create_bot"]


def __getattr__(name: str) -> Any:
    """Import the client on first use: worker processes import this package too, and must start without the client."""
    if name == "create_bot":
        from bot.process.client import create_bot

        return create_bot
    if name == "Settings":
        from bot.process.settings import Settings

        return Settings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
