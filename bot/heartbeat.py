"""The sign of life of a running bot: a file that is touched as long as its event loop turns and its database answers.

Discord has no part in it: while Discord is away the bot is well, and starting it again would help nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

INTERVAL = 15.0
"""Seconds from one beat to the next."""

PATIENCE = 60.0
"""Seconds after which a bot without a beat counts as ill."""

logger = logging.getLogger(__name__)


def touch(file: Path) -> None:
    """Set the file's time to now, making it and its folder if need be; OSError where that cannot be."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def age(file: Path) -> float | None:
    """Seconds since the last beat; None if there is no file."""
    try:
        return max(0.0, time.time() - file.stat().st_mtime)
    except FileNotFoundError:
        return None


def tell_service_manager(state: str) -> None:
    """Pass a state such as ``WATCHDOG=1`` on to systemd, where it runs the bot (``Type=notify``); else do nothing."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)


async def beat(file: Path, answers: Callable[[], Awaitable[object]], interval: float = INTERVAL) -> None:
    """Touch the file every ``interval`` seconds in which ``answers()`` came through; ends only by being cancelled.

    systemd is told too: first that the bot is up, then that it lives. The file is removed at the end, so that a bot that
    was stopped on purpose does not look ill, but absent.
    """
    well = True
    try:
        while True:
            try:
                await answers()
                await asyncio.to_thread(touch, file)
                tell_service_manager("READY=1\nWATCHDOG=1")
            except Exception as error:  # noqa: BLE001 - whatever it is, the bot may recover from it
                if well:
                    logger.warning("the heartbeat stops: %s", error)
                well = False
            else:
                if not well:
                    logger.info("the heartbeat is back")
                well = True
            await asyncio.sleep(interval)
    finally:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)  # noqa: ASYNC240 - while being cancelled nothing else can be awaited
