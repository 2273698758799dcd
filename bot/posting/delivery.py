"""One attempt at a post: send or edit the message of its kind, and translate Discord's errors."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace

import discord
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.error_codes import THREAD_ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_SERVER
from bot.common.home import is_home
from bot.common.markdown import jump
from bot.posting.edits import try_show
from bot.posting.errors import LimitedError, PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.posting.kinds.registry import find_kind
from bot.posting.kinds.threads import ThreadPost
from bot.posting.rate_limit import Priority, priority
from bot.posting.search import find_posted
from bot.storage.engine.database import DatabaseBusy
from bot.storage.queries.channels import forms
from bot.storage.queries.channels.posts import Post
from bot.ui.framework.app import App
from bot.ui.framework.layout import is_plain
from bot.ui.framework.reply import Reply
from bot.usecases import queries
from bot.usecases.announcements import ChannelGone, announce
from bot.usecases.channels import threads
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

GONE = {UNKNOWN_CHANNEL: "the channel is gone", UNKNOWN_SERVER: "the server is gone"}
"""Discord's error code -> the reason why another attempt is pointless."""
THREAD_GONE = (UNKNOWN_CHANNEL, THREAD_ARCHIVED, 160005)
"""Discord's codes for a thread that was deleted, or that is archived and locked so that no message reopens it."""
SIMPLE_FROM = 3
"""Number of the attempt from which a failing board is posted without its picture, because its channel waits for it."""
LAST_ATTEMPT = 6
"""Number of attempts after which a post that Discord keeps refusing is given up, because its channel waits for it."""


