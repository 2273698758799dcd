"""From nothing, and from every older version with its rows, a database comes to the tables of this version."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.common.assignment import EVERYTHING
from bot.posting.kinds.registry import find_kind
from bot.storage.engine import migrate, sqlite
from bot.storage.engine.database import Database, DatabaseProblem, parse
from bot.storage.engine.errors import LastingProblem
from bot.storage.engine.shard_locks import ShardLocks
from bot.storage.queries.channels import forms
from bot.storage.queries.channels.posts import Post, insert_post, is_edit
from bot.storage.queries.channels.sending import lease
from bot.storage.queries.pages.keys import PageKey, get_key
from bot.storage.queries.tables.game_tables import insert_table
from bot.storage.schema import game_log, games, metadata
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from tests.inline_sqlite import patch_sqlite
from tests.storage.samples import fill_any, row_of, rows_of

ROOT = Path(__file__).parents[2]
REVISIONS = Path(__file__).parent / "revisions"


def bare_engine(url: str) -> AsyncEngine:
    """Return an engine on a database that need not be of this version, nor be there at all."""
    parsed = parse(url)
    if parsed.get_backend_name() == "postgresql":
        return create_async_engine(parsed)
    path = sqlite.file_of(parsed)
    path.parent.mkdir(exist_ok=True)
    return sqlite.make_engine(path, "rwc")


async def old_database(url: str, revision: str | None = None) -> dict[str, list[dict[str, object]]]:
    """Bring a database without tables to an older version, or take one of this version. Add rows, and return them."""

    def make(connection: Connection) -> dict[str, list[dict[str, object]]]:
        if revision is not None:
            migrate.upgrade(connection, revision)
        return fill_any(connection, tables_of(connection))

    engine = bare_engine(url)
    async with engine.begin() as connection:
        rows = await connection.run_sync(make)
    await engine.dispose()
    return rows


def tables_of(connection: Connection) -> list[Table]:
    reflected = MetaData()
    reflected.reflect(connection)
    return [table for table in reflected.sorted_tables if table.name != "alembic_version"]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite run its statements in this thread: migrations and reflection make thousands."""
    patch_sqlite(monkeypatch)


@pytest.fixture
def revisions_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the revisions, to which a test may add."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "FOLDER", folder)
    migrate.list_revisions.cache_clear()
    yield folder
    migrate.list_revisions.cache_clear()


def add_revision(folder: Path, name: str) -> Path:
    """Put a revision of ``tests/storage/revisions`` behind the last one. Return its file."""
    number = f"{int(migrate.list_revisions()[-1]) + 1:04}"
    added = shutil.copy(REVISIONS / f"{name}.py", folder / "versions" / f"{number}_{name}.py")
    migrate.list_revisions.cache_clear()
    return Path(added)


def test_the_names_of_the_files_say_which_revisions_there_are_and_in_which_order() -> None:
    walked = ScriptDirectory(str(migrate.FOLDER)).walk_revisions()
    assert migrate.list_revisions() == tuple(reversed([found.revision for found in walked]))


def test_databases_of_each_release_keep_their_revision() -> None:
    assert migrate.list_revisions()[:3] == ("0001", "0013", "0027")


async def test_a_start_without_a_migration_does_not_load_alembic(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = ROOT / "bot"
    for file in set(bot.rglob("*.py")) - set((bot / "storage" / "migrations").rglob("*.py")):
        at_its_start = re.search("^(import|from) alembic", file.read_text("utf-8"), re.MULTILINE)
        assert at_its_start is None, f"{file.relative_to(ROOT)} loads it"
    monkeypatch.setitem(sys.modules, "alembic", None)  # importing it is an error from now on
    await (await Database.open(sqlite_url)).close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
async def test_from_nothing_to_exactly_the_tables(empty_database_url: str) -> None:
    database = await Database.open(empty_database_url)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))

    async def work(connection: AsyncConnection) -> list[object]:
        return await connection.run_sync(differences)

    assert await database.read(work) == []
    await database.close()


async def test_from_nothing_on_sqlite_every_table_is_strict_and_numbered_as_said(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)

    async def work(connection: AsyncConnection) -> dict[str, str]:
        found = await connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        return {row.name: row.sql for row in found}

    made = await database.read(work)
    for table in metadata.tables.values():
        options = table.dialect_options["sqlite"]
        assert made[table.name].rstrip().endswith("STRICT")
        assert ("AUTOINCREMENT" in made[table.name]) == bool(options["autoincrement"])
    await database.close()


