"""What the worker of the public pages makes, on each engine."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage.engine.database import Database
from bot.storage.queries.public.shown import Shown
from bot.usecases.context import Context
from bot.usecases.public.sites import Site
from bot.usecases.server.guild_settings import GuildSettings
from bot.web.public.jobs import Made, ShowPage
from bot.web.public.page_data import TELLS
from bot.web.public.room import rooms
from tests.sampling import Sample
from tests.usecases.public.test_what_is_shown import set_public
from tests.usecases.statistics.test_ranking import GUILD, NOW, add, even

pytestmark = pytest.mark.postgresql
WHAT = {"games": (None, None), "game": (1, None), "ranking": ("",), "rules": ("land",)}


async def test_each_page_is_made_from_a_connection_that_only_reads(database: Database, sample: Sample) -> None:
    context = Context(database, clock=lambda: NOW)
    await add(context, *even(1, 11, 12))
    await set_public(context, 2)
    url = database.url.render_as_string(hide_password=False)
    site = Site("abcdefghijkm", "Meadow", Shown(GUILD, frozenset({2})), GuildSettings())
    told = sorted(set(TELLS) - {"home", "games", "game", "league"})  # no moves, no league
    for name in sample(told, 2):
        made = await asyncio.to_thread(ShowPage(url, site, NOW, name, WHAT.get(name, ()), "", "https://x/").run)
        assert isinstance(made, Made), (name, made)
        assert b"Meadow" in made.body
    rooms.popitem()[1].close()
