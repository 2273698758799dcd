"""Migrate a database to the tables of this version, by the Alembic revisions in ``migrations/versions``.

Alembic is imported only if a migration is needed: most starts need none, and it takes four megabytes.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Connection, create_engine, inspect, text

from bot.storage.engine.errors import DatabaseProblem, LastingProblem

if TYPE_CHECKING:
    from alembic.config import Config

SchemaState = Literal["empty", "older", "between", "current", "newer", "foreign"]
"""The state of a database's tables, compared with this version.

``between``: an older commit left them between two revisions, and only such a commit can migrate them. ``foreign``: they belong
to another program."""

FOLDER = Path(__file__).parents[1] / "migrations"

LAST_WITH_EACH_STEP = "bd194e82878d6a00dd61b30c8589330b5cbe1c53"
"""The last commit that has all revisions from 0001 to 0027, so it migrates every older database to 0027."""

FIRST_WITH_LOCKS = "0013"
"""From this revision on, every running process holds a lock and can be counted."""

_COUNT_OLD_SESSIONS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = 'land-games' AND pid <> pg_backend_pid()"
)
"""The query that counts the connections of versions before 0.3.0. Later versions append their number to the name."""

_lock = threading.Lock()


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def list_revisions() -> tuple[str, ...]:
    """Return the numbers of all revisions of this version, oldest first. The file of a revision begins with its number."""
    return tuple(sorted(path.name.partition("_")[0] for path in (FOLDER / "versions").glob("[0-9]*_*.py")))


def read_schema_state(connection: Connection) -> SchemaState:
    """Return the state of the connected database's tables, without changing anything."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        return "foreign" if tables else "empty"
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if not found:
        return "empty" if tables == ["alembic_version"] else "foreign"
    newest = list_revisions()[-1]
    if found == [newest]:
        return "current"
    if max(found) > newest:
        return "newer"
    return "older" if set(found) <= set(list_revisions()) else "between"


def check_schema(found: SchemaState, name: str, *, migrates: bool) -> None:
    """Raise DatabaseProblem unless the database ``name`` has the schema of this version, or can be migrated to it.

    ``migrates``: whether the caller migrates an older or empty database.
    """
    if found == "newer":
        raise LastingProblem(
            f"The database {name} is from a newer version of the bot: update the bot, or put an older backup back."
        )
    if found == "between":
        raise LastingProblem(
            f"The database {name} is from a commit between two releases, which this version cannot migrate: check out commit "
            f"{LAST_WITH_EACH_STEP}, run `migrate` there, then return to this version. Nothing was changed."
        )
    if found == "foreign":
        raise LastingProblem(f"The database {name} is another program's: set DATABASE_URL to one of the bot's own.")
    if found != "current" and not migrates:
        raise DatabaseProblem(f"The database {name} has not been migrated to this version yet: run `migrate`.")


def check_beside(connection: Connection, processes: int) -> None:
    """Raise DatabaseProblem if the missing revisions would break running processes of an older version.

    A revision that only adds to the schema sets ``additive = True``: the older version can then keep running next to it.
    """
    from alembic.script import ScriptDirectory

    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    missing = {revision for revision in list_revisions() if revision > found}
    script = ScriptDirectory.from_config(_config())
    if found < FIRST_WITH_LOCKS:
        processes += int(connection.scalar(_COUNT_OLD_SESSIONS) or 0)
    if processes and not all(getattr(script.get_revision(name).module, "additive", False) for name in missing):
        raise DatabaseProblem(
            "This update changes parts of the database that running processes use: stop them all, then start this one."
        )


@asynccontextmanager
async def run_alone() -> AsyncIterator[None]:
    """Hold a lock, so that one migration runs at a time in this process, on any event loop: Alembic uses global variables."""
    while not _lock.acquire(blocking=False):  # noqa: ASYNC110 - an Event would belong to one loop
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        _lock.release()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the missing revisions in the connection's open transaction. Call it within :func:`run_alone`."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    if connection.dialect.name == "sqlite" and (row := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise RuntimeError(f"migrating would leave rows of {row[0]} that refer to missing rows of {row[2]}")


def draft(message: str) -> None:
    """Write the next revision: the difference between ``schema.py`` and the newest revision. Its author must review it."""
    from alembic import command

    config = _config()
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
        config.attributes["connection"] = connection
        command.revision(config, message, autogenerate=True, rev_id=f"{int(list_revisions()[-1]) + 1:04}")
    engine.dispose()


if __name__ == "__main__":
    draft(" ".join(sys.argv[1:]))
