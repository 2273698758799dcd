"""The time limit of a test holds after one of its subtests, or its setup, has failed, and for threads that tests leave behind.

pytest's own plugin dumps every thread and ends the process once ``faulthandler_timeout`` is over. It cancels that at each
failure, as a debugger may open there; a test whose subtest failed would then have no limit at all. Nor has the end of the
process, which waits for every thread but those marked as daemons.
"""

from __future__ import annotations

import faulthandler
import threading
from collections.abc import Generator
from concurrent.futures import thread as pools
from time import monotonic

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

_LATE = pytest.StashKey[float]()
"""The moment at which the running test is stopped, in seconds of the monotonic clock."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Note when the test is to be stopped. Wait after the last test for threads that are left, with the same limit."""
    _begin_limit(item.config)
    result = yield
    if nextitem is None:
        _begin_limit(item.config)
        _set_timer(item.config)
        for thread in threading.enumerate():
            if _keeps_process(thread):
                thread.join()
        faulthandler.cancel_dump_traceback_later()
    return result


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node: pytest.Item | pytest.Collector) -> None:
    """Set the timer that was just cancelled again, to what is left of the limit."""
    if _LATE in node.config.stash:
        _set_timer(node.config)


def _begin_limit(config: pytest.Config) -> None:
    config.stash[_LATE] = monotonic() + float(config.getini("faulthandler_timeout"))


def _set_timer(config: pytest.Config) -> None:
    stderr = config.stash[fault_handler_stderr_fd_key]
    faulthandler.dump_traceback_later(max(config.stash[_LATE] - monotonic(), 0.1), file=stderr, exit=True)


def _keeps_process(thread: threading.Thread) -> bool:
    """Return whether the end of the process waits for a thread. It ends those of pools itself, which may have nothing to do."""
    in_pool = thread in pools._threads_queues
    return not (thread.daemon or in_pool or thread is threading.main_thread())
