"""Fixtures for tests that need a database: ``database_url`` and ``database`` run a test on SQLite and on PostgreSQL.

Each process of a test run starts a PostgreSQL, in a folder of its own, from Debian's packages. ``TEST_POSTGRES_URL`` names a
server that runs already, for all of them (15 or newer, and a user that may create databases). Without either, the tests on it
are skipped.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import functools
import itertools
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import URL, make_url

from bot.storage.engine.database import Database

ENGINES = ("sqlite", "postgresql")
TEMPLATE = f"land_games_template_{os.getpid()}"
_numbers = itertools.count(1)


def aside(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine on a loop of its own, beside whatever loop the test has."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:  # noqa: BLE001 - handed to the caller below
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


async def _make(url: str) -> None:
    await (await Database.open(url)).close()


async def execute(server: URL, *statements: str) -> None:
    plain = server.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(plain)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def find_programs() -> Path | None:
    """The folder of PostgreSQL's newest installed server programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def postgresql_program(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's client programs, of the version of the server where both are here."""
    programs = find_programs()
    path = shutil.which(name) if programs is None else str(programs / name)
    assert path is not None, f"{name} is missing (apt install postgresql-client)"
    subprocess.run([path, *arguments], check=True, stdin=subprocess.DEVNULL)


def _unprivileged() -> list[str]:
    """How to run a program as somebody whom PostgreSQL lets start a server: not as root."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


@contextlib.contextmanager
def private_server(programs: Path) -> Iterator[URL]:
    """A PostgreSQL of our own on a socket in a folder of its own; what it has need not survive a power cut."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        if _unprivileged():
            shutil.chown(folder, "postgres", "postgres")

        def run(program: str, *arguments: str) -> None:
            command = [*_unprivileged(), str(programs / program), *arguments]
            subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

        data, log = str(folder / "data"), str(folder / "log")
        run(
            "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "--auth=trust",
            "--no-sync",
            "--no-instructions",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )
        settings = (
            "fsync=off",
            "full_page_writes=off",
            "listen_addresses=",
            f"unix_socket_directories={folder}",
            "max_connections=60",
        )
        options = " ".join(f"-c {setting}" for setting in settings)
        run("pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start")
        try:
            yield URL.create("postgresql+asyncpg", "postgres", database="postgres", query={"host": str(folder)})
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[URL]:
    """The maintenance database of a PostgreSQL that has ``TEMPLATE``, a migrated database without rows."""
    given, programs = os.environ.get("TEST_POSTGRES_URL"), find_programs()
    if given:
        server: contextlib.AbstractContextManager[URL] = contextlib.nullcontext(
            make_url(given).set(drivername="postgresql+asyncpg")
        )
    elif programs:
        server = private_server(programs)
    else:
        assert "CI" not in os.environ, "a full run needs PostgreSQL (apt install postgresql)"
        pytest.skip("PostgreSQL is not installed, and TEST_POSTGRES_URL is not set")
    with server as url:
        aside(execute(url, f"DROP DATABASE IF EXISTS {TEMPLATE} WITH (FORCE)", f"CREATE DATABASE {TEMPLATE}"))
        aside(_make(text_of(url.set(database=TEMPLATE))))
        yield url
        aside(execute(url, f"DROP DATABASE {TEMPLATE} WITH (FORCE)"))


@functools.cache
def empty_sqlite() -> Path:
    """A migrated SQLite file without rows, to be copied: migrating takes longer than most tests."""
    folder = tempfile.TemporaryDirectory(prefix="land-games-")
    atexit.register(folder.cleanup)
    path = Path(folder.name) / "empty.sqlite3"
    aside(_make(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def sqlite_template() -> Path:
    """A migrated SQLite file without rows."""
    return empty_sqlite()


def text_of(url: URL) -> str:
    """A URL as ``DATABASE_URL`` has it."""
    return url.render_as_string(hide_password=False)


@contextlib.contextmanager
def fresh_postgresql(server: URL, *, migrated: bool = True) -> Iterator[str]:
    """The URL of a new database on a server, dropped afterwards."""
    name = f"land_games_{os.getpid()}_{next(_numbers)}"
    aside(execute(server, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE if migrated else 'template0'} STRATEGY FILE_COPY"))
    try:
        yield text_of(server.set(database=name))
    finally:
        aside(execute(server, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def sqlite_file(tmp_path: Path, sqlite_template: Path) -> Path:
    """A migrated SQLite file of this test."""
    return Path(shutil.copy(sqlite_template, tmp_path / "games.sqlite3"))


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    """The URL of ``sqlite_file``."""
    return f"sqlite+aiosqlite:///{sqlite_file}"


@pytest.fixture
def postgresql_url(postgresql_server: URL) -> Iterator[str]:
    """The URL of a migrated PostgreSQL database of this test."""
    with fresh_postgresql(postgresql_server) as url:
        yield url


@pytest.fixture(params=ENGINES)
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a migrated database without rows, on each engine in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    """The URL of a file that is not there, in a folder that is not there."""
    return f"sqlite+aiosqlite:///{tmp_path / 'var' / 'games.sqlite3'}"


@pytest.fixture
def empty_postgresql_url(postgresql_server: URL) -> Iterator[str]:
    """The URL of a PostgreSQL database without tables."""
    with fresh_postgresql(postgresql_server, migrated=False) as url:
        yield url


@pytest.fixture(params=ENGINES)
def empty_database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a database without tables (SQLite: without a file), on each engine in turn."""
    url: str = request.getfixturevalue(f"empty_{request.param}_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database without rows, on each engine in turn."""
    opened = await Database.open(database_url)
    yield opened
    await opened.close()
