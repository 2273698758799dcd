"""Why a job has no result."""

from __future__ import annotations


class WorkerProblem(Exception):
    """A job was not done."""


class TooBusy(WorkerProblem):
    """A job was not taken; ``str()`` is a friendly sentence for whoever asked."""


class WaitsForMuch(TooBusy):
    """The member waits for too much already."""

    def __init__(self) -> None:
        super().__init__("I am still at work on several things that you asked for. Ask again when the first of them is here.")


class QueueFull(TooBusy):
    """Too much waits for all members together."""

    def __init__(self) -> None:
        super().__init__("Many people are waiting for replays and figures just now. Please ask again in a few minutes.")


class Stopping(TooBusy):
    """The pool is being closed."""

    def __init__(self) -> None:
        super().__init__("I am being restarted. Please try again in a minute: nothing is lost.")


class JobFailed(WorkerProblem):
    """The job raised an error, took longer than its deadline, or its worker died every time."""


class WorkerDied(Exception):
    """A worker process ended, whether by a signal, for lack of memory, or because it could not start."""
