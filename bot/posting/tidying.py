"""Tidy up old boards: remove their buttons, and the words that ask somebody to move.

Nobody misses these edits for a while: a press on an old board is answered as stale. So they are kept in memory, not in the
outbox. They go last (:class:`bot.posting.rate_limit.Priority`): while posts wait for Discord's rate limit, they wait. While
many posts are under way at all, none is begun: posts need the processor, too. Where too many wait, the oldest are left out. A
restart leaves out all of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.posting.errors import LimitedError, PermanentError
from bot.storage.engine.priority_lock import in_background
from bot.storage.queries.channels.posts import Post

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""Edits under way at the same time, beside the posts of the outbox."""
ATTEMPT = 45.0
"""Seconds that an attempt may wait for its slot and take."""
ATTEMPTS = 6
"""After so many attempts the old message stays as it is."""
MOST = 500
"""Edits that wait at most: a bot that posts at Discord's limit never comes to the others."""


class Tidying:
    """Makes the edits that only tidy up.

    ``deliver`` makes one, and raises what :class:`bot.posting.sender.MessageSender` expects. ``delays``: seconds between one
    attempt and the next; the last one repeats. ``has_room``: whether few enough posts are under way; :meth:`go_on` asks again.
    """

    def __init__(
        self,
        deliver: Callable[[Post], Awaitable[object]],
        delays: Sequence[float],
        has_room: Callable[[], bool] = lambda: True,
    ) -> None:
        self._deliver = deliver
        self._delays = delays
        self._has_room = has_room
        self._waiting: deque[Post] = deque(maxlen=MOST)
        self._under_way: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def add(self, post: Post) -> None:
        """Make an edit, in the background."""
        self._waiting.append(post)
        self.go_on()

    def go_on(self) -> None:
        """Begin the edits that there is room for."""
        while self._waiting and len(self._under_way) < AT_ONCE and not self._is_closed and self._has_room():
            post = self._waiting.popleft()
            task = asyncio.create_task(self._edit(post), name="tidying")
            self._under_way.add(task)
            task.add_done_callback(partial(self._end, post))

    def _end(self, post: Post, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if task.cancelled():
            self._waiting.appendleft(post)
        self.go_on()

    @in_background
    async def _edit(self, post: Post) -> None:
        for attempt in range(ATTEMPTS):
            try:
                async with asyncio.timeout(ATTEMPT):
                    await self._deliver(post)
            except (PermanentError, LimitedError) as reason:
                error: Exception = reason
                break
            except Exception as failure:  # noqa: BLE001 - whatever went wrong, another attempt may help
                error = failure
                if self._is_closed:
                    break
                await asyncio.sleep(self._delays[min(attempt, len(self._delays) - 1)])
            else:
                return
        logger.info("an old board keeps its buttons: %r", error, extra={"guild": post.guild_id, "game": post.game_id})

    @property
    def is_idle(self) -> bool:
        """Whether no edit waits or is being made."""
        return not self._under_way

    async def wait_until_idle(self) -> None:
        """Wait for that."""
        while not self.is_idle:
            await asyncio.wait(self._under_way)

    async def close(self, patience: float) -> None:
        """Wait at most ``patience`` seconds for the edits under way, and leave the rest out."""
        self._is_closed = True
        if self._under_way:
            _, late = await asyncio.wait(self._under_way, timeout=max(0.0, patience))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
