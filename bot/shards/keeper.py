"""The keeper of this process's shards: it hands over surplus shards, and takes free ones.

Locks determine who has a shard (``bot.storage.engine.shard_locks``): only the process that holds the lock of a shard connects
it to Discord, sends its posts and runs the scheduled tasks of its servers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.common.assignment import NOTHING, Assignment
from bot.common.tasks import end_tasks
from bot.storage.engine.shard_locks import LockHolders, LocksLost, ShardLocks, join_shards

logger = logging.getLogger(__name__)

TICK = 1.0
"""Seconds between checks of the locks. A free shard is noticed within this time."""
SETTLED = 3
"""Number of checks without a newcomer before a new process takes its first shards."""


class Serving(Protocol):
    """The interface that connects and disconnects shards: the Discord client."""

    async def take_up(self, shard: int) -> None:
        """Connect a shard to Discord. This is cancelled if the shard is released meanwhile."""

    async def let_go(self, shard: int) -> None:
        """Disconnect a shard. Return once no work for its servers is under way."""

    async def cut(self, shards: Sequence[int]) -> None:
        """Disconnect shards at once: another process may already hold them."""


Sleep = Callable[[float], Awaitable[None]]


class ShardKeeper:
    """Manages the shards of one process.

    ``only``: the shards that the settings assign to this process. Without them it takes at most ``per_process`` shards; without
    that number, an equal share of all shards.
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
        """The shards that this process currently serves."""
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

    @property
    def count(self) -> int:
        """The agreed number of shards."""
        return self.assignment.count

    def start(self, wanted: int | None, suggested: int) -> None:
        """Start taking shards.

        ``wanted``: the number of shards in the settings. ``suggested``: the number that Discord suggests.
        """
        self.set_wanted(wanted, suggested)
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="shards")

    def set_wanted(self, wanted: int | None, suggested: int) -> None:
        """Set the number of shards from the settings, and the one that Discord suggests."""
        self._wanted, self._suggested = wanted, suggested

    async def close(self) -> None:
        """Give up every shard, and release the locks. The client must already have stopped serving."""
        await end_tasks(self._task, *self._launches.values())
        self._assign(Assignment(self.count, frozenset()))
        await self.locks.close()

    def holds(self, shard: int) -> bool:
        """Return whether this process may connect a shard."""
        return shard in self._held

    @property
    def _held(self) -> frozenset[int]:
        return self.assignment.shards or frozenset()

    async def step(self) -> None:
        """Check the locks once, and take or hand over shards as needed. Never raises."""
        try:
            if not self._has_begun:
                await self._begin()
            await self._tick()
        except LocksLost as lost:
            await self._stop_serving(lost)
        except Exception:
            logger.exception("the check of the shards' locks failed")

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
                "waits: the bot runs with %s shards, but this process is configured for %s. Stop the other processes first",
                count,
                self._wanted,
            )
        else:
            logger.info("waits for its share of the shards", extra={"shards": count})
        self._assign(Assignment(count, frozenset()))
        self._has_begun = True

    async def _stop_serving(self, why: LocksLost) -> None:
        """Stop serving at once: the locks are lost, and another process may already have them."""
        held = sorted(self._held)
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
        held = self._held
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
            return  # a process with a different number of shards is still serving
        if excess := self._excess(held, holders):
            await self._hand_over(excess)
        elif self._is_settled(held):
            await self._take(self._free(held, holders))

    async def _agree_again(self, held: frozenset[int]) -> None:
        """Give up every shard, and start again with the new number of shards."""
        for shard in sorted(held):
            await self._hand_over(shard)
        self._assign(Assignment(await self.locks.agree(self._wanted, self._suggested), frozenset()))

    def _share(self, holders: LockHolders) -> int:
        return self.per_process or -(-self.count // max(1, holders.processes))

    def _excess(self, held: frozenset[int], holders: LockHolders) -> int | None:
        """Return a shard to hand over because other processes have started; ``None`` if there is none.

        No shard is handed over while new processes are still starting.
        """
        if self.only is not None or self._looks_without_change < SETTLED or len(held) <= self._share(holders):
            return None
        return max(held)

    def _is_settled(self, held: frozenset[int]) -> bool:
        """Return whether shards can be taken. A new process first waits for others that start at the same time."""
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
                self._assign(Assignment(self.count, self._held | {shard}))
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
        await end_tasks(self._launches.get(shard))
        self._assign(Assignment(self.count, self._held - {shard}))
        await self.serving.let_go(shard)
        await self.locks.release(shard, self.count)
        logger.info("handed a shard over", extra={"shard": shard, "shards": self.count})

    def _assign(self, assignment: Assignment) -> None:
        if assignment != self.assignment:
            self.assignment = assignment
            self.on_change()
