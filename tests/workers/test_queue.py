"""The order of the queue."""

from __future__ import annotations

import pytest

from bot.workers.queue import FairQueue


def order(queue: FairQueue[str]) -> list[str]:
    """Everything that waits, in the order in which it is taken."""
    return [queue.take() for _ in range(len(queue))]


def test_members_take_turns_however_much_one_of_them_asks_for() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put(1, f"a{number}")
    queue.put(2, "b0")
    queue.put(3, "c0")
    queue.put(2, "b1")
    assert order(queue)[:6] == ["a0", "b0", "c0", "a1", "b1", "a2"]


def test_a_served_caller_comes_after_those_who_wait() -> None:
    queue: FairQueue[str] = FairQueue()
    for thing in ("a0", "a1", "a2"):
        queue.put(1, thing)
    assert queue.take() == "a0"
    queue.put(2, "b0")
    assert order(queue) == ["a1", "b0", "a2"]


def test_what_two_members_wait_for_comes_when_the_first_of_them_is_next_and_once() -> None:
    queue: FairQueue[str] = FairQueue()
    for thing in ("a0", "a1", "both"):
        queue.put(1, thing)
    queue.put(2, "both")
    assert len(queue) == 3
    assert order(queue) == ["a0", "both", "a1"]
    assert queue.count(1) == queue.count(2) == 0


def test_what_one_member_no_longer_wants_still_waits_for_the_other() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(1, "both")
    queue.put(2, "both")
    queue.remove("both", 1)
    assert (queue.count(1), queue.count(2)) == (0, 1)
    queue.remove("both")
    assert len(queue) == 0
    with pytest.raises(IndexError):
        queue.take()


def test_nothing_waits_twice() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(1, "a0")
    queue.put(1, "a0")
    assert order(queue) == ["a0"]