RENAMED = {
    "lobbies": "game_tables",
    "lobby_members": "game_table_members",
    "log": "game_log",
    "requests": "interactions",
    "consents": "proposal_answers",
    "rule_votes": "votes",
    "outbox": "posts",
    "meta": "bot_values",
}
"""Tables of version 0001 that have another name since."""

COLUMNS = {"lobby_id": "table_id", "game": "kind"}
"""Columns of version 0001 that have another name since."""


BETWEEN = [f"{number:04}" for number in range(1, 27) if number not in (1, 13)]
"""Revisions that only commits between two releases had."""

ENDED = {"demos", "mistakes"}
"""Tables of older versions that are gone: their rows end at the update, and analyses find the mistakes again."""

MERGED = {"premoves", "tried_lines", "page_tokens", "learning_pages"}
"""Tables whose rows are in ``lines`` since version 0030, or in ``page_keys`` since 0036."""

DROPPED = {"posts": {"claimed_until"}, "game_log": {"user_id"}, "games": {"public"}}
"""Columns of older versions that say nothing any more."""


def renamed(rows: dict[str, list[dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    """Return rows of version 0001 under today's names."""
    return {
        RENAMED.get(table, table): [{COLUMNS.get(column, column): value for column, value in row.items()} for row in found]
        for table, found in rows.items()
    }


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(1)
@pytest.mark.parametrize("revision", migrate.list_revisions())
async def test_from_each_version_with_its_rows(empty_database_url: str, revision: str) -> None:
    before = await old_database(empty_database_url, revision)
    if revision == "0001":
        before = renamed(before)
    assert all(before.values())
    database = await Database.open(empty_database_url)

    async def work(connection: AsyncConnection) -> dict[str, list[dict[str, object]]]:
        return await connection.run_sync(lambda c: rows_of(c, tables_of(c)))

    after = await database.read(work)
    for name in before.keys() - ENDED - MERGED:
        rows = before[name]
        found = [row for row in after[name] if row.get("kind") != "retire"]
        kept = [{column: row[column] for column in row if column in rows[0]} for row in found]
        dropped = DROPPED.get(name, set())
        if name == "vacations":  # each is one for all servers since version 0027
            rows = [row | {"guild_id": after_row["guild_id"]} for row, after_row in zip(rows, after[name], strict=True)]
        assert kept == [{column: value for column, value in row.items() if column not in dropped} for row in rows]
    assert await database.check() == []
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(1)
@pytest.mark.parametrize("revision", BETWEEN)
async def test_a_database_between_two_releases_is_refused_and_unchanged(empty_database_url: str, revision: str) -> None:
    before = await old_database(empty_database_url, "0001" if revision < "0013" else "0013")
    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    for migrates in (True, False):
        with pytest.raises(LastingProblem, match=f"between two releases.* {migrate.LAST_WITH_EACH_STEP}, run `migrate`"):
            await Database.open(empty_database_url, migrate=migrates)
    async with engine.connect() as connection:
        assert await connection.run_sync(lambda c: rows_of(c, tables_of(c))) == before
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == [revision]
    await engine.dispose()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
@pytest.mark.parametrize(("revision", "newest_plain"), [("0013", 9999), ("0027", 1002), ("0030", 1002)])
async def test_each_message_keeps_the_form_in_which_it_was_posted(
    empty_database_url: str, revision: str, newest_plain: int
) -> None:
    """Messages were plain up to a certain id, and made of components from then on."""
    ids = list[int]()

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, revision)
        known = [table for table in tables_of(connection) if table.name not in ENDED | {"daily_puzzles"}]
        fill_any(connection, known)
        for table in known:
            for column in table.columns:
                if column.name.endswith("message_id") or column.name == "claim_id":
                    ids.append(1000 + len(ids))
                    first = select(table).limit(1).with_only_columns(*table.primary_key.columns).subquery()
                    which = [key == select(first.c[key.name]).scalar_subquery() for key in table.primary_key.columns]
                    connection.execute(table.update().where(*which).values({column.name: ids[-1]}))
        (posts,) = [table for table in known if table.name == "posts"]
        edit = {
            "guild_id": 7,
            "channel_id": 1,
            "kind": "retire",
            "is_edit": 1,
            "status": "waiting",
            "due_at": 0,
            "created_at": 0,
        }
        ids.append(5000)
        connection.execute(posts.insert().values(**edit, payload=json.dumps({"message": 5000})))
        if revision != "0013":
            values = {"key": "newest_older_message", "value": str(newest_plain)}
            connection.execute(next(table for table in known if table.name == "bot_values").insert().values(values))

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)

    async def read(connection: AsyncConnection) -> dict[int, bool]:
        return {message: await forms.is_plain(connection, message) for message in [*ids, 99]}

    assert await database.read(read) == {message: message <= newest_plain for message in [*ids, 99]}
    assert await database.check() == []
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
async def test_open_pages_stay_open(empty_database_url: str) -> None:
    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0035")
        known = {table.name: table for table in tables_of(connection)}
        connection.execute(known["games"].insert().values(row_of(known["games"], 0, {"guild_id": 7})))
        (game,) = connection.scalars(select(known["games"].c.id))
        row = {"guild_id": 7, "user_id": 9, "expires_at": 2, "seen_at": 1}
        learning = row | {"token_hash": "b", "channel_id": 5, "purpose": "lesson land"}
        connection.execute(known["page_tokens"].insert().values(row | {"token_hash": "a", "game_id": game}))
        connection.execute(known["learning_pages"].insert().values(learning))

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)
    assert await database.read(lambda conn: get_key(conn, "a")) == PageKey(7, 1, 9, "", 2, 1)
    assert await database.read(lambda conn: get_key(conn, "b")) == PageKey(7, 5, 9, "lesson land", 2, 1)
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
@pytest.mark.parametrize("revision", ["0013", "0027"])
async def test_demos_that_run_at_the_update_end_with_a_sentence(empty_database_url: str, revision: str) -> None:
    def make(connection: Connection) -> None:
        migrate.upgrade(connection, revision)
        made = {table.name: table for table in tables_of(connection)}
        demo = {"guild_id": 7, "user_id": 9, "kind": "land", "level": 3, "record": "{}"}
        for channel, message in ((1, 101), (2, 102), (3, None)):
            connection.execute(made["demos"].insert().values(**demo, channel_id=channel, message_id=message))
        row = {"guild_id": 7, "channel_id": 1, "payload": "{}", "status": "waiting", "due_at": 0, "created_at": 0}
        for kind in ("board", "demo_edit"):
            connection.execute(made["posts"].insert().values(**row, kind=kind, is_edit=int(kind == "demo_edit")))
        for kind in ("demo", "table"):
            connection.execute(made["due"].insert().values(kind=kind, at=0, guild_id=7))

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)

    async def read(connection: AsyncConnection) -> tuple[list[str], list[Post]]:
        kinds = list((await connection.scalars(text("SELECT kind FROM due"))).all())
        return kinds, await lease(connection, 2**53, EVERYTHING, "me", most=9, most_edits=9)

    scheduled, waiting = await database.write(read)
    assert scheduled == ["table"]
    assert [(post.kind, post.channel_id, post.is_edit) for post in waiting] == [
        ("board", 1, False),
        ("retire", 1, True),
        ("retire", 2, True),
    ]
    assert [post.payload["message"] for post in waiting[1:]] == [101, 102]
    assert {post.payload["add"] for post in waiting[1:]} == {
        "This demo ended when the bot was updated. Start another with `/demo`."
    }
    assert await database.check() == []
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
async def test_the_channels_whose_games_are_shown_become_the_list_and_no_other_game_public(empty_database_url: str) -> None:
    """Server 7 shows pages, 8 has turned them off, 9 shows them without a game. @everyone sees the channels 70, 71, 72, 74."""
    games_then = [  # server, channel, status, whether everybody saw the channel: 1 at the start, 2 at the end, too
        (7, 70, "over", 2),  # shown
        (7, 71, "running", 1),  # shown
        (7, 70, "over", 1),
        (7, 70, "over", None),
        (7, 72, "running", 0),
        (7, 73, "running", 1),
        (7, 74, "adjourned", 1),
        (8, 80, "running", 1),
    ]
    settings = {7: {"public_pages": "listed", "pace": "1d"}, 8: {"pace": "1d"}, 9: {"public_pages": "shown"}}

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0027")
        known = {table.name: table for table in tables_of(connection)}
        for server, channel, status, public in games_then:
            row = row_of(known["games"], 0, {"guild_id": server}) | {"channel_id": channel, "status": status, "public": public}
            connection.execute(known["games"].insert().values(row))
        for server, data in settings.items():
            connection.execute(known["guild_settings"].insert().values(guild_id=server, data=json.dumps(data)))
        for server, channels in ((7, [70, 71, 72, 74]), (9, [90])):
            values = {"guild_id": server, "slug": f"s{server}", "title": "", "channels": json.dumps(channels), "seen_at": 0}
            connection.execute(known["public_pages"].insert().values(values))

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)

    async def read(connection: AsyncConnection) -> tuple[list[int | None], dict[int, GuildSettings]]:
        public = (await connection.scalars(select(games.c.public_in).order_by(games.c.id))).all()
        return list(public), {server: await guild_settings.read(connection, server) for server in settings}

    public, after = await database.read(read)
    assert public == [70, 71, *[None] * 6]
    assert after == {
        7: GuildSettings(public_pages="listed", pace="1d", public_channels=(70, 71), pages_news=True),
        8: GuildSettings(pace="1d"),
        9: GuildSettings(public_pages="shown", public_channels=(), pages_news=True),
    }
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
async def test_time_zones_that_never_change_become_those_that_people_mean_and_no_other_setting_changes(
    empty_database_url: str,
) -> None:
    stored = (
        {"time_zone": "EST", "theme": "dark", "quiet": [22, 8]},
        {"mention": False, "time_zone": "MST"},
        {"time_zone": "EST5EDT"},
        {"theme": "dark"},
    )
    meant = ({**stored[0], "time_zone": "America/New_York"}, {**stored[1], "time_zone": "America/Denver"}, *stored[2:])

    def of_league(fields: Any) -> dict[str, object]:
        return {"off": "nights", "zone": fields.get("time_zone", "UTC"), "size": 6}

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0036")
        for user, fields in enumerate(stored):
            member = text("INSERT INTO member_settings (guild_id, user_id, data) VALUES (7, :user, :data)")
            connection.execute(member, {"user": user, "data": json.dumps(fields)})
            server = text("INSERT INTO guild_settings (guild_id, data) VALUES (:server, :data)")
            connection.execute(server, {"server": user, "data": json.dumps(fields, separators=(",", ":"))})
            league = text(
                "INSERT INTO leagues (guild_id, channel_id, host_id, kind, options, data, status, created_at) "
                "VALUES (7, 70, 1, 'pastures', '{}', :data, 'open', :number)"
            )
            connection.execute(league, {"number": user, "data": json.dumps(of_league(fields))})

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)

    async def read(connection: AsyncConnection) -> list[list[object]]:
        queries = (
            "SELECT data FROM member_settings ORDER BY user_id",
            "SELECT data FROM guild_settings ORDER BY guild_id",
            "SELECT data FROM leagues ORDER BY created_at",
        )
        return [[json.loads(data) for data in await connection.scalars(text(query))] for query in queries]

    assert await database.read(read) == [[*meant], [*meant], [of_league(fields) for fields in meant]]
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
async def test_posts_that_wait_in_an_old_database_have_kinds_of_today_afterwards(empty_database_url: str) -> None:
    kinds = ("board", "lobby", "proposal", "retire", "lobby_edit", "proposal_edit")

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0001")
        post = text(
            "INSERT INTO outbox (guild_id, channel_id, kind, payload, status, due_at, created_at) "
            "VALUES (7, 8, :kind, '{}', 'waiting', 0, 0)"
        )
        for kind in kinds:
            connection.execute(post, {"kind": kind})

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)

    async def read(connection: AsyncConnection) -> dict[str, int]:
        return {row.kind: row.is_edit for row in await connection.execute(text("SELECT kind, is_edit FROM posts ORDER BY id"))}

    found = await database.read(read)
    assert list(found) == ["board", "table", "proposal", "retire", "table_edit", "proposal_edit"]
    assert all(find_kind(kind) for kind in found), "each is a kind that the sender knows"
    assert found == {kind: int(is_edit(kind)) for kind in found}
    await database.close()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
