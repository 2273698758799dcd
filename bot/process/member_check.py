"""Checks whether a member can still play in a game's channel, without privileged intents."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import aiohttp
import discord

from bot.common.clock import MINUTE
from bot.common.error_codes import CHANNEL_GONE, MEMBER_GONE, NO_ACCESS, UNKNOWN_SERVER
from bot.common.home import home_of, is_home
from bot.posting.rate_limit import Priority, priority
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.ui.channels.visibility import can_write
from bot.ui.framework.app import Seen
from bot.usecases.context import Context
from bot.usecases.server import member_names

logger = logging.getLogger(__name__)

ASKED_FOR = 5 * MINUTE
"""Milliseconds for which Discord's answer about a person in a server is cached."""
MOST = 5000
"""Maximum number of cached answers."""

Channel = discord.abc.GuildChannel | discord.Thread


async def check_member(client: discord.Client, guild_id: int, channel_id: int, user_id: int) -> Seen:
    """Ask Discord whether a user can see a channel now. The client's cache of members may be outdated."""
    if is_home(guild_id):
        return _look_at_home(guild_id, user_id)
    guild = client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return "unknown"
    with priority(Priority.TIDY):
        try:
            channel = await client.fetch_channel(channel_id)
        except discord.HTTPException as error:
            return "no channel" if error.code in CHANNEL_GONE else "unknown"
        except (discord.DiscordException, OSError):
            return "unknown"
        try:
            member = await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            return "left" if error.code in MEMBER_GONE else "unknown"
        except (discord.DiscordException, OSError):
            return "unknown"
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return "unknown"
    try:
        return "here" if channel.permissions_for(member).view_channel else "unseen"
    except discord.ClientException:  # the thread's parent channel is not known
        return "unknown"


def _look_at_home(guild_id: int, user_id: int) -> Seen:
    """Return the result of the check for a home: allowed if it is the user's own. Discord is not asked."""
    return "here" if guild_id == home_of(user_id) else "left"


async def check_elsewhere(client: discord.Client, guild_id: int, channel_id: int, user_id: int) -> Seen:
    """Ask Discord whether a user can see a channel, for a server of another process, which the client does not know."""
    return await DirectCheck(client, lambda: 0).check(guild_id, channel_id, user_id)


@dataclass(slots=True)
class _Answer:
    """Discord's answer about a person in a server."""

    at: int
    guild: discord.Guild | None
    member: discord.Member | None
    """The member; ``None`` if the person is not a member."""
    channels: dict[int, Channel | None] = field(default_factory=dict)
    """The channels that the client does not know, by id; ``None`` if there is no such channel."""


