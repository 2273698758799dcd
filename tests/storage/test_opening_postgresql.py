"""A PostgreSQL that cannot be used ends in one sentence; one that goes away while the bot runs refuses moves and loses none."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import asyncpg
import pytest
from sqlalchemy import URL, insert, make_url, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import errors
from bot.storage.engine.database import Database, DatabaseBusy, DatabaseProblem, Work
from bot.storage.schema import bot_values


async def problem(url: URL | str, **options: bool) -> str:
    """Return the sentence with which opening fails. Assert that the password is not in it."""
    written = url if isinstance(url, str) else url.render_as_string(hide_password=False)
    with pytest.raises(DatabaseProblem) as refusal:
        await Database.open(written, patience=1, **options)
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert "secret" not in sentence
    return sentence


async def keys(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(select(bot_values.c.key).order_by(bot_values.c.key))).scalars())


def adding(key: str) -> Work[None]:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(insert(bot_values).values(key=key, value="0"))

    return work


@contextlib.asynccontextmanager
async def session(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Yield another program's connection."""
    connection = await asyncpg.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))
    yield connection
    await connection.close()


async def test_nobody_at_that_address() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    sentence = await problem(f"postgresql://land:secret@127.0.0.1:{port}/games")
    assert f"127.0.0.1:{port} cannot be reached" in sentence
    assert "DATABASE_URL" in sentence


async def test_somebody_who_never_answers() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        assert "cannot be reached" in await problem(f"postgresql://land:secret@127.0.0.1:{silent.getsockname()[1]}/games")


async def test_a_url_as_providers_write_it_is_understood(postgresql_url: str) -> None:
    url = make_url(postgresql_url).update_query_dict(
        {"sslmode": "prefer", "channel_binding": "prefer", "application_name": "games", "connect_timeout": "10"}
    )
    database = await Database.open(url.render_as_string(hide_password=False))
    assert await database.read(lambda conn: conn.scalar(text("SHOW application_name"))) == "games"
    await database.close()


@pytest.mark.parametrize(
    ("more", "says"), [("?pgbouncer=true", "connection pooler"), ("?colour=green&b=1", "leave out b, colour")]
)
async def test_a_parameter_that_cannot_be_heeded_is_named(more: str, says: str) -> None:
    assert says in await problem(f"postgresql://land:secret@127.0.0.1/games{more}")


async def test_a_password_that_is_not_escaped_is_not_shown() -> None:
    assert "write @ as %40" in await problem("postgresql://land:pass@secret@127.0.0.1/games")


async def test_no_such_database(postgresql_url: str) -> None:
    assert "`createdb`" in await problem(make_url(postgresql_url).set(database="no_such_games"))


async def test_no_such_user(postgresql_url: str) -> None:
    url = make_url(postgresql_url).set(username="nobody_at_all", password="secret")
    assert "does not accept the user nobody_at_all" in await problem(url)


async def test_a_user_who_may_not_make_tables(postgresql_server: URL, empty_postgresql_url: str) -> None:
    async with session(empty_postgresql_url) as other:
        await other.execute("DROP ROLE IF EXISTS land_guest")
        await other.execute("CREATE ROLE land_guest LOGIN PASSWORD 'secret'")
    assert "may not make tables" in await problem(make_url(empty_postgresql_url).set(username="land_guest", password="secret"))


async def test_nothing_is_made_without_migrating(empty_postgresql_url: str) -> None:
    assert "`migrate`" in await problem(empty_postgresql_url, migrate=False)
    async with session(empty_postgresql_url) as other:
        assert await other.fetch("SELECT * FROM pg_tables WHERE schemaname = 'public'") == []


async def test_another_program_s_tables_are_left_alone(empty_postgresql_url: str) -> None:
    async with session(empty_postgresql_url) as other:
        await other.execute("CREATE TABLE bookmarks (address text)")
    assert "another program's" in await problem(empty_postgresql_url)


async def test_a_newer_database_is_refused(postgresql_url: str) -> None:
    async with session(postgresql_url) as other:
        await other.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in await problem(postgresql_url)


async def test_a_server_that_can_only_be_read(postgresql_url: str) -> None:
    name = make_url(postgresql_url).database
    async with session(postgresql_url) as other:
        await other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "can only be read" in await problem(postgresql_url)


async def test_a_locked_row_refuses_the_move_and_loses_nothing(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url, patience=0.3)
    await database.write(adding("a"))

    async def change(connection: AsyncConnection) -> None:
        await connection.execute(insert(bot_values).values(key="b", value=""))
        await connection.execute(update(bot_values).where(bot_values.c.key == "a").values(value="1"))

    async with session(postgresql_url) as other, other.transaction():
        await other.execute("SELECT * FROM bot_values FOR UPDATE")
        with pytest.raises(DatabaseBusy) as refusal:
            await database.write(change)
    assert str(refusal.value) == errors.LOCKED
    assert await database.read(keys) == ["a"]
    await database.write(change)
    assert await database.read(keys) == ["a", "b"]
    await database.close()


async def test_more_transactions_than_connections_wait_their_turn(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url)
    await asyncio.gather(*(database.write(adding(f"{n:02}")) for n in range(40)))
    assert len(await database.read(keys)) == 40
    await database.close()


async def test_a_connection_lost_in_a_move_undoes_it_and_the_next_one_works(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url)

    async def work(connection: AsyncConnection) -> None:
        await adding("a")(connection)
        await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(DatabaseBusy) as refusal:
        await database.write(work)
    assert str(refusal.value) == errors.UNREACHABLE
    assert await database.read(keys) == []
    await database.write(adding("b"))
    assert await database.read(keys) == ["b"]
    await database.close()


async def test_a_connection_lost_between_moves_is_not_noticed(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url)
    await database.write(adding("a"))
    async with session(postgresql_url) as other:
        await other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'land-games%'")
    await database.write(adding("b"))
    assert await database.read(keys) == ["a", "b"]
    await database.close()


async def test_a_connection_lost_while_saving_is_told_as_uncertain(postgresql_url: str) -> None:
    async with session(postgresql_url) as other:
        await other.execute(
            "CREATE FUNCTION pull_the_plug() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$"
        )
        await other.execute(
            "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON bot_values DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION pull_the_plug()"
        )
    database = await Database.open(postgresql_url)
    with pytest.raises(DatabaseBusy) as refusal:
        await database.write(adding("a"))
    assert str(refusal.value) == errors.UNCERTAIN
    await database.close()