@pytest.mark.sample(4, of="rows of older versions")
@pytest.mark.parametrize("left", [0, 2])
async def test_renaming_gives_no_id_out_twice(empty_database_url: str, left: int) -> None:
    """An old button must never reach a new table, also where the last tables and posts were deleted before."""

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0001")
        fill_any(connection, tables_of(connection))
        for table in ("outbox", "lobby_members", "lobbies"):
            key = "lobby_id" if table == "lobby_members" else "id"
            connection.execute(text(f"DELETE FROM {table} WHERE {key} > {left}"))  # noqa: S608

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)

    async def add(connection: AsyncConnection) -> tuple[int, int]:
        table_id = await insert_table(
            connection,
            guild_id=7,
            channel_id=8,
            host=(1, "Ada"),
            kind="pastures",
            options={},
            setup={},
            seats=2,
            opponent_id=None,
            rematch_of=None,
            now=0,
            expires_at=1,
        )
        post = await insert_post(connection, "table", guild_id=7, channel_id=8, now=0, payload={})
        return table_id, post.id

    assert await database.write(add) == (3, 3)
    await database.close()


@pytest.mark.postgresql
async def test_a_migration_is_made_once_wholly_and_only_where_it_may_be(database_url: str, revisions_folder: Path) -> None:
    """SQLite rebuilds a table to change it: what hangs on the old one by a foreign key must not go with it."""
    before = await old_database(database_url)
    newest = migrate.list_revisions()[-1]
    failing = add_revision(revisions_folder, "fail_half_way")
    with pytest.raises(RuntimeError, match="half way"):
        await Database.open(database_url)
    engine = bare_engine(database_url)
    async with engine.connect() as connection:
        after = await connection.run_sync(lambda c: rows_of(c, tables_of(c)))
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == [newest]
    await engine.dispose()
    assert after == before, "one that fails half way changes nothing"

    failing.unlink()
    migrate.list_revisions.cache_clear()
    add_revision(revisions_folder, "rebuild")
    with pytest.raises(DatabaseProblem, match="`migrate`"):
        await Database.open(database_url, migrate=False)

    async def work(connection: AsyncConnection) -> tuple[list[Any], list[Any], list[str]]:
        played = [
            dict(row)
            for row in (await connection.execute(select(game_log).order_by(game_log.c.game_id, game_log.c.seq))).mappings()
        ]
        kept = [dict(row) for row in (await connection.execute(select(games).order_by(games.c.id))).mappings()]
        return played, kept, list((await connection.execute(text("SELECT pace FROM games"))).scalars())

    for database in await asyncio.gather(*(Database.open(database_url) for _ in range(4))):
        assert await database.read(work) == (before["game_log"], before["games"], ["calm", "calm"])
        assert await database.check() == []
        await database.close()
    await (await Database.open(database_url, migrate=False)).close()


