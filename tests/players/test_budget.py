"""How long a computer player may think."""

from __future__ import annotations

import pytest

from players import Budget


def test_work_is_counted_until_it_is_used_up() -> None:
    budget = Budget(work=3)
    assert not budget.is_spent
    assert budget.spend()
    assert not budget.spend(2)
    assert budget.is_spent
    assert budget.used == 3


def test_no_work_is_spent_at_once() -> None:
    assert Budget(work=0).is_spent


def test_seconds_end_by_the_clock_and_not_by_the_count() -> None:
    now = 10.0
    budget = Budget(seconds=0.5, clock=lambda: now)
    assert budget.spend(1_000_000)
    now = 10.5
    assert budget.is_spent


def test_with_both_whichever_comes_first_ends_it() -> None:
    now = 0.0
    assert Budget(seconds=1, work=1, clock=lambda: now).spend(1) is False
    late = Budget(seconds=1, work=10, clock=lambda: now)
    now = 2.0
    assert late.is_spent


def test_a_budget_needs_a_limit_that_means_something() -> None:
    for given in [{}, {"seconds": -1}, {"work": -1}]:
        with pytest.raises(ValueError, match="seconds"):
            Budget(**given)
