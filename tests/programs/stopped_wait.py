"""Wait for at most 2.5 seconds, and be stopped within them: ``python -m tests.programs.stopped_wait``.

The process that has started it lets it go on. It ends with status 0 if the wait has not counted the time of the stop.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal

from tests.waiting import until

_looks = itertools.count(1)


def is_second_look() -> bool:
    """Stop this process at the first look. Return whether this is a later one."""
    look = next(_looks)
    if look == 1:
        os.kill(os.getpid(), signal.SIGSTOP)
    return look > 1


if __name__ == "__main__":
    asyncio.run(until("the second look", is_second_look, seconds=2.5))
