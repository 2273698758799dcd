"""A season from **Join** to the next one, by real processes that are killed: nothing is lost, nothing happens twice."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot.common.clock import SECOND
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import count_waiting
from bot.storage.queries.league import leagues, members
from bot.storage.queries.league.leagues import Season
from bot.storage.queries.league.members import GameOfLeague
from bot.storage.queries.server import bot_values
from bot.storage.schema import games
from bot.usecases.context import Context, User
from bot.usecases.league import creating
from bot.usecases.league.running import JOINED
from bot.usecases.time.downtime import KEY
from tests.crash.matches import answer_with, looking
from tests.crash.processes import Bots
from tests.crash.test_daily_week import Time
from tests.sampling import Sample
from tests.shards.test_sharded_processes import all_connected
from tests.waiting import until, until_found
from tests.wire.server import Channel, Loopback, Person
from tests.wire.server.interactions import Interaction

PHASES = {
    "joining": ("press.taken", "answer.before", "answer.after"),
    "starting": (
        "due.taken",
        "due.done",
        *(f"thread.{what}" for what in ("made", "sent", "saving", "saved")),
        *(f"post.{what}" for what in ("leasing", "leased", "read", "drawn", "sent", "saving", "saved")),
    ),
    "ending a game": (
        "press.taken",
        *(f"move.{what}" for what in ("begun", "logged", "placed", "queued", "interaction-saved", "committed")),
        "answer.before",
        "answer.after",
        "due.taken",
        "due.done",
    ),
    "ending the season": ("due.taken", "due.done", "league.asked", "league.judged", "post.sent"),
    "starting the next season": ("due.done", "thread.sent", "post.sent", "due.taken"),
}
"""The crash points on the way of a league."""
ROUNDS = max(map(len, PHASES.values()))
"""Seasons in which a process dies at each of them at least once."""
MEMBERS = 3
FIRST_BOARD = re.compile(r"pastures-(\d+)-0-\d+\.png")


def choose(phase: str, number: int) -> str:
    """Return the crash point of a phase in a round."""
    return PHASES[phase][number % len(PHASES[phase])]


@dataclass
class Club:
    """A server with a league, and its members."""

    channel: Channel
    people: list[Person]
    league: int
    url: str
    clock: Time

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom: each begins once."""
        return list(permutations(range(len(self.people)), 2))

    async def season(self) -> Season:
        """Return the newest season."""
        async with looking(self.url) as connection:
            return (await leagues.list_seasons(connection, self.league))[0]

    async def games(self) -> list[GameOfLeague]:
        """Return the games of the newest season."""
        async with looking(self.url) as connection:
            newest = (await leagues.list_seasons(connection, self.league))[0]
            return await members.list_games(connection, newest.id)

    async def begun(self, number: int) -> list[GameOfLeague]:
        """Wait until a season with this number runs, and all its games have begun; return them."""

        async def find() -> list[GameOfLeague] | None:
            self.clock.pass_by(SECOND)  # what a process put off until it was connected becomes due
            season, found = await self.season(), await self.games()
            if (season.number, season.status) == (number, "joining"):
                self.clock.reach(season.starts_at + 2 * JOINED)  # later than before: a death gives seasons time back
            ready = (
                season.number == number and len(found) == len(self.pairs) and all(game.game_id is not None for game in found)
            )
            return found if ready else None

        return await until_found(f"the games of season {number} of league {self.league}", find)

    async def is_over(self, game: GameOfLeague) -> bool:
        """Return whether a game of the newest season is over."""
        return any(each.id == game.id and each.data is not None for each in await self.games())

    async def has_opened_the_second(self) -> bool:
        """Return whether the second season is open."""
        self.clock.pass_by(SECOND)
        if (season := await self.season()).number == 1:
            self.clock.reach(season.ends_at + 2 * JOINED)
        return season.number == 2


async def found(server: Loopback, url: str, clock: Time, shard: int = 0, shards: int = 1, size: int = MEMBERS) -> Club:
    """Return a league that is announced, in a server of a shard, which no process has posted yet."""
    guild = server.world.add_guild()
    while (guild.id >> 22) % shards != shard:
        del server.world.guilds[guild.id]
        guild = server.world.add_guild()
    channel = server.world.add_channel(guild)
    context, host = Context(await Database.open(url)), User(1, "Host")
    made = await creating.create(context, guild.id, channel.id, host, "pastures", parent_id=None, manages=True, roles=())
    data = {"days": 1, "weeks": 1, "pace": "14d", "at_once": 8}
    await creating.change(context, guild.id, made.id, host, options={"width": 4, "height": 4}, data=data)
    await creating.announce(context, guild.id, made.id, host)
    await context.db.close()
    people = [server.person(channel, f"Member {number}") for number in range(size)]
    return Club(channel, people, made.id, url, clock)


