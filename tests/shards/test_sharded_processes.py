"""Several real processes share one bot: every board is posted once, by the process that serves its server.

Without ``--full`` most of this is tested on the keeper of shards alone (``test_shard_keeper.py``), and on real processes where
one dies.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from sqlalchemy import text

from bot.common.request_rate import RATE
from bot.storage.engine.shard_locks import LockKind
from tests.crash.matches import Match, all_posted, answer_with, looking, started
from tests.crash.processes import STARTED, Bots
from tests.waiting import until, until_found
from tests.wire.server import Loopback, Person

POST = ("POST", "/channels/{channel_id}/messages")


def people_of_each_shard(server: Loopback, count: int, each: int = 1) -> list[tuple[Person, Person]]:
    """Two members of a server of their own, for ``each`` servers on every shard."""
    wanted = dict.fromkeys(range(count), each)
    pairs = []
    while any(wanted.values()):
        guild = server.world.add_guild()
        shard = (guild.id >> 22) % count
        if wanted[shard]:
            wanted[shard] -= 1
            channel = server.world.add_channel(guild)
            pairs.append((server.person(channel, f"Ada {guild.id}"), server.person(channel, f"Björn {guild.id}")))
        else:
            del server.world.guilds[guild.id]
    return pairs


def connected(server: Loopback) -> dict[int, int]:
    """The shards that are connected now, with the number of their connections."""
    return dict(Counter(session.shard[0] for session in server.gateway.sessions.values() if session.line is not None))


async def held(bots: Bots) -> list[int]:
    """How many shards each process holds; empty until the database knows exactly the running processes."""
    query = text(
        "SELECT pid, count(*) FILTER (WHERE classid = :shard) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
        " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid"
        " HAVING bool_or(classid = :process)"
    )
    async with looking(bots.database_url) as connection:
        found = (await connection.execute(query, {"shard": LockKind.SHARD, "process": LockKind.PROCESS})).all()
    return [count for _, count in found] if len(found) == sum(bot.status is None for bot in bots.all) else []


async def all_there(bots: Bots) -> None:
    """Wait until every process serves shards, or waits for one."""
    await until_found("every process to serve a shard or wait for one", partial(held, bots), STARTED)


async def all_connected(bots: Bots, count: int) -> None:
    """Wait until every shard is connected once and no process holds more than its share: nothing is handed over any more."""

    async def is_even() -> bool:
        shares = await held(bots)
        even = bool(shares) and max(shares) <= -(-count // len(shares))
        return even and connected(bots.server) == dict.fromkeys(range(count), 1)

    await until_found(f"{count} shards, connected once each and shared out evenly", is_even, STARTED)


def posted(server: Loopback) -> Counter[str]:
    """How often each picture was posted, by its name."""
    taken = [request for request in server.requests(*POST) if request.status == 200]
    return Counter(upload.filename for request in taken for upload in request.uploads)


async def play(matches: list[Match], moves: int = 1) -> None:
    """In every game some moves are typed, and posted."""
    for _ in range(moves):
        for match in matches:
            await answer_with(match.type_move(), "Done:")
            await match.posted()


TAKEN = 50
"""Requests a second that Discord takes from a bot."""
TICK = 0.005
"""Seconds between two looks at the clock."""
STOOD_STILL = 0.25
"""Seconds of standing still after which a count of requests tells little."""


@contextmanager
def longest_standstill() -> Iterator[Callable[[], float]]:
    """Measure for how many seconds at most the event loop here stood still, and with it the loopback Discord."""
    longest, loop = 0.0, asyncio.get_running_loop()

    async def look() -> None:
        nonlocal longest
        while True:
            before = loop.time()
            await asyncio.sleep(TICK)
            longest = max(longest, loop.time() - before - TICK)

    task = asyncio.create_task(look())
    try:
        yield lambda: longest
    finally:
        task.cancel()


async def check(bots: Bots, matches: list[Match]) -> None:
    """Nothing is lost, doubled or left over."""
    for match in matches:
        await match.check(bots.database_url)
    assert set(posted(bots.server).values()) == {1}


@pytest.mark.full
@pytest.mark.parametrize("processes", [2, 4])
async def test_every_board_is_posted_once_by_processes_that_share_the_shards(bots: Bots, processes: int) -> None:
    pairs = people_of_each_shard(bots.server, 4)
    for _ in range(processes):
        bots.begin(shard_count=4)
    await all_connected(bots, 4)
    matches = [await started(*pair) for pair in pairs]
    await play(matches, moves=2)
    await check(bots, matches)


@pytest.mark.full
async def test_named_shards_post_their_boards(bots: Bots) -> None:
    """A single number is a list, too, as it stands in the environment."""
    pairs = people_of_each_shard(bots.server, 2)
    bots.begin(shard_count=2, shard_ids="0")
    bots.begin(shard_count=2, shard_ids="1")
    await all_connected(bots, 2)
    matches = [await started(*pair) for pair in pairs]
    await play(matches)
    await check(bots, matches)


async def test_of_as_many_shards_as_discord_suggests_a_killed_process_leaves_its_own_to_the_other_one(bots: Bots) -> None:
    bots.server.routes.suggested_shards = 2
    pairs = people_of_each_shard(bots.server, 2)
    bots.begin(shard_count="auto")
    bots.begin(shard_count="auto")
    await all_connected(bots, 2)
    assert {session.shard[1] for session in bots.server.gateway.sessions.values()} == {2}
    matches = [await started(*pair) for pair in pairs]
    before = len(bots.server.gateway.sessions)
    await bots.all[0].kill()
    await until("the other process to connect", lambda: len(bots.server.gateway.sessions) > before)
    await all_connected(bots, 2)
    await play(matches)
    await check(bots, matches)


async def test_a_process_that_waits_takes_over_from_one_that_dies_while_it_posts(bots: Bots) -> None:
    """The board that was claimed is posted by the other process within seconds, and once."""
    (pair,) = people_of_each_shard(bots.server, 1)
    first = await bots.start()
    match = await started(*pair)
    bots.begin()
    await all_posted(bots.database_url)  # or it dies at the table's post, before it hears of the move
    first.arm("post.leased")
    match.type_move()
    assert await first.ended() < 0
    await match.posted()
    await check(bots, [match])


@pytest.mark.full
async def test_a_rolling_restart_loses_and_doubles_nothing(bots: Bots) -> None:
    pairs = people_of_each_shard(bots.server, 2)
    for _ in range(2):
        bots.begin(shard_count=2)
    await all_connected(bots, 2)
    matches = [await started(*pair) for pair in pairs]
    for old in list(bots.all):
        bots.begin(shard_count=2)
        await all_there(bots)
        await old.stop()
        await all_connected(bots, 2)
        await play(matches)
    await check(bots, matches)


@pytest.mark.full
async def test_from_two_to_four_shards(bots: Bots) -> None:
    """As docs/hosting.md says it: start processes with the new number, then stop the old ones."""
    pairs = people_of_each_shard(bots.server, 4)
    old = [bots.begin(shard_count=2), bots.begin(shard_count=2)]
    await all_connected(bots, 2)
    matches = [await started(*pair) for pair in pairs]
    for _ in range(2):
        bots.begin(shard_count=4)
    await all_there(bots)
    for process in old:
        await process.stop()
    await all_connected(bots, 4)
    await play(matches)
    await check(bots, matches)


@pytest.mark.full
async def test_moves_in_forty_games_at_once_keep_to_the_limit(bots: Bots) -> None:
    """No second has more requests than Discord takes, over all processes.

    What came while this process stood still counts at its end, so more may be counted by as much as that. Where it stood still
    for long, that tells little, and the next moves are looked at.
    """
    pairs = people_of_each_shard(bots.server, 2, each=20)
    for _ in range(2):
        bots.begin(shard_count=2)
    await all_connected(bots, 2)
    matches = await asyncio.gather(*(started(*pair) for pair in pairs))
    for boards in (2, 3, 4):
        begun = len(bots.server.api.requests)
        with longest_standstill() as standstill:
            for match in matches:
                match.type_move()
            for match in matches:
                await until(
                    f"board {boards} of game {match.id}",
                    partial(lambda played, boards: len(played.boards()) == boards, match, boards),
                )
        if standstill() < STOOD_STILL:
            break
    counted = sorted(
        request.at
        for request in bots.server.api.requests[begun:]
        if not request.path.startswith(("/interactions/", "/webhooks/"))
    )
    most = max(sum(start <= at < start + 1 for at in counted[index:]) for index, start in enumerate(counted))
    assert most <= TAKEN + standstill() * RATE
    assert not [request for request in bots.server.api.requests if request.status == 429]
