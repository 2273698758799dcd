"""A game of Pastures New between two people on the loopback Discord, played with the real bot."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from bot.process.client import LandGames
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_log
from bot.usecases import queries
from rules import State
from tests.wire.server import Channel, Loopback, Message, Person
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import WAIT_SECONDS, answered, labels, until

WIDTH, HEIGHT = 5, 4
"""Of the board: small, so that pictures are drawn fast, and all its squares have buttons in a panel."""
GREEN = 3
"""Discord's number for the style of the buttons that play at once."""


@dataclass
class Match:
    """One running game, with what a spectator of the channel sees and what the bot has stored."""

    server: Loopback
    bot: LandGames
    channel: Channel
    id: int
    people: dict[int, Person]

    async def state(self) -> State:
        """The position that the log leads to."""
        return (await queries.position(self.bot.app.context, self.channel.guild_id, self.id)).state

    async def mover(self) -> Person:
        """Whose turn it is."""
        position = await queries.position(self.bot.app.context, self.channel.guild_id, self.id)
        assert position.state.seat is not None
        return self.people[position.row.players[position.state.seat].user_id]

    async def log(self) -> list[str]:
        """The texts of the actions in the log."""
        return [row.text for row in await self.bot.app.context.db.read(lambda conn: game_log.log_since(conn, self.id, 0))]

    async def logged(self, actions: int) -> None:
        """Waits until so many actions are in the log."""
        async with asyncio.timeout(WAIT_SECONDS):
            while len(await self.log()) < actions:  # noqa: ASYNC110 – the database has no such event
                await asyncio.sleep(0.01)

    async def settled(self, actions: int = 0) -> None:
        """Waits until so many actions are in the log and nothing is left to be posted or edited."""
        await self.logged(actions)
        async with asyncio.timeout(WAIT_SECONDS):
            while await self.bot.app.context.db.read(posts.count_waiting):  # noqa: ASYNC110 – the queue has no such event
                await asyncio.sleep(0.01)

    def boards(self) -> list[Message]:
        """The game's boards in the channel, oldest first."""
        return [message for message in self.server.world.history(self.channel) if self.shown(message) is not None]

    async def posted(self, boards: int) -> None:
        """Waits until the channel shows so many boards of the game."""
        await until(lambda: len(self.boards()) >= boards)

    def shown(self, message: Message) -> int | None:
        """How many actions the board in the message shows; ``None``: it is no board of this game."""
        for attachment in message.attachments:
            if found := re.fullmatch(rf"pastures-{self.id}-(\d+)-\d+\.png", attachment.filename):
                return int(found[1])
        return None

    async def type_move(self) -> Interaction:
        """The player to move types a legal move; the answer is not waited for."""
        move = (await self.state()).moves()[0]
        return (await self.mover()).slash("move", move=str(move), game=self.id)

    async def press_move(self) -> Interaction:
        """The player to move presses **Play**, a square and a terrain; the last answer is not waited for."""
        mover = await self.mover()
        (panel,) = (await answered(mover.press(self.boards()[-1], "Play"))).messages
        if not green(panel):
            await answered(mover.use(panel, next(part for part in panel.controls if ":square." in part["custom_id"])))
        return mover.use(panel, green(panel)[0])

    async def check(self, actions: int) -> None:
        """Once all is posted: so many actions in the log, a board for the start and for each, every board once and in
        order, buttons on the last alone."""
        await self.settled(actions)
        assert len(await self.log()) == actions
        boards = self.boards()
        assert [self.shown(board) for board in boards] == list(range(actions + 1))
        assert ["Play" in labels(board) for board in boards] == [False] * actions + [True]


def green(panel: Message) -> list[dict[str, Any]]:
    """The buttons of a panel that play at once."""
    return [part for part in panel.controls if part.get("style") == GREEN and not part.get("disabled")]


async def started(bot: LandGames, host: Person, guest: Person, **terms: str) -> Match:
    """A game that ``host`` proposed and ``guest`` accepted, its first board posted."""
    opened = await answered(host.slash("newgame pastures", opponent=guest.user, width=WIDTH, height=HEIGHT, **terms))
    (table,) = opened.messages
    await answered(guest.press(table, "Accept"))
    number = re.search(r"game #(\d+)", table.text)
    assert number is not None, table.text
    match = Match(host.discord, bot, host.channel, int(number[1]), {host.id: host, guest.id: guest})
    await match.settled()
    return match
