"""The interface of a job: values that say what is wanted, and the function that makes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import ClassVar, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Lane(StrEnum):
    """Jobs of one lane never wait for those of another: each has its own worker processes and its own queue."""

    POSTS = "posts"
    """What a post waits for."""
    ANSWERS = "answers"
    """What a person waits for: animations, figures."""
    PLAYERS = "players"
    """What a game waits for: computers' moves."""
    ANALYSIS = "analysis"
    """What takes long, and may take long."""
    SPARE = "spare"
    """What nobody waits for: one job at a time, with the processor time that nothing else wants."""


class Job(ABC, Generic[T_co]):
    """Something to be done by a worker. Subclasses are frozen dataclasses: equal jobs are the same job.

    Their values and their results go through pickle.
    """

    lane: ClassVar[Lane]
    kept: ClassVar[bool] = True
    """Whether the result is kept for the next who asks. It must depend on the values alone."""

    seconds: ClassVar[float]
    """The deadline: a worker that takes longer is killed."""

    @abstractmethod
    def run(self) -> T_co:
        """Do the job. Called in a worker process."""
