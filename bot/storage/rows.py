"""Small helpers for the query modules."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CursorResult


def new_id(result: CursorResult[Any]) -> int:
    """The id that an insert of one row was given."""
    key = result.inserted_primary_key
    if key is None:
        raise RuntimeError("the insert gave no id")
    return int(key[0])