class Delivery:
    """Sends and edits posts through a discord.py client."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self.client = client
        self.app = app

    async def deliver(self, post: Post) -> int | None:
        """Make one attempt. Return the id of a new message, ``None`` for an edit.

        Raise PermanentError if another attempt is pointless, BlockedError if the bot lacks a permission, LimitedError if
        Discord requires a pause, and any other error if another attempt may help.
        """
        server = None if is_home(post.guild_id) else post.guild_id
        channel = self.client.get_partial_messageable(post.channel_id, guild_id=server)
        with priority(Priority.TIDY if post.is_edit else Priority.POST):
            sent = await self._attempt(channel, post)
        if post.kind == "board" and sent is not None:
            self._close_panels(post, sent)
        return sent

    async def read(self, conn: AsyncConnection, post: Post) -> object:
        """Return the data for a post, in the transaction that leases it; ``None`` if the attempt reads its own data."""
        try:
            if not find_kind(post.kind).shows_board:
                return None
            return await queries.read_board_within(self.app.context, conn, post.game_id or 0)
        except SQLAlchemyError:
            raise
        except Exception:  # noqa: BLE001 - the attempt raises it again, which fails only this post
            return None

    def _close_panels(self, post: Post, board: int) -> None:
        """Close the panels of turns before a posted board, in the background."""
        text = f"The game has moved on: see [the newest board]({jump(post.guild_id, post.channel_id, board)})."
        work = self.app.open_panels.close_old(post.game_id or 0, post.payload["end"], text)
        task: asyncio.Task[object] = asyncio.create_task(work, name=f"close panels of game {post.game_id}")
        self.app.running.add(task)
        task.add_done_callback(self.app.running.discard)

    async def _attempt(self, channel: discord.PartialMessageable, post: Post) -> int | None:
        try:
            return await self._make(channel, post)
        except Refusal as refusal:
            raise PermanentError(str(refusal)) from refusal
        except discord.RateLimited as error:
            raise LimitedError(error.retry_after) from error
        except discord.Forbidden as error:
            if error.code == 0:
                raise
            raise await find_kind(post.kind).explain_forbidden(self.app, post, error) from error
        except discord.HTTPException as error:
            if error.code == THREAD_ARCHIVED and post.is_edit:
                raise PermanentError("its thread is archived, and messages there cannot be edited") from error
            if error.code in THREAD_GONE and await self._leave_thread(post):
                raise
            if error.code in GONE:
                raise await self._explain_gone(post, error.code) from error
            if error.code == UNKNOWN_MESSAGE and post.is_edit:
                raise PermanentError("the message is gone") from error
            if error.code == 0 or error.status not in (400, 404):  # an error without a code is from a proxy, not from Discord
                raise
            logger.exception("Discord refuses a post", extra={"post": post.id, "game": post.game_id})
            if post.attempts < LAST_ATTEMPT:
                raise
            raise PermanentError(f"Discord refuses it: {error.text}") from error

    async def _make(self, channel: discord.PartialMessageable, post: Post) -> int | None:
        """Send or edit a post of any kind. Return the id of a new message or thread, ``None`` for an edit."""
        kind = find_kind(post.kind)
        if post.is_edit:
            await kind.edit(self.app, channel, post)
            return None
        if isinstance(kind, ThreadPost):
            return await kind.make_thread(self.client, self.app, channel, post)
        if kind.is_direct:
            user = discord.Object(await kind.find_recipient(self.app, post))
            channel = self.client.get_partial_messageable((await self.client.create_dm(user)).id)
        return await self._send(kind, channel, post)

    async def _leave_thread(self, post: Post) -> bool:
        """Redirect a post for a game's thread to the game's channel. Return whether it was for that thread."""
        return post.game_id is not None and await threads.leave_thread(self.app.context, post.game_id, post.channel_id)

    async def _explain_gone(self, post: Post, code: int) -> PermanentError:
        """Announce that the channel of a post was deleted, if it was. Return the error of the attempt."""
        if code == UNKNOWN_CHANNEL and not find_kind(post.kind).is_direct:
            gone = ChannelGone(post.guild_id, post.channel_id)
            await self.app.context.db.write(lambda conn: announce(self.app.context, conn, gone))
        return PermanentError(GONE[code])

    async def record_sent(self, conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        """Save the consequences of a post, in the transaction that records it as sent."""
        if "clock" in post.payload and post.game_id is not None:
            await clocks.start_time(
                conn, post.game_id, post.payload["clock"], self.app.context.clock(), hours_off="off" in post.payload
            )
        if message_id is not None:
            kind = find_kind(post.kind)
            if kind.changes and not self.app.forms.get(message_id, True):
                await forms.save_components(conn, post.guild_id, message_id)
            await kind.record_sent(self.app.context, conn, post, message_id)

    async def record_given_up(self, conn: AsyncConnection, post: Post) -> None:
        """Save the consequences of a post that is given up. An edit has none."""
        if not post.is_edit:
            with suppress(PermanentError):  # the kind is unknown
                await find_kind(post.kind).record_given_up(self.app.context, conn, post)

    async def _send(self, kind: PostKind, channel: discord.PartialMessageable, post: Post) -> int:
        """Send a new message. If an earlier attempt got through, update its message instead."""
        composed = await self.compose(kind, post)
        crash_point("post.drawn")
        reply = composed.reply
        if post.attempts > 1 or post.payload.get("look", False):
            found = await find_posted(self.client, channel, post, composed.mark)
            crash_point("post.looked")
            if found is not None:
                self.app.remember_form(found.id, plain=is_plain(found))
                if kind.changes:
                    await found.edit(**reply.edit_parts(plain=is_plain(found)))
                return found.id
            if kind.changes and not kind.shows_board:
                # A press may have changed the message during the search, so its mark was not found.
                composed = await self.compose(kind, post)
                reply = composed.reply
        if kind.changes and reply.view is None and not composed.is_open:
            raise PermanentError("it is settled")
        if composed.instead is not None and await self._edit_instead(channel, composed.instead, post, reply):
            return composed.instead
        nonce = f"{post.id}.{post.created_at % 10**9}"
        try:
            sent = await channel.send(**reply.parts(), nonce=nonce)
        except discord.HTTPException as error:
            if error.code == 0 or error.status != 400 or post.attempts < SIMPLE_FROM or not reply.files:
                raise
            reply = _in_form(kind, post, await kind.compose_simply(self.app, post)).reply  # picture or text may be at fault
            sent = await channel.send(**reply.parts(), nonce=nonce)
        self.app.remember_form(sent.id, plain=reply.is_plain)
        return sent.id

    async def _edit_instead(self, channel: discord.PartialMessageable, message_id: int, post: Post, reply: Reply) -> bool:
        """Turn an existing message into the post. Return ``False`` if it is gone or too old, or if Discord refuses the edit."""
        try:
            edited = await try_show(self.app, channel.get_partial_message(message_id), reply)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE or (error.status == 400 and error.code != 0 and post.attempts >= SIMPLE_FROM):
                return False
            raise
        if edited:
            crash_point("board.edited")
        return edited

    async def compose(self, kind: PostKind, post: Post) -> Composed:
        """Return the message of a post in its form. Raise PermanentError if there is nothing to send."""
        return _in_form(kind, post, await self._compose(kind, post))

    async def _compose(self, kind: PostKind, post: Post) -> Composed:
        try:
            return await kind.compose(self.app, post)
        except (PermanentError, Refusal, DatabaseBusy):
            raise
        except Exception:
            logger.exception("a post cannot be composed", extra={"post": post.id, "game": post.game_id})
            if post.attempts < SIMPLE_FROM:
                raise
            return await kind.compose_simply(self.app, post)


def _in_form(kind: PostKind, post: Post, composed: Composed) -> Composed:
    """Return a message in the form of its kind. Every direct message is plain."""
    plain = kind.is_plain or is_home(post.guild_id)
    return composed._replace(reply=replace(composed.reply, plain=plain))
