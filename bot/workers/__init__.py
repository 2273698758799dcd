"""Slow work in separate processes, so that answers and boards never wait for it.

``Workers.run(job, member)`` returns a job's result. The jobs are in ``jobs``. Read ``pool`` first.
"""

from bot.workers.errors import JobFailed, TooBusy, WorkerProblem
from bot.workers.job import Job, Lane
from bot.workers.pool import Workers

__all__ = ["Job", "JobFailed", "Lane", "TooBusy", "WorkerProblem", "Workers"]
