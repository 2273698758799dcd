"""The state of a vote on the house rules of the next game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Vote(NamedTuple):
    """The state of a vote."""

    cast: Mapping[int, Mapping[str, Any]]
    """The votes cast: user id -> option -> value."""
    voters: int
    """Number of players who may vote."""
    counts_at: int
    """The time at which the vote begins to count, however few have voted (ms since 1970)."""
    now: int

    @property
    def quorum(self) -> int:
        """Number of votes with which the vote counts at once: more than half of the players."""
        return self.voters // 2 + 1

    @property
    def most_have_voted(self) -> bool:
        """Whether more than half of the players have voted."""
        return len(self.cast) >= self.quorum

    @property
    def counts(self) -> bool:
        """Whether the rules of the next game may be taken from it: more than half have voted, or a day has passed."""
        return self.most_have_voted or self.now >= self.counts_at
