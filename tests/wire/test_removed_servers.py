"""A server that removes the bot, over real sockets: its data goes after 30 days, and only on Discord's word."""

from __future__ import annotations

import pytest

from bot.common.clock import DAY
from bot.process.client import LandGames
from bot.storage.queries.server import guilds
from bot.storage.queries.server.guilds import export_guild
from bot.usecases.privacy import departures
from tests.waiting import until, until_found
from tests.wire.matches import Match
from tests.wire.server import payloads


async def known(bot: LandGames) -> set[int]:
    """The servers that have removed the bot, as far as it knows."""
    return set(await bot.app.context.db.read(guilds.list_all_departed))


async def kept(bot: LandGames, guild_id: int) -> bool:
    """Whether the database has a game of a server."""
    return bool((await export_guild(bot.app.context.db, guild_id))["tables"]["games"])


async def a_month_later(bot: LandGames) -> None:
    """The housekeeping of a day after the data may go."""
    context = bot.app.context
    now = context.clock() + departures.KEPT + DAY
    context.clock = lambda: now
    await bot._delete_departed()


async def test_a_server_that_is_unavailable_has_not_removed_the_bot(match: Match, land_games: LandGames) -> None:
    guild = match.channel.guild_id
    match.server.gateway.publish("GUILD_DELETE", {"id": str(guild), "unavailable": True})
    await until("an unavailable server", lambda: (seen := land_games.get_guild(guild)) is None or seen.unavailable)
    assert await known(land_games) == set()
    await a_month_later(land_games)
    assert await kept(land_games, guild)


async def until_known(bot: LandGames, guild: int, *, as_left: bool = True) -> None:
    """Wait until the bot has noted that it has left a server, or that it has not."""

    async def is_noted() -> bool:
        return (guild in await known(bot)) == as_left

    await until_found(f"a note that the bot has {'left' if as_left else 'joined'} the server", is_noted)


async def removed(match: Match, bot: LandGames) -> None:
    """The server of the match removes the bot, and Discord says so."""
    guild = match.channel.guild_id
    match.server.gateway.publish("GUILD_DELETE", {"id": str(guild)})
    await until("the bot to forget the server", lambda: bot.get_guild(guild) is None)
    await until_known(bot, guild)


@pytest.mark.parametrize("back", [True, False])
async def test_its_data_goes_after_30_days_if_discord_says_the_bot_is_not_there(
    match: Match, land_games: LandGames, back: bool
) -> None:
    guild = match.channel.guild_id
    await removed(match, land_games)
    world = match.server.world
    if not back:
        del world.guilds[guild]
    await a_month_later(land_games)
    assert await kept(land_games, guild) == back, "it asks Discord once more before it deletes anything"
    assert match.server.requests("GET", "/guilds/{guild_id}")


@pytest.mark.sample(1)
@pytest.mark.parametrize("says", [{}, {"unavailable": False}])
async def test_its_data_stays_when_it_takes_the_bot_back(match: Match, land_games: LandGames, says: dict[str, bool]) -> None:
    guild = match.channel.guild_id
    await removed(match, land_games)
    world = match.server.world
    told = payloads.guild(world.guilds[guild], world.bot)
    del told["unavailable"]
    match.server.gateway.publish("GUILD_CREATE", told | says)
    await until_known(land_games, guild, as_left=False)
    del world.guilds[guild]
    await a_month_later(land_games)
    assert await kept(land_games, guild)
