"""The sender of the outbox: sends each post once, in order, and retries it if it fails.

The posts of a channel are sent one at a time. A post that fails holds up its channel until it is sent or given up; a new thread
holds up only other threads and its own game. A process sends only the posts of the shards that it serves (``bot.shards``), so
no two processes send the same post. It leases a post before sending it: if the process dies, a leased post may or may not have
been sent.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common import metrics
from bot.common.clock import DAY, SECOND
from bot.common.crash_points import crash_point
from bot.common.tasks import end_tasks
from bot.posting.errors import BlockedError, LimitedError, PermanentError
from bot.posting.tidying import Tidying
from bot.storage.engine.database import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.storage.queries.channels import sending
from bot.storage.queries.channels.posts import BLOCKED, LIMITED, Post
from bot.usecases.context import Context

logger = logging.getLogger(__name__)

ATTEMPT = 45.0
"""Seconds that an attempt may take."""
DELAYS = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds between an attempt and the next one. The last delay repeats."""
DATABASE_PAUSE = 10.0
"""Seconds until the next attempt after the database failed, or the longest delay if that is shorter."""
BLOCKED_FACTOR = 10
"""The factor by which the longest delay is multiplied if a permission is missing."""
BLOCKED_FOR = 7 * DAY
"""Milliseconds after which a post that lacks a permission is given up."""
AT_ONCE = 16
"""Maximum number of concurrent attempts: enough for Discord's 50 requests per second if each takes a third of a second."""
BUSY = 8
"""Number of concurrent attempts at which edits that only tidy up have to wait: Discord or the processor is busy."""
EDITS_AT_ONCE = 6
"""Maximum number of edits among the attempts. Edits wait longest for the rate limit, and must not block posts."""
LEASED_AGAIN = 1000
"""Maximum number of posts that are remembered because they were leased once more. A commit is answered within a minute."""

KINDS_WITH_POINTS = ("status", "thread", "ping", "remove", "direct")
"""The kinds of posts that have their own crash points."""

