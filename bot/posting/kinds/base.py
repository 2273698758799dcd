"""The interface that each kind of post implements."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import is_home
from bot.posting.edits import TOO_OLD, try_show
from bot.posting.errors import BlockedError, PermanentError
from bot.storage.queries.channels.posts import Post
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.usecases.context import Context


class Composed(NamedTuple):
    """A message ready to be sent."""

    mark: str
    """Identifies the message when it is searched for: the name of its picture, or the prefix of its buttons' ids."""
    reply: Reply
    instead: int | None = None
    """Edit this message instead of sending a new one, if Discord allows it."""
    is_open: bool = False
    """Whether to send the message even without buttons, because a later edit may add some."""
    message_id: int | None = None
    """The id of the message that a :class:`CurrentMessage` edits, if it was sent."""


class PostKind:
    """A kind of message: how it is sent and edited, and what is saved about it.

    A post of the stored kind ``table`` sends a message of the kind ``table``; a post of the kind ``table_edit`` edits it.
    """

    changes = True
    """Whether the message is edited later.

    If so, it is updated if it turns out that an earlier attempt got through, and it is not sent at all once its subject is
    settled.
    """
    is_plain = True
    """Whether its messages are plain (``bot.ui.framework.layout``). ``False`` only for kinds that never notify anybody."""
    is_direct = False
    """Whether its messages are direct messages to :meth:`find_recipient`, instead of messages in the channel of the post."""
    shows_board = False
    """Whether the message is made from :class:`bot.usecases.queries.ForBoard`, which is read when the post is leased."""

    async def find_recipient(self, app: App, post: Post) -> int:
        """Return the id of the user who gets a direct message. Raise PermanentError if there is nobody."""
        raise PermanentError("messages of this kind are sent to a channel")

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the message in its current state. Raise PermanentError if there is nothing left to send."""
        raise PermanentError("messages of this kind are not sent by the outbox")

    async def compose_simply(self, app: App, post: Post) -> Composed:
        """Return a simpler message for a post whose :meth:`compose` failed. Raise PermanentError if there is none."""
        raise PermanentError("it cannot be composed")

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the message. Raise PermanentError if its id is unknown, BlockedError if it cannot be edited yet."""
        raise PermanentError("messages of this kind are not edited")

    async def explain_forbidden(self, app: App, post: Post, error: discord.Forbidden) -> PermanentError | BlockedError:
        """Return the error for a 403: BlockedError if somebody can grant the permission, else PermanentError.

        In direct messages nobody can grant it.
        """
        if is_home(post.guild_id):
            return PermanentError("the person takes no direct messages")
        return BlockedError(f"I may not do that there ({error.text})")

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the consequences of the new message, in the transaction that records it as sent."""

    async def record_given_up(self, context: Context, conn: AsyncConnection, post: Post) -> None:
        """Save the consequences of giving up the message, in the transaction that records it."""


class CurrentMessage(PostKind):
    """A message that shows the current state of something, and is edited when that changes."""

    keeps_files = False
    """Whether an edit keeps the pictures of a plain message. A message made of components always gets them again."""

    async def handle_too_old(self, app: App, post: Post) -> None:
        """Handle a message that is too old to be edited now. By default, raise BlockedError: Discord may allow it later."""
        raise BlockedError(TOO_OLD)

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the message. An edit mentions nobody."""
        now = await self.compose(app, post)
        if now.message_id is None:
            raise PermanentError("its message is not known")
        keep_files = self.keeps_files and await app.is_plain(now.message_id)
        reply = replace(now.reply, mentions=(), keep_files=keep_files)
        if not await try_show(app, channel.get_partial_message(now.message_id), reply):
            await self.handle_too_old(app, post)
