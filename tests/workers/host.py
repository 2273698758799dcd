"""A bot, as far as the workers see it: asks for one job and says the number of its worker. ``host.py FOLDER``."""

from __future__ import annotations

import asyncio
import sys

from bot.workers import Workers
from tests.workers.samples import Sample

if __name__ == "__main__":
    asyncio.run(Workers().run(Sample(sys.argv[1], "picture", waits=True), 1))
