"""Makes the C library return the memory of drawn pictures to the system."""

from __future__ import annotations

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Parameters of ``mallopt``, from the GNU C library's ``malloc.h``."""
BIG = 256 * 1024
"""Blocks of at least this size (bytes) are allocated and returned individually."""


def give_back_big_blocks() -> bool:
    """Make the C library return big blocks as soon as they are free. Return whether it supports this.

    By default, once the first big picture is freed, the GNU C library expects more blocks of this size. From then on it takes
    them from its heap, where a small block behind them keeps some 20 MB from being returned.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # musl lacks it
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, BIG)) and bool(mallopt(M_TRIM_THRESHOLD, 4 * BIG))