class Deaths:
    """Kills processes of the bot, and starts others in their place."""

    def __init__(self, bots: Bots, clock: Time, processes: int) -> None:
        self._bots, self._clock, self._processes = bots, clock, processes

    async def fill(self) -> None:
        """Start processes until as many run as there should."""
        if self._processes == 1:
            await self._bots.start(thinks_here=True)
            return
        for _ in range(self._processes - sum(bot.status is None for bot in self._bots.all)):
            self._bots.begin(thinks_here=True, shard_count=self._processes)
        await all_connected(self._bots, self._processes)

    async def settle(self) -> None:
        """Wait until everything is posted, what is gathered for half a minute included."""

        async def is_done() -> bool:
            self._clock.pass_by(SECOND)
            async with looking(self._bots.database_url) as connection:
                return not await count_waiting(connection)

        await until_found("an empty outbox", is_done)

    async def _save_beats(self) -> None:
        """Save that all shards are connected, as they do each minute: else a death would give back the weeks passed over."""
        engine = create_async_engine(self._bots.database_url)
        async with engine.begin() as connection:
            for shard in range(self._processes):
                await bot_values.save_value(connection, f"{KEY}{self._processes} {shard}", str(self._clock.now()))
        await engine.dispose()

    async def strike(self, point: str | None, deed: Callable[[], object] = lambda: None, at: int | None = None) -> None:
        """Let a process die at a crash point, if there is one, of what a deed, or a time, leads to."""
        running = [bot for bot in self._bots.all if bot.status is None]
        if at is not None:
            self._clock.reach(at - SECOND)
        await self._save_beats()
        if point is not None:
            for bot in running:
                bot.arm(point, at_once=at is not None)
        if at is not None:
            self._clock.set_to(at + 2 * JOINED)
        deed()
        if point is None:
            return
        await until(f"a death at {point}", lambda: any(bot.status is not None for bot in running))
        for bot in running:
            if bot.status is None:
                bot.disarm()
        assert {bot.status for bot in running} <= {None, -signal.SIGKILL}
        self._clock.pass_by(600 * SECOND)  # Discord has forgotten every nonce
        await self.fill()


async def ask(club: Club, game: GameOfLeague) -> Callable[[], Interaction]:
    """The member who begins wants to give up a game. Return what confirms it."""
    person = club.people[game.seats[0]]
    question = await answer_with(person.slash("resign", game=game.game_id or 0), "Yes, give up")
    return lambda: person.press(question, "Yes, give up")


async def live(bots: Bots, deaths: Deaths, clubs: list[Club], points: dict[str, str]) -> None:
    """Live through a season of each league, and begin another. A process dies in each phase that has a crash point."""
    await deaths.fill()
    history = bots.server.world.history
    await until("each announcement", lambda: all(history(club.channel) for club in clubs))
    announced = {club.league: history(club.channel)[0] for club in clubs}
    first = clubs[0]
    await deaths.strike(points.get("joining"), lambda: first.people[0].press(announced[first.league], "Join"))
    for club in clubs:
        for person in club.people:
            await answer_with(person.press(announced[club.league], "Join"), "You are in")
    await deaths.strike(points.get("starting"), at=max([(await club.season()).starts_at for club in clubs]))
    ending = [(club, game) for club in clubs for game in (await club.begun(1))[1:]]  # the first one is judged
    await deaths.settle()
    if "ending a game" in points:
        await deaths.strike(points["ending a game"], await ask(*ending[0]))
    for club, game in ending:
        if not await club.is_over(game):
            await answer_with((await ask(club, game))(), "You have given up")
    await deaths.strike(points.get("ending the season"), at=max([(await club.season()).ends_at for club in clubs]))
    for club in clubs:
        await until_found(f"season 2 of league {club.league}", club.has_opened_the_second)
    await deaths.strike(points.get("starting the next season"), at=max([(await club.season()).starts_at for club in clubs]))
    for club in clubs:
        await club.begun(2)
    await deaths.settle()


async def check(bots: Bots, club: Club) -> None:
    """Nothing of a league was lost, or happened twice."""
    async with looking(club.url) as connection:
        second, first = await leagues.list_seasons(connection, club.league)
        played = await members.list_games(connection, first.id)
        running = await members.list_games(connection, second.id)
        there = [sorted(member.who for member in await members.list_members(connection, each.id)) for each in (first, second)]
        count = select(func.count()).select_from(games).where(games.c.guild_id == club.channel.guild_id)
        begun = (await connection.execute(count)).scalar_one()
    assert (first.status, second.status) == ("over", "running")
    assert there == [sorted(person.id for person in club.people)] * 2
    assert sorted(game.seats for game in played) == sorted(game.seats for game in running) == sorted(club.pairs)
    assert {game.data["why"] for game in played if game.data is not None} <= {"played", "judged"}
    assert None not in [game.data for game in played]
    assert begun == len({game.game_id for game in (*played, *running)}) == 2 * len(club.pairs)
    world = bots.server.world
    threads = world.guilds[club.channel.guild_id].threads.values()
    assert len(threads) == len({thread.name for thread in threads}) == begun
    first_boards = [
        board[1]
        for thread in threads
        for message in world.history(thread)
        for file in message.attachments
        if (board := FIRST_BOARD.fullmatch(file.filename))
    ]
    assert sorted(first_boards) == sorted(str(game.game_id) for game in (*played, *running))
    shown = [f"season {number}**" in message.text for message in world.history(club.channel) for number in (1, 2)]
    assert sorted(shown) == [False, False, True, True], "one message for each season, and nothing else"


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(ROUNDS))
async def test_a_season_whose_process_is_killed_in_each_phase(
    bots: Bots, server: Loopback, bot_url: str, tmp_path: Path, number: int, sample: Sample
) -> None:
    clock = Time(server, tmp_path)
    club = await found(server, bot_url, clock, size=MEMBERS if sample.is_full else 2)
    await live(bots, Deaths(bots, clock, 1), [club], {phase: choose(phase, number) for phase in sample(PHASES, 1)})
    await check(bots, club)
