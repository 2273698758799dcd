"""PostgreSQL: a small pool of connections, READ COMMITTED, rows locked before they are changed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.engine.errors import DatabaseProblem, LastingProblem, find_sentence, find_sqlstate
from bot.version import VERSION

POOL = 5
"""Maximum number of connections of one process, and so of concurrent transactions. Further ones wait."""

MIGRATION_LOCK = 0x6C616E64
"""The key of the advisory lock that a migrating process holds. Nothing else uses this key."""


KNOWN = {"application_name", "host", "port", "ssl", "target_session_attrs"}
"""Parameters of a URL that the driver or the bot knows."""
IGNORED = {"channel_binding", "connect_timeout"}
"""Parameters of other drivers that providers write into their URLs. The bot ignores them."""


def make_engine(url: URL, patience: float, pool: int = POOL, **server_settings: str) -> AsyncEngine:
    """Return an engine for a server. ``patience``: seconds that a transaction waits for a lock or a connection.

    ``server_settings``: additional settings of its sessions.
    """
    query = _read_parameters(url)
    settings = {
        "application_name": query.pop("application_name", f"land-games {VERSION}"),
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


def _read_parameters(url: URL) -> dict[str, Any]:
    """Return the parameters of a URL in the driver's form. Raise LastingProblem for parameters that the bot cannot respect."""
    query: dict[str, Any] = {name: value for name, value in url.query.items() if name not in IGNORED}
    if str(query.pop("pgbouncer", "false")).lower() != "false":
        raise LastingProblem(
            "DATABASE_URL leads to a connection pooler (pgbouncer), but the bot holds locks in its sessions: write the address "
            "of the server itself."
        )
    if "sslmode" in query:  # the spelling of libpq and many providers
        query["ssl"] = query.pop("sslmode")
    if unknown := sorted(query.keys() - KNOWN):
        raise LastingProblem(f"DATABASE_URL has parameters that are not known: leave out {', '.join(unknown)}.")
    return query


def lock_for_migration(connection: Connection) -> None:
    """Wait until no other process is migrating. The lock ends with the transaction."""
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})


def find_problem(url: URL, error: BaseException) -> DatabaseProblem | None:
    """Return the problem if a server refuses access or writing; ``None`` for another error.

    The text never contains the password.
    """
    where, state = f"{url.host or 'localhost'}:{url.port or 5432}", find_sqlstate(error)
    if state in ("28P01", "28000"):
        return LastingProblem(f"PostgreSQL at {where} does not accept the user {url.username}: check DATABASE_URL.")
    if state == "3D000":
        return LastingProblem(
            f"PostgreSQL at {where} has no database {url.database}: create it with `createdb`, or check DATABASE_URL."
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
