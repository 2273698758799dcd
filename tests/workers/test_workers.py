"""The workers, as real processes: killed, hanging, greedy, and asked for much at once."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from bot.workers import JobFailed, Lane, Workers, pool, process
from bot.workers.child import NICE
from bot.workers.errors import QUEUE_FULL, STOPPING, WAITS_FOR_MUCH, TooBusy, WorkerDied
from bot.workers.process import REPLACE_AT, Worker
from tests.crash.processes import made_nursery
from tests.waiting import until
from tests.workers import forked
from tests.workers.samples import Broken, Chatty, Deadly, Fresh, Greedy, Hanging, Move, Sample

ROOT = Path(__file__).parents[2]
ADA, BJÖRN = 1, 2


@pytest.fixture(scope="module")
def nursery() -> Iterator[ForkServerContext]:
    """Where workers are forked off."""
    with made_nursery() as made:
        yield made


@pytest.fixture
async def workers(nursery: ForkServerContext) -> AsyncIterator[Workers]:
    """A pool with one process for each lane, forked off."""
    made = Workers(start=partial(forked.start, nursery))
    yield made
    await made.close()


@pytest.fixture
async def real_workers() -> AsyncIterator[Workers]:
    """A pool that starts its processes as the bot does."""
    made = Workers()
    yield made
    await made.close()


class Traces:
    """What the jobs of a test did."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)

    @property
    def begun(self) -> list[str]:
        """The names of the jobs in the order in which they were begun."""
        return [line.split()[0] for line in self._lines()]

    @property
    def pids(self) -> list[int]:
        """The processes that began them."""
        return [int(line.split()[1]) for line in self._lines()]

    def _lines(self) -> list[str]:
        path = Path(self.folder) / "begun"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def go(self) -> None:
        """Let the jobs that wait come to their end."""
        (Path(self.folder) / "go").touch()


@pytest.fixture
def traces(tmp_path: Path) -> Traces:
    """A folder for them."""
    return Traces(tmp_path)


