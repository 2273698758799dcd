"""Taking back and agreeing to a draw: at once where that is the asker's own affair, else when the others agree."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.book import Story
from bot.core.context import Context, User
from bot.core.errors import Refusal, Stale
from bot.core.play import Play, Press, seat_in_running_game
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

    def __init__(self, context: Context, play: Play) -> None:
        self.context = context
        self.play = play

    async def undo(self, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Asked:
        """Takes back the asker's last decision, or asks the opponents; Refusal where there is nothing to take back."""
        press = Press(interaction_id, f"{user.id} undo")

        async def work(conn: AsyncConnection) -> tuple[Story, Asked]:
            story = await self.play._story(conn, guild_id, game_id, lock=True)
            seat = seat_in_running_game(story.row, user)
            if await game_store.was_done(conn, press.id, press.what):
                return story, Asked(story.row, None)
            keep, free = _last_decision(story, user.id)
            if free:
                await self._take_back(conn, story, keep, user.id, press)
                return story, Asked(story.row, None)
            return story, await self._propose(conn, story, "undo", seat, keep)

        return await self._done(await self.context.db.write(work))

    async def draw(self, guild_id: int, game_id: int, user: User) -> Asked:
        """Asks the others to share the win (G2)."""

        async def work(conn: AsyncConnection) -> tuple[Story, Asked]:
            story = await self.play._story(conn, guild_id, game_id, lock=True)
            seat = seat_in_running_game(story.row, user)
            self._still_in(story.state(), seat)
            return story, await self._propose(conn, story, "draw", seat, None)

        return await self._done(await self.context.db.write(work))

    async def answer(self, guild_id: int, proposal_id: int, user: User, agree: bool) -> tuple[GameRow, ProposalRow]:
        """The answer of one of those who were asked; the last consent carries it out, one refusal ends it."""

        async def work(conn: AsyncConnection) -> tuple[Story, ProposalRow]:
            proposal = await store.get_proposal(conn, proposal_id)
            if proposal is None:
                raise Refusal("There is no such proposal.")
            story = await self.play._story(conn, guild_id, proposal.game_id, lock=True)
            proposal = await store.get_proposal(conn, proposal_id, lock=True) or proposal
            seat = self._may_answer(story, proposal, user)
            if not agree:
                await store.set_proposal(conn, proposal.id, status="refused")
            else:
                await store.add_consent(conn, proposal.id, seat)
                if set(asked_seats(story.state(), proposal.seat)) <= proposal.agreed | {seat}:
                    await self._carry_out(conn, story, proposal)
            fresh = await store.get_proposal(conn, proposal.id)
            return story, fresh or proposal

        story, proposal = await self.context.db.write(work)
        self.play._committed(story)
        return story.row, proposal

    async def proposal(self, proposal_id: int) -> tuple[Story, ProposalRow] | None:
        """A proposal with its game, for what the bot itself posts; ``None`` where there is none."""

        async def look(conn: AsyncConnection) -> tuple[Story, ProposalRow] | None:
            proposal = await store.get_proposal(conn, proposal_id)
            return None if proposal is None else (await self.play._story(conn, None, proposal.game_id), proposal)

        return await self.context.db.read(look)

    # ------------------------------------------------------------------ inside a transaction

    def _may_answer(self, story: Story, proposal: ProposalRow, user: User) -> int:
        seat = seat_in_running_game(story.row, user)
        if proposal.status != "open":
            raise Stale(ENDED[proposal.status])
        if proposal.version != story.version:
            raise Stale(ENDED["void"])
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
        if await store.open_proposal(conn, story.row.id, kind, story.version) is not None:
            raise Refusal("The others have been asked already, and have not all answered.")
        now = self.context.clock()
        proposal_id = await store.insert_proposal(
            conn, game_id=story.row.id, kind=kind, seat=seat, version=story.version, keep=keep, now=now
        )
        await outbox.put(
            conn,
            "proposal",
            guild_id=story.row.guild_id,
            channel_id=story.row.channel_id,
            game_id=story.row.id,
            now=now,
            proposal=proposal_id,
        )
        return Asked(story.row, await store.get_proposal(conn, proposal_id))

    async def _carry_out(self, conn: AsyncConnection, story: Story, proposal: ProposalRow) -> None:
        asker = story.row.players[proposal.seat].user_id
        if proposal.kind == "undo":
            await self._take_back(conn, story, proposal.keep or 0, asker, None)
        else:
            state = story.state()
            after = state.play(state.parse("draw"))
            await self.play._commit(conn, story, after, [LogRow(0, "action", "draw", asker)], None)
        await store.set_proposal(conn, proposal.id, status="agreed")

    async def _take_back(self, conn: AsyncConnection, story: Story, keep: int, user_id: int, press: Press | None) -> None:
        """Logs that only the first ``keep`` actions count; the chance before them stays as it was rolled."""
        state = Story(story.row, story.actions()[:keep]).state()
        await self.play._commit(conn, story, state, [LogRow(0, "undo", str(keep), user_id)], press)

    async def _done(self, result: tuple[Story, Asked]) -> Asked:
        story, asked = result
        self.play._committed(story)
        return asked


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
        raise Refusal("You have not decided anything yet, so there is nothing to take back.")
    keep = mine[-1]
    if any(row.text.startswith("drop ") for row in actions[keep:]):
        raise Refusal("Somebody has given up since, and that cannot be taken back.")
    return keep, keep == len(actions) - 1
