"""The keeper of this process's share of the shards: it hands over the excess, and takes over what another process has left.

The locks decide (``bot.storage.engine.shard_locks``): only the process that holds the lock of a shard connects it to Discord,
sends its posts and runs the scheduled tasks of its servers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.common.assignment import NOTHING, Assignment
from bot.storage.engine.shard_locks import LockHolders, LocksLost, ShardLocks, join_shards

logger = logging.getLogger(__name__)

TICK = 1.0
"""Look at the locks this often (s). A shard that nobody holds is noticed within that time."""
SETTLED = 3
"""A process that has just started takes its first shards after so many looks at which no other process came."""


class Serving(Protocol):
    """What connects and disconnects shards: the Discord client."""

    async def take_up(self, shard: int) -> None:
        """Connect a shard to Discord. It is cancelled if the shard is let go meanwhile."""

    async def let_go(self, shard: int) -> None:
        """Disconnect a shard, and return when nothing is done for its servers any more."""

    async def cut(self, shards: Sequence[int]) -> None:
        """Disconnect shards at once: another process may hold them already."""


Sleep = Callable[[float], Awaitable[None]]


class ShardKeeper:
    """Keeps the shards of one process.

    only: the shards that the settings give to this process. Without them it takes at most ``per_process`` shards; without
    that number, all shards divided by the processes.
    """

    def __init__(
        self,
        locks: ShardLocks,
        serving: Serving,
        *,
        only: Sequence[int] | None = None,
        per_process: int | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.locks = locks
        self.serving = serving
        self.only = only
        self.per_process = per_process
        self.assignment = NOTHING
        """The shards that this process serves now."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when :attr:`assignment` has changed."""
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None
        self._launches: dict[int, asyncio.Task[None]] = {}
        self._has_begun = False
        self._looks_without_change = 0
        self._processes = 0
        self._wanted: int | None = None
        self._suggested = 1
        self._closing = False

    @property
    def count(self) -> int:
        """The agreed number of shards."""
        return self.assignment.count

    def start(self, wanted: int | None, suggested: int) -> None:
        """Begin to take shards. wanted: the number of shards in the settings. suggested: Discord's number."""
        self.set_wanted(wanted, suggested)
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="shards")

    def set_wanted(self, wanted: int | None, suggested: int) -> None:
        """Set the number of shards that the settings want, and the one that Discord suggests."""
        self._wanted, self._suggested = wanted, suggested

    async def close(self) -> None:
        """Let every shard go, and give the locks up. The client has stopped serving before."""
        self._closing = True
        tasks = [task for task in (self._task, *self._launches.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._assign(Assignment(self.count, frozenset()))
        await self.locks.close()

    def holds(self, shard: int) -> bool:
        """Return whether this process may connect that shard."""
        return self.assignment.shards is not None and shard in self.assignment.shards

    async def step(self) -> None:
        """Look at the locks once, and take or hand over the shards that have to change hands. Never raises."""
        try:
            if not self._has_begun:
                await self._begin()
            await self._tick()
        except LocksLost as lost:
            await self._stop_serving(lost)
        except Exception:
            logger.exception("the look at the shards' locks failed")

    async def _run(self) -> None:
        while True:
            await self.step()
            await self._sleep(TICK)

    async def _begin(self) -> None:
        if self.locks.process is None:
            await self.locks.open()
        self._looks_without_change = 0
        count = await self.locks.agree(self._wanted, self._suggested)
        if self._wanted not in (None, count):
            logger.warning(
                "waits: the bot runs with %s shards, and this process is to have %s. Stop the other processes first",
                count,
                self._wanted,
            )
        else:
            logger.info("waits for its share of the shards", extra={"shards": count})
        self._assign(Assignment(count, frozenset()))
        self._has_begun = True

    async def _stop_serving(self, why: LocksLost) -> None:
        """Stop serving at once: the locks are gone, and another process may have them already."""
        held = sorted(self.assignment.shards or ())
        self._has_begun = False
        self._assign(Assignment(self.count, frozenset()))
        for launch in self._launches.values():
            launch.cancel()
        await self.locks.close()
        if held:
            logger.error("lost the shards %s: %s", join_shards(held), why)
            await self.serving.cut(held)

    async def _tick(self) -> None:
        holders = await self.locks.read_holders(self.count)
        held = self.assignment.shards or frozenset()
        if missing := held - holders.mine:
            raise LocksLost(f"the locks of the shards {join_shards(sorted(missing))} are gone")
        if holders.agreed != self.count:
            await self._agree_again(held)
            return
        self._looks_without_change = self._looks_without_change + 1 if holders.processes <= self._processes else 0
        self._processes = holders.processes
        if self._wanted not in (None, self.count) and not held:
            if await self.locks.agree(self._wanted, self._suggested) != self.count:
                await self._agree_again(held)
            return
        if holders.other_count:
            return  # a process with another number of shards is still serving
        if excess := self._excess(held, holders):
            await self._hand_over(excess)
        elif self._is_settled(held):
            await self._take(self._free(held, holders))

    async def _agree_again(self, held: frozenset[int]) -> None:
        """Let every shard go, and start again with the new number of shards."""
        for shard in sorted(held):
            await self._hand_over(shard)
        self._assign(Assignment(await self.locks.agree(self._wanted, self._suggested), frozenset()))

    def _share(self, holders: LockHolders) -> int:
        return self.per_process or -(-self.count // max(1, holders.processes))

    def _excess(self, held: frozenset[int], holders: LockHolders) -> int | None:
        """Return a shard to hand over because other processes have come; ``None`` if there is none.

        Nobody hands over while processes still come.
        """
        if self.only is not None or self._looks_without_change < SETTLED or len(held) <= self._share(holders):
            return None
        return max(held)

    def _is_settled(self, held: frozenset[int]) -> bool:
        """Return whether shards may be taken: a new process first waits for those that start at the same time."""
        return bool(held) or self.count == 1 or self.only is not None or self._looks_without_change >= SETTLED

    def _free(self, held: frozenset[int], holders: LockHolders) -> list[int]:
        """Return the shards to try to take now."""
        if self.only is not None:
            return [shard for shard in self.only if shard not in held]
        room = self._share(holders) - len(held)
        return [shard for shard in range(self.count) if shard not in held | holders.taken][: max(0, room)]

    async def _take(self, shards: Sequence[int]) -> None:
        for shard in shards:
            if await self.locks.take(shard, self.count):
                self._assign(self.assignment.with_shard(shard))
                logger.info("serves a shard", extra={"shard": shard, "shards": self.count})
                launch = asyncio.create_task(self._launch(shard), name=f"shard {shard}")
                self._launches[shard] = launch

    async def _launch(self, shard: int) -> None:
        try:
            await self.serving.take_up(shard)
        except Exception:
            logger.exception("a shard could not be connected", extra={"shard": shard})
        finally:
            if self._launches.get(shard) is asyncio.current_task():
                del self._launches[shard]

    async def _hand_over(self, shard: int) -> None:
        launch = self._launches.get(shard)
        if launch is not None:
            launch.cancel()
            await asyncio.gather(launch, return_exceptions=True)
        self._assign(self.assignment.without_shard(shard))
        await self.serving.let_go(shard)
        await self.locks.release(shard, self.count)
        logger.info("handed a shard over", extra={"shard": shard, "shards": self.count})

    def _assign(self, assignment: Assignment) -> None:
        if assignment != self.assignment:
            self.assignment = assignment
            self.on_change()
