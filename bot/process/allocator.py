"""Returns the memory of drawn pictures from the C library to the system."""

from __future__ import annotations

import ctypes
import sys


def return_free_memory() -> bool:
    """Return the C library's free memory to the system. Return whether the library supports this.

    The GNU C library takes pictures from its heaps, and on its own returns only what is free at the end of a heap: a small
    block behind them keeps some 20 MB. Having it return each picture at once would cost more than a millisecond a picture.
    """
    if sys.platform != "linux":
        return False
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError):  # musl lacks it
        return False
    return True
