"""The shards of this process at Discord: they are connected and disconnected as the keeper requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import discord
import yarl
from discord.state import AutoShardedConnectionState

from bot.common.tasks import end_tasks
from bot.posting.sender import MessageSender
from bot.process.settings import Settings
from bot.shards.keeper import ShardKeeper
from bot.shards.logins import Logins
from bot.storage.engine.notices import Notices
from bot.storage.engine.shard_locks import LocksLost, ShardLocks
from bot.usecases.context import Context

logger = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds for the posts under way to finish when their shard is handed over."""
LOOK = 5.0
"""Seconds between checks for posts of other processes, because a notice (``bot.storage.engine.notices``) can get lost."""


class Shards:
    """Connects a client's shards one by one, according to the locks on PostgreSQL."""

    def __init__(self, client: discord.AutoShardedClient, settings: Settings, context: Context, sender: MessageSender) -> None:
        self._client = client
        self._settings = settings
        self._context = context
        self._sender = sender
        self.locks = ShardLocks(context.db.url)
        self._notices = Notices(context.db.url, self._hear)
        self._logins = Logins(self.locks)
        self._gateway = yarl.URL()
        self._first = asyncio.Event()
        self._launched: set[int] = set()
        """The shards that have been connected and not released since."""
        self._looking: asyncio.Task[None] | None = None
        self.keeper = ShardKeeper(self.locks, self, only=settings.shard_ids, per_process=settings.shards_per_process)
        self.keeper.on_change = self._apply_assignment

    async def start(self) -> None:
        """Start taking shards. Return once the first one is connected."""
        await self.locks.open()
        suggested, gateway, limits = await self._client.http.get_bot_gateway()
        self._gateway = yarl.URL(gateway)
        self._logins.max_concurrency = max(1, limits["max_concurrency"])
        count = self._settings.shard_count
        self.keeper.start(None if count == "auto" else count, suggested)
        self._looking = asyncio.create_task(self._wake_regularly(), name="posts left by others")
        self._notices.start()
        await self._first.wait()

    async def close(self) -> None:
        """Release every lock. The client must already be disconnected."""
        await end_tasks(self._looking)
        await self._notices.close()
        await self.keeper.close()
        await self._logins.close()

    async def wait_for_login(self, shard: int) -> None:
        """Wait until a shard may log in. Cancel the login of a shard that this process no longer holds."""
        if self.keeper.holds(shard):
            try:
                await self._logins.wait_for_turn(shard)
            except LocksLost as lost:
                raise asyncio.CancelledError from lost
        if not self.keeper.holds(shard):
            raise asyncio.CancelledError

    def has_launched(self, shard: int) -> bool:
        """Return whether a shard should be reconnected if its connection is lost.

        That is so if it was connected, and has not been released since.
        """
        return shard in self._launched

    async def check_resumed(self, shard: int) -> None:
        """Disconnect a shard that discord.py has reconnected although this process no longer holds it."""
        if not self.keeper.holds(shard):
            await self._disconnect(shard)

    async def take_up(self, shard: int) -> None:
        """Connect a shard. discord.py retries if that fails."""
        state = self._client._connection
        assert isinstance(state, AutoShardedConnectionState)  # noqa: S101 - an AutoShardedClient has one
        self._client.shard_count = state.shard_count = self.keeper.count
        # discord.py calls on_ready once as many shards are ready as this has: those that are connecting now.
        state.shard_ids = _Connecting(state)  # type: ignore[assignment]
        await self._client.launch_shard(self._gateway, shard)
        self._launched.add(shard)
        self._first.set()

    async def let_go(self, shard: int) -> None:
        """Wait for the posts of a shard that are under way, then disconnect it."""
        await self._sender.finish_shard(shard, PATIENCE)
        await self._disconnect(shard)

    async def cut(self, shards: Sequence[int]) -> None:
        """Cancel the posts of the given shards, and disconnect these shards at once."""
        posts = [self._sender.finish_shard(shard, 0) for shard in shards]
        await asyncio.gather(*posts, *(self._disconnect(shard) for shard in shards))

    def _apply_assignment(self) -> None:
        self._context.assignment = self.keeper.assignment
        self._context.outbox.wake()
        self._context.schedule.wake()

    async def _wake_regularly(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self._hear(None)

    def _hear(self, guild_id: int | None) -> None:
        """Check the due entries of a server, or of any server, because another process may have added one."""
        if guild_id is None or self._context.assignment.serves(guild_id):
            self._context.outbox.wake()
            self._context.schedule.wake()

    async def _disconnect(self, shard: int) -> None:
        self._launched.discard(shard)
        info = self._client.get_shard(shard)
        if info is not None:
            try:
                await info.disconnect()
            except (OSError, discord.DiscordException) as error:
                logger.warning("a shard could not be disconnected: %r", error, extra={"shard": shard})
        # Another process now serves the servers of this shard, so discord.py's cache of them would become stale.
        for guild in [guild for guild in self._client.guilds if guild.shard_id == shard]:
            self._client._connection._remove_guild(guild)


class _Connecting:
    """The shards that are currently connecting: their number, which alone discord.py 2.7 asks for."""

    def __init__(self, state: AutoShardedConnectionState[Any]) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state._ready_tasks)
