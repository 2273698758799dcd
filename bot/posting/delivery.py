"""One attempt at a post: finds out what its kind does, and what an error of Discord's means for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import discord
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.common.error_codes import THREAD_ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_SERVER
from bot.common.markdown import jump
from bot.posting import edits
from bot.posting.budget import Priority, priority
from bot.posting.kinds import (
    boards,
    claims,
    demos,
    direct_messages,
    latest,
    notices,
    pings,
    proposals,
    seat_offers,
    shares,
    statuses,
    tables,
    threads,
    votes,
)
from bot.posting.kinds.base import BlockedError, Composed, Edit, PermanentError, PostKind
from bot.posting.search import find_posted
from bot.storage.engine.database import DatabaseBusy
from bot.storage.queries.posts import Post
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.usecases import queries
from bot.usecases.channels import adjourning
from bot.usecases.channels import threads as showing
from bot.usecases.notifications import notify
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

KINDS: Mapping[str, PostKind] = {
    "board": boards.BOARD,
    "table": tables.TABLE,
    "proposal": proposals.PROPOSAL,
    "seat_offer": seat_offers.SEAT_OFFER,
    "status": statuses.STATUS,
    "ping": pings.PING,
    "direct": direct_messages.DIRECT,
    "claim": claims.CLAIM,
    "notice": notices.NOTICE,
    "latest": latest.LATEST,
    "share": shares.SHARE,
}
"""The kinds of posts that are new messages."""

EDITS: Mapping[str, Edit] = {
    "retire": boards.retire,
    "table_edit": tables.edit,
    "proposal_edit": proposals.edit,
    "vote_edit": votes.edit,
    "seat_offer_edit": seat_offers.edit,
    "remove": pings.remove,
    "board_edit": boards.edit,
    "claim_edit": claims.edit,
    "status_edit": statuses.edit,
    "demo_edit": demos.edit,
    "latest_edit": latest.edit,
}
"""The kinds of posts that change a message."""

GONE = {UNKNOWN_CHANNEL: "the channel is gone", UNKNOWN_SERVER: "the server is gone"}
"""Discord's codes for what does not come back by trying again."""
THREAD_GONE = (UNKNOWN_CHANNEL, THREAD_ARCHIVED, 160005)
"""Discord's codes for a thread that was deleted, or is archived and locked, so that a new message does not open it."""
PLAIN_FROM = 3
"""The attempt from which on a board that fails is posted without its picture: its channel waits for it."""
LAST_ATTEMPT = 6
"""The attempt after which a post that Discord refuses each time is given up: its channel waits for it."""


