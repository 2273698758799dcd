"""A backup is whole and checked, and putting it back loses nothing of what it replaces."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import functools
import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Coroutine, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import backup as backup_module
from bot.storage.engine import checksum, sqlite
from bot.storage.engine.backup import backup, list_backups, restore
from bot.storage.engine.database import Database, DatabaseProblem, Work, parse
from bot.storage.engine.forgotten import ForgottenFile
from bot.storage.schema import bot_values, games
from tests.databases import aside, empty_sqlite
from tests.storage.samples import another_process, everything, fill


@functools.cache
def filled_file() -> bytes:
    """Return a database of this version with rows in every table. Making it takes longer than most of these tests."""

    async def make(url: str) -> None:
        database = await Database.open(url)
        await database.write(lambda connection: fill(connection, 7))
        await database.close()

    with tempfile.TemporaryDirectory() as folder:
        file = Path(shutil.copy(empty_sqlite(), folder))
        aside(make(f"sqlite+aiosqlite:///{file}"))
        return file.read_bytes()


async def filled(url: str) -> Database:
    sqlite.file_of(parse(url)).write_bytes(filled_file())
    return await Database.open(url)


async def change(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(games).values(status="over"))

    await database.write(work)


async def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    database = await Database.open(url)
    found = await database.read(everything)
    await database.close()
    return found


async def problem(work: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(DatabaseProblem) as refusal:
        await work
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


async def test_a_backup_of_a_running_bot_put_back_is_the_database_of_that_moment(sqlite_url: str, tmp_path: Path) -> None:
    database = await filled(sqlite_url)
    then = await database.read(everything)
    made = await backup(sqlite_url, tmp_path / "new" / "backups")
    assert (made.games, made.actions) == (3, 3)
    await change(database)
    now = await database.read(everything)
    await database.close()
    restored = await restore(made.path, sqlite_url)
    assert await rows(sqlite_url) == then
    assert restored.kept is not None
    assert await rows(f"sqlite+aiosqlite:///{restored.kept}") == now
    assert str(made.path) in str(made)
    assert str(restored.kept) in str(restored)


async def test_a_database_whose_name_is_not_ascii_is_backed_up_and_restored(sqlite_file: Path, tmp_path: Path) -> None:
    file = sqlite_file.rename(tmp_path / "Länder 世界.sqlite3")
    url = f"sqlite+aiosqlite:///{file}"
    await (await filled(url)).close()
    made = await backup(url, tmp_path / "backups")
    assert checksum.path_of(made.path).read_text(encoding="utf-8").endswith(f"  {made.path.name}\n")
    assert (await restore(made.path, url)).is_summed


async def test_a_backup_is_one_file_with_the_time_in_its_name_and_its_checksum(sqlite_url: str, tmp_path: Path) -> None:
    database = await filled(sqlite_url)
    folder = tmp_path / "backups"
    made = await backup(sqlite_url, folder)
    assert sorted(folder.iterdir()) == [made.path, checksum.path_of(made.path)]
    assert re.fullmatch(r"games-\d{8}T\d{6}\.\d{6}Z\.sqlite3", made.path.name)
    await database.close()


async def test_moves_go_on_while_a_backup_is_made(sqlite_url: str, tmp_path: Path) -> None:
    database = await filled(sqlite_url)

    def adding(key: int) -> Work[None]:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(bot_values).values(key=str(key), value=""))

        return work

    results = await asyncio.gather(backup(sqlite_url, tmp_path), *(database.write(adding(n)) for n in range(50)))
    with contextlib.closing(sqlite3.connect(results[0].path)) as connection:
        kept = {int(key) for (key,) in connection.execute("SELECT key FROM bot_values") if key.isdecimal()}
    assert kept == set(range(len(kept)))
    assert await database.check() == []
    await database.close()


async def test_the_newest_are_kept_and_nothing_else_is_touched(sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    folder = tmp_path / "backups"
    folder.mkdir()
    others = {"games.sqlite3", "games-old.sqlite3", "other-20200101T000000.000000Z.sqlite3", "notes.txt"}
    for name in others:
        (folder / name).write_text("mine")
    for ending in ("", ".sha256"):
        (folder / f"games-20200101T000000.000000Z.sqlite3{ending}").write_text("an old one")
    made = [(await backup(sqlite_url, folder, keep=3)).path for _ in range(5)]
    assert list_backups("games", folder) == made[:1:-1]
    kept = {path.name for path in made[2:]} | {checksum.path_of(path).name for path in made[2:]}
    assert {path.name for path in folder.iterdir()} == others | kept


async def left_by_killed(work: Coroutine[Any, Any, object], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Break a backup or a restore off when its draft is complete. Return the draft, which is there as after a kill."""
    drafts = {}

    def stop(path: Path) -> None:
        drafts[path] = path.read_bytes()
        raise OSError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(backup_module, "_sync", stop)
        await problem(work)
    ((draft, content),) = drafts.items()
    draft.write_bytes(content)
    return draft


