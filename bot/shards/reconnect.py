"""Reconnect to Discord after its gateway was unavailable.

discord.py waits longer and longer between its attempts, up to 17 minutes, and all shards wait meanwhile. So its own attempts
are turned off (``connect(reconnect=False)``): it gives up a lost shard, and this module connects the shard by
``ShardInfo.connect``.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from random import SystemRandom

import discord

from bot.common.tasks import end_tasks

logger = logging.getLogger(__name__)

PAUSE = (3.0, 9.0)
"""Seconds between attempts, drawn at random from this range, because many bots reconnect at the same moment."""
AFTER_SILENCE = (0.5, 2.0)
"""Seconds between attempts after one that the gateway did not answer. Waiting for the answer was already a pause."""
ANSWER = 8.0
"""Seconds within which the gateway must send its first message."""
FREE_LOGINS = 4
"""Number of logins of a shard in an hour above which the pauses grow. Discord allows a bot 1000 logins a day."""
LONGEST = 1024.0
"""Maximum pause in seconds, as in discord.py."""
LOGIN_EVERY = 5.0
"""Seconds between two logins of the bot."""
HOUR = 3600.0

_RANDOM = SystemRandom()


class Reconnector:
    """Reconnects the shards that discord.py has given up.

    ``mine``: whether this process should connect a shard. ``wait_for_turn`` waits until a shard may log in.
    """

    def __init__(self, client: discord.AutoShardedClient, mine: Callable[[int], bool]) -> None:
        self.mine = mine
        self.wait_for_turn: Callable[[int], Awaitable[None]] = self._wait_for_login
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._client = client
        self._given_up = 0
        """The number of shards that discord.py has given up and that are not identified yet."""
        self._lost: set[int] = set()
        """The identified lost shards. Only :meth:`_try_again` connects them."""
        self._since: dict[int, float] = {}
        """The time at which each lost shard was noticed."""
        self._trying: int | None = None
        self._limit: asyncio.Timeout | None = None
        """The timeout of the attempt under way."""
        self._silent = False
        """Whether the gateway did not answer the last attempt."""
        self._logins: defaultdict[int, deque[float]] = defaultdict(deque)
        self._is_logged = False
        """Whether the log has a record of too many logins."""
        self._turn = asyncio.Lock()
        self._last_login: float | None = None

    async def stay_connected(self, connect: Callable[[], Awaitable[None]]) -> None:
        """Stay connected until the client is closed. Raise the errors of discord.py that another attempt cannot solve.

        ``connect`` returns when discord.py has given up a shard, or when the client is closed.
        """
        again: asyncio.Task[None] | None = None
        try:
            while True:
                try:
                    await connect()
                except RuntimeError:  # a request found its session closed
                    if not self._client.is_closed():
                        raise
                if self._client.is_closed():
                    return
                self._given_up += 1
                if again is None or again.done():
                    again = asyncio.create_task(self._try_again(), name="reconnect")
        finally:
            await end_tasks(again)

    async def before_login(self, shard: int) -> None:
        """Wait until a shard may log in. At this point the gateway has answered."""
        if self._limit is not None and shard == self._trying and not self._limit.expired():
            self._limit.reschedule(None)
        await self.wait_for_turn(shard)
        self._logins[shard].append(time.monotonic())
        if self._count_logins(shard) > FREE_LOGINS and not self._is_logged:
            self._is_logged = True
            logger.warning(
                "had to log in anew several times within an hour. If Discord's status page shows no outage, another program "
                "takes the session over with this bot's token: stop that program, or reset the token in the developer portal",
                extra={"shard": shard},
            )

    async def _try_again(self) -> None:
        """Connect lost shards until none is left."""
        while self._find_lost() or self._given_up:
            await self.sleep(self._pause())
            for shard in sorted(self._find_lost()):
                if self.mine(shard) and not await self._connect(shard):
                    break  # the gateway is still unavailable

    def _find_lost(self) -> set[int]:
        """Return the lost shards.

        discord.py reports how many it has given up, not which. Once the number of closed shards has fallen to that number, all
        closed ones are lost. Until then, discord.py is still trying to resume some of them.
        """
        closed = {number for number, info in self._client.shards.items() if info.is_closed() and self.mine(number)}
        self._lost &= closed
        unknown = closed - self._lost - {self._trying}
        if self._given_up >= len(unknown):
            self._lost |= unknown
            self._given_up = 0
        for shard in self._since.keys() - closed:
            del self._since[shard]
        for shard in self._lost - self._since.keys():
            self._since[shard] = time.monotonic()
            logger.warning("lost the gateway, and tries again every few seconds", extra={"shard": shard})
        return self._lost

    async def _connect(self, shard: int) -> bool:
        """Make one attempt to connect a lost shard. Return whether it is connected."""
        info = self._client.shards[shard]
        self._lost.discard(shard)
        self._trying = shard
        try:
            async with asyncio.timeout(ANSWER) as self._limit:
                await info.connect()  # if it fails, discord.py gives the shard up again
            self._silent = self._limit.expired()
        finally:
            self._trying = self._limit = None
        if info.is_closed():
            if self._silent:  # discord.py has not noticed that the gateway does not answer
                self._lost.add(shard)
            return False
        seconds = round(time.monotonic() - self._since.pop(shard), 1)
        logger.info("is back at the gateway", extra={"shard": shard, "seconds": seconds})
        return True

    def _pause(self) -> float:
        """Return the seconds until the next attempt."""
        most = max(map(self._count_logins, self._lost), default=0)
        pause = _RANDOM.uniform(*(AFTER_SILENCE if self._silent else PAUSE))
        return min(LONGEST, pause * 2.0 ** max(0, most - FREE_LOGINS))

    def _count_logins(self, shard: int) -> int:
        """Return the number of a shard's logins within the last hour."""
        logins = self._logins[shard]
        while logins and logins[0] < time.monotonic() - HOUR:
            logins.popleft()
        return len(logins)

    async def _wait_for_login(self, shard: int) -> None:
        """Wait until a login is allowed again, in a process that serves every shard."""
        async with self._turn:
            if self._last_login is not None:
                await self.sleep(max(0.0, self._last_login + LOGIN_EVERY - time.monotonic()))
            self._last_login = time.monotonic()
