"""Tests of which a run takes a sample. ``test_sampling.py`` has pytest run them; nothing else collects them."""

from __future__ import annotations

import pytest

from tests.sampling import Sample

CASES, MOST = range(40), 5


@pytest.mark.sample(MOST)
@pytest.mark.parametrize("case", CASES)
def test_of_a_sweep(case: int) -> None:
    assert case in CASES


@pytest.mark.sample(1, of="two tests")
def test_of_two_the_first() -> None:
    """Is one of a sweep."""


@pytest.mark.sample(1, of="two tests")
def test_of_two_the_second() -> None:
    """Is one of the same sweep."""


@pytest.mark.full
def test_of_full_runs() -> None:
    """Take long."""


@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"])
def test_of_sql_that_is_the_same(database_url: str) -> None:
    assert database_url


@pytest.mark.postgresql
@pytest.mark.parametrize("database_url", ["sqlite", "postgresql"])
def test_of_sql_that_differs(database_url: str) -> None:
    assert database_url


def test_with_a_sweep_within(sample: Sample) -> None:
    assert len(sample(CASES, MOST)) == (len(CASES) if sample.is_full else MOST)
