"""Posts that ask players for a decision: proposals (to undo, to draw, to pause), offers of seats, claims, votes."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, CurrentMessage
from bot.presentation.texts import colour_of
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import games
from bot.storage.queries.play import proposals as proposal_store
from bot.storage.queries.seats import seat_offers as offer_store
from bot.storage.queries.time import clocks as clock_store
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import claim as claim_message
from bot.ui.messages import proposal as proposal_message
from bot.ui.messages import seat_offer as offer_message
from bot.ui.messages import vote as vote_message
from bot.usecases import queries
from bot.usecases.context import Context
from bot.usecases.play import proposals
from bot.usecases.seats import offers
from bot.usecases.tables import opening, votes
from bot.usecases.time import claims


class ProposalPost(CurrentMessage):
    """The message of a proposal."""

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the proposal in its current state. A new message mentions the players who have to answer."""
        found = await proposals.get_proposal(app.context, post.payload["proposal"])
        if found is None:
            raise PermanentError("the proposal is gone")
        log, proposal = found
        reply = Reply(
            proposal_message.write_text(log, proposal),
            proposal_message.make_buttons(proposal),
            mentions=proposal_message.list_users_to_mention(log.row, log.state(), proposal, post.payload.get("silent", ())),
            colour=colour_of(log.row, log.state()),
        )
        return Composed(proposal_message.ProposalPress.prefix(proposal.id), reply, message_id=proposal.message_id)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the proposal was settled meanwhile, queue an edit that shows it."""
        proposal_id = post.payload["proposal"]
        await proposal_store.set_proposal(conn, proposal_id, message_id=message_id)
        proposal = await proposal_store.get_proposal(conn, proposal_id)
        if proposal is not None and proposal.status != "open":
            await context.outbox.put_after(conn, "proposal_edit", post, proposal=proposal_id)


class SeatOfferPost(CurrentMessage):
    """The message of an offer."""

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the offer in its current state. A new message mentions the member who was asked."""
        found = await offers.get_offer(app.context, post.payload["offer"])
        if found is None:
            raise PermanentError("the offer is gone")
        log, offer = found
        reply = Reply(
            offer_message.write_text(log, offer),
            offer_message.make_buttons(offer, log.row.kind),
            mentions=offer_message.list_users_to_mention(log, offer),
            colour=colour_of(log.row, log.state()),
        )
        return Composed(offer_message.SeatPress.prefix(offer.id), reply, message_id=offer.message_id)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the offer was settled meanwhile, queue an edit that shows it."""
        offer_id = post.payload["offer"]
        await offer_store.set_offer(conn, offer_id, message_id=message_id)
        offer = await offer_store.get_offer(conn, offer_id)
        if offer is not None and not offer.is_open:
            await context.outbox.put_after(conn, "seat_offer_edit", post, offer=offer_id)


class ClaimPost(CurrentMessage):
    """The message of a turn whose time has run out."""

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the claim in its current state. A new message mentions the opponents and the late player."""
        claim = await claims.get_claim(app.context, post.game_id or 0, post.payload["turn"])
        if claim is None:
            raise PermanentError("the turn is gone")
        row = claim.log.row
        told = set(claim.log.state().left) - set(post.payload.get("silent", ()))
        reply = Reply(
            claim_message.write_text(claim),
            claim_message.make_buttons(claim),
            mentions=row.members(sorted(told)) if claim.is_open else (),
            colour=colour_of(row, claim.log.state()),
        )
        mark = claim_message.ClaimPress.prefix(row.id, claim.clock.version)
        return Composed(mark, reply, is_open=claim.is_open, message_id=claim.clock.claim_id)

    async def handle_too_old(self, app: App, post: Post) -> None:
        """Raise PermanentError: the offer ends before Discord allows another edit."""
        raise PermanentError("its message is too old to be edited")

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the claim was settled meanwhile, queue an edit that shows it."""
        row = await games.get_game(conn, post.game_id or 0, None)
        turns = [] if row is None else await clock_store.list_clocks(conn, row)
        clock = next((clock for clock in turns if clock.version == post.payload["turn"]), None)
        if clock is None or row is None:
            return
        await clock_store.set_clock(conn, clock, claim_id=message_id)
        if clock is not turns[-1] or row.status != "running":
            await context.outbox.put_after(conn, "claim_edit", post, turn=clock.version)


class VotePost(CurrentMessage):
    """The message of a vote."""

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the vote in its current state, or the table that resulted from it."""
        if post.game_id is None:
            raise PermanentError("its game is gone")
        log, message_id = await queries.read_log(app.context, post.game_id), post.payload["message"]
        after = await opening.find_next_table(app.context, log.row.id)
        if after is not None:
            return Composed("", Reply(vote_message.render_closed(log.row, after)), message_id=message_id)
        text, view = vote_message.make_message(log.row, log.state(), await votes.get(app.context, log.row))
        return Composed("", Reply(text, view), message_id=message_id)
