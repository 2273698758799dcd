"""Posting what the opponents are offered when time is out, and saying what became of it."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.edits import try_edit
from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries import clocks as store
from bot.storage.queries import games
from bot.storage.queries.posts import Post
from bot.ui.framework import ids
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import claim as message
from bot.usecases.context import Context
from bot.usecases.time import claims


class ClaimPost(PostKind):
    """The message of a turn whose time is out."""

    async def compose(self, app: App, post: Post) -> Composed:
        """What is offered, as it stands; pings the opponents."""
        claim = await claims.get(app.context, post.game_id or 0, post.payload["turn"])
        if claim is None:
            raise PermanentError("the turn is gone")
        row = claim.log.row
        silent = post.payload.get("silent", ())
        mentions = row.members(seat for seat in message.asked(claim) if seat not in silent) if claim.is_open else ()
        reply = Reply(message.text(claim, app.context.clock()), view=message.buttons(claim), mentions=mentions)
        return Composed(ids.claim(row.id, claim.clock.version, ""), reply, is_open=claim.is_open)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Saves the message. Where it was settled meanwhile, the message has to say so."""
        turns = await store.clocks_of(conn, post.game_id or 0)
        clock = next((clock for clock in turns if clock.version == post.payload["turn"]), None)
        row = await games.get_game(conn, post.game_id or 0, None)
        if clock is None or row is None:
            return
        await store.set_clock(conn, clock, claim_id=message_id)
        if clock is not turns[-1] or row.status != "running":
            await context.outbox.put_after(conn, "claim_edit", post, turn=clock.version)


CLAIM = ClaimPost()


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the message of a turn whose time is out up to date."""
    claim = await claims.get(app.context, post.game_id or 0, post.payload["turn"])
    if claim is None or claim.clock.claim_id is None:
        raise PermanentError("its message is not known")
    text = message.text(claim, app.context.clock())
    parts = {"content": text, "view": message.buttons(claim)}
    if not await try_edit(channel.get_partial_message(claim.clock.claim_id), parts):
        raise PermanentError("its message is too old to be edited")
