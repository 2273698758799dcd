"""The parts of all tables: types, ids, and the fate of a person's columns."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import REAL, BigInteger, Column, Double, Integer, MetaData, Table
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Big = BigInteger().with_variant(Integer, "sqlite")
"""64 bits on both engines: SQLite's INTEGER always has them, and its STRICT tables do not allow BIGINT."""

Float64: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")
"""64 bits on both engines, so that a rebuild gives exactly the same figures."""


Fate = Literal["seat", "number", "name", "clear", "digest", "row", "row that begins with it"]
"""The fate of a column that identifies a person, when the bot forgets that person. ``seat``: a former player holds the seat.
``number``: the id becomes negative. ``name``: the name becomes “a former player”. ``clear``: null. ``digest``: null, and the
columns ``salt`` and ``digest`` serve to check whether somebody is that person. ``row``, ``row that begins with it``: the row is
deleted."""


def of_person(fate: Fate, of: str | None = None) -> dict[str, str]:
    """Return the ``info`` of a column that identifies a person. ``of``: the column with the id of the person, for a name."""
    return {"person": fate} if of is None else {"person": fate, "of": of}


def make_table(name: str, *parts: SchemaItem, numbered: bool = False) -> Table:
    """Return a STRICT table. ``numbered``: no id is used twice, so an old button cannot reach a new row."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_autoincrement=numbered)


def identity() -> Column[int]:
    """Return the column ``id``, whose values the database assigns."""
    return Column("id", Big, primary_key=True, autoincrement=True)
