"""Posts of proposals: to undo, to draw, to pause."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Current, CurrentMessage
from bot.presentation.texts import colour_of
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import proposals as store
from bot.ui.framework.app import App
from bot.ui.messages import proposal as message
from bot.usecases.context import Context
from bot.usecases.play import proposals


class ProposalPost(CurrentMessage):
    """The message of a proposal."""

    async def load(self, app: App, post: Post) -> Current:
        """Return the proposal in its current state. A new message mentions the players who have to answer."""
        found = await proposals.get_proposal(app.context, post.payload["proposal"])
        if found is None:
            raise PermanentError("the proposal is gone")
        log, proposal = found
        return Current(
            proposal.message_id,
            message.write_text(log, proposal),
            message.make_buttons(proposal),
            mark=message.ProposalPress.prefix(proposal.id),
            mentions=message.list_users_to_mention(log.row, log.state(), proposal, post.payload.get("silent", ())),
            colour=colour_of(log.row, log.state()),
        )

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the proposal was settled meanwhile, queue an edit that shows it."""
        proposal_id = post.payload["proposal"]
        await store.set_proposal(conn, proposal_id, message_id=message_id)
        proposal = await store.get_proposal(conn, proposal_id)
        if proposal is not None and proposal.status != "open":
            await context.outbox.put_after(conn, "proposal_edit", post, proposal=proposal_id)
