"""Processes that are killed, share a database or have no room left: what was confirmed is kept, and nothing by halves."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import errors
from bot.storage.engine.database import Database, DatabaseBusy, DatabaseProblem
from bot.storage.schema import bot_values, game_log, games, posts
from tests.storage.player import Player, move


async def start_game(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        values = {"guild_id": 7, "channel_id": 8, "kind": "pastures", "rules": 1, "seats": 2, "options": "{}", "setup": "{}"}
        await connection.execute(insert(games).values(**values, status="running", version=0, created_at=0, updated_at=0))

    await database.write(work)


async def played(database: Database) -> int:
    """Return how many moves game 1 has. Assert that all three places agree and that no number is missing."""

    async def work(connection: AsyncConnection) -> tuple[int, list[int], int]:
        version = (await connection.execute(select(games.c.version))).scalar_one()
        numbers = list((await connection.execute(select(game_log.c.seq).order_by(game_log.c.seq))).scalars())
        return version, numbers, (await connection.execute(select(func.count()).select_from(posts))).scalar_one()

    version, numbers, count = await database.read(work)
    assert numbers == list(range(1, version + 1))
    assert count == version
    return version


@pytest.mark.postgresql
async def test_a_killed_process_has_kept_what_it_confirmed_and_nothing_by_halves(database_url: str) -> None:
    database = await Database.open(database_url)
    await start_game(database)
    await database.close()
    before = 0
    for moves in (3, 23):
        process = Player(database_url)
        confirmed = [process.hear() for _ in range(moves)]
        await asyncio.sleep(random.uniform(0, 0.003))
        process.kill()
        confirmed += process.hear_all()
        assert confirmed == list(range(before + 1, confirmed[-1] + 1))
        database = await Database.open(database_url)
        before = await played(database)
        assert before in (confirmed[-1], confirmed[-1] + 1)
        assert await database.check() == []
        await database.close()


async def test_a_process_killed_while_it_makes_the_database_leaves_none_or_a_whole_one(empty_sqlite_url: str) -> None:
    for delay in (0.01, 0.05):
        process = Player(empty_sqlite_url, 0)
        await asyncio.sleep(delay)
        process.kill()
        process.hear_all()
        database = await Database.open(empty_sqlite_url)
        assert await database.check() == []
        await database.close()
        Path(database.url.database or "").unlink()


@pytest.mark.postgresql
async def test_processes_that_start_at_once_make_one_database(empty_database_url: str) -> None:
    others = [Player(empty_database_url, 0) for _ in range(3)]
    assert [process.hear_all() for process in others] == [[], [], []]
    assert [process.status for process in others] == [0, 0, 0]
    database = await Database.open(empty_database_url, migrate=False)
    assert await database.check() == []
    await database.close()


@pytest.mark.postgresql
async def test_two_processes_and_this_one_play_one_game(database_url: str) -> None:
    database = await Database.open(database_url)
    await start_game(database)
    others = [Player(database_url, 15) for _ in range(2)]
    own = [await database.write(move) for _ in range(15)]
    told = [process.hear_all() for process in others]
    assert sorted([*own, *told[0], *told[1]]) == list(range(1, 46))
    assert await played(database) == 45
    await database.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 800 KB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=800k", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_disk_that_fills_up_refuses_moves_and_keeps_every_confirmed_one(
    small_disk: Path, sqlite_template: Path
) -> None:
    shutil.copy(sqlite_template, small_disk / "games.sqlite3")
    url = f"sqlite+aiosqlite:///{small_disk / 'games.sqlite3'}"
    database = await Database.open(url)
    await start_game(database)
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 512)
        except OSError:
            pass
    confirmed = 0

    async def play_on() -> None:
        nonlocal confirmed
        for _ in range(10_000):
            confirmed = await database.write(move)

    with pytest.raises(DatabaseBusy) as refusal:
        await play_on()
    assert str(refusal.value) == errors.FULL
    assert await played(database) == confirmed
    ballast.unlink()
    assert await database.write(move) == confirmed + 1
    await database.close()
    database = await Database.open(url)
    assert await played(database) == confirmed + 1
    assert await database.check() == []
    await database.close()


async def test_a_disk_without_room_for_a_database_gets_none(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 790_000)
    with pytest.raises(DatabaseProblem, match=r"cannot be made .*disk has room"):
        await Database.open(f"sqlite+aiosqlite:///{small_disk / 'games.sqlite3'}")
    assert [path.name for path in small_disk.iterdir()] == ["ballast"]


async def test_a_game_that_is_too_large_for_the_rest_of_the_disk_is_refused_alone(
    small_disk: Path, sqlite_template: Path
) -> None:
    shutil.copy(sqlite_template, small_disk / "games.sqlite3")
    database = await Database.open(f"sqlite+aiosqlite:///{small_disk / 'games.sqlite3'}")
    await start_game(database)

    async def too_much(connection: AsyncConnection) -> None:
        await move(connection)
        await connection.execute(insert(bot_values).values(key="large", value="x" * 500_000))

    with pytest.raises(DatabaseBusy) as refusal:
        await database.write(too_much)
    assert str(refusal.value) == errors.FULL
    assert await database.write(move) == 1
    assert await played(database) == 1
    await database.close()
