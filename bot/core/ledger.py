"""The log of a game in the database: reading it, and adding to it with everything that follows from an action."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.book import Story
from bot.core.context import Context
from bot.core.errors import Refusal
from bot.points import point
from bot.storage import games as store
from bot.storage import lobbies, outbox
from bot.storage.games import GameRow, LogRow
from rules import Action, State

logger = logging.getLogger(__name__)

MOST_CHANCE_IN_A_ROW = 10_000
"""No game draws or rolls this often between two decisions; a rules module that did would hang the bot."""

NO_GAME = "There is no such game in this server."


class Press(NamedTuple):
    """An interaction that asks for a change. Discord may deliver one twice: the same ``id`` with the same ``what``."""

    id: int
    what: str


class Ledger:
    """What all use cases of a game share. Its coroutines run inside the caller's transaction."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def load(self, conn: AsyncConnection, guild_id: int | None, game_id: int, *, lock: bool = False) -> Story:
        """A game with its log; with ``lock`` no other transaction changes it meanwhile. Refusal where there is none."""
        row = await store.get_game(conn, game_id, guild_id, lock=lock)
        if row is None:
            raise Refusal(NO_GAME)
        return await self.context.book.story(conn, row)

    async def commit(
        self,
        conn: AsyncConnection,
        story: Story,
        state: State,
        rows: Sequence[LogRow],
        press: Press | None,
        *,
        quiet: bool = False,
    ) -> None:
        """Appends ``rows`` and the chance that follows to the log and does all that follows from it.

        ``state`` is the state after ``rows``. With ``quiet`` no board is put into the outbox while the same player goes on
        with the same turn.
        """
        now = self.context.clock()
        before = story.state()
        chance: list[Action] = []
        while state.is_chance:
            if len(chance) > MOST_CHANCE_IN_A_ROW:
                raise RuntimeError(f"{story.row.game} asks for chance without end")
            outcome = self.context.chance(state)
            chance.append(outcome)
            state = state.play(outcome)
        added = [*rows, *(LogRow(0, "action", str(outcome), None) for outcome in chance)]
        added = [LogRow(story.version + i, r.kind, r.text, r.user_id) for i, r in enumerate(added, 1)]
        await store.append_log(conn, story.row.id, added, now)
        point("move.logged")
        shown = story.row.board_version or 0
        story.rows += added
        story.keep(story.version, state)
        board = not (quiet and state.continues(before))
        await store.update_position(
            conn, story.row.id, version=story.version, seat=state.seat, over=state.is_over, board=board, now=now
        )
        if state.is_over:
            await store.note_result(conn, story.row.id, state.scores, state.winners or ())
        point("move.placed")
        await self._void_proposals(conn, story.row, now)
        point("move.voided")
        if press is not None:
            await store.note_done(conn, press.id, press.what, story.row.id, story.version, now)
            point("move.noted")
        if board:
            await self.put_board(conn, story.row, shown, story.version, now)
            point("move.in-outbox")
        story.row = replace(
            story.row,
            version=story.version,
            seat=state.seat,
            status="over" if state.is_over else "running",
            board_version=story.version if board else story.row.board_version,
            updated_at=now,
        )

    @staticmethod
    async def _void_proposals(conn: AsyncConnection, row: GameRow, now: int) -> None:
        """Ends the questions to the players, and has their messages say so."""
        where: dict[str, Any] = {"guild_id": row.guild_id, "channel_id": row.channel_id, "game_id": row.id, "now": now}
        for proposal in await lobbies.void_proposals(conn, row.id):
            await outbox.put(conn, "proposal_edit", **where, proposal=proposal)

    async def put_board(self, conn: AsyncConnection, row: GameRow, shown: int, version: int, now: int) -> None:
        """Puts the board of a version into the outbox, telling what has happened since the version ``shown``."""
        await outbox.put(
            conn,
            "board",
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            game_id=row.id,
            now=now,
            start=shown,
            end=version,
        )

    def committed(self, story: Story) -> None:
        """Has what a committed transaction has made of a game remembered."""
        point("move.committed")
        self.context.book.remember(story)

    async def begin(self, conn: AsyncConnection, row_id: int) -> Story:
        """Starts the new game ``row_id`` inside the transaction that made it: rolls what is rolled before the first
        decision, and puts the first board into the outbox.
        """
        story = await self.load(conn, None, row_id, lock=True)
        state = story.start()
        if state.is_chance:
            await self.commit(conn, story, state, (), None)
            return story
        now = self.context.clock()
        await store.update_position(conn, row_id, version=0, seat=state.seat, over=state.is_over, board=True, now=now)
        await self.put_board(conn, story.row, 0, 0, now)
        return await self.load(conn, None, row_id)


def note(event: str, story: Story, user_id: int, interaction_id: int | None, **more: object) -> None:
    """Logs an event of a game."""
    where = {"guild": story.row.guild_id, "game": story.row.id, "version": story.version}
    logger.info(event, extra={**where, "user": user_id, "interaction": interaction_id, **more})
