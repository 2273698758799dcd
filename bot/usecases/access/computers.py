"""Access checks for everything that needs a computer player, which some games do not have."""

from __future__ import annotations

from bot.usecases.refusal import Refusal
from players import PLAYERS
from rules import GAMES


def has_computer(kind: str) -> bool:
    """Return whether computers can play a game."""
    return kind in PLAYERS


def to_use_computer(kind: str) -> None:
    """Raise Refusal unless computers can play the game."""
    if not has_computer(kind):
        title = GAMES[kind].title
        raise Refusal(
            "No computer plays {title} yet: only members can. Open a table with `/newgame {kind}`.", title=title, kind=kind
        )
