"""One run of the bot on Discord, from opening the database to a clean end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Awaitable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

import aiohttp
import discord

from bot.common import metrics
from bot.common.tasks import end_tasks
from bot.process import allocator, clock_watch, health, watchdog
from bot.process.client import LandGames
from bot.process.host import descriptors
from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.host.health import Vitals
from bot.process.settings import Settings
from bot.process.vitals import Measurement
from bot.storage.engine.errors import DatabaseProblem, LastingProblem

CLOSING = 1.0
"""Seconds for the connection to Discord to end on its own after the bot is closed."""

LIMITED = 900.0
"""Seconds to wait before another login if Discord limits them without naming a time."""

_UNREACHABLE = "Discord cannot be reached ({}): check the network, then start the bot again."
_GATEWAY = {
    4004: "Discord refused the token at the gateway: copy it from the developer portal into DISCORD_TOKEN.",
    4010: "Discord does not know these shards: check SHARD_COUNT and SHARD_IDS.",
    4011: "The bot is in more servers than its shards may serve: raise SHARD_COUNT (one shard for 2500 servers).",
    4013: "Discord refused the bot's intents: update the bot.",
    4014: "Discord refused the bot's intents: update the bot.",
}
"""The advice to the host, by the gateway's close code. After these codes reconnecting does not help."""

END_BY = 9.5
"""Seconds after which a stopping process ends, even with work under way. This is safe, because every move is one
transaction."""

logger = logging.getLogger(__name__)


class Failure(Exception):
    """The bot cannot continue. ``str()`` is a sentence with the solution, ``status`` the process's exit status."""

    def __init__(self, sentence: str, status: int = FAILED) -> None:
        super().__init__(sentence)
        self.status = status


