"""Returns the memory of drawn pictures from the C library to the system."""

from __future__ import annotations

import ctypes
import sys


def return_free_memory() -> bool:
    """Return the C library's free memory to the system. Return whether the library supports this.

    The GNU C library allocates pictures on its heaps, and on its own returns only the free memory at the end of a heap, so a
    small block behind pictures keeps some 20 MB. Returning the memory of each picture at once would take more than a
    millisecond each.
    """
    if sys.platform != "linux":
        return False
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError):  # musl lacks it
        return False
    return True
