"""The results that are cached for those who ask again."""

from __future__ import annotations

from bot.workers.process import Result
from bot.workers.results import Results
from tests.workers.samples import Fresh, Sample


def sample(name: str) -> Sample:
    """A job."""
    return Sample("", name)


def test_the_results_used_last_are_kept_as_far_as_there_is_room() -> None:
    results = Results(100)
    for name in "abc":
        results.put(sample(name), Result(name, 30))
    assert results.get(sample("a")) is not None
    results.put(sample("d"), Result("d", 30))
    assert results.size == 90
    assert [name for name in "abcd" if results.get(sample(name))] == ["a", "c", "d"]


def test_what_has_no_room_at_all_drives_nothing_out() -> None:
    results = Results(100)
    results.put(sample("a"), Result("a", 30))
    results.put(sample("b"), Result("b", 101))
    assert results.get(sample("a")) == Result("a", 30)
    assert results.get(sample("b")) is None


def test_a_job_whose_result_may_differ_is_not_kept() -> None:
    results = Results(100)
    results.put(Fresh("", "a"), Result("a", 1))
    assert results.get(Fresh("", "a")) is None
    assert results.size == 0
