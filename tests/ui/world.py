"""A simulated Discord with the real bot in it, and what members do there."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.enums import ChannelType, InteractionType
from simcord.env import Env

from bot import Settings, create_bot
from bot.common.clock import DAY, SECOND
from bot.process import housekeeping
from bot.process.client import LandGames
from bot.scheduler import scheduler
from bot.storage.queries.channels.posts import count_waiting
from bot.usecases import queries
from bot.usecases.context import Chance
from bot.usecases.time import downtime
from bot.workers import jobs
from bot.workers.process import Worker
from rules import State
from tests import waiting
from tests.chance import same_chance
from tests.databases import empty_sqlite
from tests.here import Here
from tests.inline_sqlite import patch_sqlite
from tests.simulated_json import patch_copies

ROW = 1
"""Discord's number for a row of buttons or a menu."""
TEXT = 10
"""Discord's number for a component that is a text."""
SETTLE = 120.0
"""Seconds that one press, or weeks that go by, may take on a busy machine. A minute of them may be lost to a suspension."""
LOOK = 0.004
"""Seconds between two looks whether the bot has settled."""
NAMES = ("Ada", "Björn", "Chidi", "Dana", "Emre", "Fay", "Gus")


def settings(folder: Path, **values: Any) -> Settings:
    """Settings with a database and backups in ``folder``, whatever the environment says; without icons, unless asked for."""
    where = {"database_url": f"sqlite+aiosqlite:///{folder}/games.sqlite3", "backup_folder": str(folder / "backups")}
    if values:
        return Settings(_env_file=None, **{"icons": False, **where, **values})
    return _usual_settings().model_copy(update=where)


@cache
def _usual_settings() -> Settings:
    return Settings(_env_file=None, icons=False)


