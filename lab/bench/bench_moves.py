"""The cost of a move: use case, storage and picture together, with few and many games, early and late in a game.

Storage is a real SQLite file in a folder of its own, written through to the disk as in production. Times are what a player
would wait, so they depend on the disk too; the peer of a whole move is the same transaction without rules or pictures: one row
inserted and committed in the same file. ``python -m lab.bench.bench_moves`` runs it alone.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.sender import MessageSender
from bot.presentation import suggest
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import game_log
from bot.storage.queries.play import games as store
from bot.storage.queries.play.game_log import LogRow
from bot.storage.schema import bot_values
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from lab.bench import Row
from lab.bench.cold import run_cold, start
from render import View, picture
from rules import GAMES, State

GUILD, CHANNEL = 1, 2
PLAYERS = (User(11, "Ada"), User(12, "Björn"))
MOVES = 500
"""Moves that are measured, and transactions of the peer."""
EACH = 50
"""Moves of each game; those of the first game are not counted."""
FEW, MANY = 100, 10_000
"""Running games in the database."""
COLD = (FEW, MANY)
"""Running games in the database of a bot that is started."""
TYPING = 40
"""Games in which moves are typed, on each size of board."""


class Desk:
    """The bot without Discord: use cases, database, and a sender that draws each board and sends it nowhere."""

    def __init__(self, db: Database) -> None:
        self.context = Context(db, clock=lambda: 0)
        self.sender = MessageSender(self.context, self._deliver, self._delivered)
        # The sender begins after a move has been measured, not during it.
        self.context.outbox.connect(lambda: None, self.sender.tidying.add)
        self.presses = 0

    async def _deliver(self, post: Post) -> int | None:
        if post.kind != "board":
            return None
        log = await queries.read_log(self.context, post.game_id or 0)
        start, end = post.payload["start"], post.payload["end"]
        view = View(log.row.names, "dark", log.steps(start, end), series=log.row.id)
        await asyncio.to_thread(picture, log.state(end), view)
        return post.id

    async def _delivered(self, conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        if post.game_id is not None and message_id is not None:
            await store.set_board_message(conn, post.game_id, message_id)

    async def move(self, game_id: int, dice: Random) -> tuple[float, float]:
        """Play one random move of a game, draw its picture, then let the sender do its work.

        Return the milliseconds of use case, storage and picture, and those of the sender (which draws it again): leases,
        saving, and the edit of the board before, in transactions of their own.
        """
        position = await queries.view_game(self.context, GUILD, game_id)
        seat = position.state.seat
        if seat is None:
            raise RuntimeError("a move of a game that is over")
        text = str(dice.choice(list(position.state.moves())))
        self.presses += 1
        begun = perf_counter()
        played = await moves.play(
            self.context, GUILD, game_id, PLAYERS[seat], text, interaction_id=self.presses, seen=position.version
        )
        await asyncio.to_thread(picture, played.state, View(played.row.names, series=game_id))
        drawn = perf_counter()
        self.sender.wake()
        await self.sender.wait_until_idle()
        return (drawn - begun) * 1000, (perf_counter() - drawn) * 1000


async def _seed(db: Database, games: int, moves: int, size: int = 8) -> list[int]:
    """Put running games of Pastures with some moves into the database. Return their ids."""
    start: State = GAMES["pastures"].start(2, {"width": size, "height": size})
    dice, state, rows = Random(5), start, []
    for seq in range(1, moves + 1):
        move = dice.choice(list(state.moves()))
        rows.append(LogRow(seq, "action", str(move), state.seat))
        state = state.play(move)

    async def work(conn: AsyncConnection) -> list[int]:
        made = []
        for _ in range(games):
            game = await store.insert_game(
                conn,
                guild_id=GUILD,
                channel_id=CHANNEL,
                kind="pastures",
                rules=1,
                options=start.options.model_dump(mode="json"),
                setup={},
                seated=PLAYERS,
                now=0,
            )
            if rows:
                await game_log.append_log(conn, game, rows, 0)
            await store.update_position(conn, game, version=len(rows), seat=state.seat, ending=None, board=True, now=0)
            made.append(game)
        return made

    return await db.write(work)


async def _commit(db: Database, count: int) -> list[float]:
    """Measure the peer: insert and commit one row, many times. Return the milliseconds of each."""
    times = []
    for number in range(count):

        async def work(conn: AsyncConnection, key: str = f"bench.{number}") -> None:
            await conn.execute(insert(bot_values).values(key=key, value="x"))

        begun = perf_counter()
        await db.write(work)
        times.append((perf_counter() - begun) * 1000)
    return times


def _p99(times: Sequence[float]) -> float:
    return quantiles(times, n=100)[98]


async def _moves(folder: Path) -> list[Row]:
    db = await Database.open(f"sqlite+aiosqlite:///{folder}/moves.sqlite3")
    try:
        desk, dice = Desk(db), Random(1)
        times: list[tuple[float, float]] = []
        for _ in range(1 + MOVES // EACH):
            (game,) = await _seed(db, 1, 0)
            times += [await desk.move(game, dice) for _ in range(EACH)]
        del times[:EACH]  # a running process has already drawn most kinds of squares
        moves, posts = [move for move, _ in times], [post for _, post in times]
        peer = await _commit(db, MOVES)

        async def next_moves(games: int, played: int, size: int = 8) -> float:
            """Return the median of the first move after a restart, in many games: nothing of them is in memory."""
            ids = await _seed(db, games, played, size)
            return median([(await desk.move(game, dice))[0] for game in ids])

        few, early, late = await next_moves(FEW, 5), await next_moves(FEW, 5, 16), await next_moves(FEW, 200, 16)
        await _seed(db, MANY, 5)
        many = await next_moves(FEW, 5)
        return [
            Row("one move: use case, storage, picture; p50", median(moves), "ms", "a commit alone", median(peer)),
            Row("one move: use case, storage, picture; p99", _p99(moves), "ms", "a commit alone", _p99(peer)),
            Row("such moves, one after the other", 1000 * len(moves) / sum(moves), "moves/s"),
            Row("the sender's part of a move, without Discord; p50", median(posts), "ms"),
            Row(f"the first move in a game that is not in memory, with {FEW:,} games; p50", few, "ms"),
            Row(f"the same with {MANY:,} games; p50", many, "ms"),
            Row("the first move in a game that is not in memory, 16 by 16, at move 5; p50", early, "ms"),
            Row("the same at move 200; p50", late, "ms"),
        ]
    finally:
        await db.close()


async def _autocomplete(folder: Path) -> list[Row]:
    db = await Database.open(f"sqlite+aiosqlite:///{folder}/autocomplete.sqlite3")
    try:
        desk, rows = Desk(db), []
        for size in (8, 16):
            times = []
            for game in await _seed(db, TYPING, size * 2, size):
                for typed in ("", "c", "c4", "c4 f", "forest", "zz"):
                    begun = perf_counter()
                    row = await queries.choose_game(desk.context, GUILD, CHANNEL, PLAYERS[0].id, game)
                    position = await queries.view_game(desk.context, GUILD, row.id)
                    suggest.suggest_moves(row.kind, position.state, typed)
                    times.append((perf_counter() - begun) * 1000)
            rows.append(Row(f"autocomplete of a move, {size} by {size}, p99", _p99(times), "ms"))
        return rows
    finally:
        await db.close()


async def _many(folder: Path) -> list[Row]:
    rows = []
    for games in COLD:
        url = f"sqlite+aiosqlite:///{folder}/many-{games}.sqlite3"
        db = await Database.open(url)
        await _seed(db, games, 40)
        await db.close()
        ready, fresh, played = await asyncio.to_thread(run_cold, start, url, str(GUILD), str(games))
        rows += [
            Row(f"start until ready, {games:,} running games of 40 moves", ready, "s"),
            Row(f"memory when ready, {games:,} games", fresh, "MB"),
            Row(f"memory after each of {games:,} games was looked at", played, "MB"),
        ]
    return rows


def rows() -> list[Row]:
    """Return all figures of this module."""

    async def measure() -> list[Row]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            return [*await _moves(path), *await _autocomplete(path), *await _many(path)]

    return asyncio.run(measure())


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:70} {row.value:10.2f} {row.unit:8} {row.peer or '':20} {row.peer_value or 0:.2f}")
