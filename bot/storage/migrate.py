"""Bringing a database to the tables of this version, by the Alembic revisions in ``migrations/versions``."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Literal

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

Standing = Literal["empty", "older", "current", "newer", "foreign"]
"""What a database is to this version of the bot; ``foreign``: another program's tables are in it."""


FOLDER = Path(__file__).parent / "migrations"


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def revisions() -> tuple[str, ...]:
    """Every revision that this version knows, the oldest first."""
    script = ScriptDirectory.from_config(_config())
    return tuple(reversed([found.revision for found in script.walk_revisions()]))


def standing(connection: Connection) -> Standing:
    """How the connected database stands to this version. Changes nothing."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" not in tables:
        return "foreign" if tables else "empty"
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if not found:
        return "empty" if tables == ["alembic_version"] else "foreign"
    if found == [revisions()[-1]]:
        return "current"
    return "older" if set(found) <= set(revisions()) else "newer"


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the revisions that are missing, within the transaction that is open on the connection."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    if connection.dialect.name == "sqlite" and (row := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
        raise RuntimeError(f"migrating would leave rows of {row[0]} that hang on no row of {row[2]}")


def draft(message: str) -> None:
    """Write the next revision: what ``tables.py`` has and the newest revision has not, to be looked over by its author."""
    config = _config()
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        upgrade(connection)
        config.attributes["connection"] = connection
        command.revision(config, message, autogenerate=True, rev_id=f"{len(revisions()) + 1:04}")
    engine.dispose()


if __name__ == "__main__":
    draft(" ".join(sys.argv[1:]))
