"""The short way of a statement on SQLite does what SQLAlchemy's own way does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Executable, Select, bindparam, delete, insert, literal, select, update
from sqlalchemy.exc import IntegrityError, OperationalError, StatementError

from bot.storage.engine import prepared
from bot.storage.engine.database import Database
from bot.storage.rows import new_id
from bot.storage.schema import bot_values, posts
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from tests.databases import empty_sqlite

OF_KEY = select(bot_values).where(bot_values.c.key == bindparam("wanted"))
ALL = select(bot_values).order_by(bot_values.c.key)
FIRST = select(bot_values.c.value).order_by(bot_values.c.key).limit(bindparam("most"))
ADD = insert(bot_values)
CHANGE = update(bot_values).where(bot_values.c.key == bindparam("wanted")).values(value=bindparam("new"))
CHANGED = CHANGE.returning(bot_values.c.key, bot_values.c.value)
RENAME = update(bot_values).where(bot_values.c.key == bindparam("wanted"))
ADD_POST = insert(posts)
REMOVE = delete(bot_values).where(bot_values.c.value == "gone")


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(empty_sqlite().read_bytes())
    database = await Database.open(f"sqlite+aiosqlite:///{file}")
    yield database
    await database.close()


def is_short(statement: Executable, values: dict[str, Any] | None, conn: Any) -> bool:
    """Whether a statement that was carried out goes the short way now."""
    return prepared.prepared(statement, values, conn.dialect) is not None


async def test_rows_come_as_they_come_from_sqlalchemy(db: Database) -> None:
    async def work(conn: Any) -> None:
        for key in "abc":
            await conn.execute(ADD, {"key": key, "value": key.upper()})
        assert is_short(ADD, {"key": "d", "value": "D"}, conn)
        for statement, values in ((OF_KEY, {"wanted": "b"}), (ALL, None), (FIRST, {"most": 2}), (OF_KEY, {"wanted": "z"})):
            await conn.execute(statement, values)
            assert is_short(statement, values, conn)
            for read in ("all", "first", "mappings", "scalars"):
                here, there = await conn.execute(statement, values), conn.driver.execute(statement, values)
                mine, theirs = getattr(here, read)(), getattr(there, read)()
                assert (mine, theirs) == (None, None) if mine is None else list(mine) == list(theirs)
        row = (await conn.execute(OF_KEY, {"wanted": "b"})).one()
        assert (row.key, row.value, row[1], row._mapping["value"]) == ("b", "B", "B", "B")
        assert await conn.scalar(FIRST, {"most": 1}) == "A"

    await db.write(work)


async def test_a_change_says_how_many_rows_it_met_and_returns_them(db: Database) -> None:
    async def work(conn: Any) -> None:
        for key in "ab":
            await conn.execute(ADD, {"key": key, "value": "here"})
        for statement in (CHANGE, CHANGED, REMOVE):
            await conn.execute(statement, None if statement is REMOVE else {"wanted": "z", "new": "y"})
        for _ in range(2):
            assert (await conn.execute(CHANGE, {"wanted": "a", "new": "kept"})).rowcount == 1
            assert (await conn.execute(CHANGE, {"wanted": "z", "new": "kept"})).rowcount == 0
            assert (await conn.execute(CHANGED, {"wanted": "a", "new": "more"})).one() == ("a", "more")
        await conn.execute(ADD, {"key": "c", "value": "gone"})
        assert (await conn.execute(REMOVE)).rowcount == 1
        assert is_short(REMOVE, None, conn)
        assert [row.key for row in await conn.execute(ALL)] == ["a", "b"]

    await db.write(work)


async def test_errors_are_those_of_sqlalchemy_and_undo_the_transaction(db: Database) -> None:
    async def twice(conn: Any) -> None:
        for _ in range(3):
            await conn.execute(ADD, {"key": "a", "value": "secret"})

    async def the_long_way(conn: Any) -> None:
        for _ in range(2):
            await conn.execute(insert(bot_values).values(key="a", value="secret"))

    for work in (the_long_way, twice, twice):
        with pytest.raises(IntegrityError) as caught:
            await db.write(work)
        assert type(caught.value.orig).__name__ == "IntegrityError"
        assert "secret" not in str(caught.value), "values are nobody's business"
        assert not await db.read(lambda conn: conn.scalar(ALL))


async def test_an_insert_says_which_id_the_row_got(db: Database) -> None:
    post = {"guild_id": 1, "channel_id": 2, "kind": "board", "payload": "{}", "status": "waiting", "due_at": 0, "created_at": 0}

    async def work(conn: Any) -> None:
        ids = [new_id(await conn.execute(ADD_POST, post)) for _ in range(3)]
        assert ids == list((await conn.execute(select(posts.c.id))).scalars()) == [1, 2, 3]
        assert is_short(ADD_POST, post, conn)

    await db.write(work)


async def test_one_update_serves_values_of_different_names(db: Database) -> None:
    async def work(conn: Any) -> None:
        await conn.execute(ADD, {"key": "a", "value": "A"})
        for number in range(3):
            await conn.execute(RENAME, {"wanted": f"a{'x' * number}", "key": f"a{'x' * (number + 1)}"})
            await conn.execute(RENAME, {"wanted": f"a{'x' * (number + 1)}", "value": str(number)})
        assert (await conn.execute(ALL)).all() == [("axxx", "2")]
        assert is_short(RENAME, {"wanted": "a", "key": "b"}, conn)

    await db.write(work)


async def test_values_that_a_query_does_not_ask_for_are_left_out(db: Database) -> None:
    async def work(conn: Any) -> None:
        for _ in range(3):
            assert (await conn.execute(OF_KEY, {"wanted": "a", "other": 5})).all() == []
        assert is_short(OF_KEY, {"wanted": "a", "other": 5}, conn)

    await db.write(work)


async def test_rows_of_every_kept_query_have_the_names_that_sqlalchemy_gives(db: Database) -> None:
    context = Context(db, deal=list)
    ada, björn = User(11, "Ada"), User(12, "Björn")
    for _ in range(2):
        table = await opening.open_table(context, 1, 2, ada, "pastures", {}, asked={"pace": "relaxed"})
        game = (await tables.join(context, 1, table.id, björn)).game_id or 0
        for number, (user, move) in enumerate(((ada, "a1 f"), (björn, "h8 w"))):
            await moves.play(context, 1, game, user, move, interaction_id=game * 10 + number)

    async def work(conn: Any) -> None:
        compared = 0
        for statement, known in list(prepared._ready.items()):
            for given, ready in known.items():
                if isinstance(statement, Select) and ready is not None and ready.columns is not None:
                    result = conn.driver.execute(statement, dict.fromkeys(given, 0))
                    assert list(ready.columns.keys) == list(result.keys())
                    compared += 1
        assert compared > 10

    await db.read(work)


async def test_a_read_transaction_writes_nothing_by_the_short_way(db: Database) -> None:
    async def work(conn: Any) -> None:
        for key in "ab":
            await conn.execute(ADD, {"key": key, "value": "A"})

    await db.write(work)
    with pytest.raises(OperationalError, match="readonly"):
        await db.read(lambda conn: conn.execute(ADD, {"key": "c", "value": "C"}))


async def test_what_needs_more_than_sql_goes_the_long_way(db: Database) -> None:
    among = select(bot_values).where(bot_values.c.key.in_(bindparam("keys", expanding=True)))
    truth = select(literal(1, Boolean).label("truth"))

    async def work(conn: Any) -> None:
        for key in "abc":
            await conn.execute(ADD, {"key": key, "value": key})
        for keys, found in ((["a", "b"], 2), (["c"], 1), ([], 0)):
            assert len((await conn.execute(among, {"keys": keys})).all()) == found
        for _ in range(3):
            assert (await conn.execute(truth)).scalar() is True
        assert not is_short(among, {"keys": ["a"]}, conn)
        assert not is_short(truth, None, conn)

    await db.write(work)


async def test_values_of_other_names_get_sqlalchemys_answer(db: Database) -> None:
    async def work(conn: Any) -> None:
        for _ in range(2):
            await conn.execute(OF_KEY, {"wanted": "a"})
        await conn.execute(OF_KEY, {})

    with pytest.raises(StatementError, match="wanted"):
        await db.write(work)


async def test_a_statement_that_nobody_keeps_is_forgotten(db: Database) -> None:
    async def work(conn: Any) -> None:
        before = len(prepared._ready)
        for number in range(20):
            own = select(bot_values).where(bot_values.c.key == str(number))
            await conn.execute(own)
            await conn.execute(own)
        assert len(prepared._ready) <= before + 2

    await db.write(work)
