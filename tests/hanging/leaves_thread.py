"""A test that leaves a thread behind which never ends."""

from __future__ import annotations

import threading
import time


def never_end() -> None:
    """Sleep for longer than any limit."""
    time.sleep(3600.0)


def test_that_leaves_a_thread() -> None:
    threading.Thread(target=never_end).start()
