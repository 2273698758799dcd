"""The list of forgotten persons and servers: after a restore, they are forgotten again.

The list is in the database and, because it must outlive the database, in a file next to the backups. It contains salted
digests, so it reveals a forgotten person only to somebody who has the person's id or name.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import sqlite
from bot.storage.engine.database import parse
from bot.storage.rows import upsert
from bot.storage.schema import forgotten


@dataclass(frozen=True, slots=True)
class Entry:
    """A forgotten person or name (``digest``) in a server or everywhere (``server`` ``None``), or a forgotten server."""

    salt: str
    digest: str | None
    server: int | None
    at: int

    def is_of(self, user_id: int) -> bool:
        """Return whether the entry is about a person."""
        return self.digest == _digest(self.salt, str(user_id))

    def is_name(self, name: str) -> bool:
        """Return whether the entry is about a name, regardless of the spaces in it."""
        return self.digest == _digest(self.salt, _as_listed(name))


def _digest(salt: str, what: str) -> str:
    return hashlib.sha256(f"{salt} {what}".encode()).hexdigest()


def _as_listed(name: str) -> str:
    """Return the form of a name that is digested. The word before it keeps a name of digits from matching an id."""
    return f"name {' '.join(name.split())}"


def make_person_entry(user_id: int, server: int | None, now: int) -> Entry:
    """Return a new entry for a person who is being forgotten."""
    salt = secrets.token_hex(16)
    return Entry(salt, _digest(salt, str(user_id)), server, now)


def make_name_entry(name: str, server: int | None, now: int) -> Entry:
    """Return a new entry for the name of a person who is being forgotten."""
    salt = secrets.token_hex(16)
    return Entry(salt, _digest(salt, _as_listed(name)), server, now)


def make_server_entry(server: int, now: int) -> Entry:
    """Return a new entry for a server that is being forgotten."""
    return Entry(secrets.token_hex(16), None, server, now)


async def add_entry(conn: AsyncConnection, entry: Entry) -> None:
    """Add an entry to the list in the database, unless it is already there."""
    await upsert(conn, forgotten, ("salt",), **asdict(entry))


async def read_entries(conn: AsyncConnection) -> list[Entry]:
    """Return the list in the database, oldest first."""
    found = await conn.execute(select(forgotten).order_by(forgotten.c.at, forgotten.c.salt))
    return [Entry(**row) for row in found.mappings()]


def read_file_entries(database: Path) -> list[Entry]:
    """Return the list in an SQLite file of any version; empty if the file has none or is unreadable."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database.as_uri() + "?mode=ro", uri=True)) as connection:
        return [Entry(*row) for row in connection.execute("SELECT salt, digest, server, at FROM forgotten")]
    return []


class ForgottenFile:
    """The list as a file: one entry per line, as JSON. Entries are only ever appended."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, database_url: str, backup_folder: Path | str) -> ForgottenFile:
        """Return the file that is next to the backups of a database."""
        url = parse(database_url)
        name = sqlite.name_of(url) if url.get_backend_name() == "sqlite" else str(url.database)
        return cls(Path(backup_folder) / f"{name}.forgotten")

    def read(self) -> list[Entry]:
        """Return the entries; empty if there is no file. An incomplete last line is skipped."""
        found = []
        with suppress(FileNotFoundError):
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                with suppress(ValueError, TypeError):
                    found.append(Entry(**json.loads(line)))
        return found

    def add(self, wanted: Iterable[Entry]) -> None:
        """Append the missing entries, and flush them to the disk. Raise OSError if that fails."""
        known = {entry.salt for entry in self.read()}
        missing = [entry for entry in wanted if entry.salt not in known]
        if not missing:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(f"\n{json.dumps(asdict(entry))}" for entry in missing))
            file.flush()
            os.fsync(file.fileno())
