"""Taking back and agreeing to a draw: at once where that is the asker's own affair, else when the others agree."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.book import Story
from bot.core.context import Context, User
from bot.core.errors import Refusal
from bot.core.ledger import Ledger, Press, note
from bot.core.play import seat_in_running_game
from bot.storage import games as game_store
from bot.storage import lobbies as store
from bot.storage import outbox
from bot.storage.games import GameRow, LogRow
from bot.storage.lobbies import ProposalRow
from rules import State


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking: done at once (``proposal`` is ``None``), or the proposal that the others now see."""

    row: GameRow
    proposal: ProposalRow | None


class Consent:
    """The use cases ``/undo`` and ``/draw`` and the answers to them."""

    def __init__(self, context: Context, ledger: Ledger) -> None:
        self.context = context
        self.ledger = ledger

    async def undo(self, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Asked:
        """Takes back the asker's last decision, or asks the opponents; Refusal where there is nothing to take back."""
        press = Press(interaction_id, f"{user.id} undo")

        async def work(conn: AsyncConnection) -> tuple[Story, Asked]:
            story = await self.ledger.load(conn, guild_id, game_id, lock=True)
            if await game_store.was_done(conn, press.id, press.what):
                return story, Asked(story.row, None)
            seat = seat_in_running_game(story.row, user)
            keep, free = _last_decision(story, user.id)
            if free:
                await self._take_back(conn, story, keep, user.id, press)
                return story, Asked(story.row, None)
            return story, await self._propose(conn, story, "undo", seat, keep)

        story, asked = await self.context.db.write(work)
        self.ledger.committed(story)
        note("move taken back" if asked.proposal is None else "undo asked for", story, user.id, interaction_id)
        return asked

    async def draw(self, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Asked:
        """Asks the others to share the win (G2); where one of them has asked, this is the consent."""

        async def work(conn: AsyncConnection) -> tuple[Story, Asked]:
            story = await self.ledger.load(conn, guild_id, game_id, lock=True)
            seat = seat_in_running_game(story.row, user)
            self._still_in(story.state(), seat)
            offer = await store.open_proposal(conn, game_id, "draw", story.version)
            if offer is None or offer.seat == seat:
                return story, await self._propose(conn, story, "draw", seat, None)
            offer = await self._agreed(conn, story, offer, self._may_answer(story, offer, user))
            await self._show(conn, story.row, offer.id, "proposal_edit")
            return story, Asked(story.row, offer)

        story, asked = await self.context.db.write(work)
        self.ledger.committed(story)
        note("draw offered", story, user.id, interaction_id)
        return asked

    async def answer(
        self, guild_id: int, proposal_id: int, user: User, *, agree: bool, interaction_id: int
    ) -> tuple[Story, ProposalRow]:
        """The answer of one of those who were asked; the last consent carries it out, one refusal ends it."""

        async def work(conn: AsyncConnection) -> tuple[Story, ProposalRow]:
            proposal = await store.get_proposal(conn, proposal_id)
            if proposal is None:
                raise Refusal("There is no such proposal.")
            story = await self.ledger.load(conn, guild_id, proposal.game_id, lock=True)
            proposal = await store.get_proposal(conn, proposal_id, lock=True) or proposal
            seat = self._may_answer(story, proposal, user)
            if agree:
                return story, await self._agreed(conn, story, proposal, seat)
            await store.set_proposal(conn, proposal.id, status="refused")
            return story, await store.get_proposal(conn, proposal.id) or proposal

        story, proposal = await self.context.db.write(work)
        self.ledger.committed(story)
        note(f"{proposal.kind} {'agreed to' if agree else 'refused'}", story, user.id, interaction_id)
        return story, proposal

    async def show(self, story: Story, proposal_id: int, message_id: int | None) -> None:
        """Has the outbox bring the message of a proposal up to date, after an answer that may not have got through."""

        async def work(conn: AsyncConnection) -> None:
            if message_id is not None:
                await store.set_proposal(conn, proposal_id, message_id=message_id)
            await self._show(conn, story.row, proposal_id, "proposal_edit")

        await self.context.db.write(work)

    async def repost_all(self) -> None:
        """Puts all open proposals into the outbox again, for a Discord that has forgotten them."""

        async def work(conn: AsyncConnection) -> None:
            for proposal in await store.open_proposals(conn):
                story = await self.ledger.load(conn, None, proposal.game_id)
                await self._show(conn, story.row, proposal.id, "proposal")

        await self.context.db.write(work)

    async def proposal(self, proposal_id: int) -> tuple[Story, ProposalRow] | None:
        """A proposal with its game, for what the bot itself posts; ``None`` where there is none."""

        async def look(conn: AsyncConnection) -> tuple[Story, ProposalRow] | None:
            proposal = await store.get_proposal(conn, proposal_id)
            return None if proposal is None else (await self.ledger.load(conn, None, proposal.game_id), proposal)

        return await self.context.db.read(look)

    # ------------------------------------------------------------------ inside a transaction

    def _may_answer(self, story: Story, proposal: ProposalRow, user: User) -> int:
        seat = seat_in_running_game(story.row, user)
        if proposal.status != "open":
            raise Refusal(ENDED[proposal.status])
        if proposal.version != story.version:
            raise Refusal(ENDED["void"])
        if seat == proposal.seat:
            raise Refusal("You asked for this yourself: the others have to answer.")
        self._still_in(story.state(), seat)
        if seat in proposal.agreed:
            raise Refusal("You have agreed already.")
        return seat

    @staticmethod
    def _still_in(state: State, seat: int) -> None:
        if seat in state.dropped:
            raise Refusal("You have given up in this game.")

    async def _propose(self, conn: AsyncConnection, story: Story, kind: str, seat: int, keep: int | None) -> Asked:
        asked = await store.open_proposal(conn, story.row.id, kind, story.version)
        if asked is not None and asked.seat == seat and asked.message_id is not None:
            raise Refusal("The others have been asked already, and have not all answered.")
        if asked is not None and asked.seat != seat:
            raise Refusal("Another player has just asked the same: answer that first.")
        proposal_id = (
            asked.id
            if asked is not None
            else await store.insert_proposal(
                conn,
                game_id=story.row.id,
                kind=kind,
                seat=seat,
                version=story.version,
                keep=keep,
                now=self.context.clock(),
            )
        )
        await self._show(conn, story.row, proposal_id, "proposal")
        return Asked(story.row, await store.get_proposal(conn, proposal_id))

    async def _show(self, conn: AsyncConnection, row: GameRow, proposal_id: int, kind: str) -> None:
        await outbox.put(
            conn,
            kind,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            game_id=row.id,
            now=self.context.clock(),
            look=True,
            proposal=proposal_id,
        )

    async def _agreed(self, conn: AsyncConnection, story: Story, proposal: ProposalRow, seat: int) -> ProposalRow:
        """Notes a consent, and carries the proposal out where it was the last one."""
        await store.add_consent(conn, proposal.id, seat)
        if set(asked_seats(story.state(), proposal.seat)) <= proposal.agreed | {seat}:
            await store.set_proposal(conn, proposal.id, status="agreed")
            await self._carry_out(conn, story, proposal)
        return await store.get_proposal(conn, proposal.id) or proposal

    async def _carry_out(self, conn: AsyncConnection, story: Story, proposal: ProposalRow) -> None:
        asker = story.row.players[proposal.seat].user_id
        if proposal.kind == "undo":
            await self._take_back(conn, story, proposal.keep or 0, asker, None)
        else:
            state = story.state()
            after = state.play(state.parse("draw"))
            await self.ledger.commit(conn, story, after, [LogRow(0, "action", "draw", asker)], None)

    async def _take_back(self, conn: AsyncConnection, story: Story, keep: int, user_id: int, press: Press | None) -> None:
        """Logs that only the first ``keep`` actions count; the chance before them stays as it was rolled."""
        state = Story(story.row, story.actions()[:keep]).state()
        await self.ledger.commit(conn, story, state, [LogRow(0, "undo", str(keep), user_id)], press)


ENDED = {
    "agreed": "Everybody has agreed already, so it is done.",
    "refused": "This was refused already.",
    "void": "The game has moved on since this was asked, so it no longer counts.",
}
"""Why a proposal cannot be answered any more, by its status."""


def asked_seats(state: State, asker: int) -> tuple[int, ...]:
    """Whose consent is needed: everybody who is left but the asker."""
    return tuple(seat for seat in state.left if seat != asker)


def _last_decision(story: Story, user_id: int) -> tuple[int, bool]:
    """How many actions are left when the user's last decision is taken back, and whether they need nobody's consent."""
    actions = story.actions()
    mine = [i for i, row in enumerate(actions) if row.user_id == user_id]
    if not mine:
        raise Refusal("You have no move to take back.")
    keep = mine[-1]
    if any(row.text.startswith("drop ") for row in actions[keep:]):
        raise Refusal("Somebody has given up since, and that cannot be taken back.")
    return keep, keep == len(actions) - 1
