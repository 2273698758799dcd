"""Measurements that lab/docs/benchmarks.md quotes: ``make bench``. Each gives rows of the table that it prints."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A measured figure, with the figure of a peer from the same run, if there is one."""

    name: str
    """The name of the measurement."""
    value: float
    unit: str
    """``moves/s``, ``ms``, ``KB`` …"""
    peer: str | None = None
    """The peer that it is compared with."""
    peer_value: float | None = None
    """The peer's figure, in the same unit."""
