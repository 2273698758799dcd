"""The reasons why a job has no result."""

from __future__ import annotations


class WorkerProblem(Exception):
    """A job was not completed."""


class TooBusy(WorkerProblem):
    """A job was not accepted. ``str()`` is a friendly sentence for the member: one of those below."""


WAITS_FOR_MUCH = "I am still working on several things that you asked for. Ask again when the first of them is here."
QUEUE_FULL = "Many people are waiting for replays and figures just now. Please ask again in a few minutes."
STOPPING = "I am being restarted. Please try again in a minute: nothing is lost."


class JobFailed(WorkerProblem):
    """The job raised an error, exceeded its deadline, or its worker died on every attempt."""


class WorkerDied(Exception):
    """A worker process ended: by a signal, because of too little memory, or because it could not start."""