class Delivery:
    """Makes posts by a discord.py client."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self.client = client
        self.app = app

    async def deliver(self, post: Post) -> int | None:
        """Makes one attempt. Returns the id of a new message, ``None`` for an edit.

        Raises GiveUp where no other attempt can help, NotNow where the bot lacks a permission, anything else where another
        attempt may help.
        """
        channel = self.client.get_partial_messageable(post.channel_id, guild_id=post.guild_id)
        with priority(Priority.TIDY if post.kind in EDITS else Priority.POST):
            sent = await self._attempt(channel, post)
        if post.kind == "board" and sent is not None:
            self._close_panels(post, sent)
        return sent

    async def read(self, conn: AsyncConnection, post: Post) -> object:
        """Returns what a post is made of, in the transaction that claims it; ``None`` where the attempt itself reads it."""
        if post.kind not in boards.ABOUT_BOARDS:
            return None
        try:
            return await queries.read_for_board(self.app.context, conn, post.game_id or 0)
        except SQLAlchemyError:
            raise
        except Exception:  # noqa: BLE001 - the attempt meets it again, and only its own post suffers
            return None

    def _close_panels(self, post: Post, board: int) -> None:
        """Closes, beside the next posts, the panels that are about an earlier turn than a board that has been posted."""
        text = f"The game has moved on: see [the newest board]({jump(post.guild_id, post.channel_id, board)})."
        work = self.app.open_panels.moved_on(post.game_id or 0, post.payload["end"], text)
        task: asyncio.Task[object] = asyncio.create_task(work, name=f"close panels of game {post.game_id}")
        self.app.running.add(task)
        task.add_done_callback(self.app.running.discard)

    async def _attempt(self, channel: discord.PartialMessageable, post: Post) -> int | None:
        try:
            return await self._make(channel, post)
        except Refusal as refusal:
            raise PermanentError(str(refusal)) from refusal
        except discord.Forbidden as error:
            if error.code == 0:
                raise
            raise await self._explain_forbidden(post, error) from error
        except discord.HTTPException as error:
            if error.code == THREAD_ARCHIVED and post.kind in EDITS:
                raise PermanentError("its thread is archived, where nothing is edited") from error
            if error.code in THREAD_GONE and await self._leave_thread(post):
                raise
            if error.code in GONE:
                raise PermanentError(GONE[error.code]) from error
            if error.code == UNKNOWN_MESSAGE and post.kind in EDITS:
                raise PermanentError("the message is gone") from error
            if error.code == 0 or error.status not in (400, 404):  # without a code it is a proxy's, not Discord's
                raise
            logger.exception("Discord does not take a post", extra={"post": post.id, "game": post.game_id})
            if post.attempts < LAST_ATTEMPT:
                raise
            raise PermanentError(f"Discord does not take it: {error.text}") from error

    async def _make(self, channel: discord.PartialMessageable, post: Post) -> int | None:
        """Makes a post of any kind. Returns the id of a new message or thread, ``None`` for an edit."""
        if post.kind == "thread":
            return await threads.make_thread(self.app, self.client, channel, post)
        if post.kind == "direct":
            channel = await direct_messages.channel(self.client, self.app, post)
        if post.kind in KINDS:
            return await self._send(KINDS[post.kind], channel, post)
        if post.kind in EDITS:
            await EDITS[post.kind](self.app, channel, post)
            return None
        raise PermanentError(f"nothing is known about posts of the kind {post.kind!r}")

    async def _explain_forbidden(self, post: Post, error: discord.Forbidden) -> PermanentError | BlockedError:
        """What it means that the bot may not do it: somebody may give it the permission, or nobody can."""
        if post.kind != "direct":
            return BlockedError(f"I may not do that there ({error.text})")
        await notify.direct_failed(self.app.context, post.guild_id, post.game_id or 0, post.payload["seat"])
        return PermanentError(f"no direct message reaches the player ({error.text})")

    async def _leave_thread(self, post: Post) -> bool:
        """Whether the post was for the thread of a game. It then goes to the game's channel, with the next attempt."""
        return post.game_id is not None and await showing.leave_thread(self.app.context, post.game_id, post.channel_id)

    async def record_sent(self, conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        """Saves what follows from a post, in the transaction that saves that it was sent."""
        if "clock" in post.payload and post.game_id is not None:
            await clocks.posted(conn, post.game_id, post.payload["clock"], self.app.context.clock())
        if message_id is not None and post.kind == "thread":
            await threads.record_made(self.app.context, conn, post, message_id)
        if message_id is not None and post.kind in KINDS:
            await KINDS[post.kind].record_sent(self.app.context, conn, post, message_id)

    async def record_given_up(self, conn: AsyncConnection, post: Post) -> None:
        """Saves what follows from a post that is given up: a game that cannot be shown does not go on for ever."""
        if post.kind == "board":
            await adjourning.given_up(self.app.context, conn, post)
        if post.kind == "thread":
            await showing.refuse_thread(self.app.context, conn, post, "refused")

    async def _send(self, kind: PostKind, channel: discord.PartialMessageable, post: Post) -> int:
        """Sends a new message, unless an earlier attempt got through; then brings that message up to date."""
        composed = await self._compose(kind, post)
        crash_point("post.drawn")
        reply = composed.reply
        if post.attempts > 1 or post.payload.get("look", False):
            found = await find_posted(self.client, channel, post, composed.mark)
            crash_point("post.looked")
            if found is not None:
                if kind.changes:
                    await channel.get_partial_message(found).edit(content=reply.content, view=reply.view)
                return found
        if kind.changes and reply.view is None and not composed.is_open:
            raise PermanentError("it is settled")
        if composed.instead is not None and await self._edit_instead(channel, composed.instead, post, reply):
            return composed.instead
        nonce = f"{post.id}.{post.created_at % 10**9}"
        try:
            return (await channel.send(**reply.parts(), nonce=nonce)).id
        except discord.HTTPException as error:
            if error.code == 0 or error.status != 400 or post.attempts < PLAIN_FROM or not reply.files:
                raise
            plain = (await kind.compose_plain(self.app, post)).reply  # the picture or the words may be what it refuses
            return (await channel.send(**plain.parts(), nonce=nonce)).id

    async def _edit_instead(self, channel: discord.PartialMessageable, message_id: int, post: Post, reply: Reply) -> bool:
        """Edits a message to be the post. ``False`` where it is gone or too old for it, or Discord takes nothing of it."""
        try:
            edited = await edits.try_edit(channel.get_partial_message(message_id), reply.edit_parts())
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE or (error.status == 400 and error.code != 0 and post.attempts >= PLAIN_FROM):
                return False
            raise
        if edited:
            crash_point("board.edited")
        return edited

    async def _compose(self, kind: PostKind, post: Post) -> Composed:
        try:
            return await kind.compose(self.app, post)
        except (PermanentError, Refusal, DatabaseBusy):
            raise
        except Exception:
            logger.exception("a post cannot be composed", extra={"post": post.id, "game": post.game_id})
            if post.attempts < PLAIN_FROM:
                raise
            return await kind.compose_plain(self.app, post)
