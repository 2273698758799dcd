"""``launcher.py`` for a bot that soon takes itself for one that can send nothing any more, and then does not wait long."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

from bot.posting import sender
from bot.process import client, health, watchdog

sender.ATTEMPT = 1.0
watchdog.PATIENCE, health.INTERVAL, client.DRAIN = 0.5, 0.1, 1.0
watchdog.MOST = int(os.environ["MOST_ENDS"])
runpy.run_path(str(Path(__file__).with_name("launcher.py")), run_name="__main__")
