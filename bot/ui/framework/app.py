"""The object passed to every handler: the context of the use cases, and state shared by the handlers only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import discord

from bot.common.clock import SECOND
from bot.common.home import home_of
from bot.presentation.press_limit import Pacing
from bot.storage.queries.channels import forms
from bot.ui.framework.open_panels import OpenPanels
from bot.usecases.context import Context, User
from bot.usecases.pages.cache import Cache
from bot.workers import Workers
from render.games.land.fairness import FairnessReport
from rules.words import has_visible

FORMS = 5_000
"""Number of messages whose form is cached, so that editing a board needs no database read for it."""
PICTURES = 64
"""Number of cached pictures of exercises, of 50 to 150 kB each."""

Interaction = discord.Interaction[Any]
Seen = Literal["here", "left", "unseen", "no channel", "unknown"]
"""Results of a check: the user sees the channel, has left the server, cannot see the channel; the channel was deleted; Discord
gave no answer."""


async def _not_connected(*_: int) -> Seen:
    return "unknown"


async def _nobody_writes(*_: int) -> bool:
    return False


@dataclass(slots=True)
class App:
    """The running bot as the handlers see it."""

    context: Context
    theme: str
    workers: Workers
    pacing: Pacing
    closing: bool = False
    running: set[asyncio.Task[object]] = field(default_factory=set)
    """Running handlers; a clean shutdown waits for them."""
    following: set[asyncio.Task[None]] = field(default_factory=set)
    """Tasks that wait for a worker's result to update an answer; they end with the workers."""
    open_panels: OpenPanels = field(default_factory=OpenPanels)
    check_member: Callable[[int, int, int], Awaitable[Seen]] = _not_connected
    """Asks Discord whether a user can play in a channel of a server (``bot.process.member_check``)."""
    check_elsewhere: Callable[[int, int, int], Awaitable[Seen]] = _not_connected
    """Asks Discord whether a user can play in a server that another process handles."""
    check_in_direct: Callable[[int, int, int], Awaitable[Seen]] = _not_connected
    """As ``check_member``, for a press in a direct message: Discord is asked at most once in five minutes."""
    check_membership: Callable[[int, int], Awaitable[Seen]] = _not_connected
    """Asks Discord whether a user is still a member of a server, for direct messages that are not about a game."""
    check_writing: Callable[[int, int, int], Awaitable[bool]] = _nobody_writes
    """Asks Discord whether a user can write in a channel of a server now."""
    name_of_server: Callable[[int, int], str | None] = lambda *_: None
    """Returns the name of a user's server; ``None`` if no check has found it yet."""
    refuse_icons: Callable[[], None] = lambda: None
    """Called when Discord has refused a message because of an icon. Characters then replace the icons until they are
    restored."""
    answered_elsewhere: Callable[[], None] = lambda: None
    """Called when Discord has refused an answer as already given (``bot.shards.second_program``)."""
    forms: dict[int, bool] = field(default_factory=dict)
    """Message id -> whether the message is plain; the cache of ``is_plain``."""
    command_ids: Mapping[str, int] = field(default_factory=dict)
    """Name of a command -> its id at Discord; empty until the ids are known."""
    welcomed: set[tuple[int, str]] = field(default_factory=set)
    """Pairs of a user and a kind of game: the user needs no invitation to its lesson."""
    positions: Cache = field(default_factory=lambda: Cache(PICTURES))
    """Cached pictures of lessons, puzzles and practised mistakes, which are the same for the same choices."""
    fairness: dict[int, FairnessReport] = field(default_factory=dict)
    """Id of a finished game -> its fairness figures, which never change."""

    async def is_plain(self, message_id: int) -> bool:
        """Return whether a message that the bot posted is plain (``bot.ui.framework.layout``)."""
        if (known := self.forms.get(message_id)) is None:
            known = await self.context.db.read(lambda conn: forms.is_plain(conn, message_id))
            self.remember_form(message_id, plain=known)
        return known

    def remember_form(self, message_id: int, *, plain: bool) -> None:
        """Cache the form of a message. If the cache is full, the oldest entry is dropped."""
        self.forms[message_id] = plain
        if len(self.forms) > FORMS:
            del self.forms[next(iter(self.forms))]


GUILD, NAME = "guild", "name"
"""The keys of an interaction's ``extras`` in a direct message: the server of the game, and the user's name in that server."""


def app_of(interaction: Interaction) -> App:
    """Return the running bot that received an interaction."""
    app: App = interaction.client.app
    return app


def name_of(user: discord.User | discord.Member) -> str:
    """Return the user's name in the server, or their username if that name has no visible characters."""
    return user.display_name if has_visible(user.display_name) else user.name


def user_of(interaction: discord.Interaction) -> User:
    """Return the user of an interaction, with their name in the server."""
    return User(interaction.user.id, interaction.extras.get(NAME) or name_of(interaction.user))


def list_roles(interaction: Interaction) -> list[int]:
    """Return the ids of the user's roles."""
    return [role.id for role in interaction.user.roles] if isinstance(interaction.user, discord.Member) else []


def guild_of(interaction: discord.Interaction) -> int:
    """Return the server id of an interaction; in a direct message that of the game it is about, else the user's home."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    found: int = interaction.extras.get(GUILD, home_of(interaction.user.id))
    return found


def channel_of(interaction: discord.Interaction) -> int:
    """Return the id of the channel of an interaction."""
    if interaction.channel_id is None:
        raise RuntimeError("an interaction without a channel")
    return interaction.channel_id


def pressed_at(interaction: discord.Interaction) -> int:
    """Return when Discord received a press or a command (ms since 1970), regardless of how long it waited in the bot."""
    return round(interaction.created_at.timestamp() * SECOND)


def parent_of(interaction: discord.Interaction) -> int | None:
    """Return the id of the parent channel if an interaction is in a thread, else ``None``."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None


def here(interaction: discord.Interaction) -> tuple[int, int, int]:
    """Return the ids of the server, the channel and the user of an interaction."""
    return guild_of(interaction), channel_of(interaction), interaction.user.id
