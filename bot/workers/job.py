"""The interface of a job: its parameters, and the function that computes its result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import ClassVar, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Lane(StrEnum):
    """The lanes of jobs. Each has its own worker processes and queue, so jobs never wait for those of another lane."""

    ANSWERS = "answers"
    """Jobs for members who are waiting: animations, cards, figures."""
    PLAYERS = "players"
    """Jobs for games: computers' moves."""
    ANALYSIS = "analysis"
    """Long jobs that are not urgent."""
    PAGES = "pages"
    """Jobs for the public pages, whose number of requests is unlimited."""
    SPARE = "spare"
    """Jobs that nobody waits for: one at a time, with processor time that is not needed otherwise."""


class Job(ABC, Generic[T_co]):
    """A task for a worker.

    Subclasses are frozen dataclasses, so that equal jobs run once. Jobs and results are pickled.
    """

    lane: ClassVar[Lane] = Lane.ANSWERS
    kept: ClassVar[bool] = True
    """Whether the result is cached for later requests. If so, it must depend only on the job's values."""

    seconds: ClassVar[float] = 60.0
    """The deadline in seconds, after which the worker is killed. It is many times as long as the longest job takes on a slow
    machine."""

    @abstractmethod
    def run(self) -> T_co:
        """Run the job and return its result. Called in a worker process."""
