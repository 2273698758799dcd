"""The limit of open files and sockets (descriptors) of this process, and how many of them pages may use."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import resource

ENOUGH = 65_536
"""Number of descriptors beyond which a higher limit is of no use."""
LEAST = 4096
"""Number of descriptors that suffices for the maximum number of connections to pages."""
WITHOUT_LIMIT = 8192
"""Minimum number of sockets that Windows allows a process."""


def raise_limit() -> int:
    """Raise the limit of descriptors as far as the system allows. Return the limit."""
    if sys.platform == "win32":
        return WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
