"""Posts that offer the opponents a choice when a player's time has run out."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Current, CurrentMessage
from bot.presentation.texts import colour_of
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import games
from bot.storage.queries.time import clocks as store
from bot.ui.framework.app import App
from bot.ui.messages import claim as message
from bot.usecases.context import Context
from bot.usecases.time import claims


class ClaimPost(CurrentMessage):
    """The message of a turn whose time has run out."""

    async def load(self, app: App, post: Post) -> Current:
        """Return the offer in its current state. A new message mentions the opponents and the late player."""
        claim = await claims.get_claim(app.context, post.game_id or 0, post.payload["turn"])
        if claim is None:
            raise PermanentError("the turn is gone")
        row = claim.log.row
        told = set(claim.log.state().left) - set(post.payload.get("silent", ()))
        return Current(
            claim.clock.claim_id,
            message.write_text(claim),
            message.make_buttons(claim),
            mark=message.ClaimPress.prefix(row.id, claim.clock.version),
            mentions=row.members(sorted(told)) if claim.is_open else (),
            is_open=claim.is_open,
            colour=colour_of(row, claim.log.state()),
        )

    async def handle_too_old(self, app: App, post: Post) -> None:
        """Raise PermanentError: the offer ends before Discord allows another edit."""
        raise PermanentError("its message is too old to be edited")

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the claim was settled meanwhile, queue an edit that shows it."""
        row = await games.get_game(conn, post.game_id or 0, None)
        turns = [] if row is None else await store.list_clocks(conn, row)
        clock = next((clock for clock in turns if clock.version == post.payload["turn"]), None)
        if clock is None or row is None:
            return
        await store.set_clock(conn, clock, claim_id=message_id)
        if clock is not turns[-1] or row.status != "running":
            await context.outbox.put_after(conn, "claim_edit", post, turn=clock.version)