class StillEnv(Env):
    """A simulated Discord whose time stands still but for ``advance_time``, and which does not let the tests wait.

    Without it, a press waits in real time for every timer that fires within ``SETTLE``, and 50 ms at least. Timers of less than
    a second go on.
    """

    async def start(self) -> None:
        """Start as the library does. Has what is called soon run as it is: the library wraps each callback to count it."""
        await super().start()
        self._loop.call_soon = self._runtime.call_soon  # type: ignore[method-assign]

    async def restart_bot(self, bot: discord.Client | None = None) -> None:
        """Restart as the library does, and see ``start``."""
        await super().restart_bot(bot)
        self._loop.call_soon = self._runtime.call_soon  # type: ignore[method-assign]

    async def _settle_internal(self, *, idle: float = LOOK, timeout: float | None = None, **rest: Any) -> None:  # noqa: ASYNC109
        """Settle as the library does, with time enough for a busy machine also where the library allows five seconds.

        First run what is ready: the library looks at each task whenever one of them has ended. Not while a timer moves the
        time: its task settles, too, and each of the two would wait until nothing of the other is ready.
        """
        limit = None if timeout is None else max(timeout, SETTLE)
        deadline = self._loop.time() + (limit or SETTLE)
        while (
            (busy := self._loop._ready or self._work.executors)
            and self._real_advance_task in (None, asyncio.current_task())
            and self._loop.time() < deadline
        ):
            if busy is self._work.executors:
                await asyncio.wait(tuple(busy), timeout=SETTLE, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(0)
        try:
            await super()._settle_internal(idle=min(idle, LOOK), timeout=limit, **rest)
        except TimeoutError as error:
            error.add_note(waiting.describe_arrivals())
            raise

    def describe_arrivals(self) -> str:
        """Return the newest of what went in and out, for a wait that fails."""
        return "\n".join(("newest events and requests:", *self.transcript().splitlines()[-20:]))

    def _schedule_timer(self, record: Any, *rest: Any) -> None:
        super()._schedule_timer(record, *rest)
        if record.real_handle is not None and record.when - self._virtual_time >= 1:
            record.real_handle.cancel()
            record.real_handle = None


@dataclass
class World:
    """One server with a channel and some members; ``bot`` is the bot as it runs now."""

    env: Any
    folder: Path
    bot: LandGames
    guild: Any
    channel: Any
    chance: Chance
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
        """Stop the bot and start another one on the same database."""
        old = self.bot
        self.bot = create_bot(settings(self.folder), chance=self.chance, retry_delays=(0.02, 0.05))
        with self.env.time_context():
            await old.close()
        await self.env.restart_bot(self.bot)

    async def start(self, game: str = "pastures", **options: Any) -> int:
        """A running game of Ada against Björn; return its number."""
        opened = (await self.ada.slash(self.channel, f"newgame {game}", opponent=self.björn, **options)).response
        accepted = (await self.björn.click(opened, label="Accept")).response
        return number_of(accepted)

    async def post_all(self) -> None:
        """Let time go on until everything that is due is posted."""
        async with waiting.limited("everything that is due to be posted"):
            while await self.app.context.db.read(count_waiting):
                await self.env.advance_time(1)

    async def state(self, game: int) -> State:
        """How the game stands."""
        return (await queries.view_game(self.app.context, self.guild.id, game)).state

    async def log(self, game: int) -> list[str]:
        """The texts in the game's log."""
        return [row.text for row in (await queries.read_log(self.app.context, game)).rows]

    def player(self, user_id: int) -> Any:
        """The member of that id."""
        return next(member for member in self.members.values() if member.id == user_id)

    async def turns(self, game: int) -> tuple[Any, Any]:
        """The member to move and the other one."""
        position = await queries.view_game(self.app.context, self.guild.id, game)
        mover = self.player(position.row.players[position.state.seat].user_id)
        other = next(self.player(p.user_id) for p in position.row.players if p.user_id != mover.id)
        return mover, other

    def boards(self) -> list[discord.Message]:
        """The messages of the channel that show a board, oldest first."""
        return [m for m in self.messages() if m.attachments]

    def message(self, message_id: int) -> discord.Message:
        """A message of the channel as it is now."""
        return next(m for m in self.channel.history() if m.id == message_id)

    def messages(self) -> list[discord.Message]:
        """The public messages of the channel, oldest first."""
        return [m for m in self.channel.history() if not m.flags.ephemeral]


@contextlib.asynccontextmanager
async def world(
    folder: Path,
    *,
    members: int = 3,
    chance: Chance | None = None,
    processes: bool = False,
    threads: bool = False,
    puzzle_seconds: float = -1.0,
    **values: Any,
) -> AsyncIterator[World]:
    """A server, a channel and members, with a freshly started bot.

    ``processes``: its workers are processes. ``threads``: SQLite has its thread. ``puzzle_seconds``: how long puzzles are
    looked for in a finished game; no puzzle is found in a negative time.
    """
    shutil.copy(empty_sqlite(), folder / "games.sqlite3")
    chance = chance or same_chance()
    bot = create_bot(settings(folder, **values), chance=chance, retry_delays=(0.02, 0.05))
    env = StillEnv(bot, settle_timeout=SETTLE)
    waiting.add_witness(env)
    with pytest.MonkeyPatch.context() as patch:
        if not processes:
            patch.setattr(Worker, "start", Here.start)
        # Nothing is looked after until it is due, so that weeks go by at once. No heartbeat saves that the bot is there, but
        # its stop does.
        patch.setattr(downtime, "LONGEST", math.inf)
        patch.setattr(scheduler, "LONGEST", 100 * DAY)
        patch.setattr(housekeeping, "INTERVAL", 100 * DAY / SECOND)
        patch.setattr(jobs, "PUZZLE_SECONDS", puzzle_seconds)
        patch_copies(patch)
        if not threads:
            patch_sqlite(patch)
        await env.start()
        try:
            guild = env.create_guild("Meadow")
            made = World(env, folder, bot, guild, guild.create_text_channel("games"), chance)
            for name in NAMES[:members]:
                made.members[name] = guild.add_member(env.create_user(name))
            yield made
            check_notifications(env)
        finally:
            await env.shutdown()
            await made.bot.close()
    env._raise_errors_since(env._errors_acknowledged)


def check_notifications(env: Any) -> None:
    """Raise AssertionError if a message of the bot notified somebody, but has no text for the notification."""
    backend = env.backend
    for channel, messages in backend.messages.items():
        is_direct = backend.channels[channel].type is ChannelType.DM
        for message in messages.values():
            is_public = message.author_id == backend.bot_user.id and not message.flags & discord.MessageFlags.ephemeral.flag
            if is_public and (is_direct or message.ping_user_ids):
                assert message.content, f"phones show nothing of {said(message)!r}"


def parts(message: Any) -> list[dict[str, Any]]:
    """All components of a message, each before those within it, as Discord's JSON: public or private, in either form."""
    found = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    return list(walk_components(found))


def said(message: Any) -> str:
    """What a message says in either form: its content, and the texts among its components."""
    texts = [part["content"] for part in parts(message) if part["type"] == TEXT]
    return "\n".join(filter(None, [message.content, *texts]))


def number_of(message: Any) -> int:
    """The number of the game that a board or its table is about."""
    found = re.search(r"(?:game|\*\*) #(\d+)", said(message))
    assert found is not None
    return int(found[1])


def pressable(message: Any) -> list[dict[str, Any]]:
    """The buttons and menus of a message in either form."""
    return [part for part in parts(message) if "custom_id" in part]


def first_row(stored: Any) -> dict[str, Any]:
    """The first row of buttons or the first menu of a message as the simulated Discord stores it, to be forged."""
    return next(part for part in walk_components(stored.components) if part["type"] == ROW)


def controls(message: Any) -> list[dict[str, Any]]:
    """The buttons and menus of a panel that lead on: none that explains, takes back, or is for words."""
    return [
        child
        for child in pressable(message)
        if not child.get("disabled") and child.get("label") not in ("How?", "Type…", "Undo", "Comment")
    ]


def labels(message: Any) -> list[Any]:
    """Return the labels of the buttons of a message."""
    return [part["label"] for part in parts(message) if "label" in part]


def chosen(message: Any) -> list[str]:
    """Return what is chosen in the menus of a message, in words."""
    return [each["label"] for part in parts(message) for each in part.get("options", ()) if each.get("default")]


async def choose(actor: Any, message: Any, placeholder: str, *values: Any) -> Any:
    """Choose in the menu of a message that has that placeholder; return the message that answers."""
    found = [part for part in parts(message) if part.get("placeholder") == placeholder]
    return (await actor.select(message, list(values), custom_id=found[0]["custom_id"])).response


async def press_twice(w: World, actor: Any, message: Any, label: str) -> None:
    """Press a button twice before the bot can answer, as from two devices."""
    backend = w.env.backend
    channel = message.channel.id if isinstance(message, discord.Message) else message.channel_id
    stored = backend.get_message(channel, message.id)
    pressed = next(part["custom_id"] for part in parts(message) if part.get("label") == label)
    data = {"custom_id": pressed, "component_type": 2}
    where = {"channel_id": stored.channel_id, "guild_id": w.guild.id, "user_id": actor.id}
    with w.env.time_context():
        for _ in range(2):
            _, payload = interactions.base_payload(backend, type=InteractionType.MESSAGE_COMPONENT, data=data, **where)
            backend.emit("INTERACTION_CREATE", {**payload, "message": dict(serializers.message_payload(backend, stored))})
    await w.env.settle()


async def press_at_random(actor: Any, message: Any, dice: random.Random) -> Any:
    """Press one of the things that can be pressed, more often what plays than what does not; return the result."""
    offered = controls(message)
    plays = [child for child in offered if child.get("style") == 3]
    child = dice.choice(plays if plays and dice.random() < 0.7 else offered)
    if child["type"] == 2:
        return await actor.click(message, custom_id=child["custom_id"])
    values = dice.sample([o["value"] for o in child["options"]], dice.randint(child["min_values"], child["max_values"]))
    return await actor.select(message, custom_id=child["custom_id"], values=values)


async def play_by_panel(w: World, game: int, dice: random.Random, most: int = 5000) -> int:
    """Play a game to its end by nothing but the **Play** panel; return the number of presses."""
    presses = 0
    while not (await w.state(game)).is_over:
        mover, _ = await w.turns(game)
        panel = (await mover.click(w.boards()[-1], label="Play")).response
        while controls(panel) and presses < most:
            result = await press_at_random(mover, panel, dice)
            presses += 1
            assert not result.followups
        assert presses < most, "the panel leads nowhere"
    return presses


async def confirm(actor: Any, asked: Any) -> Any:
    """Press the first button of a private question: the one that says yes."""
    return await actor.click(asked.response, label=labels(asked.response)[0])
