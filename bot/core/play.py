"""Moves: one transaction each, with everything that follows from it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.book import Story
from bot.core.context import Context, User
from bot.core.errors import Refusal, bold
from bot.core.ledger import NO_GAME, Ledger, Press, note
from bot.points import point
from bot.storage import games as store
from bot.storage import outbox
from bot.storage.games import GameRow, LogRow
from rules import GAMES, IllegalMove, State

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it stands at a version, with what led to it."""

    row: GameRow
    state: State
    version: int
    story: Story


@dataclass(frozen=True, slots=True)
class Played:
    """What a decision led to."""

    row: GameRow
    state: State
    version: int
    story: Story
    before: int
    """The version before it."""
    texts: tuple[str, ...]
    """Canonical texts of the decisions that were played."""
    goes_on: bool
    """Whether the same player goes on with the same turn, so that no board was posted yet."""
    repeated: bool = False
    """The same interaction had been carried out before; nothing was changed now."""


class Play:
    """The use cases of a running game: look, move, resign."""

    def __init__(self, context: Context, ledger: Ledger) -> None:
        self.context = context
        self.ledger = ledger

    # ------------------------------------------------------------------ looking

    async def position(self, guild_id: int, game_id: int) -> Position:
        """The game as it stands; Refusal where this server has no such game."""

        async def look(conn: AsyncConnection) -> Story:
            return await self.ledger.load(conn, guild_id, game_id)

        story = await self.context.db.read(look)
        state = story.state()
        self.context.book.remember(story)
        return Position(story.row, state, story.version, story)

    async def row(self, game_id: int) -> GameRow:
        """A game of any server without its log; Refusal where there is none."""

        async def look(conn: AsyncConnection) -> GameRow:
            row = await store.get_game(conn, game_id, None)
            if row is None:
                raise Refusal(NO_GAME)
            return row

        return await self.context.db.read(look)

    async def story(self, game_id: int) -> Story:
        """The whole story of a game of any server, for what the bot itself posts."""

        async def look(conn: AsyncConnection) -> Story:
            return await self.ledger.load(conn, None, game_id)

        return await self.context.db.read(look)

    async def choose_game(
        self, guild_id: int, channel_id: int, user_id: int, game_id: int | None, *, to_move: bool = False
    ) -> GameRow:
        """The game that a command means: the one named, else the user's only one here.

        With ``to_move`` also the only one here in which the user is to move. Refusal where it cannot be told.
        """

        async def look(conn: AsyncConnection) -> list[GameRow]:
            if game_id is None:
                return await store.games_in_channel(conn, guild_id, channel_id, user_id)
            row = await store.get_game(conn, game_id, guild_id)
            return [] if row is None else [row]

        found = await self.context.db.read(look)
        if not found and game_id is not None:
            raise Refusal(NO_GAME)
        if not found:
            raise Refusal(
                "You have no running game in this channel (one that is over stays as it is). Start one with `/newgame`."
            )
        if to_move and len(found) > 1:
            mine = [row for row in found if row.seat is not None and row.seat == row.seat_of(user_id)]
            found = mine if len(mine) == 1 else found
        return only_one(found, "You have several games in this channel")

    async def channel_games(self, guild_id: int, channel_id: int, user_id: int | None, *, over: bool = False) -> list[GameRow]:
        """The running (or finished) games of a channel, newest first; with ``user_id`` those of the user."""
        return await self.context.db.read(lambda conn: store.games_in_channel(conn, guild_id, channel_id, user_id, over=over))

    async def guild_games(self, guild_id: int, user_id: int | None, *, over: bool = False) -> list[GameRow]:
        """The running (or finished) games of a server, the ones played last first."""
        return await self.context.db.read(lambda conn: store.games_in_guild(conn, guild_id, user_id, over=over))

    async def draft(self, game_id: int, user_id: int, version: int) -> dict[str, str]:
        """What the user has chosen in the panel at this version of the game."""
        return await self.context.db.read(lambda conn: store.get_draft(conn, game_id, user_id, version))

    async def keep_draft(self, game_id: int, user_id: int, version: int, draft: Mapping[str, str]) -> None:
        """Keeps what the user has chosen in the panel."""
        await self.context.db.write(lambda conn: store.put_draft(conn, game_id, user_id, version, draft))

    async def finished(self, guild_id: int, game: str, most: int) -> list[GameRow]:
        """The finished games of one kind in a server, the newest first."""
        return await self.context.db.read(lambda conn: store.finished_games(conn, guild_id, game, most))

    async def votes(self, game_id: int) -> dict[int, dict[str, Any]]:
        """What the players of a finished game wish for the rules of the next one: user id -> option -> value."""
        return await self.context.db.read(lambda conn: store.get_votes(conn, game_id))

    async def vote(self, game_id: int, user_id: int, option: str, value: Any) -> dict[int, dict[str, Any]]:
        """Adds a wish of a player; the same one again takes it back. Gives all votes."""

        async def work(conn: AsyncConnection) -> dict[int, dict[str, Any]]:
            await store.get_game(conn, game_id, None, lock=True)
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
            story = await self.ledger.load(conn, guild_id, game_id, lock=True)
            if await store.was_done(conn, press.id, press.what):
                return story, Played(story.row, story.state(), story.version, story, story.version, (), False, repeated=True)
            seat = self.seat_to_move(story.row, user, seen, story.version)
            before = story.state()
            known = story.version
            point("move.loaded")
            if before.seat != seat:
                raise Refusal(not_yours(story.row, before, seat))
            try:
                after, decisions = before.play_all(text)
            except IllegalMove as refusal:
                raise Refusal(f"{refusal} *(rule {refusal.rule})*") from None
            except ValueError as error:
                raise Refusal(str(error)) from None
            texts = tuple(str(decision) for decision in decisions)
            rows = [LogRow(0, "action", t, user.id) for t in texts]
            await self.ledger.commit(conn, story, after, rows, press, quiet=True)
            after = story.state()
            point("move.committing")
            return story, Played(story.row, after, story.version, story, known, texts, after.continues(before))

        story, played = await self.context.db.write(work)
        self.ledger.committed(story)
        if not played.repeated:
            note("move played", story, user.id, interaction_id, moves=" ".join(played.texts))
        return played

    async def resign(self, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> Played:
        """G1: the user gives up. Raises :class:`Refusal` where they cannot."""
        press = Press(interaction_id, f"{user.id} resign")

        async def work(conn: AsyncConnection) -> tuple[Story, Played]:
            story = await self.ledger.load(conn, guild_id, game_id, lock=True)
            if await store.was_done(conn, press.id, press.what):
                return story, Played(story.row, story.state(), story.version, story, story.version, (), False, repeated=True)
            seat = seat_in_running_game(story.row, user)
            text = f"drop {seat}"
            state, known = story.state(), story.version
            try:
                after = state.play(state.parse(text))
            except IllegalMove as refusal:
                raise Refusal(str(refusal)) from None
            await self.ledger.commit(conn, story, after, [LogRow(0, "action", text, user.id)], press)
            return story, Played(story.row, story.state(), story.version, story, known, (text,), False)

        story, played = await self.context.db.write(work)
        self.ledger.committed(story)
        if not played.repeated:
            note("player gave up", story, user.id, interaction_id)
        return played

    def seat_to_move(self, row: GameRow, user: User, seen: int | None, version: int) -> int:
        """The seat of the user in a running game whose ``seen`` version is still the newest; else a Refusal."""
        seat = seat_in_running_game(row, user)
        if seen is not None and seen != version:
            raise Refusal("The game has moved on since you opened this. Press **Play** on the newest board.")
        return seat

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
                await self.ledger.put_board(conn, row, story.last_turn(), row.version, now)
            return len(rows)

        return await self.context.db.write(work)


def seat_in_running_game(row: GameRow, user: User) -> int:
    """The seat of the user; Refusal where they have none or the game is over."""
    seat = row.seat_of(user.id)
    if seat is None:
        raise Refusal(f"You are not in this game: {' and '.join(map(bold, row.names))} play it. Start one with `/newgame`.")
    if row.is_over:
        raise Refusal("This game is over.")
    return seat


def whose_turn(row: GameRow, state: State) -> str:
    """The sentence that says who is to move, for somebody who is not."""
    if state.is_over or state.seat is None:
        return "This game is over."
    return f"It is {bold(row.names[state.seat])}'s turn."


def not_yours(row: GameRow, state: State, seat: int) -> str:
    """The sentence for a player who is in the game and not to move."""
    if seat in state.dropped and not state.is_over:
        return f"You have given up in this game. {whose_turn(row, state)}"
    return f"{whose_turn(row, state)} You are asked when it is yours."


class SeveralGames(Refusal):
    """It cannot be told which of several games is meant."""

    def __init__(self, rows: Sequence[GameRow], several: str) -> None:
        self.rows = rows
        super().__init__(f"{several}: {self.names()}. Say which with the option `game`.")

    def names(self) -> str:
        """The games by number and title."""
        return ", ".join(f"#{row.id} {GAMES[row.game].title}" for row in self.rows[:10])


def only_one(rows: Sequence[GameRow], several: str) -> GameRow:
    """The only one of some games; a Refusal that lists them where there are several."""
    if len(rows) == 1:
        return rows[0]
    raise SeveralGames(rows, several)
