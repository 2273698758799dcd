"""The bot as a process of its own, carrying out ``run`` as a host starts it, with what it has logged."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.cli.forked import fork
from tests.waiting import PATIENCE, add_witness, until
from tests.wire.server import Loopback

CLI = Path(__file__).parents[1] / "cli"
STARTED = 90.0
"""Seconds of running time in which a process of the bot connects: a busy machine takes longer than for other waits."""


class BotProcess:
    """One process, which logs JSON to its standard error."""

    def __init__(
        self, server: Loopback, folder: Path, environment: Mapping[str, str], *arguments: str, launcher: str = "launcher.py"
    ) -> None:
        """Start the bot in a folder, with a simulated Discord."""
        script = [str(CLI / launcher), server.api_url, server.gateway.url, *arguments]
        self._process, self._out, self._err = fork(folder, script, environment)
        add_witness(self)

    def describe_arrivals(self) -> str:
        """Return whether it runs, and the newest lines, for a wait that fails."""
        status = "runs" if self.status is None else f"has ended with status {self.status}"
        return f"the bot {status}, and has logged:\n{self.written[-3000:]}"

    @property
    def status(self) -> int | None:
        """Its exit status; ``None`` while it runs."""
        return self._process.exitcode

    @property
    def printed(self) -> str:
        """Its standard output so far."""
        return self._out.read_text(encoding="utf-8")

    @property
    def written(self) -> str:
        """Its standard error so far."""
        return self._err.read_text(encoding="utf-8")

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events that it has logged."""
        return [json.loads(line) for line in self.written.splitlines(keepends=True) if line.endswith("\n")]

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    async def ready(self) -> None:
        """Wait until it is connected."""
        await self.logged("ready", STARTED)

    async def logged(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until it logs an event that begins with some words. Raise ``AssertionError`` if it ends without that."""
        await until(f"the event {words!r}", lambda: self._has_logged(words) or self.status is not None, seconds)
        assert self._has_logged(words), f"the event {words!r} has not come: {self.describe_arrivals()}"

    def _has_logged(self, words: str) -> bool:
        return any(event["event"].startswith(words) for event in self.events)

    async def ended(self, seconds: float = PATIENCE) -> int:
        """Wait until it ends. Return its exit status."""
        await until("the end of the bot", lambda: self.status is not None, seconds)
        assert self.status is not None
        return self.status
