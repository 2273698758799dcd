"""PostgreSQL: a small pool of connections, READ COMMITTED, rows that are locked before they are changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.engine.errors import DatabaseProblem, LastingProblem, find_sentence, find_sqlstate
from bot.version import VERSION

POOL = 5
"""Connections of one process, and so the most concurrent transactions. Others wait."""

MIGRATION_LOCK = 0x6C616E64
"""The key of the advisory lock that a migrating process holds. It has no other use."""


def make_engine(url: URL, patience: float, pool: int = POOL, **server_settings: str) -> AsyncEngine:
    """Return an engine for a server. ``patience``: seconds that a transaction waits for a lock or a connection.

    ``server_settings``: additional settings of its sessions.
    """
    query = dict(url.query)
    if "sslmode" in query:  # the spelling of libpq and many hosts
        query["ssl"] = query.pop("sslmode")
    settings = {
        "application_name": f"land-games {VERSION}",
        "lock_timeout": str(round(patience * 1000)),
        "idle_in_transaction_session_timeout": "30000",
        **server_settings,
    }
    arguments: dict[str, Any] = {"timeout": patience, "command_timeout": 60, "server_settings": settings}
    return create_async_engine(
        url.set(query=query),
        hide_parameters=True,
        isolation_level="READ COMMITTED",
        pool_size=pool,
        max_overflow=0,
        pool_timeout=patience,
        pool_pre_ping=True,
        connect_args=arguments,
    )


def lock_for_migration(connection: Connection) -> None:
    """Wait until no other process is migrating. The lock ends with the transaction."""
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})


def find_problem(url: URL, error: BaseException) -> DatabaseProblem | None:
    """Return the problem if a server refuses access or writing; ``None`` for another error. It never contains the password."""
    where, state = f"{url.host or 'localhost'}:{url.port or 5432}", find_sqlstate(error)
    if state in ("28P01", "28000"):
        return LastingProblem(f"PostgreSQL at {where} does not accept the user {url.username}: check DATABASE_URL.")
    if state == "3D000":
        return LastingProblem(
            f"PostgreSQL at {where} has no database {url.database}: make it with `createdb`, or check DATABASE_URL."
        )
    if state == "42501":
        return LastingProblem(
            f"The user {url.username} may not make tables in the database {url.database}: grant it that right."
        )
    if state == "25006":
        return DatabaseProblem(f"PostgreSQL at {where} can only be read: set DATABASE_URL to a server that accepts writes.")
    if state == "55P03":
        return DatabaseProblem(f"The database {url.database} at {where} is locked by another program: end that program.")
    if find_sentence(error) is None:
        return None
    why = str(getattr(error, "orig", error)).splitlines()[0:1]
    return DatabaseProblem(
        f"PostgreSQL at {where} cannot be reached ({(why or [type(error).__name__])[0]}): check DATABASE_URL and the server."
    )
