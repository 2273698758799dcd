"""A worker process: ``python -m bot.workers.child MEMORY``. It runs jobs one at a time until the bot closes the pipe.

It never outlives the bot: a thread listens to the pipe and ends the process when the bot is gone, even in the middle of a job.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

from bot.workers import jobs  # noqa: F401 - imports what jobs need before the first one comes
from bot.workers.frames import pack, read_bytes
from bot.workers.job import Job, Lane

if sys.platform != "win32":
    import resource

NICE = 10
"""The nice value of a worker: the bot has priority when processor time is short."""
LAST = 19
"""The nice value of a worker for jobs that nobody waits for. Everything else has priority."""


def main(memory: int) -> None:
    """Run the jobs of the bot. ``memory``: the maximum number of bytes that a job can use."""
    for ending in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C reaches the whole process group, but the bot ends its workers
        signal.signal(ending, signal.SIG_IGN)
    os.nice(NICE)
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, most))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of libraries must not mix with the answers
    orders: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, orders), daemon=True).start()
    _send(answers, ("ready", None, _resident()))
    while True:
        _send(answers, _answer(orders.get()))


def _listen(pipe: BinaryIO, orders: SimpleQueue[bytes]) -> None:
    while (order := read_bytes(pipe)) is not None:
        orders.put(order)
    os._exit(0)


def _answer(order: bytes) -> tuple[str, object, int]:
    """Run a job. Return its status, its pickled result or the error, and the peak memory of the process in bytes."""
    try:
        job: Job[object] = pickle.loads(order)  # noqa: S301 - written by the bot
        if job.lane is Lane.SPARE:
            os.nice(LAST)  # the nice value never falls again, and its maximum is the lowest priority
        return "done", pickle.dumps(job.run(), pickle.HIGHEST_PROTOCOL), _resident()
    except MemoryError:
        return "failed", "it needs more memory than a worker may take", _resident()
    except Exception:  # noqa: BLE001 - any error is reported to the bot
        return "failed", traceback.format_exc(limit=-12), _resident()


def _send(pipe: BinaryIO, answer: tuple[str, object, int]) -> None:
    pipe.write(pack(answer))
    pipe.flush()


def _resident() -> int:
    """Return the peak memory of the process so far, in bytes; 0 if the system does not report it.

    Linux's ``ru_maxrss`` is not used: a process inherits it, so every worker of a large bot would appear too large.
    """
    if sys.platform == "win32":
        return 0
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for line in Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


if __name__ == "__main__":
    main(int(sys.argv[1]))
