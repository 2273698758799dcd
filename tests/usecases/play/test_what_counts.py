"""A demo stands in no list, number, figure, export, record or reminder. A casual game is left out of the figures alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import EVERYTHING, Assignment
from bot.storage.engine.database import Database
from bot.storage.queries.play import game_lists
from bot.storage.queries.play.games import get_game
from bot.storage.queries.public import shown
from bot.storage.queries.public.shown import Shown
from bot.storage.queries.server import persons
from bot.storage.queries.statistics import latest, results
from bot.storage.queries.time import due
from bot.storage.schema import games
from bot.usecases.computers import demos, moves
from bot.usecases.context import Context, User
from bot.usecases.play.change import load
from bot.usecases.privacy import forgetting
from bot.usecases.tables import opening, tables
from tests.clock import Clock
from tests.storage.samples import everything
from tests.ui.played import append_actions

GUILD, CHANNEL = 1, 5
ADA, BJÖRN, CHIDI = User(11, "Ada"), User(12, "Björn"), User(13, "Chidi")
SHOWN = Shown(GUILD, frozenset({CHANNEL}))

Ask = Callable[[AsyncConnection], Awaitable[Any]]

QUERIES: dict[str, Ask] = {
    "running games": lambda conn: game_lists.count_running(conn, EVERYTHING),
    "running games of a server": lambda conn: game_lists.count_running_of(conn, GUILD, None),
    "running in the channel": lambda conn: game_lists.list_games_in_channel(conn, GUILD, CHANNEL, None),
    "over in the channel": lambda conn: game_lists.list_games_in_channel(conn, GUILD, CHANNEL, None, over=True),
    "running in the server": lambda conn: game_lists.list_games_in_guild(conn, GUILD, None),
    "over in the server": lambda conn: game_lists.list_games_in_guild(conn, GUILD, None, status="over"),
    "unfinished": lambda conn: game_lists.list_unfinished_games(conn, GUILD, 0, 10),
    "running anywhere": game_lists.list_running_games,
    "anywhere": lambda conn: game_lists.list_games_from(conn, 0, 10),
    "over anywhere": lambda conn: game_lists.list_last_finished_games(conn, 10),
    "over of a kind": lambda conn: game_lists.list_finished_games(conn, GUILD, "pastures", 10),
    "latest": lambda conn: latest.list_latest(conn, GUILD, 0, 10, [CHANNEL], ADA.id),
    "to be counted": lambda conn: results.list_uncounted(conn, GUILD, 10),
    "counted anew": lambda conn: results.list_finished(conn, GUILD),
    "servers to be counted": results.list_guilds_to_count,
    "results and records": lambda conn: results.load_finished(conn, [1]),
    "exported": lambda conn: results.list_next_finished(conn, GUILD, None, 0, 10),
    "public pages": lambda conn: shown.list_latest(conn, SHOWN, 10),
    "a public page": lambda conn: shown.find_game(conn, SHOWN, 1),
    "public running": lambda conn: shown.count_games(conn, SHOWN, "running"),
    "public over": lambda conn: shown.count_games(conn, SHOWN, "over"),
    "by number in the server": lambda conn: get_game(conn, 1, GUILD),
}
"""What lists, counts or exports games."""
FIGURES = {"to be counted", "counted anew", "servers to be counted"}
"""Of these, what rankings and statistics are computed from."""


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=Clock(), deal=list)


async def set_game(context: Context, **values: Any) -> None:
    """Change the row of the one game there is."""
    await context.db.write(lambda conn: conn.execute(update(games).values(**values)))


async def found(context: Context) -> set[str]:
    """Return the names of the queries that find something."""
    return {name for name, ask in QUERIES.items() if await context.db.read(ask)}


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_no_query_finds_a_demo(context: Context) -> None:
    await demos.start(context, GUILD, CHANNEL, ADA.id, "pastures", 1)
    found_otherwise: set[str] = set()
    for status, ended_at in (("running", None), ("over", 7)):
        await set_game(context, status=status, public_in=CHANNEL, ended_at=ended_at, counts=0)
        assert await found(context) == set()
        await set_game(context, counts=1, started_by=None)
        found_otherwise |= await found(context)
        await set_game(context, started_by=ADA.id)
    assert found_otherwise == set(QUERIES), "each would find any other game"


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_a_casual_game_stands_everywhere_but_in_the_figures(context: Context) -> None:
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", {}, opponent=BJÖRN, asked={"ranked": "no"})
    await tables.accept(context, GUILD, table.id, BJÖRN)
    found_in: set[str] = set()
    for status, ended_at in (("running", None), ("over", 7)):
        await set_game(context, status=status, public_in=CHANNEL, ended_at=ended_at)
        found_in |= await found(context)
    assert found_in == set(QUERIES) - FIGURES


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_a_demo_takes_no_place_of_a_game(context: Context) -> None:
    await demos.start(context, GUILD, CHANNEL, ADA.id, "pastures", 1)
    context.limits = context.limits._replace(games_per_server=1, games_per_member=1)
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", {}, opponent=BJÖRN)
    table = await tables.accept(context, GUILD, table.id, BJÖRN)
    assert table.game_id is not None
    assert await context.db.read(lambda conn: game_lists.count_running(conn, EVERYTHING)) == 1


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_the_end_of_a_demo_is_counted_nowhere_and_nobody_is_reminded(context: Context) -> None:
    log = await demos.start(context, GUILD, CHANNEL, ADA.id, "pastures", 1)
    await demos.save_message(context, log.row.id, 77)
    await append_actions(context, log.row.id, lambda state: min(state.moves(), key=str), most=60)
    log = await context.db.read(lambda conn: load(context, conn, None, 1))
    while not (state := log.state()).is_over:
        assert await moves.play(context, log.row.id, log.version, [min(map(str, state.moves()))])
        log = await context.db.read(lambda conn: load(context, conn, None, 1))
        scheduled = await context.db.read(due.get_rows)
        assert [row.kind for row in scheduled] == ([] if log.row.is_over else [moves.MOVE])
    assert log.row.ending == "played"
    stored = await context.db.read(everything)
    assert {name for name, rows in stored.items() if rows} == {"games", "players", "game_log", "posts"}
    assert len(stored["posts"]) == 1, "one edit shows all that happened until it is made"
    assert await demos.save_shown(context, log)
    assert not any((await context.db.read(everything)).values())
    assert not await demos.save_shown(context, log)


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_my_data_has_a_demo_for_its_starter_and_forgetting_deletes_it(context: Context) -> None:
    await demos.start(context, GUILD, CHANNEL, ADA.id, "pastures", 1)
    await demos.start(context, GUILD, CHANNEL + 1, BJÖRN.id, "pastures", 1)
    exported = (await forgetting.export_data(context, ADA.id, None))["tables"]
    assert [(row["id"], row["counts"], row["started_by"]) for row in exported["games"]] == [(1, 0, ADA.id)]
    assert not any((await forgetting.export_data(context, CHIDI.id, None))["tables"].values())
    assert await forgetting.list_games_to_give_up(context, ADA.id, None) == []
    assert await forgetting.forget(context, ADA.id, GUILD) == 0
    assert await context.db.read(lambda conn: get_game(conn, 1, None)) is None
    assert await context.db.read(lambda conn: get_game(conn, 2, None)) is not None
    assert await context.db.read(persons.list_persons) == {BJÖRN.id}


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_forgetting_leaves_the_demos_that_others_have_started_in_other_servers(context: Context) -> None:
    for guild in (GUILD, GUILD + 1):
        await demos.start(context, guild, CHANNEL, ADA.id, "pastures", 1)
    await forgetting.forget(context, ADA.id, GUILD)
    assert await context.db.read(lambda conn: get_game(conn, 2, None)) is not None
    await forgetting.forget(context, ADA.id, None)
    assert await context.db.read(persons.list_persons) == set()


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_a_process_counts_the_running_games_of_its_own_servers(context: Context) -> None:
    for number in (1, 2, 4):
        table = await opening.open_table(context, number << 22, CHANNEL, ADA, "pastures", {}, opponent=BJÖRN)
        await tables.accept(context, number << 22, table.id, BJÖRN)
    for shard, count in ((0, 2), (1, 1)):
        served = Assignment(2, frozenset({shard}))
        assert await context.db.read(partial(game_lists.count_running, served=served)) == count
