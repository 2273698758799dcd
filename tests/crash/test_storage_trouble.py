"""Storage that is full, read-only, locked or damaged: players get a notice, nothing is lost, and the bot recovers."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, event, insert, make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.process.client import LandGames
from bot.process.host.exit_status import MISCONFIGURED
from bot.storage.engine import errors
from bot.storage.engine.backup import backup, restore
from bot.storage.engine.database import Database, DatabaseBusy
from bot.storage.schema import posts
from tests.crash.matches import Kept, Match, answer_with, first_answer, started
from tests.crash.processes import Bots
from tests.sampling import Sample
from tests.statements import notice_write
from tests.storage.samples import another_process
from tests.waiting import PATIENCE, limited
from tests.wire.server.people import answered

Trouble = Callable[[LandGames], contextlib.AbstractAsyncContextManager[None]]


@contextlib.asynccontextmanager
async def no_room(bot: LandGames) -> AsyncIterator[None]:
    """The file has no room left, and may not grow."""

    async def set_limit(connection: AsyncConnection, pages: int) -> None:
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    async def add(connection: AsyncConnection) -> None:
        elsewhere = {"guild_id": 1, "channel_id": 1, "kind": "retire", "payload": "{}", "status": "sent"}
        await connection.execute(insert(posts).values(**elsewhere, due_at=0, created_at=0))

    database = bot.app.context.db
    await database.write(lambda connection: set_limit(connection, 1))
    with contextlib.suppress(DatabaseBusy):
        while True:
            await database.write(add)
    yield
    await database.write(lambda connection: set_limit(connection, 1_000_000))


@contextlib.asynccontextmanager
async def read_only_file(bot: LandGames) -> AsyncIterator[None]:
    """SQLite refuses every write, as in a file system that was remounted."""

    def refuse(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    engine = bot.app.context.db._engine.sync_engine
    event.listen(engine, "begin", refuse)
    try:
        yield
    finally:
        event.remove(engine, "begin", refuse)
    await bot.app.context.db.read(lambda connection: connection.exec_driver_sql("PRAGMA query_only = OFF"))


@contextlib.asynccontextmanager
async def session(bot: LandGames) -> AsyncIterator[asyncpg.Connection]:
    """A connection of somebody else to the bot's PostgreSQL database."""
    url = make_url(bot.settings.database_url).set(drivername="postgresql")
    connection = await asyncpg.connect(url.render_as_string(hide_password=False))
    try:
        yield connection
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def read_only_server(bot: LandGames) -> AsyncIterator[None]:
    """PostgreSQL refuses every write, as a standby does. The connection that holds the bot's shards stays."""
    name = make_url(bot.settings.database_url).database
    renew = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'land-games%'"
        " AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
    )
    async with session(bot) as other:
        await other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await other.execute(f"{renew} AND datname = '{name}'")
        yield
        await other.execute("SET transaction_read_only = off")
        await other.execute(f"BEGIN READ WRITE; ALTER DATABASE {name} RESET default_transaction_read_only; COMMIT")
        await other.execute(f"{renew} AND datname = '{name}'")


@contextlib.asynccontextmanager
async def broken_off(bot: LandGames) -> AsyncIterator[None]:
    """Whenever something is added to a log, the connection is lost as it is being saved."""
    async with session(bot) as other:
        await other.execute(
            "CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$"
        )
        await other.execute(
            "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON game_log DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION break_off()"
        )
        yield
        await other.execute("DROP TRIGGER at_commit ON game_log")


@contextlib.asynccontextmanager
async def locked_file(bot: LandGames) -> AsyncIterator[None]:
    """Another process is in the middle of a long write."""
    file = Path(make_url(bot.settings.database_url).database or "")
    with contextlib.ExitStack() as stack:  # entered in a thread: a transaction of the bot may have to end first
        await asyncio.to_thread(stack.enter_context, another_process("write", file))
        yield


@contextlib.asynccontextmanager
async def locked_rows(bot: LandGames) -> AsyncIterator[None]:
    """Another connection holds every game and every post."""
    async with session(bot) as other, other.transaction():
        await other.execute("SELECT * FROM games FOR UPDATE")
        await other.execute("SELECT * FROM posts FOR UPDATE")
        yield


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction gives up after 1.5 seconds instead of 8, and Discord is told after 0.1 that an answer takes longer.

    No sooner: that is also how long a transaction waits for a new connection, on a busy machine.
    """
    monkeypatch.setattr(Database, "open", partial(Database.open, patience=1.5))
    monkeypatch.setattr("bot.ui.framework.reply.PROMPT", 0.1)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction waits for as long as a test does, and Discord is told after 0.1 seconds that an answer takes longer."""
    monkeypatch.setattr(Database, "open", partial(Database.open, patience=PATIENCE))
    monkeypatch.setattr("bot.ui.framework.reply.PROMPT", 0.1)


@pytest.mark.sample(1)
@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("database_url", "trouble", "sentence"),
    [
        ("sqlite", no_room, errors.FULL),
        ("sqlite", read_only_file, errors.READ_ONLY),
        ("sqlite", locked_file, errors.LOCKED),
        ("postgresql", read_only_server, errors.READ_ONLY),
        ("postgresql", locked_rows, errors.LOCKED),
        ("postgresql", broken_off, errors.UNCERTAIN),
    ],
    indirect=["database_url"],
)
async def test_moves_are_refused_for_as_long_as_it_lasts(
    database_url: str, impatient: None, land_games: LandGames, match: Match, trouble: Trouble, sentence: str
) -> None:
    async with trouble(land_games):
        choice = match.choice()
        assert (await answered(choice.press())).text == sentence
        assert (await answered(match.mover.search("move", "move", game=match.id))).choices
        assert (await first_answer(match.mover.slash("board", game=match.id))).attachments
        assert (await Kept.of(database_url, match.id)).texts == match.moves
    await answer_with(choice.press(), "Done:")
    match.moves.append(choice.move)
    await match.posted()
    await match.check(database_url)
    assert await land_games.app.context.db.check() == []


