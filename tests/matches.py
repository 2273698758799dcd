"""A game of Pastures New as the people in its channel on the loopback Discord see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.waiting import until
from tests.wire.server import Channel, Loopback, Message, Person
from tests.wire.server.people import answered, labels

GREEN = 3
"""Discord's number for the style of the buttons that play at once."""


@dataclass
class GameInChannel:
    """One game, by what a spectator of the channel sees of it."""

    server: Loopback
    channel: Channel
    id: int
    logins: int = field(init=False)
    """Processes of the bot that had logged in when the game was first looked at."""

    def __post_init__(self) -> None:
        """Count them."""
        self.logins = self.server.gateway.ops.count(2)

    @property
    def ended(self) -> int:
        """How many processes of the bot have ended since then, so that another one logged in."""
        return self.server.gateway.ops.count(2) - self.logins

    def boards(self) -> list[Message]:
        """Return the game's boards in the channel, oldest first."""
        return [message for message in self.server.world.history(self.channel) if self.shown(message) is not None]

    def shown(self, message: Message) -> int | None:
        """Return how many actions the board in the message shows; ``None``: it is no board of this game."""
        for attachment in message.attachments:
            if found := re.fullmatch(rf"pastures-{self.id}-(\d+)-\d+\.png", attachment.filename):
                return int(found[1])
        return None

    def shows_each_board_once(self, actions: int) -> bool:
        """Whether the channel shows a board for the start and for each action, in order, with buttons on the last alone.

        Each process that has ended may have left the buttons of one old board: a press there is answered as stale.
        """
        boards = self.boards()
        in_order = [self.shown(board) for board in boards] == list(range(actions + 1))
        with_buttons = ["Play" in labels(board) for board in boards]
        return in_order and with_buttons[-1] and sum(with_buttons) <= 1 + self.ended

    async def shown_once(self, actions: int) -> None:
        """Wait until the channel shows each board once, as :meth:`shows_each_board_once` says."""
        try:
            await until(f"boards 0 to {actions}, each once, buttons on the last", lambda: self.shows_each_board_once(actions))
        except AssertionError as failure:
            failure.add_note(self.describe_boards())
            raise

    def describe_boards(self) -> str:
        """Return what the channel shows, for a test that fails."""
        return f"the channel shows {[(self.shown(board), labels(board)) for board in self.boards()]}"


async def begin_game(host: Person, guest: Person, side: tuple[int, int], **terms: str) -> int:
    """Have ``host`` propose a game and ``guest`` accept it, on a board of width and height ``side``. Return its number."""
    width, height = side
    opened = await answered(host.slash("newgame pastures", opponent=guest.user, width=width, height=height, **terms))
    table = opened.reply
    guest.press(table, "Accept")
    await until("a game to begin at the table", lambda: "game #" in table.text)
    return int(table.text.split("game #")[1].split()[0])


async def open_panel(mover: Person, board: Message) -> Message:
    """Have a player press **Play** under a board. Return the panel."""
    return (await answered(mover.press(board, "Play"))).reply


def find_controls(message: Message, name: str, text: str) -> list[dict[str, Any]]:
    """Return what can be pressed in a message and has ``text`` in such a property, as its label or ``custom_id``."""
    return [part for part in message.controls if text in part.get(name, "") and not part.get("disabled")]


def green_buttons(panel: Message) -> list[dict[str, Any]]:
    """Return the buttons of a panel that play at once."""
    return [part for part in panel.controls if part.get("style") == GREEN and not part.get("disabled")]
