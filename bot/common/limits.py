"""The limits for tables and games in a server that has not set its own."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """The limits that the host sets."""

    tables_per_member: int = 10
    tables_per_server: int = 100
    games_per_member: int = 100
    games_per_server: int = 1000


USUAL = Limits()
