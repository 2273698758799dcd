"""A worker process, as seen by the bot."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.workers.errors import JobFailed, WorkerDied
from bot.workers.frames import pack, receive
from bot.workers.job import Job

MEMORY = 768 * 2**20
"""Maximum number of bytes that a worker can use. A job that needs more fails."""
REPLACE_AT = 384 * 2**20
"""Peak memory in bytes at which a worker is replaced, which frees its caches and leaks."""
START = 60.0
"""Seconds for a worker to start."""

_ROOT = Path(__file__).parents[2]
_SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "TARGET_DATABASE_URL")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a job, and the size of the pickled result in bytes."""

    value: Any
    size: int


class Worker:
    """A process that does one job at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._resident = 0

    @classmethod
    async def start(cls) -> Worker:
        """Start a worker, and return it when it is ready. Raise WorkerDied if it cannot start."""
        environment = {name: value for name, value in os.environ.items() if name not in _SECRETS}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(_ROOT), environment.get("PYTHONPATH"))))
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.workers.child", str(MEMORY), stdin=PIPE, stdout=PIPE, env=environment
            )
        except OSError as error:
            raise WorkerDied(f"a worker cannot be started: {error}") from error
        worker = cls(process)
        try:
            async with asyncio.timeout(START):
                await worker._receive()
        except TimeoutError as error:
            await worker.end()
            raise WorkerDied(f"a worker did not start in {START:.0f} s") from error
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_worn_out(self) -> bool:
        """Whether the worker should be replaced."""
        return self._resident >= REPLACE_AT

    async def do(self, job: Job[Any]) -> Result:
        """Run a job. Raise JobFailed for an error of the job, WorkerDied, and TimeoutError after the job's deadline.

        After any outcome except a result or JobFailed, the worker is unusable and has to be ended.
        """
        pipe = self._process.stdin
        assert pipe is not None  # noqa: S101 - started with a pipe
        async with asyncio.timeout(job.seconds):
            with contextlib.suppress(ConnectionError):  # if the worker has died, reading the answer reports it
                pipe.write(pack(job))
                await pipe.drain()
            how, what = await self._receive()
        if how == "failed":
            raise JobFailed(str(what))
        return Result(pickle.loads(what), len(what))  # noqa: S301 - written by our own worker

    async def _receive(self) -> tuple[str, Any]:
        pipe = self._process.stdout
        assert pipe is not None  # noqa: S101 - started with a pipe
        try:
            how, what, self._resident = await receive(pipe)
        except (EOFError, ConnectionError) as error:
            status = await self._process.wait()
            raise WorkerDied(f"a worker ended with status {status}") from error
        return how, what

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
