"""The memory that pictures take while they are drawn goes back to the system when they are done."""

from __future__ import annotations

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Parameters of ``mallopt``, as ``malloc.h`` of the GNU C library has them."""
BIG = 256 * 1024
"""Blocks from this size on (bytes) are asked of the system one by one, and given back one by one."""


def give_back_big_blocks() -> bool:
    """Have the C library give big blocks back as soon as they are free. Return whether it is one that can.

    Left to itself the GNU C library takes the first big picture that is freed for a sign that such blocks come and go. From
    then on it cuts them from its heap, where a small block behind them keeps some 20 MB from ever going back.
    """
    if sys.platform != "linux":
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # musl has none
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, BIG)) and bool(mallopt(M_TRIM_THRESHOLD, 4 * BIG))
