"""A simulated Discord with the real bot in it, and what members do there."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from simcord.env import Env

from bot import Settings, create_bot
from bot.client import LandGames
from rules import State

NAMES = ("Ada", "Björn", "Chidi", "Dana", "Emre", "Fay", "Gus")


def settings(folder: Path, **values: Any) -> Settings:
    """Settings with a database in ``folder``, whatever the environment says."""
    return Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{folder}/games.sqlite3", **values)


@dataclass
class World:
    """One server with a channel and some members; ``bot`` is the bot as it runs now."""

    env: Any
    folder: Path
    bot: LandGames
    guild: Any
    channel: Any
    members: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        for known, member in self.members.items():
            if known.lower().startswith(name):
                return member
        raise AttributeError(name)

    @property
    def app(self) -> Any:
        """The use cases of the running bot."""
        return self.bot.app

    async def restart(self) -> None:
        """Stops the bot and starts another one on the same database."""
        old = self.bot
        self.bot = create_bot(settings(self.folder), retry_delays=(0.02, 0.05))
        await self.env.restart_bot(self.bot)
        await old.close()

    async def start(self, game: str = "pastures", **options: Any) -> int:
        """A running game of Ada against Björn; gives its number."""
        await self.ada.slash(self.channel, f"newgame {game}", opponent=self.björn, **options)
        await self.björn.click(self.channel.last_message, label="Accept")
        return int(self.channel.last_message.content.split("game #")[1].split()[0])

    async def state(self, game: int) -> State:
        """How the game stands."""
        return (await self.app.play.position(self.guild.id, game)).state

    async def log(self, game: int) -> list[str]:
        """The texts in the game's log."""
        return [row.text for row in (await self.app.play.story(game)).rows]

    def player(self, user_id: int) -> Any:
        """The member of that id."""
        return next(member for member in self.members.values() if member.id == user_id)

    async def turns(self, game: int) -> tuple[Any, Any]:
        """The member to move and the other one."""
        position = await self.app.play.position(self.guild.id, game)
        mover = self.player(position.row.players[position.state.seat].user_id)
        other = next(self.player(p.user_id) for p in position.row.players if p.user_id != mover.id)
        return mover, other

    def boards(self) -> list[discord.Message]:
        """The messages of the channel that show a board, the oldest first."""
        return [m for m in self.messages() if m.attachments]

    def message(self, message_id: int) -> discord.Message:
        """A message of the channel as it is now."""
        return next(m for m in self.channel.history() if m.id == message_id)

    def messages(self) -> list[discord.Message]:
        """The public messages of the channel, the oldest first."""
        return [m for m in self.channel.history() if not m.flags.ephemeral]


@contextlib.asynccontextmanager
async def world(folder: Path, *, members: int = 3, chance: Any = None, **values: Any) -> AsyncIterator[World]:
    """A server, a channel and members, with a freshly started bot."""
    bot = create_bot(settings(folder, **values), chance=chance, retry_delays=(0.02, 0.05))
    env = Env(bot)
    await env.start()
    try:
        guild = env.create_guild("Meadow")
        made = World(env, folder, bot, guild, guild.create_text_channel("games"))
        for name in NAMES[:members]:
            made.members[name] = guild.add_member(env.create_user(name))
        yield made
    finally:
        await env.shutdown()
        await made.bot.close()
    env._raise_errors_since(env._errors_acknowledged)


def controls(components: list[Any]) -> Iterator[dict[str, Any]]:
    """Every button and menu of a message that can be pressed."""
    for row in components:
        for child in row["components"]:
            if not child.get("disabled"):
                yield child


async def press_at_random(actor: Any, message: Any, dice: random.Random) -> Any:
    """Presses one of the things that can be pressed, more often what plays than what does not; gives the result."""
    offered = list(controls(message.components))
    plays = [child for child in offered if child.get("style") == 3]
    child = dice.choice(plays if plays and dice.random() < 0.7 else offered)
    if child["type"] == 2:
        return await actor.click(message, custom_id=child["custom_id"])
    values = dice.sample([o["value"] for o in child["options"]], dice.randint(child["min_values"], child["max_values"]))
    return await actor.select(message, custom_id=child["custom_id"], values=values)


async def play_by_panel(w: World, game: int, dice: random.Random, most: int = 5000) -> int:
    """Plays a game to its end by nothing but the **Play** panel; gives the number of presses."""
    presses = 0
    while not (await w.state(game)).is_over:
        mover, _ = await w.turns(game)
        panel = (await mover.click(w.boards()[-1], label="Play")).response
        while panel.components and presses < most:
            result = await press_at_random(mover, panel, dice)
            presses += 1
            assert not result.followups
        assert presses < most, "the panel leads nowhere"
    return presses
