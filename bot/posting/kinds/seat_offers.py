"""Posting offers of seats, and editing their messages."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.edits import edit_message
from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries import games
from bot.storage.queries import seat_offers as store
from bot.storage.queries.posts import Post
from bot.ui.framework import ids
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import seat_offer as message
from bot.usecases.context import Context
from bot.usecases.seats import seat_offers


class SeatOfferPost(PostKind):
    """The message of an offer."""

    async def compose(self, app: App, post: Post) -> Composed:
        """The offer as it stands; pings the member who is asked."""
        found = await seat_offers.get(app.context, post.payload["offer"])
        if found is None:
            raise PermanentError("the offer is gone")
        log, offer = found
        reply = Reply(message.text(log, offer), view=message.buttons(offer), mentions=message.mentioned(log, offer))
        return Composed(ids.seat_offer(offer.id, ""), reply)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Saves the message of the offer. Where the offer was settled meanwhile, the message has to say so."""
        offer_id = post.payload["offer"]
        await store.set_offer(conn, offer_id, message_id=message_id)
        offer = await store.get_offer(conn, offer_id)
        row = await games.get_game(conn, post.game_id or 0, None)
        if offer is not None and not offer.is_open and row is not None:
            await context.outbox.put_for_game(conn, "seat_offer_edit", row, offer=offer_id)


SEAT_OFFER = SeatOfferPost()


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the message of an offer up to date."""
    found = await seat_offers.get(app.context, post.payload["offer"])
    if found is None or found[1].message_id is None:
        raise PermanentError("its message is not known")
    log, offer = found
    view = message.buttons(offer)
    shown = channel.get_partial_message(found[1].message_id)
    await edit_message(shown, content=message.text(log, offer), view=view)
