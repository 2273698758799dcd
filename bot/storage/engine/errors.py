"""The errors of a database, each with a readable sentence."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class DatabaseProblem(Exception):
    """The database cannot be opened, copied or restored. ``str()`` is a sentence for the host."""


class LastingProblem(DatabaseProblem):
    """A problem that a restart cannot solve: the host has to change something first."""


class DamagedFile(LastingProblem):
    """SQLite cannot read a file. ``why``: SQLite's message."""

    def __init__(self, sentence: str, why: str) -> None:
        super().__init__(sentence)
        self.why = why


class DatabaseBusy(Exception):
    """A transaction failed. ``str()`` is a sentence for the player who pressed.

    Nothing was changed, unless the sentence says otherwise.
    """


LOCKED = "Another program is using the games’ storage right now, so nothing was changed. Please try again in a moment."
FULL = "The disk that keeps the games is full, so nothing was changed. Please tell the host of the bot."
READ_ONLY = "The games’ storage can only be read right now, so nothing was changed. Please tell the host of the bot."
DAMAGED = "The games’ storage cannot be read or written properly, so nothing was changed. Please tell the host of the bot."
UNREACHABLE = "The games’ storage cannot be reached right now, so nothing was changed. Please try again in a moment."
STOPPING = "The bot is being restarted right now, so nothing was changed. Please try again in a moment."
UNCERTAIN = "The games’ storage went away while saving. Before you try again, please check with /board whether it counted."

LASTING = (FULL, READ_ONLY, DAMAGED)
"""Failures that last until somebody fixes their cause."""

_SQLITE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: DAMAGED,
    sqlite3.SQLITE_IOERR: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
"""SQLite's primary result codes."""

_POSTGRESQL = {
    "55P03": LOCKED,  # lock_not_available
    "57014": LOCKED,  # query_canceled: it took too long
    "25P03": LOCKED,  # idle_in_transaction_session_timeout
    "40001": LOCKED,  # serialization_failure, after every retry
    "40P01": LOCKED,  # deadlock_detected, after every retry
    "53100": FULL,  # disk_full
    "25006": READ_ONLY,  # read_only_sql_transaction
    "53200": DAMAGED,  # out_of_memory
    "58030": DAMAGED,  # io_error
    "XX001": DAMAGED,  # data_corrupted
    "XX002": DAMAGED,  # index_corrupted
}
"""PostgreSQL's SQLSTATE codes. Classes 08 (connection), 53 (resources) and 57P (shutdown) count as unreachable."""

RETRIED = frozenset({"40001", "40P01"})
"""SQLSTATE codes after which the transaction is retried: serialisation failure and deadlock."""


def find_sqlite_code(error: BaseException) -> int | None:
    """Return SQLite's primary result code of an error, or ``None`` if it is not from SQLite."""
    cause: object = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def find_sqlstate(error: BaseException) -> str | None:
    """Return PostgreSQL's SQLSTATE of an error, or ``None`` if it is not from PostgreSQL."""
    cause: object = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlstate", None)
    return code if isinstance(code, str) else None


def is_locked(error: BaseException) -> bool:
    """Return whether another connection has locked the SQLite file."""
    return find_sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


def is_lost(error: BaseException) -> bool:
    """Return whether the connection to a server was lost or could not be made."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    state = find_sqlstate(error) or ""
    return isinstance(error, (OSError, PoolTimeout)) or (state.startswith(("08", "53", "57P")) and state not in _POSTGRESQL)


def find_sentence(error: BaseException) -> str | None:
    """Return the sentence for a player if the storage failed; ``None`` for an error with another cause."""
    code, state = find_sqlite_code(error), find_sqlstate(error)
    if code is not None:
        return _SQLITE.get(code)
    if state in _POSTGRESQL:
        return _POSTGRESQL[state]
    return UNREACHABLE if is_lost(error) else None
