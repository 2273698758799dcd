"""The number of running games is kept, and stays right whatever happens to a game."""

from __future__ import annotations

import pytest
from sqlalchemy import func, insert, select

from bot.common.assignment import EVERYTHING, Assignment
from bot.games.running_games import AGAIN, MOST, RunningGames
from bot.storage.engine.database import Database
from bot.storage.queries.time.due import DueRow
from bot.storage.schema import games
from bot.usecases.channels import adjourn, manage
from bot.usecases.context import Context, User
from bot.usecases.play import draw, moves, resign
from bot.usecases.privacy import departures
from bot.usecases.tables import opening, tables
from tests.clock import Clock
from tests.statements import count_statements

HERE, THERE, CHANNEL = 1, 2, 5
ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


class Steady:
    """A clock that nobody sets, in seconds."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def steady() -> Steady:
    return Steady()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(database: Database, clock: Clock, steady: Steady) -> Context:
    return Context(database, clock=clock, deal=list, running_games=RunningGames(steady))


async def begun(context: Context, guild: int = HERE) -> int:
    table = await opening.open_table(context, guild, CHANNEL, ADA, "pastures", {"width": 4, "height": 4}, opponent=BJÖRN)
    table = await tables.accept(context, guild, table.id, BJÖRN)
    assert table.game_id is not None
    return table.game_id


async def kept(context: Context, served: Assignment = EVERYTHING) -> int:
    return await context.db.read(lambda conn: context.running_games.count(conn, served))


async def is_right(context: Context, count: int) -> None:
    """The number that is kept is the one that a count of all games finds."""
    running = select(func.count()).select_from(games).where(games.c.status == "running")
    assert await kept(context) == count == await context.db.read(lambda conn: conn.scalar(running))


async def test_the_number_stays_right_whatever_happens_to_games(context: Context, clock: Clock) -> None:
    await is_right(context, 0)
    first, second, third, fourth = [await begun(context) for _ in range(4)]
    await begun(context, THERE)
    await is_right(context, 5)
    await moves.play(context, HERE, first, ADA, "a1 f", interaction_id=1)
    await is_right(context, 5)
    await resign.resign(context, HERE, first, ADA, interaction_id=2)
    await is_right(context, 4)
    await draw.draw(context, HERE, second, ADA, interaction_id=3)
    await draw.draw(context, HERE, second, BJÖRN, interaction_id=4)
    await is_right(context, 3)
    row = DueRow(1, adjourn.HOMELESS, 0, HERE, third, None, None, {"channel": CHANNEL}, 0)
    await context.db.write(lambda conn: adjourn.adjourn_homeless(context, conn, row))
    await is_right(context, 2)
    await adjourn.resume(context, HERE, third, CHANNEL, ADA, interaction_id=5)
    await is_right(context, 3)
    await manage.cancel_game(context, HERE, fourth, ADA, interaction_id=6)
    await is_right(context, 2)

    async def is_gone(_: int) -> bool:
        return True

    await departures.save_removal(context, THERE, 77)
    clock.now += departures.KEPT + 1
    await departures.delete_departed(context, 77, is_gone)
    await is_right(context, 1)


async def test_a_heartbeat_counts_only_where_a_game_has_begun_or_ended(context: Context) -> None:
    await begun(context, THERE)
    await kept(context)
    with count_statements() as asked:
        assert await kept(context) == 1
    assert asked.statements == []
    await begun(context)
    with count_statements() as asked:
        assert await kept(context) == 2
    assert ["IN (" in statement for statement in asked.statements] == [True]


async def test_other_servers_are_counted_when_others_are_served(context: Context) -> None:
    await begun(context, 1 << 22)
    await begun(context, 2 << 22)
    both = Assignment(2, frozenset({0, 1}))
    assert [await kept(context, served) for served in (both, both.without_shard(0), both)] == [2, 1, 2]


async def test_what_another_process_began_is_found_after_an_hour(context: Context, steady: Steady) -> None:
    await begun(context)
    assert await kept(context) == 1
    await begun(Context(context.db, deal=list))
    assert await kept(context) == 1
    steady.now += AGAIN
    assert await kept(context) == 2


async def test_a_count_that_failed_is_made_up_for(context: Context) -> None:
    await kept(context)
    await begun(context)
    with pytest.raises(AttributeError):
        await context.running_games.count(None)  # type: ignore[arg-type]
    assert await kept(context) == 1


async def test_games_of_very_many_servers_are_counted_at_once(context: Context) -> None:
    await kept(context)
    row = {"channel_id": 1, "kind": "land", "rules": 1, "seats": 2, "options": "{}", "setup": "{}", "status": "running"}
    row |= {"version": 0, "created_at": 0, "updated_at": 0}
    await context.db.write(lambda conn: conn.execute(insert(games), [row | {"guild_id": n} for n in range(MOST + 1)]))
    for number in range(MOST + 1):
        context.running_games.mark(number)
    with count_statements() as asked:
        assert await kept(context) == MOST + 1
    assert len(asked.statements) == 1