@contextlib.contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Be another process that writes into a folder."""
    handle = os.open(folder, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_SH)
    yield
    os.close(handle)


async def test_what_a_killed_process_left_takes_room_until_the_next_one_only(
    sqlite_file: Path, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await filled(sqlite_url)).close()
    folder = tmp_path / "backups"
    made = (await backup(sqlite_url, folder)).path
    for again, place in (
        (partial(backup, sqlite_url, folder), folder),
        (partial(restore, made, sqlite_url), sqlite_file.parent),
    ):
        left = await left_by_killed(again(), monkeypatch)
        assert left.parent == place
        with holding(place):
            await again()
            assert left.exists(), "it could be what the other one writes"
        await again()
        assert not left.exists()


async def test_what_was_just_made_is_kept_beside_files_with_a_later_date(sqlite_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    await (await filled(sqlite_url)).close()
    old = (await backup(sqlite_url, folder)).path
    later = [folder / f"games-2099010{day}T000000.000000Z.sqlite3" for day in (1, 2)]
    for path in later:
        shutil.copy(old, path)
    made = await backup(sqlite_url, folder, keep=1)
    assert list_backups("games", folder) == [later[1], later[0], made.path]
    assert all(path.name in str(made) for path in later), "whoever made it hears of them"


async def test_at_least_one_backup_is_kept(sqlite_url: str, tmp_path: Path) -> None:
    assert "At least one" in await problem(backup(sqlite_url, tmp_path / "backups", keep=0))


async def test_no_backup_of_nothing(tmp_path: Path) -> None:
    assert "no database" in await problem(backup(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "backups"))
    assert list(tmp_path.iterdir()) == []


async def test_no_backup_of_a_damaged_database_takes_the_place_of_a_good_one(
    sqlite_file: Path, sqlite_url: str, tmp_path: Path
) -> None:
    await (await filled(sqlite_url)).close()
    folder = tmp_path / "backups"
    good = await backup(sqlite_url, folder, keep=1)
    content = bytearray(sqlite_file.read_bytes())
    content[4096 * 2 : 4096 * 9] = b"\xff" * 4096 * 7
    sqlite_file.write_bytes(content)
    assert "cannot be read" in await problem(backup(sqlite_url, folder, keep=1))
    assert sorted(folder.iterdir()) == [good.path, checksum.path_of(good.path)]


async def test_a_folder_that_is_a_file_is_told(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("")
    assert "No backup could be written" in await problem(backup(sqlite_url, tmp_path / "backups"))


async def test_a_backup_is_not_put_back_while_the_bot_runs(sqlite_file: Path, sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    with another_process("read_games", sqlite_file):
        before = sorted(path.name for path in tmp_path.iterdir())
        assert "in use: stop the bot" in await problem(restore(made.path, sqlite_url))
        assert sorted(path.name for path in tmp_path.iterdir()) == before
    await restore(made.path, sqlite_url)


async def test_a_damaged_database_in_use_is_not_replaced_either(sqlite_file: Path, sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    with another_process("damage", sqlite_file):
        assert "in use: stop the bot" in await problem(restore(made.path, sqlite_url))
    assert sqlite_file.read_bytes().startswith(b"xxxx")
    kept = (await restore(made.path, sqlite_url)).kept
    assert kept is not None
    assert kept.read_bytes().startswith(b"xxxx")
    assert len((await rows(sqlite_url))["games"]) == 3


async def test_a_damaged_database_is_replaced_and_kept_with_its_log(sqlite_file: Path, sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    sqlite_file.write_bytes(b"Dear diary, today we played Land.\n" * 1000)
    log = sqlite_file.with_name(sqlite_file.name + "-wal")
    log.write_bytes(b"what the log had")
    restored = await restore(made.path, sqlite_url)
    assert restored.kept is not None
    assert restored.kept.read_bytes().startswith(b"Dear diary")
    assert restored.kept.with_name(restored.kept.name + "-wal").read_bytes() == b"what the log had"
    assert len((await rows(sqlite_url))["games"]) == 3


async def test_a_full_disk_is_told_in_plain_words_and_keeps_the_database(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    before = await rows(sqlite_url)

    def copy(source: Path, draft: Path) -> None:
        draft.write_bytes(b"half of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(source), None, str(draft))

    monkeypatch.setattr("shutil.copyfile", copy)
    assert "games.sqlite3 (No space left on device): nothing was changed." in await problem(restore(made.path, sqlite_url))
    assert await rows(sqlite_url) == before
    assert not list(tmp_path.glob("*.new"))


async def test_a_backup_is_put_where_nothing_is(sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    url = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere' / 'games.sqlite3'}"
    assert (await restore(made.path, url)).kept is None
    assert await rows(url) == await rows(sqlite_url)


@pytest.mark.parametrize("content", ["", "Dear diary, today we played Land.\n" * 1000])
async def test_what_is_no_backup_replaces_nothing(sqlite_url: str, tmp_path: Path, content: str) -> None:
    await (await filled(sqlite_url)).close()
    before = await rows(sqlite_url)
    bad = tmp_path / "bad.sqlite3"
    bad.write_text(content)
    told = await problem(restore(bad, sqlite_url))
    assert told.startswith(f"The backup {bad} cannot be read (")
    assert told.endswith("): take another one. Nothing was changed.")
    assert str(tmp_path / "none") in await problem(restore(tmp_path / "none", sqlite_url))
    assert await rows(sqlite_url) == before


async def test_a_backup_that_this_user_may_not_read_is_no_damaged_one(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.R_OK)
    assert (await problem(restore(made.path, sqlite_url))).startswith(f"You may not use {made.path}: type the command as")


async def test_a_folder_that_this_user_may_not_read_holds_no_damaged_database(
    sqlite_file: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, **_: bool) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "exists", refuse)
    assert (await problem(Database.open(sqlite_url))).startswith(f"You may not use {sqlite_file}: type the command as")


async def test_a_backup_with_a_damaged_index_replaces_nothing(sqlite_url: str, tmp_path: Path) -> None:
    """Only a thorough check compares an index with its table."""
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    with contextlib.closing(sqlite3.connect(made.path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'ix_players_user_id')"
            " WHERE name = 'ix_interactions_at'"
        )
        connection.commit()
    checksum.path_of(made.path).unlink()
    assert "cannot be read" in await problem(restore(made.path, sqlite_url))
    assert len((await rows(sqlite_url))["games"]) == 3


async def test_a_backup_of_a_newer_version_replaces_nothing(sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    with contextlib.closing(sqlite3.connect(made.path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    checksum.path_of(made.path).unlink()
    assert "newer version" in await problem(restore(made.path, sqlite_url))
    assert len((await rows(sqlite_url))["games"]) == 3


async def test_a_backup_that_is_not_what_was_written_replaces_nothing(
    sqlite_file: Path, sqlite_url: str, tmp_path: Path
) -> None:
    """Sound to SQLite, and yet not the backup: only the checksum tells."""
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    with contextlib.closing(sqlite3.connect(made.path)) as connection:
        connection.execute("UPDATE games SET status = 'over'")
        connection.commit()
    before = sqlite_file.read_bytes()
    assert "its checksum differs" in await problem(restore(made.path, sqlite_url))
    assert sqlite_file.read_bytes() == before
    checksum.path_of(made.path).write_text("")
    assert "its checksum differs" in await problem(restore(made.path, sqlite_url))


async def test_a_backup_without_a_checksum_is_put_back_with_a_hint(sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    assert "no checksum" not in str(await restore(made.path, sqlite_url))
    checksum.path_of(made.path).unlink()
    restored = await restore(made.path, sqlite_url)
    assert "There was no checksum next to the backup" in str(restored)
    assert restored.games == 3


async def test_a_checksum_is_written_as_sha256sum_reads_it(sqlite_url: str, tmp_path: Path) -> None:
    await (await filled(sqlite_url)).close()
    made = await backup(sqlite_url, tmp_path / "backups")
    digest = hashlib.sha256(made.path.read_bytes()).hexdigest()
    assert checksum.path_of(made.path).read_text() == f"{digest}  {made.path.name}\n"


async def test_no_backup_is_begun_without_room_for_it(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await filled(sqlite_url)).close()
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=3_000_000))
    said = await problem(backup(sqlite_url, tmp_path / "backups"))
    assert "has 3.0 MB left, and a backup needs " in said
    assert list((tmp_path / "backups").iterdir()) == []


async def test_the_file_of_a_running_bot_is_put_back_with_what_its_log_has(
    sqlite_file: Path, sqlite_url: str, tmp_path: Path
) -> None:
    database = await filled(sqlite_url)
    url = f"sqlite+aiosqlite:///{tmp_path / 'copy.sqlite3'}"
    restored = await restore(sqlite_file, url)
    assert restored.games == 3
    assert await rows(url) == await database.read(everything)
    await database.close()


async def test_a_database_that_a_link_names_is_put_back_behind_the_link(
    sqlite_file: Path, sqlite_url: str, tmp_path: Path
) -> None:
    link = tmp_path / "land.sqlite3"
    link.symlink_to(sqlite_file)
    url = f"sqlite+aiosqlite:///{link}"
    await (await filled(sqlite_url)).close()
    made = await backup(url, tmp_path / "backups")
    assert made.path.name.startswith("land-"), "backups are named as before"
    assert ForgottenFile.of(url, tmp_path).path.name == "land.forgotten", "the list of a database has the name that it had"
    restored = await restore(made.path, url)
    assert link.is_symlink()
    assert restored.path == sqlite_file.resolve()
    assert await rows(url) == await rows(sqlite_url)


async def test_postgresql_is_referred_to_its_own_tools(postgresql_url: str, sqlite_file: Path, tmp_path: Path) -> None:
    assert "`pg_dump" in await problem(backup(postgresql_url, tmp_path))
    assert "`pg_restore" in await problem(restore(sqlite_file, postgresql_url))
