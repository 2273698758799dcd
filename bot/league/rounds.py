"""Rounds: pairings in which members with equal results meet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.util import find_spec

from bot.league.pairings import Meeting


def can_pair() -> bool:
    """Return whether rounds can be paired here: py4swiss is available only on some machines."""
    return find_spec("py4swiss") is not None


def pair_round(
    members: int, rounds: Sequence[Sequence[Meeting]], gone: Collection[int] = ()
) -> list[tuple[int, int | None]] | None:
    """Return the games of the next round as (first, second), and the bye as (member, None); ``None`` if no round is left.

    Members are numbers from 0, best first. Nobody meets the same member twice, has a second bye, or begins three times
    more or less often than they follow. ``gone``: the members who have withdrawn.
    """
    if members - len(gone) < 2:
        return None
    from bot.league.dutch import pair  # imported here: not every machine has it, and it takes long to load

    return pair(members, rounds, gone)
