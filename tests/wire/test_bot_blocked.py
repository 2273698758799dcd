"""A channel that the bot may not post in: when it is tried again, what is posted then, and that all else stays well."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select

from bot.common.clock import SECOND
from bot.process.client import LandGames
from bot.process.host.health import LATE_POST
from bot.process.vitals import Measurement
from bot.storage.queries.channels.posts import LIMITED
from bot.storage.schema import posts
from tests.waiting import until_found
from tests.wire.matches import Match, started
from tests.wire.server import Loopback, RateLimited, Status, payloads
from tests.wire.server.faults import Fault
from tests.wire.server.people import answered
from tests.wire.server.world import ENOUGH, SEND_MESSAGES
from tests.wire.test_bot_posting import BOARD, in_channel

LONG = 600.0
"""Seconds until the sender retries anything on its own: longer than any test."""


@pytest.fixture
async def match(match: Match) -> Match:
    """A game whose sender retries nothing on its own."""
    match.bot.sender.delays = (LONG,)
    return match


async def is_held_back(match: Match, boards: int) -> None:
    """Wait until this many boards of a game are waiting, and the first of its channel has failed."""

    async def look() -> bool:
        query = select(posts.c.error).where(posts.c.status == "waiting", posts.c.channel_id == match.channel.id)
        found = await match.bot.app.context.db.read(lambda conn: conn.execute(query.order_by(posts.c.id)))
        errors = list(found.scalars())
        return len(errors) >= boards and errors[0] is not None

    await until_found(f"{boards} boards that wait, the first of them refused", look)


async def blocked(match: Match, moves: int) -> None:
    """Take the right to post away, and play on."""
    match.server.permit(match.channel, ENOUGH & ~SEND_MESSAGES)
    for _ in range(moves):
        await answered(await match.type_move())
    await is_held_back(match, moves)


@asynccontextmanager
async def seconds_later(land_games: LandGames, seconds: float) -> AsyncIterator[None]:
    """Have the bot's clock go ahead."""
    context = land_games.app.context
    now = context.clock
    context.clock = lambda: now() + round(seconds * SECOND)
    yield
    context.clock = now


async def illness(land_games: LandGames) -> str | None:
    """What is wrong with the bot a good minute from now."""
    async with seconds_later(land_games, LATE_POST + 5):
        return (await Measurement(land_games).measure()).find_illness()


@pytest.mark.sample(1)
@pytest.mark.usefixtures("logins_follow_at_once")
@pytest.mark.parametrize("event", ["channel", "role", "own roles", "new session"])
async def test_a_blocked_channel_is_tried_again_when_discord_says_that_permissions_changed(
    match: Match, event: str, discord_server: Loopback
) -> None:
    await blocked(match, 2)
    world = discord_server.world
    guild = world.guilds[match.channel.guild_id]
    match.channel.permissions = ENOUGH
    if event == "channel":
        discord_server.permit(match.channel)
    elif event == "role":
        (everyone,) = payloads.guild(guild, world.bot)["roles"]
        changed = everyone | {"permissions": str(ENOUGH)}
        discord_server.gateway.publish("GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": changed})
    elif event == "own roles":
        discord_server.gateway.publish("GUILD_MEMBER_UPDATE", payloads.member(world.bot) | {"guild_id": str(guild.id)})
    else:
        await discord_server.gateway.invalidate()
    await match.settled(2)
    assert [match.shown(board) for board in match.boards()] == [0, 2]


async def test_of_the_boards_held_back_only_the_newest_of_each_game_is_posted_and_tells_it_all(
    match: Match, land_games: LandGames, discord_server: Loopback
) -> None:
    carol, dan = (discord_server.person(match.channel, name) for name in ("carol", "dan"))
    other = await started(land_games, carol, dan)
    first = str((await match.state()).moves()[0])
    await blocked(match, 3)
    assert await illness(land_games) is None, "boards behind a blocked one do not make the bot ill"
    for _ in range(2):
        await answered(await other.type_move())
    discord_server.permit(match.channel)
    await match.settled(3)
    await other.settled(2)
    assert [match.shown(board) for board in match.boards()] == [0, 3]
    assert [other.shown(board) for board in other.boards()] == [0, 2]
    assert first.split()[0] in match.boards()[-1].text, "what was played first is told, too"


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", [Status(500), Status(401), RateLimited(via=False)], ids=str)
async def test_refusals_in_one_channel_do_not_make_the_bot_ill(
    match: Match, fault: Fault, land_games: LandGames, discord_server: Loopback
) -> None:
    place = discord_server.world.add_channel(discord_server.world.guilds[match.channel.guild_id], "other")
    other = await started(land_games, discord_server.person(place, "carol"), discord_server.person(place, "dan"))
    land_games.sender.delays = (LATE_POST,)
    discord_server.faults.add(*BOARD, fault, times=None, when=in_channel(match.channel))
    await answered(await match.type_move())
    await is_held_back(match, 1)
    assert "A post has been due" in (await illness(land_games) or ""), "nothing else tells that Discord takes posts"
    await answered(await other.type_move())

    async def is_well() -> bool:
        return await illness(land_games) is None

    await until_found("a bot that is well", is_well)


async def test_a_limit_that_lasts_long_is_obeyed(match: Match, land_games: LandGames, discord_server: Loopback) -> None:
    discord_server.faults.add(*BOARD, RateLimited(retry_after=3600.0), when=in_channel(match.channel))
    before = land_games.app.context.clock()
    await answered(await match.type_move())
    await is_held_back(match, 1)
    query = select(posts.c.due_at, posts.c.error).where(posts.c.status == "waiting")
    (row,) = await land_games.app.context.db.read(lambda conn: conn.execute(query))
    assert row.due_at >= before + 3600 * SECOND
    assert row.error.startswith(LIMITED)
    discord_server.permit(match.channel)
    assert await illness(land_games) is None
    assert [match.shown(board) for board in match.boards()] == [0]
