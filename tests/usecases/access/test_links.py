"""A link to a page is used up by its first use, on each engine."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage.engine.database import Database
from bot.usecases.context import Context
from bot.usecases.pages import keys
from tests.usecases.play.test_use_cases import ADA, GUILD

CHANNEL = 2


async def see(*_: int) -> str:
    """Answer for Discord that the member sees the channel."""
    return "here"


@pytest.mark.postgresql
async def test_of_uses_of_a_link_at_the_same_moment_only_one_opens_its_page(database: Database) -> None:
    context = Context(database, clock=lambda: 1000, public_url="https://games.example.org")
    link = await keys.make_link(context, GUILD, CHANNEL, ADA.id, "lesson land")
    ticket = await keys.find_ticket(context, link.partition("#")[2])
    used = await asyncio.gather(*(keys.exchange(context, see, ticket) for _ in range(4)), return_exceptions=True)
    (new,) = [each for each in used if isinstance(each, keys.NewKey)]
    assert sum(isinstance(each, keys.NoKey) for each in used) == 3
    key = await keys.read_key(context, see, new.token, of_game=False)
    assert (key.guild_id, key.place_id, key.user_id, key.purpose) == (GUILD, CHANNEL, ADA.id, "lesson land")