class Stop:
    """The request to end the process: by SIGINT (Ctrl-C) or SIGTERM. A second signal ends it immediately."""

    def __init__(self) -> None:
        self._is_asked = asyncio.Event()

    def listen_for_signals(self) -> None:
        """Handle the signals from now on, on the running event loop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._on_signal, number)

    def __bool__(self) -> bool:
        return self._is_asked.is_set()

    async def wait(self) -> None:
        """Return once the process was asked to end."""
        await self._is_asked.wait()

    def _on_signal(self, number: int) -> None:
        if self._is_asked.is_set():
            logger.warning("asked to end again: ends at once")
            os._exit(128 + number)  # safe at any moment: every move is one transaction
        logger.info("asked to end by %s", signal.Signals(number).name)
        self._is_asked.set()
        asyncio.get_running_loop().call_later(END_BY, self._end_late)

    def _end_late(self) -> None:
        """End now. The next start continues the unfinished work."""
        logger.warning("ends with work under way, which the next start continues")
        os._exit(0)


async def run(settings: Settings, client: LandGames) -> None:
    """Run the bot until it is asked to end. Raise Failure if it ends for any other reason.

    The database is opened before the login. A failure after the login is raised at least ``login_pause`` seconds later, so that
    restarts do not use up the daily logins. At a terminal it is raised at once.
    """
    descriptors.raise_limit()
    stop = Stop()
    stop.listen_for_signals()
    logged_in: float | None = None
    tasks: list[asyncio.Task[None]] = []
    try:
        try:
            async with client:
                await client.open()
                tasks.append(asyncio.create_task(watchdog.watch(), name="watchdog"))
                gc.freeze()  # exclude permanent objects from garbage collection, which would delay answers by some 30 ms
                _serve_metrics(settings)
                await serve_pages(client)
                if stop or not await _run_unless_stopped(stop, _login(client, settings)):
                    return
                logged_in = time.monotonic()
                clock = clock_watch.watch(client.app.context)
                tasks += [asyncio.create_task(clock, name="clock"), asyncio.create_task(beat(client), name="heartbeat")]
                tasks.append(asyncio.create_task(_end_if_stalled(client), name="stall watch"))
                tasks.append(asyncio.create_task(_connect(client), name="gateway"))
                if await _run_unless_stopped(stop, _end_with_first(*tasks[-2:])):
                    raise Failure("The connection to Discord ended and will not recover on its own: start the bot again.")
        finally:
            await _finish(tasks)
    except DatabaseProblem as problem:
        raise Failure(str(problem), MISCONFIGURED if isinstance(problem, LastingProblem) else FAILED) from problem
    except Failure:
        if logged_in is not None and not sys.stderr.isatty():
            await _pause(settings.login_pause - (time.monotonic() - logged_in), stop)
        raise


async def beat(client: LandGames) -> None:
    """Write the heartbeat regularly, and at once when the storage accepts no more writes. Run until cancelled.

    Each beat also returns free memory to the system.
    """
    hurry, measurement = asyncio.Event(), Measurement(client)
    client.app.context.db.on_trouble = hurry.set

    async def measure() -> Vitals:
        vitals = await measurement.measure()
        client.stall_watch.note(vitals)
        await asyncio.to_thread(allocator.return_free_memory)
        return vitals

    await health.beat(Path(client.settings.heartbeat_file), measure, health.INTERVAL, hurry)


async def _end_if_stalled(client: LandGames) -> None:
    """Raise Failure once the process can no longer send anything and should be restarted."""
    await client.stall_watch.wait(client.app.context, client.find_number)
    raise Failure(
        f"Posts have been due for {watchdog.PATIENCE:.0f} s, and Discord, although it is connected, has answered no request "
        "about a message: the process ends, so that its supervisor starts it again."
    )


async def _end_with_first(*tasks: asyncio.Task[None]) -> None:
    """Return as soon as one of the tasks ends. Raise its error, if any."""
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


def _serve_metrics(settings: Settings) -> None:
    if settings.metrics_port:
        try:
            metrics.serve(settings.metrics_host, settings.metrics_port)
        except OSError as error:
            raise Failure(
                f"The metrics cannot be served at {settings.metrics_host}:{settings.metrics_port} ({error.strerror}): "
                "set METRICS_HOST to an address of this machine and METRICS_PORT to a free port, or leave METRICS_PORT out.",
                MISCONFIGURED,
            ) from error


async def serve_pages(client: LandGames) -> None:
    """Serve the pages of games, if enabled. Raise Failure if their port is taken."""
    settings = client.settings
    try:
        await client.serve_pages()
    except OSError as error:
        raise Failure(
            f"The pages cannot be served at {settings.web_host}:{settings.web_port} ({error.strerror}): "
            "set WEB_HOST to an address of this machine and WEB_PORT to a free port.",
            MISCONFIGURED,
        ) from error


async def _finish(tasks: list[asyncio.Task[None]]) -> None:
    """End the tasks of a closed bot. The last one, the connection to the gateway, gets some time to end on its own."""
    if tasks:
        await asyncio.wait(tasks[-1:], timeout=CLOSING)
        await end_tasks(*tasks)
    logger.info("closed")


async def _login(client: LandGames, settings: Settings) -> None:
    """Log in. If Discord limits the logins, wait as long as it says: a process that exits would be restarted at once."""
    while (wait := await _try_login(client, settings)) is not None:
        with suppress(OSError):  # the wait does not depend on systemd, which would end a start of more than TimeoutStartSec
            health.notify_systemd(f"EXTEND_TIMEOUT_USEC={round((wait + LIMITED) * 1_000_000)}")
        logger.warning("Discord limits this bot's logins: waits, then logs in", extra={"seconds": round(wait, 1)})
        await client.http.close()
        client.http.connector = discord.utils.MISSING  # the session is closed; a login makes a new one
        await asyncio.sleep(wait)


async def _try_login(client: LandGames, settings: Settings) -> float | None:
    """Log in. Return the seconds to wait before another attempt, ``None`` after a login. Raise Failure."""
    token = settings.discord_token
    try:
        await client.login(token.get_secret_value() if token else "")
    except discord.LoginFailure as error:
        raise Failure(
            "Discord refused the token: copy the bot's token again from the developer portal into DISCORD_TOKEN.", MISCONFIGURED
        ) from error
    except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
        if (wait := _find_wait(error)) is not None:
            return wait
        raise Failure(_UNREACHABLE.format(error)) from error
    return None


def _find_wait(error: Exception) -> float | None:
    """Return the seconds for which Discord wants no request after this error; ``None`` if it is not about a limit."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        said = error.response.headers.get("Retry-After", "")
        return float(said) if said.isdecimal() else LIMITED
    return None


async def _connect(client: LandGames) -> None:
    try:
        await client.connect()
    except discord.ConnectionClosed as error:
        known = _GATEWAY.get(error.code)
        sentence = known or f"Discord closed the connection (code {error.code}): start the bot again."
        raise Failure(sentence, MISCONFIGURED if known else FAILED) from error
    except discord.PrivilegedIntentsRequired as error:
        raise Failure(_GATEWAY[4014], MISCONFIGURED) from error
    except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
        if (wait := _find_wait(error)) is not None:  # a process that exits at once would be restarted
            logger.warning("Discord limits this bot's connections: waits, then ends", extra={"seconds": round(wait, 1)})
            await asyncio.sleep(wait)
        raise Failure(f"The connection to Discord broke ({error}): start the bot again.") from error
    except Exception as error:
        logger.exception("the connection to Discord ended with an unexpected error")
        raise Failure(f"The connection to Discord broke ({type(error).__name__}): start the bot again.") from error


async def _run_unless_stopped(stop: Stop, work: Awaitable[None]) -> bool:
    """Return whether ``work`` ended before the process was asked to end. Re-raise the errors of ``work``.

    If the process is asked to end first, a coroutine is cancelled. A task is not cancelled, because its owner ends it.
    """
    task = asyncio.ensure_future(work)
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
            return True
        if task is not work:
            task.cancel()
            with suppress(asyncio.CancelledError, Failure):
                await task
        return False
    finally:
        stopping.cancel()


async def _pause(seconds: float, stop: Stop) -> None:
    if seconds > 0:
        logger.info("waits before it ends, to spare Discord's logins", extra={"seconds": round(seconds, 1)})
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), seconds)
