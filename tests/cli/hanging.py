"""``launcher.py`` for a bot whose event loop hangs once it is connected, and whose watchdog has little patience."""

from __future__ import annotations

import runpy
import time
from pathlib import Path

from bot.process import watchdog
from bot.process.client import LandGames


async def hang(_bot: LandGames) -> None:
    """Let the event loop never come round again."""
    print("hangs now", flush=True)  # noqa: T201 - the test waits for it
    time.sleep(3600)  # noqa: ASYNC251 - that is what hanging is


watchdog.HUNG, watchdog.ROUND = 2.0, 0.1
LandGames.on_ready = hang  # type: ignore[method-assign, assignment]
runpy.run_path(str(Path(__file__).with_name("launcher.py")), run_name="__main__")
