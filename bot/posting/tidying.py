"""Tidies up old boards: removes their buttons, and the request to move.

These edits are not urgent, because a press on an old board is answered as stale. So they are held in memory, not in the outbox.
They have the lowest priority (:class:`bot.posting.rate_limit.Priority`): they wait while posts wait for Discord's rate limit.
None is started while many posts are under way, because posts also need the processor. If too many wait, the oldest are dropped.
A restart drops all of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.common.tasks import end_tasks
from bot.posting.errors import LimitedError, PermanentError
from bot.storage.engine.priority_lock import in_background
from bot.storage.queries.channels.posts import Post

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""Maximum number of concurrent edits, in addition to the posts of the outbox."""
ATTEMPT = 45.0
"""Seconds for an attempt, including the wait for its slot."""
ATTEMPTS = 6
"""Number of attempts after which the old message stays unchanged."""
MOST = 500
"""Maximum number of waiting edits. A bot that posts at Discord's limit would never reach older ones."""


class Tidying:
    """Makes the edits that only tidy up.

    ``deliver`` makes one edit, and raises the errors that :class:`bot.posting.sender.MessageSender` expects. ``delays``:
    seconds between attempts; the last one repeats. ``has_room``: returns whether few enough posts are under way; call
    :meth:`go_on` when that changes.
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
        """Make an edit in the background."""
        self._waiting.append(post)
        self.go_on()

    def go_on(self) -> None:
        """Start as many edits as there is room for."""
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
            except Exception as failure:  # noqa: BLE001 - any other failure may be temporary
                error = failure
                if self._is_closed:
                    break
                await asyncio.sleep(self._delays[min(attempt, len(self._delays) - 1)])
            else:
                return
        logger.info("an old board keeps its buttons: %r", error, extra={"guild": post.guild_id, "game": post.game_id})

    @property
    def is_idle(self) -> bool:
        """Whether no edit is waiting or being made."""
        return not self._under_way

    async def wait_until_idle(self) -> None:
        """Wait until no edit is waiting or being made."""
        while not self.is_idle:
            await asyncio.wait(self._under_way)

    async def close(self, patience: float) -> None:
        """Wait at most ``patience`` seconds for the edits under way, and drop the rest."""
        self._is_closed = True
        if self._under_way:
            _, late = await asyncio.wait(self._under_way, timeout=max(0.0, patience))
            await end_tasks(*late)
