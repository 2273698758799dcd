"""Samples of sweeps: `make test` runs a part of each, and leaves PostgreSQL out where its SQL is that of SQLite.

A sweep takes a sample that is drawn anew each day. The process that starts a run chooses the seed and prints it;
``SEED=… make test`` repeats a run.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

import pytest

Thing = TypeVar("Thing")

ON_POSTGRESQL = "postgresql"
"""The case of a test that runs on both engines, and the mark of a test that always does."""
ENGINE_PARAMETERS = ("database_url", "empty_database_url")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--full`` and ``--seed``."""
    parser.addoption("--full", action="store_true", help="run each sweep whole, and every test of storage on both engines")
    parser.addoption("--seed", default=os.environ.get("SEED"), help="draw the samples of that day (default: today's)")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed. With xdist, this process hands it to its workers."""
    if config.option.seed is None:
        config.option.seed = f"{datetime.now(UTC):%Y%m%d}"


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print which samples are drawn. The workers of xdist print nothing."""
    reporter, option = session.config.pluginmanager.get_plugin("terminalreporter"), session.config.option
    if reporter is not None:
        reporter.write_line("every sweep whole" if option.full else f"samples of each sweep: SEED={option.seed} repeats them")


def draw(config: pytest.Config, name: str, things: Iterable[Thing], most: int) -> list[Thing]:
    """Return at most ``most`` of the things, in their order; all of them in a full run."""
    known = list(things)
    if config.option.full or len(known) <= most:
        return known
    chosen = Random(f"{config.option.seed} {name}").sample(range(len(known)), most)
    return [known[index] for index in sorted(chosen)]


class Sample:
    """Draws samples for the sweeps within one test."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self._config, self._name = request.config, request.node.nodeid

    @property
    def is_full(self) -> bool:
        """Whether every sweep is whole."""
        return bool(self._config.option.full)

    def __call__(self, things: Iterable[Thing], most: int) -> list[Thing]:
        """Return at most ``most`` of the things, in their order; all of them in a full run."""
        return draw(self._config, self._name, things, most)


@pytest.fixture
def sample(request: pytest.FixtureRequest) -> Sample:
    """Draw a sample: ``sample(things, 3)``."""
    return Sample(request)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run leaves to a full one: all but ``n`` cases of a test marked ``sample(n)``.

    Tests marked ``sample(n, of="a sweep")`` are one sweep together.
    """
    if config.option.full:
        return
    kept = [item for item in items if not _is_for_full_run(item)]
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in kept:
        if mark := item.get_closest_marker("sample"):
            cases[mark.kwargs.get("of") or item.nodeid.partition("[")[0]].append(item)
    drawn = {case for name, all_of_it in cases.items() for case in draw(config, name, all_of_it, _size(all_of_it))}
    chosen = {item: None for item in kept if item in drawn or not item.get_closest_marker("sample")}
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def _size(cases: Sequence[pytest.Item]) -> int:
    mark = cases[0].get_closest_marker("sample")
    assert mark is not None
    return int(mark.args[0])


def _is_for_full_run(item: pytest.Item) -> bool:
    """Whether a test runs in full runs alone: it is marked so, or repeats on PostgreSQL what it does on SQLite."""
    if item.get_closest_marker("full"):
        return True
    params = item.callspec.params if hasattr(item, "callspec") else {}
    repeats = any(params.get(name) == ON_POSTGRESQL for name in ENGINE_PARAMETERS)
    return repeats and not item.get_closest_marker(ON_POSTGRESQL)
