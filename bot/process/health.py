"""The heartbeat of a running bot: a file that is written while the event loop runs and the database answers.

It contains the state of the bot (``bot.process.vitals``). systemd is only notified that the bot is alive, because a restart
does not help while Discord is unavailable.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.process.host.health import Vitals

INTERVAL = 15.0
"""Seconds between beats."""

logger = logging.getLogger(__name__)


def write(file: Path, vitals: Vitals) -> None:
    """Write the heartbeat atomically, in a folder that is made if needed. If that fails, remove the last one. Raise OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(vitals._replace(beat_at=time.monotonic())._asdict()))
        draft.replace(file)
    except OSError:  # on a full disk the last heartbeat would still report a healthy bot
        for left in (draft, file):
            left.unlink(missing_ok=True)
        raise


def notify_systemd(state: str) -> None:
    """Pass a state such as ``WATCHDOG=1`` to systemd if it runs the bot (``Type=notify``); otherwise do nothing."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)


async def beat(
    file: Path, measure: Callable[[], Awaitable[Vitals]], interval: float = INTERVAL, hurry: asyncio.Event | None = None
) -> None:
    """Write the result of ``measure()`` every ``interval`` seconds, unless it raises. Run until cancelled.

    ``hurry``: when it is set, the next result is written at once.

    Also notify systemd. Remove the file at the end, because a bot that was stopped on purpose is not unhealthy.
    """
    well, hurry = True, hurry or asyncio.Event()
    try:
        while True:
            try:
                await asyncio.to_thread(write, file, await measure())
                notify_systemd("READY=1\nWATCHDOG=1")
            except Exception as error:  # noqa: BLE001 - the bot may recover from any error
                if well:
                    logger.warning("the heartbeat stops: %s", error)
                well = False
            else:
                if not well:
                    logger.info("the heartbeat is back")
                well = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), interval)
            hurry.clear()
    finally:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)  # noqa: ASYNC240 - while being cancelled nothing else can be awaited