def test_a_draft_of_a_revision_finds_what_the_tables_have_more(revisions_folder: Path) -> None:
    for later in (revisions_folder / "versions").glob("[0-9]*_*.py"):
        if not later.name.startswith("0001"):
            later.unlink()
    shutil.copy(REVISIONS / "first_without_tables.py", revisions_folder / "versions" / "0001_first_tables.py")
    migrate.list_revisions.cache_clear()
    migrate.draft("every table")
    drafted = (revisions_folder / "versions" / "0002_every_table.py").read_text()
    for table in metadata.tables:
        assert f"op.create_table('{table}'" in drafted
    compile(drafted, "0002_every_table.py", "exec")


def test_a_draft_is_numbered_after_the_newest_revision(revisions_folder: Path) -> None:
    newest = int(migrate.list_revisions()[-1])
    migrate.draft("nothing")
    assert (revisions_folder / "versions" / f"{newest + 1:04}_nothing.py").exists()


@pytest.mark.parametrize("additive", [True, False])
async def test_only_an_update_that_adds_may_be_made_beside_running_processes(
    postgresql_url: str, revisions_folder: Path, additive: bool
) -> None:
    running = ShardLocks(parse(postgresql_url))
    await running.open()
    add_revision(revisions_folder, "add_column_additive" if additive else "add_column")
    if additive:
        await (await Database.open(postgresql_url)).close()
    else:
        with pytest.raises(DatabaseProblem, match="stop them all"):
            await Database.open(postgresql_url)
    await running.close()
    await (await Database.open(postgresql_url)).close()


async def test_a_process_of_a_version_without_locks_keeps_a_migration_away(empty_postgresql_url: str) -> None:
    """Version 0.1.0 takes no lock on PostgreSQL: its connections tell of it. Those of processes that start together do not."""
    await old_database(empty_postgresql_url, "0001")
    arguments = {"server_settings": {"application_name": "land-games"}}
    engine = create_async_engine(parse(empty_postgresql_url), connect_args=arguments)
    async with engine.connect() as running:
        await running.execute(text("SELECT 1"))
        with pytest.raises(DatabaseProblem, match="stop them all"):
            await Database.open(empty_postgresql_url)
    await engine.dispose()
    for database in await asyncio.gather(*(Database.open(empty_postgresql_url) for _ in range(3))):
        await database.close()
