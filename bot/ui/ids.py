"""The ``custom_id`` of every button and menu: all that is needed to answer a press, however long ago it was sent.

``lg1:<what>:<id>:<rest>``. The number is the version of the format: a press of another version gets a friendly answer.
"""

from __future__ import annotations

PREFIX = "lg1"


def board(game_id: int, version: int, what: str) -> str:
    """A button under a board; ``what``: play, board, rules, again, vote, replay."""
    return f"{PREFIX}:board:{game_id}:{version}:{what}"


def panel(game_id: int, version: int, control: str, stamp: str) -> str:
    """A button or menu of a **Play** panel that was made at that version of the game.

    ``stamp`` differs from one answer to the next: Discord's clients keep what was picked in a menu for as long as its id
    stays the same, whatever the bot has said since.
    """
    return f"{PREFIX}:panel:{game_id}:{version}:{control}:{stamp}"


def table(lobby_id: int, what: str) -> str:
    """A button of a table; ``what``: join, leave, start, cancel, accept, decline."""
    return f"{PREFIX}:table:{lobby_id}:{what}"


def proposal(proposal_id: int, what: str) -> str:
    """A button under a question to the other players; ``what``: agree, refuse."""
    return f"{PREFIX}:proposal:{proposal_id}:{what}"


def resign(game_id: int, what: str) -> str:
    """A button of the question whether somebody really gives up; ``what``: yes, no."""
    return f"{PREFIX}:resign:{game_id}:{what}"


def rules_vote(game_id: int, control: str) -> str:
    """A button or menu of the vote on the rules of the next game."""
    return f"{PREFIX}:vote:{game_id}:{control}"


def parse(custom_id: str) -> tuple[str, ...] | None:
    """The parts after the prefix; ``None`` for another version of the format."""
    prefix, *parts = custom_id.split(":")
    return tuple(parts) if prefix == PREFIX else None