def is_there(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


async def test_a_worker_knows_no_secret_and_is_blamed_for_its_own_memory_alone_and_replaced_when_it_is_killed(
    real_workers: Workers, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a process that stands back, and loads neither discord.py nor the database."""
    monkeypatch.setenv("DISCORD_TOKEN", "a.secret.token")
    before = os.nice(0)
    ballast = b"x" * (REPLACE_AT + 50_000_000)
    assert await real_workers.run(Chatty(), ADA) == f"{min(19, before + NICE)} no token []"
    await real_workers.run(Sample(traces.folder, "first"), ADA)
    del ballast
    asked = asyncio.create_task(real_workers.run(Sample(traces.folder, "picture", waits=True), ADA))
    await until("a worker to begin a job", lambda: len(traces.pids) > 1)
    assert traces.pids[0] == traces.pids[1], "the memory of the bot is not its own"
    os.kill(traces.pids[1], signal.SIGKILL)
    await until("another worker to begin the job", lambda: len(traces.pids) > 2)
    traces.go()
    assert await asked == "picture"
    assert traces.begun == ["first", "picture", "picture"]
    assert traces.pids[1] != traces.pids[2]


async def test_a_worker_that_is_killed_while_it_has_nothing_to_do_is_not_missed(workers: Workers, traces: Traces) -> None:
    await workers.run(Sample(traces.folder, "first"), ADA)
    os.kill(traces.pids[0], signal.SIGKILL)
    assert await workers.run(Sample(traces.folder, "second"), ADA) == "second"
    assert workers.pids(Lane.ANSWERS) == [traces.pids[1]]


async def test_a_job_that_kills_every_worker_fails_and_the_next_is_done(workers: Workers, traces: Traces) -> None:
    with pytest.raises(JobFailed, match="its worker died 3 times"):
        await workers.run(Deadly(traces.folder, "deadly"), ADA)
    assert traces.begun == ["deadly"] * pool.ATTEMPTS
    assert await workers.run(Sample(traces.folder, "picture"), ADA) == "picture"


async def test_a_worker_that_hangs_is_killed_at_the_deadline_and_the_job_not_repeated(
    workers: Workers, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds in (0.3, 3.0, 30.0):  # a busy machine may come to the first deadline before the job has begun
        monkeypatch.setattr(Hanging, "seconds", seconds)
        with pytest.raises(JobFailed, match="it took longer than"):
            await workers.run(Hanging(traces.folder, "hanging"), ADA)
        if traces.begun:
            break
    assert traces.begun == ["hanging"]
    assert not is_there(traces.pids[0])
    assert await workers.run(Sample(traces.folder, "picture"), ADA) == "picture"


async def test_a_job_that_raises_fails_with_its_error_and_the_worker_stays(workers: Workers, traces: Traces) -> None:
    await workers.run(Sample(traces.folder, "first"), ADA)
    with pytest.raises(JobFailed, match="ValueError: second cannot be done"):
        await workers.run(Broken(traces.folder, "second"), ADA)
    await workers.run(Sample(traces.folder, "third"), ADA)
    assert traces.pids[0] == traces.pids[1]


async def test_a_job_that_takes_too_much_memory_fails_and_the_bot_goes_on(workers: Workers, traces: Traces) -> None:
    with pytest.raises(JobFailed, match="it needs more memory than a worker may take"):
        await workers.run(Greedy(traces.folder, "greedy"), ADA)
    assert await workers.run(Sample(traces.folder, "picture"), ADA) == "picture"


async def test_a_worker_that_has_grown_is_replaced_after_its_job(
    workers: Workers, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "REPLACE_AT", 1)
    for name in ("first", "second"):
        await workers.run(Sample(traces.folder, name), ADA)
    assert traces.pids[0] != traces.pids[1]
    assert not any(is_there(pid) for pid in traces.pids)


async def test_one_member_who_asks_for_much_delays_another_by_one_job(workers: Workers, traces: Traces) -> None:
    running = asyncio.create_task(workers.run(Sample(traces.folder, "a0", waits=True), ADA))
    await until("a job to begin", lambda: traces.begun)
    asked = [asyncio.create_task(workers.run(Sample(traces.folder, f"a{n}"), ADA)) for n in range(1, 5)]
    await until("four jobs in the queue", lambda: workers.waiting(Lane.ANSWERS) == 4)
    asked.append(asyncio.create_task(workers.run(Sample(traces.folder, "b0"), BJÖRN)))
    await until("five jobs in the queue", lambda: workers.waiting(Lane.ANSWERS) == 5)
    traces.go()
    await asyncio.gather(running, *asked)
    assert traces.begun == ["a0", "a1", "b0", "a2", "a3", "a4"]


async def test_who_waits_for_much_already_is_refused_at_once_and_others_are_not(
    workers: Workers, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "MOST_OF_ALL", pool.MOST_OF_ONE + 1)
    first = Sample(traces.folder, "a", waits=True)
    asked = [asyncio.create_task(workers.run(first, ADA))]
    await until("a job to begin", lambda: traces.begun)
    more = [Sample(traces.folder, f"a{number}") for number in range(pool.MOST_OF_ONE)]
    asked += [asyncio.create_task(workers.run(job, ADA)) for job in more]
    await until("as many jobs in the queue as one member may have", lambda: workers.waiting(Lane.ANSWERS) == pool.MOST_OF_ONE)
    with pytest.raises(TooBusy, match=WAITS_FOR_MUCH):
        await workers.run(Sample(traces.folder, "more"), ADA)
    asked.append(asyncio.create_task(workers.run(Sample(traces.folder, "b"), BJÖRN)))
    asked.append(asyncio.create_task(workers.run(first, ADA)))
    await until("as many jobs in the queue as all may have", lambda: workers.waiting(Lane.ANSWERS) == pool.MOST_OF_ONE + 1)
    with pytest.raises(TooBusy, match=QUEUE_FULL):
        await workers.run(Sample(traces.folder, "too much"), BJÖRN)
    asked.append(asyncio.create_task(workers.run(Sample(traces.folder, "a post waits for it"), pool.THE_BOT)))
    traces.go()
    assert (await asyncio.gather(*asked))[0] == "a"
    assert "more" not in traces.begun


async def test_what_many_ask_for_at_once_is_done_once(workers: Workers, traces: Traces) -> None:
    job = Fresh(traces.folder, "picture", waits=True)
    asked = [asyncio.create_task(workers.run(job, member)) for member in range(50)]
    await until("a job to begin", lambda: traces.begun)
    traces.go()
    assert await asyncio.gather(*asked) == ["picture"] * 50
    assert traces.begun == ["picture"]


async def test_what_was_made_is_kept_for_those_who_ask_again(workers: Workers, traces: Traces) -> None:
    for member in (ADA, BJÖRN):
        assert await workers.run(Sample(traces.folder, "picture"), member) == "picture"
    assert traces.begun == ["picture"]
    for _ in range(2):
        await workers.run(Fresh(traces.folder, "move"), ADA)
    assert traces.begun == ["picture", "move", "move"]


async def test_a_lane_that_hangs_holds_up_no_other(workers: Workers, traces: Traces) -> None:
    asked = asyncio.create_task(workers.run(Sample(traces.folder, "picture", waits=True), ADA))
    await until("a job to begin", lambda: traces.begun)
    assert await workers.run(Move(traces.folder, "move"), ADA) == "move"
    assert not asked.done()
    traces.go()
    await asked


async def cancelled(asked: asyncio.Task[str]) -> None:
    """Cancels the caller, and waits for it."""
    asked.cancel()
    with suppress(asyncio.CancelledError):
        await asked


async def test_a_job_that_nobody_waits_for_any_more_is_not_begun(workers: Workers, traces: Traces) -> None:
    first = asyncio.create_task(workers.run(Sample(traces.folder, "first", waits=True), ADA))
    await until("a job to begin", lambda: traces.begun)
    second = asyncio.create_task(workers.run(Sample(traces.folder, "second"), ADA))
    await until("one job in the queue", lambda: workers.waiting(Lane.ANSWERS) == 1)
    await cancelled(second)
    assert workers.waiting(Lane.ANSWERS) == 0
    traces.go()
    await first
    await workers.run(Sample(traces.folder, "third"), ADA)
    assert traces.begun == ["first", "third"]


async def test_the_worker_of_a_job_that_nobody_waits_for_any_more_is_ended(workers: Workers, traces: Traces) -> None:
    job = Sample(traces.folder, "picture", waits=True)
    first, second = (asyncio.create_task(workers.run(job, member)) for member in (ADA, BJÖRN))
    await until("a job to begin", lambda: traces.begun)
    await cancelled(first)
    assert is_there(traces.pids[0]), "somebody else still waits"
    await cancelled(second)
    await until("the end of the worker", lambda: not is_there(traces.pids[0]))
    traces.go()
    assert await workers.run(job, ADA) == "picture"
    assert traces.begun == ["picture", "picture"]


async def test_who_leaves_while_the_worker_starts_leaves_it_to_the_next(workers: Workers, traces: Traces) -> None:
    await cancelled(asyncio.create_task(workers.run(Sample(traces.folder, "never"), ADA)))
    first = asyncio.create_task(workers.run(Sample(traces.folder, "first"), ADA))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await cancelled(first)
    await until("a worker to start", lambda: workers.pids(Lane.ANSWERS))
    (started,) = workers.pids(Lane.ANSWERS)
    assert await workers.run(Sample(traces.folder, "second"), ADA) == "second"
    assert (traces.begun, traces.pids) == (["second"], [started])


async def test_the_end_tells_everybody_who_waits_and_leaves_no_process(
    workers: Workers, nursery: ForkServerContext, traces: Traces
) -> None:
    jobs = [Sample(traces.folder, "first", waits=True), Sample(traces.folder, "second"), Move(traces.folder, "move")]
    asked = [asyncio.create_task(workers.run(job, ADA)) for job in jobs]
    await until(
        "the first job to begin and the move to be done", lambda: set(traces.begun) == {"first", "move"} and asked[2].done()
    )
    await workers.close()
    with pytest.raises(TooBusy, match=STOPPING):
        await asked[0]
    with pytest.raises(TooBusy, match=STOPPING):
        await asked[1]
    assert not any(is_there(pid) for pid in traces.pids)
    with pytest.raises(TooBusy, match=STOPPING):
        await workers.run(Sample(traces.folder, "late"), ADA)
    again = Workers(start=partial(forked.start, nursery))
    traces.go()
    assert await again.run(jobs[0], ADA) == "first"
    await again.close()


async def test_workers_without_anything_to_do_are_ended(
    workers: Workers, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "IDLE", 0.01)
    await workers.run(Sample(traces.folder, "first"), ADA)
    await until("the end of the worker", lambda: not is_there(traces.pids[0]))
    assert workers.pids(Lane.ANSWERS) == []
    assert await workers.run(Sample(traces.folder, "second"), ADA) == "second"


async def test_the_end_of_idle_workers_is_in_no_context_of_who_asked(
    workers: Workers, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker: ContextVar[str | None] = ContextVar("asker", default=None)
    seen: list[str | None] = []
    end = Worker.end

    async def ended(worker: Worker) -> None:
        seen.append(asker.get())
        await end(worker)

    monkeypatch.setattr(Worker, "end", ended)
    monkeypatch.setattr(pool, "IDLE", 0.01)
    asker.set("Ada")
    await workers.run(Sample(traces.folder, "first"), ADA)
    await until("the end of the idle worker", lambda: seen)
    assert seen == [None]


async def test_a_worker_that_cannot_start_fails_the_job_after_some_tries(
    monkeypatch: pytest.MonkeyPatch, traces: Traces
) -> None:
    tries: list[int] = []

    async def start() -> Worker:
        tries.append(1)
        raise WorkerDied("no memory left")

    workers = Workers(start=start)
    with pytest.raises(JobFailed, match="its worker died 3 times"):
        await workers.run(Sample(traces.folder, "picture"), ADA)
    assert len(tries) == pool.ATTEMPTS
    await workers.close()
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(WorkerDied, match="a worker cannot be started"):
        await Worker.start()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(WorkerDied, match="a worker ended with status 1"):
        await Worker.start()


async def test_no_worker_outlives_a_bot_that_is_killed(traces: Traces) -> None:
    command = [sys.executable, "-m", "tests.workers.host", traces.folder]
    host = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    try:
        await until("a worker to begin a job", lambda: traces.pids)
    finally:
        host.kill()
        await host.wait()
    await until("the end of the worker", lambda: not is_there(traces.pids[0]))
