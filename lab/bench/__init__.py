"""Measurements that lab/docs/benchmarks.md quotes: ``make bench``. Each gives rows of the table that it prints."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One figure, with that of a peer measured in the same run, if any."""

    name: str
    """What was measured."""
    value: float
    unit: str
    """``moves/s``, ``ms``, ``KB`` …"""
    peer: str | None = None
    """What it is compared with."""
    peer_value: float | None = None
    """The peer's figure, in the same unit."""
