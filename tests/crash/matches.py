"""A game of two as the people in the channel see it, and as the database has it once the bot is gone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.games.log import GameLog
from bot.storage.engine import postgresql, sqlite
from bot.storage.engine.database import Database, parse
from bot.storage.queries.channels.posts import count_waiting
from bot.storage.queries.play import game_log, games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.server import bot_values
from bot.storage.queries.time import clocks
from bot.storage.queries.time.clocks import ClockRow
from bot.storage.schema import posts
from bot.usecases.time import downtime
from rules import State
from rules.pastures import PASTURES
from tests.matches import GameInChannel, begin_game, find_controls, green_buttons, open_panel
from tests.waiting import until, until_found
from tests.wire.server import Message, Person
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import answered, labels

SIDE = 4
"""Squares along each side of the board: few, so that pictures are drawn fast."""
READ_WITHIN = 120.0
"""Seconds in which PostgreSQL takes a connection: also if this process is suspended meanwhile."""


@lru_cache(maxsize=4)
def reader(url: str) -> AsyncEngine:
    """An engine whose connections cannot write; kept because it remembers the queries that it has made ready."""
    parsed = parse(url)
    if parsed.get_backend_name() == "sqlite":
        return sqlite.make_engine(sqlite.file_of(parsed), "ro")
    one_moment = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return postgresql.make_engine(parsed, READ_WITHIN, pool=1).execution_options(**one_moment)


@asynccontextmanager
async def looking(url: str) -> AsyncIterator[AsyncConnection]:
    """A view of a database as it is at one moment; afterwards no connection is left."""
    engine = reader(url)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


@dataclass
class Kept:
    """One game and its posts, as the database has them."""

    log_of_game: GameLog
    posts: list[dict[str, Any]]

    @classmethod
    async def of(cls, url: str, game_id: int) -> Kept:
        """What is kept of a game, after a look that log, version and position agree."""
        async with looking(url) as connection:
            row = await games.get_game(connection, game_id, None)
            assert row is not None
            of_game = posts.c.game_id == game_id
            rows = await game_log.read_log_since(connection, game_id, 0)
            found = (await connection.execute(select(posts).where(of_game).order_by(posts.c.id))).mappings().all()
        kept = cls(GameLog(row, rows), [dict(post) for post in found])
        state = kept.log_of_game.state()
        assert [entry.seq for entry in rows] == list(range(1, row.version + 1))
        assert (state.seat, state.is_over) == (row.seat, row.status == "over")
        return kept

    @property
    def row(self) -> GameRow:
        """The game's row."""
        return self.log_of_game.row

    @property
    def texts(self) -> list[str]:
        """The whole log."""
        return [row.text for row in self.log_of_game.rows]

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to be posted."""
        return all(post["status"] != "waiting" for post in self.posts)

    @property
    def given_up(self) -> set[str]:
        """Why posts were given up. A kill has a message removed twice, and the second time it is gone: that is left out."""
        dropped = {(post["kind"], post["error"]) for post in self.posts if post["status"] == "dropped"}
        return {error for _, error in dropped - {("remove", "the message is gone")}}

    @classmethod
    async def settled(cls, url: str, game_id: int) -> Kept:
        """What is kept of a game once nothing of it is left to be posted."""

        async def find() -> Kept | None:
            kept = await cls.of(url, game_id)
            return kept if kept.is_settled else None

        return await until_found(f"every post of game {game_id} to be sent or given up", find)


async def all_posted(url: str) -> None:
    """Wait until nothing at all is left to be posted: no game, and no table."""

    async def is_done() -> bool:
        async with looking(url) as connection:
            return not await count_waiting(connection)

    await until_found("an empty outbox", is_done)


async def drop_posts(url: str) -> None:
    """Give up everything in the outbox, so that nothing of a failed subtest is posted during the next one."""
    database = await Database.open(url)
    await database.write(
        lambda connection: connection.execute(update(posts).where(posts.c.status == "waiting").values(status="dropped"))
    )
    await database.close()


async def seen(url: str, game_id: int, what: str, wanted: Callable[[ClockRow, GameRow], bool]) -> ClockRow:
    """Wait until the clock of a game, and the game, are as wanted; return the clock. ``what`` names the wanted state."""

    async def find() -> ClockRow | None:
        async with looking(url) as connection:
            row = await games.get_game(connection, game_id, None)
            assert row is not None
            clock = await clocks.get_last_clock(connection, row)
        assert clock is not None
        return clock if wanted(clock, row) else None

    return await until_found(f"game {game_id} to have {what}", find)


async def present(url: str, since: int) -> None:
    """Wait until a bot has saved that it is there since a time: what passes before counts as an absence."""

    async def is_there() -> bool:
        async with looking(url) as connection:
            known = await bot_values.get_values(connection, downtime.KEY)
        return any(int(at) >= since for at in known.values())

    await until_found("a beat that the bot saves after its start", is_there)


async def ticking(url: str, game_id: int) -> ClockRow:
    """Wait until the clock of a game runs; return it."""
    return await seen(
        url, game_id, "a running clock", lambda clock, _: clock.posted_at is not None and clock.stopped_at is None
    )


async def answer_with(deed: Interaction, *phrases: str) -> Message:
    """Wait for the answer to a deed that has one of the phrases, or a button that says it; return it."""

    def has_phrase(message: Message) -> bool:
        return any(phrase in message.text or phrase in labels(message) for phrase in phrases)

    def found() -> list[Message]:
        return list(filter(has_phrase, deed.messages))

    await until(f"an answer to {deed.describe()} with {' or '.join(map(repr, phrases))}", found)
    return found()[0]


async def first_answer(deed: Interaction) -> Message:
    """Wait for the first answer to a deed, and return it: a line for newcomers may follow."""
    return (await answered(deed, 1)).messages[0]


@dataclass(frozen=True)
class Choice:
    """A move that a player has chosen and not sent: in a panel with a button that sends it, or to be typed."""

    player: Person
    game: int
    move: str
    panel: Message | None = None
    send: dict[str, Any] = field(default_factory=dict)

    def press(self) -> Interaction:
        """The player sends it by the button; types it where there is none, or none any more."""
        if self.panel is not None and self.send in self.panel.controls:
            return self.player.use(self.panel, self.send)
        return self.player.slash("move", move=self.move, game=self.game)


@dataclass
class Match(GameInChannel):
    """One game of Pastures New; ``moves`` are those that were made, by whoever keeps the book here."""

    people: tuple[Person, Person]
    """By seat."""
    moves: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        """How the game stands."""
        state: State = PASTURES.start(2, {"width": SIDE, "height": SIDE})
        for move in self.moves:
            state = state.play(state.parse(move))
        return state

    @property
    def mover(self) -> Person:
        """Whose turn it is."""
        seat = self.state.seat
        assert seat is not None
        return self.people[seat]

    async def choose(self) -> Choice:
        """The player to move opens the panel on the newest board and chooses a square; the press of a terrain sends."""
        panel = await open_panel(self.mover, self.boards()[-1])
        if not green_buttons(panel):  # else what was chosen before is still there
            await self._choose(panel, find_controls(panel, "custom_id", ":square.")[0])
        send = green_buttons(panel)[0]
        square = re.search(r"\*\*([A-Z][0-9]+)\*\*", panel.text)
        terrain = re.search(r":(?:set\.terrain|play\.[A-Z0-9]+)\.([A-Z]):", send["custom_id"])
        assert square is not None
        assert terrain is not None
        return Choice(self.mover, self.id, f"{square[1]} {terrain[1]}", panel, send)

    def choice(self) -> Choice:
        """The player to move thinks of a move."""
        return Choice(self.mover, self.id, str(self.state.moves()[0]))

    async def take_seats(self) -> None:
        """Wait for the first board, and learn from its mention which of the two people has the first seat."""
        await until(f"the first board of game {self.id}", self.boards)
        mentioned = self.boards()[0].pinged
        if mentioned != [self.mover.id]:
            self.people = self.people[::-1]
        assert mentioned == [self.mover.id]

    async def _choose(self, panel: Message, control: dict[str, Any], *values: str) -> None:
        """The player to move uses something in a panel, and sees the panel change."""
        edits = panel.edits
        self.mover.use(panel, control, list(values))
        await until("a change of the panel after a choice", lambda: panel.edits > edits)

    def type_move(self) -> Interaction:
        """The player to move types a move, which counts from now on; nobody waits for the answer."""
        choice = self.choice()
        self.moves.append(choice.move)
        return choice.press()

    def is_posted(self) -> bool:
        """Whether the channel shows each board once, in the order of the moves, and buttons on the last alone."""
        return self.shows_each_board_once(len(self.moves))

    async def posted(self) -> None:
        """Wait for that."""
        try:
            await until(f"the boards of game {self.id} after {self.moves}", self.is_posted)
        except AssertionError as late:
            late.add_note(self.describe_boards())
            raise

    async def check(self, url: str) -> None:
        """The database has the very moves, and everything that was to be posted was, once."""
        kept = await Kept.settled(url, self.id)
        assert self.is_posted()
        assert kept.texts == self.moves
        assert kept.given_up <= {
            "its message is not known",
            "its message is too old to be edited",
        }  # of a question that was settled before it was posted
        boards = [post["message_id"] for post in kept.posts if post["kind"] == "board"]
        assert boards == [board.id for board in self.boards()]
        assert kept.row.board_message_id == boards[-1]
        assert kept.row.board_version == len(self.moves)


async def started(host: Person, guest: Person) -> Match:
    """A game that ``host`` proposed and ``guest`` accepted, its first board posted."""
    number = await begin_game(host, guest, (SIDE, SIDE))
    match = Match(host.discord, host.channel, number, (host, guest))
    await match.take_seats()
    await match.posted()
    return match
