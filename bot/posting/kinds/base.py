"""What a kind of post is to the sender."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.posts import Post
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.usecases.context import Context


class PermanentError(Exception):
    """The post can never be made (its channel is gone): ``str()`` says why."""


class BlockedError(Exception):
    """The post cannot be made until somebody changes something (a permission is missing): ``str()`` says why."""


class Composed(NamedTuple):
    """A message ready to be sent, and a mark that tells it from others: its picture's name, or how its buttons begin."""

    mark: str
    reply: Reply
    instead: int | None = None
    """The message that is edited, where Discord allows it, instead of sending a new one."""
    is_open: bool = False
    """Whether it is to be sent without buttons, too: a later edit may bring some."""


class PostKind(ABC):
    """A kind of post that is a new message."""

    changes = True
    """Whether the message is edited later: then it is brought up to date before it is sent, and not sent once settled."""

    @abstractmethod
    async def compose(self, app: App, post: Post) -> Composed:
        """Returns the message as it should be now. Raises GiveUp where there is none any more."""

    async def compose_plain(self, app: App, post: Post) -> Composed:
        """Returns a simpler message, where :meth:`compose` fails. Raises GiveUp where there is none, as for most kinds."""
        raise PermanentError("it cannot be composed")

    async def record_sent(  # noqa: B027 - nothing follows from most
        self, context: Context, conn: AsyncConnection, post: Post, message_id: int
    ) -> None:
        """Saves what follows from the message, in the transaction that saves that it was sent."""


Edit = Callable[[App, discord.PartialMessageable, Post], Awaitable[None]]
"""A kind of post that changes a message. Raises GiveUp where that message is not known."""