class DirectCheck:
    """The check of presses in direct messages.

    It asks Discord about a person in a server at most once in five minutes, but uses the current permissions of the channel.
    """

    def __init__(self, client: discord.Client, clock: Callable[[], int]) -> None:
        self._client = client
        self._clock = clock
        self._answers: OrderedDict[tuple[int, int], _Answer] = OrderedDict()

    async def check(self, guild_id: int, channel_id: int, user_id: int) -> Seen:
        """Return whether a user can play in a channel of a server; ``unknown`` if Discord does not answer."""
        if is_home(guild_id):
            return _look_at_home(guild_id, user_id)
        try:
            with priority(Priority.TIDY):
                answer = await self._ask(guild_id, user_id)
                if answer.guild is None or answer.member is None:
                    return "left"
                channel = await self._find(answer, channel_id)
        except (discord.DiscordException, OSError):
            return "unknown"
        if channel is None:
            return "no channel"
        try:
            return "here" if channel.permissions_for(answer.member).view_channel else "unseen"
        except discord.ClientException:  # the thread's parent channel is not known
            return "unknown"

    async def check_writing(self, guild_id: int, channel_id: int, user_id: int) -> bool:
        """Return whether a user can write in a channel of a server now; ``False`` if Discord does not answer."""
        self._answers.pop((guild_id, user_id), None)
        try:
            with priority(Priority.TIDY):
                answer = await self._ask(guild_id, user_id)
                channel = await self._find(answer, channel_id)
        except (discord.DiscordException, OSError):
            return False
        return channel is not None and answer.member is not None and can_write(channel, answer.member)

    async def check_membership(self, guild_id: int, user_id: int) -> Seen:
        """Return whether a user is a member of a server: ``here`` or ``left``; ``unknown`` if Discord does not answer."""
        if is_home(guild_id):
            return _look_at_home(guild_id, user_id)
        try:
            with priority(Priority.TIDY):
                answer = await self._ask(guild_id, user_id)
        except (discord.DiscordException, OSError):
            return "unknown"
        return "left" if answer.guild is None or answer.member is None else "here"

    def name_of(self, guild_id: int, user_id: int) -> str | None:
        """Return the name of a server; ``None`` if neither the client nor a check of the user knows it."""
        known = self._client.get_guild(guild_id)
        answer = self._answers.get((guild_id, user_id))
        guild = known or (None if answer is None else answer.guild)
        return None if guild is None else guild.name

    async def _ask(self, guild_id: int, user_id: int) -> _Answer:
        """Return Discord's answer about a user in a server, possibly cached."""
        key, now = (guild_id, user_id), self._clock()
        known = self._answers.get(key)
        if known is not None and 0 <= now - known.at < ASKED_FOR:
            return known
        self._answers.pop(key, None)
        self._answers[key] = answer = await self._fetch(guild_id, user_id, now)
        while len(self._answers) > MOST:
            self._answers.popitem(last=False)
        return answer

    async def _fetch(self, guild_id: int, user_id: int, now: int) -> _Answer:
        guild = self._client.get_guild(guild_id)
        try:
            if guild is None or guild.unavailable:  # another process may serve it
                guild = await self._client.fetch_guild(guild_id, with_counts=False)
            return _Answer(now, guild, await guild.fetch_member(user_id))
        except discord.HTTPException as error:
            if error.code in MEMBER_GONE:
                return _Answer(now, guild, None)
            if error.code in (UNKNOWN_SERVER, NO_ACCESS):
                return _Answer(now, None, None)
            raise

    async def _find(self, answer: _Answer, channel_id: int) -> Channel | None:
        """Return a channel from the client's cache, or else from Discord's recent answer."""
        guild = answer.guild
        if guild is None:
            return None
        known = (self._client.get_guild(guild.id) or guild).get_channel_or_thread(channel_id)
        if known is not None:
            return known
        if channel_id not in answer.channels:
            answer.channels[channel_id] = await _fetch_channel(guild, channel_id)
        return answer.channels[channel_id]


class NameCheck:
    """Asks Discord for the current names of shown members, in the background, after all other requests.

    It asks about one member at a time, and about each at most once a day. A restart drops the waiting requests.
    """

    def __init__(self, client: discord.Client, context: Callable[[], Context]) -> None:
        self._client = client
        self._context = context
        self._waiting: dict[tuple[int, int], str] = {}
        self.task: asyncio.Task[None] | None = None
        """The task that asks about the members, until it has asked about all of them."""

    def ask(self, guild_id: int, names: Mapping[int, str]) -> None:
        """Ask about members of a server. ``names``: their stored names, by id."""
        if is_home(guild_id) or self._client.user is None:
            return
        self._waiting |= {(guild_id, user_id): name for user_id, name in names.items()}
        if self._waiting and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._run(), name="names of members")

    @in_background
    async def _run(self) -> None:
        context = self._context()
        while self._waiting:
            key = next(iter(self._waiting))
            try:
                if await member_names.claim(context, *key, self._waiting[key]):
                    await member_names.save_answer(context, *key, await self._fetch_name(*key))
            except (discord.DiscordException, aiohttp.ClientError, DatabaseBusy, OSError) as error:
                logger.info("what a member is called now is not known: %r", error, extra={"guild": key[0]})
            finally:
                del self._waiting[key]

    async def _fetch_name(self, guild_id: int, user_id: int) -> str | None:
        """Return the current name of a member; ``None`` if they have left. The client may not know the server."""
        try:
            with priority(Priority.TIDY):
                member = await self._client.http.get_member(guild_id, user_id)
        except discord.HTTPException as error:
            if error.code in MEMBER_GONE:
                return None
            raise
        return member.get("nick") or member["user"].get("global_name") or member["user"]["username"]


async def _fetch_channel(guild: discord.Guild, channel_id: int) -> Channel | None:
    try:
        return await guild.fetch_channel(channel_id)
    except discord.InvalidData:  # the channel belongs to another server
        return None
    except discord.HTTPException as error:
        if error.code in CHANNEL_GONE:
            return None
        raise
