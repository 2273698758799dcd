"""Rounds: who meets whom next where the best meet the best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.util import find_spec

from bot.league.pairings import Meeting


def can_pair() -> bool:
    """Return whether rounds can be paired here: py4swiss is built for some machines alone."""
    return find_spec("py4swiss") is not None


def pair_round(
    members: int, rounds: Sequence[Sequence[Meeting]], gone: Collection[int] = ()
) -> list[tuple[int, int | None]] | None:
    """Return the games of the next round, whoever begins first, and the bye; ``None`` where no round is left.

    Members are the numbers from 0, the best first. Nobody meets anybody twice, or has a second bye, or begins three times
    more, or less, than they follow. ``gone``: those who have withdrawn.
    """
    if members - len(gone) < 2:
        return None
    from bot.league.dutch import pair  # imported here: not every machine has it, and it takes long to load

    return pair(members, rounds, gone)