LOCKS = pytest.mark.parametrize(
    ("database_url", "lock"), [("sqlite", locked_file), ("postgresql", locked_rows)], indirect=["database_url"]
)


@pytest.mark.sample(1)
@pytest.mark.postgresql
@LOCKS
async def test_a_panel_that_could_not_send_its_move_can_be_pressed_again(
    database_url: str, impatient: None, land_games: LandGames, match: Match, lock: Trouble
) -> None:
    choice = await match.choose()
    async with lock(land_games):
        await answer_with(choice.press(), errors.LOCKED)
    await answer_with(choice.press(), "Done:")
    match.moves.append(choice.move)
    await match.posted()
    await match.check(database_url)


@pytest.mark.sample(1)
@pytest.mark.postgresql
@LOCKS
async def test_a_panel_waits_for_a_short_lock(
    database_url: str, patient: None, land_games: LandGames, match: Match, lock: Trouble
) -> None:
    choice = await match.choose()
    async with lock(land_games):
        with notice_write() as wanted:
            deed = choice.press()
            async with limited("a transaction that asks to write"):
                await wanted.wait()
        assert (await Kept.of(database_url, match.id)).texts == []
    await answer_with(deed, "Done:")
    match.moves.append(choice.move)
    await match.posted()
    await match.check(database_url)


# ------------------------------------------------------------------ files that are not what they were


@pytest.fixture
def file(sqlite_file: Path) -> Path:
    """The file of the database."""
    return sqlite_file


def log_of(file: Path) -> Path:
    """The write-ahead log beside a database file."""
    return file.with_name(file.name + "-wal")


def cut_short(file: Path) -> None:
    """The disk lost the end of the file."""
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def overwrite(file: Path) -> None:
    """Another program wrote to the file."""
    with file.open("r+b") as opened:
        opened.write(b"Dear diary, today we played Land.\n" * 1000)


def empty(file: Path) -> None:
    """The file is there and has nothing in it."""
    file.write_bytes(b"")


def lose(file: Path) -> None:
    """The file is gone, and its log is still there."""
    file.unlink()


@pytest.mark.sample(1)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("damage", [cut_short, overwrite, empty, lose])
async def test_no_new_database_in_the_place_of_one_that_does_not_open(
    database_url: str, file: Path, bots: Bots, match: Match, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    """The bot ends before it asks Discord for anything and touches nothing; once the file is back, the game goes on."""
    await answer_with(match.type_move(), "Done:")
    await match.posted()
    await bots.now.kill()
    saved = tmp_path / "saved"
    saved.mkdir()
    for part in (file, log_of(file)):
        shutil.copy(part, saved / part.name)
    damage(file)
    before = {part.name: part.read_bytes() for part in (file, log_of(file)) if part.exists()}
    asked = len(bots.server.api.requests)
    assert await bots.begin().ended() == MISCONFIGURED
    assert len(bots.server.api.requests) == asked
    assert {part.name: part.read_bytes() for part in (file, log_of(file)) if part.exists()} == before

    for part in (file, log_of(file)):
        shutil.copy(saved / part.name, part)
    await bots.start()
    await answer_with(match.type_move(), "Done:")
    await match.posted()
    await match.check(database_url)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_what_a_truncated_log_has_left_is_played_on(
    database_url: str, file: Path, bots: Bots, match: Match, sample: Sample
) -> None:
    """After the disk has lost the end of the log, the game continues with the moves before it.

    The channel's boards that show later moves answer like any other board.
    """
    log, sizes = log_of(file), list[int]()
    for _ in range(6 if sample.is_full else 4):
        await answered(match.type_move())
        await match.posted()
        sizes.append(log.stat().st_size)
    await bots.now.kill()
    with log.open("r+b") as opened:
        opened.truncate(sizes[len(sizes) // 2])
    file.with_name(file.name + "-shm").unlink()
    await bots.start()
    played, lost = len(match.moves), match.boards()[-1]
    del match.moves[len((await Kept.of(database_url, match.id)).texts) :]
    assert 0 < len(match.moves) < played
    for _ in range(3 if sample.is_full else 2):
        said = await first_answer(match.mover.press(lost, "Play"))
        assert said.text.startswith(("**Fill a square", "This board is from an earlier turn"))
        shown = match.boards()
        await answer_with(match.type_move(), "Done:")
        await Kept.settled(database_url, match.id)
        (new,) = match.boards()[len(shown) :]
        assert match.shown(new) == len(match.moves)
    assert (await Kept.of(database_url, match.id)).texts == match.moves


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_restored_backup_goes_on_where_it_was_and_gives_no_number_twice(
    database_url: str, bots: Bots, match: Match, tmp_path: Path, sample: Sample
) -> None:
    """The buttons of what came after the backup are still in the channel: they must not reach anything newer."""
    await answered(match.type_move())
    await match.posted()
    saved = await backup(database_url, tmp_path / "backups")
    lost = [await started(*match.people) for _ in range(2 if sample.is_full else 1)]
    await bots.now.stop()
    await restore(saved.path, database_url)
    await bots.start()
    fresh = await started(*match.people)
    assert (match.id, [one.id for one in lost], fresh.id) == (1, [2, 3][: len(lost)], 2 + len(lost))
    said = await first_answer(lost[0].mover.press(lost[0].boards()[-1], "Play"))
    assert said.text == "There is no such game in this server."
    for one in (match, fresh):
        await answered(one.type_move())
        await one.posted()
        await one.check(database_url)
