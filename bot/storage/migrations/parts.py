"""The parts of tables, in short, for the revisions.

Keys and indexes get their names from ``schema.py``, by Alembic: ``None`` stands for the name of an index.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLOAT: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")


def create_table(name: str, *parts: SchemaItem, numbered: bool = False) -> sa.Table:
    """Create a STRICT table and return it. ``numbered``: no id is used twice."""
    return op.create_table(name, *parts, sqlite_strict=True, sqlite_autoincrement=numbered)


def identity() -> sa.Column[Any]:
    """Return the column ``id``, which the database fills."""
    return sa.Column("id", BIG, primary_key=True)


def big(name: str, **options: Any) -> sa.Column[Any]:
    """Return a column of 64 bits: an id, or a time."""
    return _column(name, BIG, **options)


def integer(name: str, **options: Any) -> sa.Column[Any]:
    """Return a column of small numbers."""
    return _column(name, sa.Integer(), **options)


def text(name: str, **options: Any) -> sa.Column[Any]:
    """Return a column of text."""
    return _column(name, sa.Text(), **options)


def real(name: str, **options: Any) -> sa.Column[Any]:
    """Return a column of floating-point numbers."""
    return _column(name, FLOAT, **options)


def parent(name: str, table: str = "games", constraint: str | None = None, **options: Any) -> sa.Column[Any]:
    """Return a column with the id of a row of another table, which this row is deleted with."""
    return _column(name, BIG, sa.ForeignKey(f"{table}.id", name=constraint, ondelete="CASCADE"), **options)


def _column(
    name: str, kind: Any, *parts: Any, key: bool = False, null: bool = False, default: str | None = None
) -> sa.Column[Any]:
    return sa.Column(name, kind, *parts, primary_key=key, autoincrement=False, nullable=null, server_default=default)
