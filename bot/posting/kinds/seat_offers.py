"""Posts of offers of seats."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Current, CurrentMessage
from bot.presentation.texts import colour_of
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.seats import seat_offers as store
from bot.ui.framework.app import App
from bot.ui.messages import seat_offer as message
from bot.usecases.context import Context
from bot.usecases.seats import offers


class SeatOfferPost(CurrentMessage):
    """The message of an offer."""

    async def load(self, app: App, post: Post) -> Current:
        """Return the offer in its current state. A new message mentions the member who was asked."""
        found = await offers.get_offer(app.context, post.payload["offer"])
        if found is None:
            raise PermanentError("the offer is gone")
        log, offer = found
        return Current(
            offer.message_id,
            message.write_text(log, offer),
            message.make_buttons(offer, log.row.kind),
            mark=message.SeatPress.prefix(offer.id),
            mentions=message.list_users_to_mention(log, offer),
            colour=colour_of(log.row, log.state()),
        )

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the offer was settled meanwhile, queue an edit that shows it."""
        offer_id = post.payload["offer"]
        await store.set_offer(conn, offer_id, message_id=message_id)
        offer = await store.get_offer(conn, offer_id)
        if offer is not None and not offer.is_open:
            await context.outbox.put_after(conn, "seat_offer_edit", post, offer=offer_id)
