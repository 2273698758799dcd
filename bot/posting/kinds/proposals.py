"""Posting proposals, and editing their messages."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.edits import edit_message
from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries import games
from bot.storage.queries import proposals as store
from bot.storage.queries.posts import Post
from bot.ui.framework import ids
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import proposal as message
from bot.usecases.context import Context
from bot.usecases.play import proposals
from bot.usecases.play.proposals import queue_message


class ProposalPost(PostKind):
    """The message of a proposal."""

    async def compose(self, app: App, post: Post) -> Composed:
        """The proposal as it stands; pings those who have to answer."""
        found = await proposals.get(app.context, post.payload["proposal"])
        if found is None:
            raise PermanentError("the proposal is gone")
        log, proposal = found
        state = log.state()
        mentions = message.mentioned(log.row, state, proposal, post.payload.get("silent", ()))
        reply = Reply(message.text(log, proposal), view=message.buttons(proposal), mentions=mentions)
        return Composed(ids.proposal(proposal.id, ""), reply)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Saves the message of the proposal. Where the proposal was settled meanwhile, the message has to say so."""
        proposal_id = post.payload["proposal"]
        await store.set_proposal(conn, proposal_id, message_id=message_id)
        proposal = await store.get_proposal(conn, proposal_id)
        row = await games.get_game(conn, post.game_id or 0, None)
        if proposal is not None and proposal.status != "open" and row is not None:
            await queue_message(context, conn, row, proposal_id, "proposal_edit")


PROPOSAL = ProposalPost()


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the message of a proposal up to date."""
    found = await proposals.get(app.context, post.payload["proposal"])
    if found is None or found[1].message_id is None:
        raise PermanentError("its message is not known")
    log, proposal = found
    text = message.text(log, proposal)
    shown = channel.get_partial_message(found[1].message_id)
    await edit_message(shown, content=text, view=message.buttons(proposal))
