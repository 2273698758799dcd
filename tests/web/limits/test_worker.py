"""The pages and pictures that the worker of the public pages makes, on each engine."""

from __future__ import annotations

import asyncio

import pytest

from bot.storage.engine.database import Database
from bot.storage.queries.public.shown import Place, Shown, list_latest
from bot.usecases.context import Context
from bot.usecases.public.sites import Site
from bot.usecases.server.guild_settings import GuildSettings
from bot.web.public.jobs import Content, ShowPage
from bot.web.public.page_data import COLLECTORS
from bot.web.public.room import rooms
from lab.bench import bench_memory
from tests.sampling import Sample
from tests.statements import count_statements, count_steps
from tests.usecases.public.test_what_is_shown import set_public
from tests.usecases.statistics.test_ranking import GUILD, NOW, add, even

STORED = 200
"""Games: enough that a page which passes over all later games takes far more steps than one which does not."""

pytestmark = pytest.mark.postgresql
WHAT = {"games": (None, None), "game": (1, None), "ranking": ("",), "rules": ("land",)}


async def test_each_page_is_made_from_a_connection_that_only_reads(database: Database, sample: Sample) -> None:
    context = Context(database, clock=lambda: NOW)
    await add(context, *even(1, 11, 12))
    await set_public(context, 2)
    url = database.url.render_as_string(hide_password=False)
    site = Site("abcdefghijkm", "Meadow", Shown(GUILD, frozenset({2})), GuildSettings())
    told = sorted(set(COLLECTORS) - {"home", "games", "game", "league"})  # no moves, no league
    for name in sample(told, 2):
        made = await asyncio.to_thread(ShowPage(url, site, NOW, name, WHAT.get(name, ()), "", "https://x/").run)
        assert isinstance(made, Content), (name, made)
        assert b"Meadow" in made.body
    rooms.popitem()[1].close()


async def test_a_deep_page_of_games_costs_what_the_first_one_costs(database: Database) -> None:
    """In statements and, on SQLite, in steps of its machine, which grow with the rows that are read."""
    context = Context(database, clock=lambda: NOW)
    await database.write(lambda conn: bench_memory.fill(conn, STORED))
    await set_public(context, 2)
    url = database.url.render_as_string(hide_password=False)
    site = Site("abcdefghijkm", "Meadow", Shown(bench_memory.GUILD, frozenset({2})), GuildSettings())
    ended = {row.id: row.updated_at for row in await database.read(lambda conn: list_latest(conn, site.shown, STORED))}
    statements, steps = list[int](), list[int]()
    for before in (None, Place(ended[20], 20)):
        with count_statements() as asked, count_steps() as counted:
            job = ShowPage(url, site, bench_memory.NOW, "games", (before, None), "", "https://x/")
            assert isinstance(await asyncio.to_thread(job.run), Content)
            rooms.popitem()[1].close()
        statements.append(len(asked.statements))
        steps.append(counted.total())
    assert statements[1] == statements[0]
    assert (steps[0] > 0) is (database.dialect == "sqlite")
    assert steps[1] <= 1.2 * steps[0]
