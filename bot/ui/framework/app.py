"""What every handler gets: the context of the use cases, and what only the handlers share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import discord

from bot.common.home import home_of
from bot.presentation.press_limit import Pacing
from bot.storage.queries.channels import forms
from bot.ui.framework.open_panels import OpenPanels
from bot.usecases.context import Context, User
from bot.usecases.pages.kept import Kept
from bot.workers import Workers
from render.games.land.fairness import FairnessReport
from render.view import Picture
from rules.words import has_visible

FORMS = 5_000
"""Messages whose form is remembered, so that the edit of a board does not ask the database for it."""
PICTURES = 64
"""Pictures of lessons and puzzles that are kept, each of some 50 to 150 kB."""

Seen = Literal["here", "left", "unseen", "no channel", "unknown"]
"""The member sees the channel; has left the server; does not see the channel. The channel was deleted. Discord did not say."""


async def _not_connected(*_: int) -> Seen:
    return "unknown"


async def _nobody_writes(*_: int) -> bool:
    return False


def _ignore() -> None:
    """Do nothing."""


@dataclass(slots=True)
class App:
    """The running bot as the handlers see it."""

    context: Context
    theme: str
    workers: Workers
    pacing: Pacing
    closing: bool = False
    running: set[asyncio.Task[object]] = field(default_factory=set)
    """Handlers at work, which a clean stop waits for."""
    following: set[asyncio.Task[None]] = field(default_factory=set)
    """Those that wait for a worker to follow up an answer; they end with the workers."""
    open_panels: OpenPanels = field(default_factory=OpenPanels)
    look: Callable[[int, int, int], Awaitable[Seen]] = _not_connected
    """Asks Discord whether a user can play in a channel of a server (``bot.process.member_check``)."""
    look_elsewhere: Callable[[int, int, int], Awaitable[Seen]] = _not_connected
    """The same for a server that another process serves."""
    look_for_direct: Callable[[int, int, int], Awaitable[Seen]] = _not_connected
    """The same for a press in a direct message, at most once in five minutes (``bot.process.member_check``)."""
    look_for_membership: Callable[[int, int], Awaitable[Seen]] = _not_connected
    """Asks Discord whether a user is still a member of a server: the same answer, for a direct message about no game."""
    look_for_writing: Callable[[int, int, int], Awaitable[bool]] = _nobody_writes
    """Asks Discord whether a user can write in a channel of a server now."""
    name_of_server: Callable[[int, int], str | None] = lambda *_: None
    """Returns the name of a server of a user, as far as it is known from the check."""
    refuse_icons: Callable[[], None] = _ignore
    """Called when Discord has refused a message for an icon: characters stand for the icons until they are there again."""
    answered_elsewhere: Callable[[], None] = _ignore
    """Called when Discord has refused an answer because there was one already (``bot.shards.second_program``)."""
    forms: dict[int, bool] = field(default_factory=dict)
    """Whether messages are plain, by their ids, as far as this process knows: see ``is_plain``."""
    command_ids: Mapping[str, int] = field(default_factory=dict)
    """The ids that Discord gave the commands, by name; empty until they are known."""
    welcomed: set[tuple[int, str]] = field(default_factory=set)
    """Users and games: this user needs no invitation to the lesson of this game."""
    positions: Kept[Picture] = field(default_factory=lambda: Kept(PICTURES))
    """The pictures of lessons and puzzles: they look the same to everybody who has chosen the same."""
    fairness: dict[int, FairnessReport] = field(default_factory=dict)
    """The figures of finished games by id; they never change."""

    async def is_plain(self, message_id: int) -> bool:
        """Return whether a message that the bot posted is plain (``bot.ui.framework.layout``)."""
        if (known := self.forms.get(message_id)) is None:
            known = await self.context.db.read(lambda conn: forms.is_plain(conn, message_id))
            self.remember_form(message_id, plain=known)
        return known

    def remember_form(self, message_id: int, *, plain: bool) -> None:
        """Keep the form of a message in memory. The longest known one is dropped where there are too many."""
        self.forms[message_id] = plain
        if len(self.forms) > FORMS:
            del self.forms[next(iter(self.forms))]


GUILD, NAME = "guild", "name"
"""Keys of an interaction's ``extras``, of a press in a direct message: the server of the game that it is about, and the name
that the user has there (``bot.ui.framework.direct``)."""


def name_of(user: discord.User | discord.Member) -> str:
    """Return the name of a user as the server sees it; the one that Discord gives everybody if that one cannot be seen."""
    return user.display_name if has_visible(user.display_name) else user.name


def user_of(interaction: discord.Interaction) -> User:
    """Return whoever pressed or typed, with the name that the server sees."""
    return User(interaction.user.id, interaction.extras.get(NAME) or name_of(interaction.user))


def guild_of(interaction: discord.Interaction) -> int:
    """Return the server of an interaction; in a direct message the one that it is about, else the user's home."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    found: int = interaction.extras.get(GUILD, home_of(interaction.user.id))
    return found


def channel_of(interaction: discord.Interaction) -> int:
    """Return the channel in which it was pressed or typed."""
    if interaction.channel_id is None:
        raise RuntimeError("an interaction without a channel")
    return interaction.channel_id


def parent_of(interaction: discord.Interaction) -> int | None:
    """Return the channel of the thread in which it was pressed or typed; ``None`` outside of threads."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None


def here(interaction: discord.Interaction) -> tuple[int, int, int]:
    """Return the ids of the server, the channel and the user of an interaction."""
    return guild_of(interaction), channel_of(interaction), interaction.user.id
