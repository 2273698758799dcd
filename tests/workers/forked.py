"""Workers that are forked off where everything is imported: importing takes longest."""

from __future__ import annotations

import asyncio
import os
import sys
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from typing import Any, cast

from bot.workers import child
from bot.workers.process import MEMORY, Worker


class Forked:
    """A forked process, as asyncio has those that it starts."""

    def __init__(self, process: BaseProcess, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader) -> None:
        self.stdin, self.stdout = stdin, stdout
        self._process = process
        self._loop = asyncio.get_running_loop()
        self._status = self._loop.create_future()
        self._loop.add_reader(process.sentinel, self._see_end)
        assert process.pid is not None
        self.pid = process.pid
        self.kill = process.kill

    def _see_end(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._process.join()
        self._status.set_result(self._process.exitcode)

    async def wait(self) -> Any:
        """Wait for its end. Return its exit status, negative for a signal."""
        return await asyncio.shield(self._status)


async def start(nursery: ForkServerContext) -> Worker:
    """Start a worker, and return it when it is ready."""
    (orders, mine), (answers, its) = nursery.Pipe(duplex=False), nursery.Pipe(duplex=False)
    process = nursery.Process(target=_run, args=(orders, its), daemon=True)
    process.start()
    loop, stdout = asyncio.get_running_loop(), asyncio.StreamReader()
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(os.dup(mine.fileno()), "wb")
    )
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdout), os.fdopen(os.dup(answers.fileno()), "rb"))
    for pipe in (orders, mine, answers, its):
        pipe.close()
    worker = Worker(cast("Any", Forked(process, asyncio.StreamWriter(transport, protocol, None, loop), stdout)))
    await worker._receive()
    return worker


def _run(orders: Connection, answers: Connection) -> None:
    os.dup2(orders.fileno(), sys.stdin.fileno())
    os.dup2(answers.fileno(), 1)
    for pipe in (orders, answers):
        pipe.close()
    child.main(MEMORY)