SetTimer = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Calls a function after some seconds, as ``loop.call_later`` does."""


class Leased(NamedTuple):
    """The posts leased in one pass over the outbox."""

    posts: list[Post]
    """The posts to attempt now."""
    next_due: int | None
    """When to check again (ms since 1970) if nothing is due. ``None`` if nothing waits, or if an attempt will check."""


class MessageSender:
    """Sends the posts of one outbox. Each process has one sender.

    ``deliver`` makes one attempt at a post and returns the id of its message (``None`` for an edit). It raises
    :class:`PermanentError` if another attempt is pointless, and any other error if one may help. Three functions run in the
    sender's own transactions: ``read`` when a post is leased (returns the data for the post), ``record_sent`` when its success
    is saved, ``record_given_up`` when it is given up.
    """

    def __init__(
        self,
        context: Context,
        deliver: Callable[[Post], Awaitable[int | None]],
        record_sent: Callable[[AsyncConnection, Post, int | None], Awaitable[None]],
        *,
        read: Callable[[AsyncConnection, Post], Awaitable[object]] | None = None,
        record_given_up: Callable[[AsyncConnection, Post], Awaitable[None]] | None = None,
        delays: Sequence[float] = DELAYS,
    ) -> None:
        self.db = context.db
        self.clock = context.clock
        self._context = context
        self.deliver = deliver
        self.record_sent = record_sent
        self.read = read
        self.record_given_up = record_given_up
        self.delays = delays
        self._database_pause = min(DATABASE_PAUSE, delays[-1])
        self.owner = secrets.token_hex(8)
        self._last_sent: float | None = None
        """When Discord last accepted a post, in seconds of the monotonic clock."""
        self._blocked: set[int] = set()
        """The servers in which a post lacks a permission, as far as this process knows."""
        self._task: asyncio.Task[None] | None = None
        self._sending: dict[int, asyncio.Task[bool]] = {}
        self._posts: dict[int, Post] = {}
        """The posts being attempted, by their ids."""
        self._leased_again: deque[int] = deque(maxlen=LEASED_AGAIN)
        """The ids of the last posts that were leased for another attempt."""
        self._taking = asyncio.Lock()
        """Held while due posts are leased and their attempts started, so that no post is started twice."""
        self._must_look = False
        self._news = asyncio.Event()
        self.set_timer: SetTimer = lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call)
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = asyncio.Event()
        self.tidying = Tidying(deliver, delays, has_room=lambda: len(self._posts) < BUSY)
        context.outbox.connect(self.wake, self.tidying.add, self.find_owner, self.start)

    @property
    def last_sent(self) -> int:
        """When Discord last accepted a post (ms since 1970); 0 if none so far."""
        return 0 if self._last_sent is None else self.clock() - round((time.monotonic() - self._last_sent) * SECOND)

    def wake(self) -> None:
        """Send the due posts, in the background."""
        if not self._stopped.is_set():
            self._look_again()

    def find_owner(self) -> str | None:
        """Return whom a new post may be leased to: this sender, if it has room for another attempt."""
        return None if self._stopped.is_set() or len(self._posts) >= AT_ONCE else self.owner

    def start(self, post: Post) -> None:
        """Attempt a post that the transaction that queued it has leased to this sender.

        After a stop, or if another process serves the post by now, the lease is ignored, and the post sent later. Nothing is
        done, either, if the post was leased once more before PostgreSQL's answer to the commit arrived, and so perhaps sent.
        """
        is_mine = self._context.assignment.serves(post.guild_id) and post.id not in self._leased_again
        if is_mine and not self._stopped.is_set():
            self._start_attempts(Leased([post], None))
            self._keep_running()

    async def try_blocked(self, guild_id: int) -> None:
        """Retry the posts of a server that lack a permission, after its permissions have changed."""
        if guild_id in self._blocked:
            self._blocked.discard(guild_id)
            if await self.db.write(lambda conn: sending.make_due(conn, self.clock(), self._context.assignment, guild_id)):
                self.wake()

    async def try_all_blocked(self) -> None:
        """Retry all posts that lack a permission, since this process does not know of changes before it connected."""
        if await self.db.write(lambda conn: sending.make_due(conn, self.clock(), self._context.assignment)):
            self.wake()

    async def close(self, patience: float) -> None:
        """Send the due posts for at most ``patience`` seconds, then stop. The next start sends the rest."""
        end = asyncio.get_running_loop().time() + patience
        self._stopped.set()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None and not self._task.done():
            done, _ = await asyncio.wait({self._task}, timeout=patience)
            if not done:
                await end_tasks(self._task)
        await end_tasks(*self._sending.values())
        await self.tidying.close(end - asyncio.get_running_loop().time())
        with suppress(DatabaseBusy):
            await self.db.write(lambda conn: sending.release(conn, self.owner))

    async def finish_shard(self, shard: int, patience: float) -> None:
        """Wait until no post of a shard is being attempted. Cancel attempts that take longer than ``patience`` seconds."""
        shard_of = self._context.assignment.shard_of
        mine = {task for row_id, task in self._sending.items() if shard_of(self._posts[row_id].guild_id) == shard}
        if mine:
            _, late = await asyncio.wait(mine, timeout=patience)
            await end_tasks(*late)

    async def wait_until_idle(self) -> None:
        """Wait until nothing is due or being sent."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})
        await self.tidying.wait_until_idle()

    def _look_again(self) -> None:
        """Check for due posts again."""
        self._must_look = True
        self._keep_running()

    def _keep_running(self) -> None:
        self._news.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="sender")
            self._task.add_done_callback(self._end_run)

    def _end_run(self, task: asyncio.Task[None]) -> None:
        """Check again soon if the task was cancelled, possibly before its first step. Do nothing after a stop."""
        if task.cancelled():
            self._wake_in(self.delays[0])

    @in_background
    async def _run(self) -> None:
        """Start an attempt at each due post, until none is left. A successful attempt leases the next posts.

        Attempts do not wait for each other: a slow channel holds up no other channel.
        """
        try:
            while True:
                self._news.clear()
                if self._must_look and len(self._posts) < AT_ONCE:  # otherwise the next attempt that ends checks again
                    self._must_look = False
                    async with self._taking:
                        self._start_attempts(await self.db.write(self._lease_due))
                if not self._sending and not self._must_look:
                    return
                await self._news.wait()
        except DatabaseBusy as busy:
            logger.warning("the sender waits for the database: %s", busy)
            self._wake_in(self._database_pause)
        except Exception:
            logger.exception("the sender stopped unexpectedly and will go on")
            self._wake_in(self.delays[-1])

    def _start_attempts(self, leased: Leased) -> None:
        """Start an attempt at each leased post, and set the timer for the next due time."""
        for post in leased.posts:
            if post.id in self._posts:  # PostgreSQL: it was leased once more before its own transaction started the attempt
                continue
            if post.attempts > 1:
                self._leased_again.append(post.id)
            attempt = asyncio.create_task(self._attempt(post), name=f"post {post.id}")
            self._sending[post.id], self._posts[post.id] = attempt, post
            attempt.add_done_callback(partial(self._end_attempt, post.id))
        if leased.next_due is not None:
            self._wake_in((leased.next_due - self.clock()) / 1000)

    def _end_attempt(self, row_id: int, attempt: asyncio.Task[bool]) -> None:
        """Handle the end of an attempt, possibly cancelled before its first step."""
        self._forget(row_id)
        if attempt.cancelled() or not attempt.result():
            self._must_look = True
        self._news.set()
        self.tidying.go_on()

    def _forget(self, row_id: int) -> None:
        """Remove a post from those being attempted."""
        self._sending.pop(row_id, None)
        self._posts.pop(row_id, None)

    @in_background
    async def _attempt(self, post: Post) -> bool:
        """Make one attempt at a post. Return whether it leased the next posts. Pause if the result could not be saved."""
        try:
            return await self._send(post)
        except sending.NotHeld:
            logger.info("a post was deleted, or taken by another process, while it was sent", extra={"post": post.id})
        except DatabaseBusy as busy:
            logger.warning("a post waits for the database: %s", busy, extra={"post": post.id})
            await self._pause(self._database_pause)
        except Exception:
            logger.exception("a post failed unexpectedly and will be tried again", extra={"post": post.id})
            await self._pause(self.delays[-1])
        return False

    async def _pause(self, seconds: float) -> None:
        """Wait for some seconds; after a stop, only for the shortest delay."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)
            await asyncio.sleep(self.delays[0])

    async def _lease_due(self, conn: AsyncConnection, finished: int = 0) -> Leased:
        """Lease as many due posts as there is room for in addition to those under way; the one ``finished`` is not any more."""
        now, served = self.clock(), self._context.assignment
        under_way = {row_id: post for row_id, post in self._posts.items() if row_id != finished}
        posts = await sending.lease(
            conn,
            now,
            served,
            self.owner,
            most=max(0, AT_ONCE - len(under_way)),
            most_edits=max(0, EDITS_AT_ONCE - sum(post.is_edit for post in under_way.values())),
            under_way=under_way,
        )
        if not posts:
            return Leased([], await sending.find_next_due(conn, now, served))
        leased = []
        for post in posts:
            _pass(post, "leasing")
            if post.attempts > 1 and not await sending.drop_old_boards(conn, post, now):
                continue
            leased.append(post if self.read is None else replace(post, material=await self.read(conn, post)))
        return Leased(leased, None if leased else now)  # the attempts will check again

    def _wake_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._stopped.is_set():
            self._timer = self.set_timer(max(seconds, 0.01), self.wake)

    async def _send(self, post: Post) -> bool:
        """Make one attempt at a post. Return whether it was sent and the next posts were leased."""
        _pass(post, "leased")
        where: dict[str, object] = {"post": post.id, "guild": post.guild_id, "game": post.game_id, "kind": post.kind}
        where |= {"attempt": post.attempts, "version": post.payload.get("end")}
        try:
            async with asyncio.timeout(ATTEMPT):
                message_id = await self.deliver(post)
        except PermanentError as reason:
            await self._give_up(post, str(reason), where)
        except BlockedError as reason:
            if self.clock() - post.created_at > BLOCKED_FOR:
                await self._give_up(post, str(reason), where)
            else:
                self._blocked.add(post.guild_id)
                await self._try_again(post, self.delays[-1] * BLOCKED_FACTOR, f"{BLOCKED}{reason}", where)
        except LimitedError as reason:
            await self._try_again(post, reason.seconds, f"{LIMITED}{reason}", where)
        except Exception as error:  # noqa: BLE001 - any other failure is retried
            await self._try_again(post, self.delays[min(post.attempts, len(self.delays)) - 1], repr(error), where)
        else:
            await self._finish(post, message_id)
            metrics.BOARDS.labels(post.kind).observe(max(0.0, (self.clock() - post.created_at) / SECOND))
            logger.info("posted", extra={**where, "message_id": message_id})
            return True
        return False

    async def _give_up(self, post: Post, why: str, where: dict[str, object]) -> None:
        logger.warning("a post was given up: %s", why, extra=where)

        async def work(conn: AsyncConnection) -> None:
            await sending.finish(conn, post.id, self.owner, dropped=why)
            if self.record_given_up is not None:
                await self.record_given_up(conn, post)

        await self.db.write(work)

    async def _try_again(self, post: Post, wait: float, why: str, where: dict[str, object]) -> None:
        logger.warning("a post failed and will be tried again in %s s: %s", wait, why, extra=where)
        due_at = self.clock() + int(wait * 1000)
        _pass(post, "failed")
        await self.db.write(lambda conn: sending.postpone(conn, post, self.owner, due_at, why[:500]))
        _pass(post, "postponed")

    async def _finish(self, post: Post, message_id: int | None) -> None:
        """Record that a post was sent, save its consequences, and lease the next posts, in one transaction."""

        async def work(conn: AsyncConnection) -> Leased:
            await self.record_sent(conn, post, message_id)
            next_due = await sending.finish(conn, post.id, self.owner, self._context.assignment, message_id=message_id)
            _pass(post, "saving")
            if next_due is None or next_due > self.clock():
                return Leased([], next_due)
            return await self._lease_due(conn, post.id)

        _pass(post, "sent")
        self._last_sent = time.monotonic()
        async with self._taking:
            leased = await self.db.write(work)
            self._forget(post.id)  # first, so that an attempt that ends now sees the free room
            self._start_attempts(leased)
        _pass(post, "saved")


def _pass(post: Post, what: str) -> None:
    """Pass the crash point of the post's kind, or the general one of all posts."""
    crash_point(f"{post.kind}.{what}" if post.kind in KINDS_WITH_POINTS else f"post.{what}")
