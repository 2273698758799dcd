"""Weeks of a league without Discord: a clock that a test sets, due tasks, posts that arrive, and processes that die."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import crash_points
from bot.common.assignment import EVERYTHING
from bot.posting.delivery import Delivery
from bot.scheduler.kinds import BACKGROUND, TRANSACTION
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.league import leagues, members
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.storage.schema import games, players, posts
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.league import creating, joining, judging, running
from bot.usecases.play import moves, resign
from bot.usecases.play.change import Asker
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import rebuild
from players.turns import expect_end
from rules import Record
from tests.chance import same_chance
from tests.clock import Clock

GUILD, CHANNEL = 1, 2
HOST = User(900_000_000_001, "Host")
QUICK = {"width": 4, "height": 4}
WORK = 20
"""How much a computer thinks when it judges here."""
_ids = itertools.count(10**6)


class Killed(BaseException):
    """The process has died at this point."""


def people(number: int) -> list[User]:
    """Return members by the order in which they join."""
    return [User(500_000_000_000 + place, f"Member {place:02}") for place in range(number)]


class Weeks:
    """The bot's processes, one after the other, on one database."""

    def __init__(self, database: Database, seed: int = 0) -> None:
        self.clock = Clock()
        self.clock.now = 1_700_000_000_000
        self.dice = Random(seed)
        self.database = database
        self.deaths = 0
        self.restart()

    def restart(self) -> None:
        """Begin a new process, which knows nothing but the database."""
        self.context = Context(self.database, clock=self.clock, chance=same_chance(), deal=list)
        app = SimpleNamespace(context=self.context, forms={})
        self.delivery = Delivery(cast("Any", None), cast("Any", app))

    async def do(self, work: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
        """Run a transaction."""
        return await self.database.write(work)

    def die_soon(self) -> None:
        """Have the process die at one of the next crash points."""
        left = self.dice.randrange(1, 40)

        def reached(_: str) -> None:
            nonlocal left
            left -= 1
            if not left:
                crash_points.reached = lambda _: None
                self.deaths += 1
                raise Killed

        crash_points.reached = reached

    async def survive(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Do something that the process may not survive. Then another one begins."""
        try:
            await work()
        except Killed:
            self.restart()

    # ------------------------------------------------------------------ what a process does by itself

    async def settle(self) -> None:
        """Do everything that is due, and send what waits, until nothing is left."""
        while await self.do_due() or await self._send():
            pass

    async def do_due(self) -> int:
        """Do what is due now, each task as the scheduler does. Return how many tasks those were."""
        now = self.clock()
        rows = await self.database.read(lambda conn: due.list_due(conn, (*TRANSACTION, *BACKGROUND), now, EVERYTHING, 1000))
        for row in rows:
            await self.survive(lambda: self._do_task(row))  # noqa: B023 - awaited at once
        return len(rows)

    async def _do_task(self, row: DueRow) -> None:
        do = TRANSACTION.get(row.kind)
        if row.kind == running.JUDGE:
            await self._judge(row)
        elif row.kind == rebuild.DUE:
            await rebuild.bring_up_to_date(self.context, row.guild_id)

        async def work(conn: AsyncConnection) -> None:
            taken = await due.take(conn, row.id, self.clock())
            if taken is not None and do is not None:
                crash_points.crash_point("due.taken")
                await do(self.context, conn, taken)
                crash_points.crash_point("due.done")

        await self.do(work)

    async def _judge(self, row: DueRow) -> None:
        record = await judging.to_judge(self.context, row)
        if record is not None:
            shares, margins = expect_end(Record.model_validate_json(record).replay(), WORK)
            crash_points.crash_point("league.judged")
            await judging.keep(self.context, row, record, shares, margins, WORK)

    async def _send(self) -> int:
        """Have all posts arrive that wait. Return how many those were."""
        columns = [posts.c[name] for name in Post.__dataclass_fields__ if name != "material"]
        waiting = select(*columns).where(posts.c.status == "waiting", posts.c.due_at <= self.clock()).order_by(posts.c.id)
        rows = await self.database.read(lambda conn: _all(conn, waiting))
        for row in rows:
            await self.survive(lambda: self.do(lambda conn: self._arrive(conn, row)))  # noqa: B023 - awaited at once
        return len(rows)

    async def _arrive(self, conn: AsyncConnection, row: dict[str, Any]) -> None:

        post = Post(**{**row, "payload": json.loads(row["payload"])})
        message = None if post.is_edit else next(_ids)
        await conn.execute(update(posts).where(posts.c.id == post.id).values(status="sent", message_id=message))
        await self.delivery.record_sent(conn, post, message)
        crash_points.crash_point("post.saved")

    # ------------------------------------------------------------------ what members do

    async def league(self, kind: str = "pastures", options: dict[str, Any] | None = None, **data: Any) -> int:
        """Create and announce a league. Return its id."""
        made = await creating.create(self.context, GUILD, CHANNEL, HOST, kind, parent_id=None, manages=True, roles=())
        chosen = (QUICK if kind == "pastures" else {}) if options is None else options
        await creating.change(self.context, GUILD, made.id, HOST, options=chosen, data=data)
        await creating.announce(self.context, GUILD, made.id, HOST)
        await self.settle()
        return made.id

    async def join(self, league: int, everybody: list[User]) -> None:
        """Have members join."""
        for user in everybody:
            await joining.join(self.context, GUILD, league, user, self.clock())

    async def go_to(self, at: int) -> None:
        """Let time go by until then, doing what is due on the way."""
        while self.clock.now < at:
            coming = await self.database.read(lambda conn: due.find_first_time(conn, EVERYTHING))
            self.clock.now = max(self.clock.now, min(at, at if coming is None else coming))
            await self.settle()
            if coming is None or coming > at:
                self.clock.now = at
        await self.settle()

    async def begin(self, league: int) -> None:
        """Let time go by until the newest season has begun."""
        await self.go_to((await self.newest(league)).starts_at + running.JOINED)

    async def newest(self, league: int) -> leagues.Season:
        """Return the newest season of a league."""
        return (await self.database.read(lambda conn: leagues.list_seasons(conn, league)))[0]

    async def games(self, season_id: int) -> list[members.GameOfLeague]:
        """Return the games of a season."""
        return await self.database.read(lambda conn: members.list_games(conn, season_id))

    async def running(self) -> list[int]:
        """Return the running games of the server."""
        found = select(games.c.id).where(games.c.guild_id == GUILD, games.c.status == "running").order_by(games.c.id)
        return [row["id"] for row in await self.database.read(lambda conn: _all(conn, found))]

    async def play(self, game_id: int, *, to_end: bool = False) -> None:
        """Play a random decision in a game, or all that are left."""
        while True:
            view = await queries.view_game(self.context, GUILD, game_id)
            state = view.state
            if state.seat is None or view.row.status != "running":
                return
            player = view.row.players[state.seat]
            user = User(player.user_id or 0, player.name)
            text = str(self.dice.choice(state.moves()))
            try:
                await moves.play(self.context, GUILD, game_id, user, text, interaction_id=next(_ids))
            except Refusal:
                return
            if not to_end:
                return

    async def play_lively(self, lively: dict[int, float]) -> None:
        """Have players to move play now and then, as lively as they are; a process that dies meanwhile comes back."""
        query = select(games.c.id, players.c.user_id).join(players, players.c.game_id == games.c.id)
        query = query.where(games.c.status == "running", players.c.seat == games.c.seat).order_by(games.c.id)
        for row in await self.database.read(lambda conn: _all(conn, query)):
            if self.dice.random() < lively.get(row["user_id"], 0):
                await self.survive(lambda: self.play(row["id"]))  # noqa: B023 - awaited at once

    def user(self, who: int) -> User:
        """Return the member of that id."""
        return next(user for user in people(100) if user.id == who)

    async def count_games(self) -> int:
        """Return how many games the server has had."""
        return len(await self.database.read(lambda conn: _all(conn, select(games.c.id).where(games.c.guild_id == GUILD))))

    async def count_posts(self, channel_id: int) -> Counter[str]:
        """Return how many posts of each kind a channel has got."""
        found = select(posts.c.kind).where(posts.c.channel_id == channel_id, posts.c.status == "sent")
        return Counter(row["kind"] for row in await self.database.read(lambda conn: _all(conn, found)))

    async def give_up(self, game_id: int) -> None:
        """Have one of its players resign."""
        view = await queries.view_game(self.context, GUILD, game_id)
        player = self.dice.choice([player for player in view.row.players if player.user_id])
        user = User(player.user_id or 0, player.name)
        await resign.resign(Asker(self.context, GUILD, game_id, user, next(_ids)))

    async def end_all(self) -> None:
        """End every game, and those that begin meanwhile: in each somebody resigns."""
        while found := await self.running():
            for game_id in found:
                await self.give_up(game_id)
            await self.settle()


async def _all(conn: AsyncConnection, query: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in (await conn.execute(query)).mappings()]
