"""What needs a computer player: a game may have none."""

from __future__ import annotations

from bot.usecases.refusal import Refusal
from players import PLAYERS
from rules import GAMES


def has_computer(kind: str) -> bool:
    """Return whether computers can play a game."""
    return kind in PLAYERS


def to_use_computer(kind: str) -> None:
    """Allow anybody, in a game that computers can play. Raise Refusal in any other."""
    if not has_computer(kind):
        title = GAMES[kind].title
        raise Refusal(
            "No computer plays {title} yet: only members can. Open a table with `/newgame {kind}`.", title=title, kind=kind
        )
