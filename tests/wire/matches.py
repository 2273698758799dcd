"""A game of Pastures New between two people on the loopback Discord, played with the real bot."""

from __future__ import annotations

from dataclasses import dataclass

from bot.process.client import LandGames
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_log
from bot.usecases import queries
from rules import State
from tests.matches import GameInChannel, begin_game, find_controls, green_buttons, open_panel
from tests.waiting import limited, until, until_found
from tests.wire.server import Person
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import answered

WIDTH, HEIGHT = 4, 4
"""Of the board: small, so that pictures are drawn fast, and all its squares have buttons in a panel."""


async def settled(bot: LandGames) -> None:
    """Wait until a bot has nothing left to be posted or edited."""

    async def is_empty() -> bool:
        await bot.sender.wait_until_idle()  # a look at the database every few milliseconds costs more than the posts
        return not await bot.app.context.db.read(posts.count_waiting)

    await until_found("an empty outbox", is_empty)
    async with limited("the end of all posts and edits under way"):
        await bot.sender.wait_until_idle()


@dataclass
class Match(GameInChannel):
    """One running game, with what a spectator of the channel sees and what the bot has stored."""

    bot: LandGames
    people: dict[int, Person]

    async def state(self) -> State:
        """The position that the log leads to."""
        return (await queries.view_game(self.bot.app.context, self.channel.guild_id, self.id)).state

    async def mover(self) -> Person:
        """Whose turn it is."""
        position = await queries.view_game(self.bot.app.context, self.channel.guild_id, self.id)
        assert position.state.seat is not None
        return self.people[position.row.players[position.state.seat].user_id]

    async def log(self) -> list[str]:
        """The texts of the actions in the log."""
        return [row.text for row in await self.bot.app.context.db.read(lambda conn: game_log.read_log_since(conn, self.id, 0))]

    async def logged(self, actions: int) -> None:
        """Wait until this many actions are in the log."""

        async def is_logged() -> bool:
            return len(await self.log()) >= actions

        await until_found(f"action {actions} in the log", is_logged)

    async def settled(self, actions: int = 0) -> None:
        """Wait until this many actions are in the log and no post or edit is waiting."""

        await self.logged(actions)
        await settled(self.bot)

    async def posted(self, boards: int) -> None:
        """Wait until the channel shows this many boards of the game."""
        await until(f"{boards} boards in the channel", lambda: len(self.boards()) >= boards)

    async def type_move(self) -> Interaction:
        """The player to move types a legal move; the answer is not waited for."""
        move = (await self.state()).moves()[0]
        return (await self.mover()).slash("move", move=str(move), game=self.id)

    async def press_move(self) -> Interaction:
        """The player to move presses **Play**, a square and a terrain; the last answer is not waited for."""
        mover = await self.mover()
        panel = await open_panel(mover, self.boards()[-1])
        if not green_buttons(panel):
            await answered(mover.use(panel, find_controls(panel, "custom_id", ":square.")[0]))
        return mover.use(panel, green_buttons(panel)[0])

    async def check(self, actions: int) -> None:
        """Wait until all is posted, then check the log and the boards.

        The log has this many actions. The start and each action have a board, once and in order. Only the last one has buttons.
        """
        await self.settled(actions)
        assert len(await self.log()) == actions
        await self.shown_once(actions)


async def started(bot: LandGames, host: Person, guest: Person, side: tuple[int, int] = (WIDTH, HEIGHT), **terms: str) -> Match:
    """Begin a game that ``host`` proposes and ``guest`` accepts. Return it once its first board is posted."""
    number = await begin_game(host, guest, side, **terms)
    match = Match(host.discord, host.channel, number, bot, {host.id: host, guest.id: guest})
    await match.settled()
    return match
