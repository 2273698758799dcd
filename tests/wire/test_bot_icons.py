"""The bot's own icons at Discord: made once, shown on buttons and in texts, made again when somebody deletes them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest

from bot import Settings, create_bot
from bot.common.icons import CHARACTERS
from bot.process.client import LandGames
from bot.process.icon_keeper import IconKeeper
from render.icons import ART
from tests.matches import open_panel
from tests.waiting import until
from tests.wire.conftest import DELAYS, Connect
from tests.wire.matches import Match, started
from tests.wire.server import Loopback, Message, Person
from tests.wire.server.world import walk

CREATED = ("POST", "/applications/{application_id}/emojis")


@pytest.fixture
def make_bot(bot_url: str) -> Callable[[], LandGames]:
    """Make the bot with icons."""
    return lambda: create_bot(Settings(_env_file=None, database_url=bot_url), retry_delays=DELAYS)


@pytest.fixture
async def land_games(make_bot: Callable[[], LandGames], connect: Connect, discord_server: Loopback) -> LandGames:
    """The bot, with all its icons made."""
    client = make_bot()
    await connect(client)
    await until("an emoji for each icon", lambda: len(discord_server.world.emojis) == len(ART))
    return client


def emoji_of(message: Message) -> list[dict[str, str]]:
    """The emoji on the buttons of a message."""
    return [part["emoji"] for part in walk(message.components) if part.get("emoji")]


async def panel_of(match: Match) -> Message:
    """The panel of the player to move."""
    return await open_panel(await match.mover(), match.boards()[-1])


def test_every_icon_has_a_picture_and_a_character() -> None:
    assert set(ART) == set(CHARACTERS)


async def test_icons_are_shown_and_made_once_by_the_first_shards_process_and_characters_while_one_is_deleted(
    match: Match, land_games: LandGames, make_bot: Callable[[], LandGames], connect: Connect, discord_server: Loopback
) -> None:
    assert {re.sub(r"_[0-9a-f]{8}$", "", name) for name in discord_server.world.emojis.values()} == set(ART)
    board = match.boards()[-1]
    assert board.text.startswith("<@"), "phones show the first line, and no icon in it"
    assert re.search(r"\n<:blue_[0-9a-f]{8}:\d+>\u00a0\w+\u00a00 · <:red_", board.text)
    assert all(":blue_" not in (each.description or "") for each in board.attachments), "none in alt texts"
    names = [emoji["name"].rpartition("_")[0] for emoji in emoji_of(await panel_of(match))]
    assert names == ["mountain", "plains", "desert", "wasteland", "forest", "river"]
    icons = discord_server.world.emojis
    forest = next(number for number, name in icons.items() if name.startswith("forest"))
    del icons[forest]
    assert {emoji["name"] for emoji in emoji_of(await panel_of(match))} == {"⛰️", "🌾", "🌲", "🌊", "🏜️", "🪨"}
    await land_games.icons.keep()
    assert len(icons) == len(ART)
    assert all(int(emoji["id"]) in icons for emoji in emoji_of(await panel_of(match)))
    await land_games.close()
    again = make_bot()
    await connect(again)
    await again.icons.keep()
    assert len(discord_server.requests(*CREATED)) == len(ART) + 1, "the deleted one was made anew"
    discord_server.world.emojis.clear()
    made = len(discord_server.requests(*CREATED))
    await IconKeeper(again, lambda: False).keep()
    assert len(discord_server.requests(*CREATED)) == made
    await asyncio.gather(IconKeeper(again, lambda: False).keep(), again.icons.keep())
    names = list(discord_server.world.emojis.values())
    assert len(names) == len(set(names)) == len(ART)


async def test_without_icons_characters_are_shown(
    bot_url: str, connect: Connect, discord_server: Loopback, alice: Person, bob: Person
) -> None:
    client = create_bot(Settings(_env_file=None, database_url=bot_url, icons=False), retry_delays=DELAYS)
    await connect(client)
    match = await started(client, alice, bob)
    assert "\n●\u00a0" in match.boards()[-1].text
    assert not discord_server.requests(*CREATED)
