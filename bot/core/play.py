"""Moves: one transaction each, with everything that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.book import Story
from bot.core.context import Context, User
from bot.core.errors import Refusal, Stale
from bot.points import point
from bot.storage import games as store
from bot.storage import lobbies, outbox
from bot.storage.games import GameRow, LogRow
from rules import Action, IllegalMove, State

MOST_CHANCE_IN_A_ROW = 10_000
"""No game draws or rolls this often between two decisions; a rules module that did would hang the bot."""


class Press(NamedTuple):
    """An interaction that asks for a change. Discord may deliver one twice: the same ``id`` with the same ``what``."""

    id: int
    what: str


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it stands at a version."""

    row: GameRow
    state: State
    version: int


@dataclass(frozen=True, slots=True)
class Played:
    """What a decision led to."""

    row: GameRow
    state: State
    version: int
    texts: tuple[str, ...]
    """Canonical texts of the decisions that were played."""
    goes_on: bool
    """Whether the same player goes on with the same turn, so that no board was posted yet."""
    repeated: bool = False
    """The same interaction had been carried out before; nothing was changed now."""


class Play:
    """The use cases of a running game: look, move, resign."""

    def __init__(self, context: Context) -> None:
        self.context = context

    # ------------------------------------------------------------------ looking

    async def position(self, guild_id: int, game_id: int) -> Position:
        """The game as it stands; Refusal where this server has no such game."""

        async def look(conn: AsyncConnection) -> Story:
            return await self._story(conn, guild_id, game_id)

        story = await self.context.db.read(look)
        state = story.state()
        self.context.book.remember(story)
        return Position(story.row, state, story.version)

    async def story(self, game_id: int) -> Story:
        """The whole story of a game of any server, for what the bot itself posts."""

        async def look(conn: AsyncConnection) -> Story:
            return await self._story(conn, None, game_id)

        return await self.context.db.read(look)

    async def _story(self, conn: AsyncConnection, guild_id: int | None, game_id: int, *, lock: bool = False) -> Story:
        row = await store.get_game(conn, game_id, guild_id, lock=lock)
        if row is None:
            raise Refusal("There is no such game in this server.")
        return await self.context.book.story(conn, row)

    async def choose_game(self, guild_id: int, channel_id: int, user_id: int, game_id: int | None) -> GameRow:
        """The game that a command means: the one named, else the user's only one here, or only one to move in here."""

        async def look(conn: AsyncConnection) -> GameRow | list[GameRow]:
            if game_id is not None:
                row = await store.get_game(conn, game_id, guild_id)
                if row is None:
                    raise Refusal("There is no such game in this server.")
                return row
            return await store.games_in_channel(conn, guild_id, channel_id, user_id)

        found = await self.context.db.read(look)
        if isinstance(found, GameRow):
            return found
        if len(found) == 1:
            return found[0]
        if not found:
            raise Refusal("You have no running game in this channel. Start one with `/newgame`, or see `/games`.")
        mine = [row for row in found if row.seat is not None and row.seat == row.seat_of(user_id)]
        if len(mine) == 1:
            return mine[0]
        listed = ", ".join(f"**#{row.id}** ({row.game})" for row in found[:10])
        raise Refusal(f"You have several games in this channel: {listed}. Say which with the option `game`.")

    async def channel_games(self, guild_id: int, channel_id: int, user_id: int | None) -> list[GameRow]:
        """The running games of a channel, newest first; with ``user_id`` those of the user."""
        return await self.context.db.read(lambda conn: store.games_in_channel(conn, guild_id, channel_id, user_id))

    async def guild_games(self, guild_id: int, user_id: int | None, *, over: bool = False) -> list[GameRow]:
        """The running (or finished) games of a server, the ones played last first."""
        return await self.context.db.read(lambda conn: store.games_in_guild(conn, guild_id, user_id, over=over))

    async def draft(self, game_id: int, user_id: int, version: int) -> dict[str, str]:
        """What the user has chosen in the panel at this version of the game."""
        return await self.context.db.read(lambda conn: store.get_draft(conn, game_id, user_id, version))

    async def keep_draft(self, game_id: int, user_id: int, version: int, draft: Mapping[str, str]) -> None:
        """Keeps what the user has chosen in the panel."""
        await self.context.db.write(lambda conn: store.put_draft(conn, game_id, user_id, version, draft))

    async def finished(self, guild_id: int, game: str) -> list[GameRow]:
        """The finished games of one kind in a server, the newest first."""
        return await self.context.db.read(lambda conn: store.finished_games(conn, guild_id, game))

    async def votes(self, game_id: int) -> dict[int, dict[str, Any]]:
        """What the players of a finished game wish for the rules of the next one: user id -> option -> value."""
        return await self.context.db.read(lambda conn: store.get_votes(conn, game_id))

    async def vote(self, game_id: int, user_id: int, option: str, value: Any) -> dict[int, dict[str, Any]]:
        """Adds a wish of a player; the same one again takes it back. Gives all votes."""

        async def work(conn: AsyncConnection) -> dict[int, dict[str, Any]]:
            wishes = (await store.get_votes(conn, game_id)).get(user_id, {})
            wishes = {k: v for k, v in wishes.items() if k != option} | ({} if wishes.get(option) == value else {option: value})
            await store.put_vote(conn, game_id, user_id, wishes, self.context.clock())
            return await store.get_votes(conn, game_id)

        return await self.context.db.write(work)

    # ------------------------------------------------------------------ deciding

    async def play(
        self, guild_id: int, game_id: int, user: User, text: str, *, interaction_id: int, seen: int | None = None
    ) -> Played:
        """Plays one or several decisions, all or none. ``seen``: the version of the game that the player had before them.

        Raises :class:`Refusal` with the reason, in which case nothing has changed.
        """
        press = Press(interaction_id, f"{user.id} {text}")
        point("move.asked")

        async def work(conn: AsyncConnection) -> tuple[Story, Played]:
            point("move.begun")
            story = await self._story(conn, guild_id, game_id, lock=True)
            if await store.was_done(conn, press.id, press.what):
                return story, Played(story.row, story.state(), story.version, (), False, repeated=True)
            seat = self.seat_to_move(story.row, user, seen, story.version)
            before = story.state()
            point("move.loaded")
            if before.seat != seat:
                raise Refusal(f"{whose_turn(story.row, before)} You are asked when it is yours.")
            try:
                after, decisions = before.play_all(text)
            except IllegalMove as refusal:
                raise Refusal(f"{refusal} *(rule {refusal.rule})*") from None
            except ValueError as error:
                raise Refusal(str(error)) from None
            texts = tuple(str(decision) for decision in decisions)
            rows = [LogRow(0, "action", t, user.id) for t in texts]
            await self._commit(conn, story, after, rows, press, quiet=True)
            after = story.state()
            point("move.committing")
            return story, Played(story.row, after, story.version, texts, after.continues(before))

        story, played = await self.context.db.write(work)
        self._committed(story, posted=not played.goes_on)
        return played

    async def resign(self, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Played:
        """G1: the user gives up. Raises :class:`Refusal` where they cannot."""
        press = Press(interaction_id, f"{user.id} resign")

        async def work(conn: AsyncConnection) -> tuple[Story, Played]:
            story = await self._story(conn, guild_id, game_id, lock=True)
            if await store.was_done(conn, press.id, press.what):
                return story, Played(story.row, story.state(), story.version, (), False, repeated=True)
            seat = seat_in_running_game(story.row, user)
            text = f"drop {seat}"
            state = story.state()
            try:
                after = state.play(state.parse(text))
            except IllegalMove as refusal:
                raise Refusal(str(refusal)) from None
            await self._commit(conn, story, after, [LogRow(0, "action", text, user.id)], press)
            return story, Played(story.row, story.state(), story.version, (text,), False)

        story, played = await self.context.db.write(work)
        self._committed(story)
        return played

    def seat_to_move(self, row: GameRow, user: User, seen: int | None, version: int) -> int:
        """The seat of the user in a running game whose ``seen`` version is still the newest; else a Refusal."""
        seat = seat_in_running_game(row, user)
        if seen is not None and seen != version:
            raise Stale("The game has moved on since you opened this. Press **Play** on the newest board.")
        return seat

    async def _commit(
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
        await lobbies.void_proposals(conn, story.row.id)
        point("move.voided")
        if press is not None:
            await store.note_done(conn, press.id, press.what, story.row.id, story.version, now)
            point("move.noted")
        if board:
            await self._put_board(conn, story.row, shown, story.version, now)
            point("move.in-outbox")
        story.row = replace(
            story.row,
            version=story.version,
            seat=state.seat,
            status="over" if state.is_over else "running",
            board_version=story.version if board else story.row.board_version,
            updated_at=now,
        )

    async def _put_board(self, conn: AsyncConnection, row: GameRow, shown: int, version: int, now: int) -> None:
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

    def _committed(self, story: Story, *, posted: bool = True) -> None:
        point("move.committed")
        self.context.book.remember(story)
        if posted:
            self.context.posted()

    async def begin(self, conn: AsyncConnection, row_id: int) -> Story:
        """Starts the new game ``row_id`` inside the transaction that made it: rolls what is rolled before the first
        decision, and puts the first board into the outbox.
        """
        story = await self._story(conn, None, row_id, lock=True)
        state = story.start()
        if state.is_chance:
            await self._commit(conn, story, state, (), None)
            return story
        now = self.context.clock()
        await store.update_position(conn, row_id, version=0, seat=state.seat, over=state.is_over, board=True, now=now)
        await self._put_board(conn, story.row, 0, 0, now)
        return await self._story(conn, None, row_id)

    async def repost_all(self) -> int:
        """Puts the boards of all running games into the outbox again, for a Discord that has forgotten everything: its
        messages, and which interactions there were. Gives how many boards there are.
        """

        async def work(conn: AsyncConnection) -> int:
            await outbox.drop_waiting(conn)
            await store.forget_messages(conn)
            rows = await store.running_games(conn)
            now = self.context.clock()
            for row in rows:
                story = await self.context.book.story(conn, row)
                await self._put_board(conn, row, story.last_turn(), row.version, now)
            return len(rows)

        count = await self.context.db.write(work)
        self.context.posted()
        return count


def seat_in_running_game(row: GameRow, user: User) -> int:
    """The seat of the user; Refusal where they have none or the game is over."""
    seat = row.seat_of(user.id)
    if seat is None:
        raise Refusal(f"You are not in this game: {' and '.join(row.names)} play it. Start your own with `/newgame`.")
    if row.is_over:
        raise Refusal("This game is over.")
    return seat


def whose_turn(row: GameRow, state: State) -> str:
    """The sentence that says who is to move, for somebody who is not."""
    if state.is_over or state.seat is None:
        return "This game is over."
    return f"It is **{row.names[state.seat]}**'s turn."
