"""Many games that begin at once: ``python -m lab.bench.host.season``. A season of 15 members starts, each with eight games.

The loopback Discord counts requests as Discord does and answers 429 to one too many.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.common.clock import DAY
from bot.storage.engine.database import Database
from bot.usecases.context import Context, User
from bot.usecases.league import creating, joining
from bot.usecases.league.running import JOINED
from lab.bench.host.discord_limits import count_as_discord
from lab.bench.wire import run_bot
from tests.wire.server import Loopback

SOON, MOST, QUIET = 25.0, 150.0, 20.0
"""Seconds until the season starts, in which the bot starts; seconds after which nothing more is waited for, altogether and
since the last first board."""
FIRST_BOARD = re.compile(r"pastures-(\d+)-0-\d+\.png")


async def measure(leagues: int, members: int) -> None:
    """Let a season of each league start, and print the results."""
    starts = time.time() + SOON

    async def prepare(server: Loopback, url: str) -> None:
        guild = server.world.add_guild()
        context = Context(await Database.open(url), clock=lambda: int(starts * 1000) - JOINED - 7 * DAY)
        host = User(server.world.ids.next(), "Host")
        for number in range(leagues):
            channel = server.world.add_channel(guild, f"league-{number}")
            made = await creating.create(
                context, guild.id, channel.id, host, "pastures", parent_id=None, manages=True, roles=()
            )
            chosen = {"size": 7, "at_once": 8}
            await creating.change(context, guild.id, made.id, host, options={"width": 4, "height": 4}, data=chosen)
            await creating.announce(context, guild.id, made.id, host)
            for member in range(members):
                user = User(server.world.ids.next(), f"Member {number}.{member}")
                await joining.join(context, guild.id, made.id, user, context.clock())
        await context.db.close()

    with tempfile.TemporaryDirectory() as folder:
        async with run_bot(Path(folder), prepare) as wire:
            await asyncio.sleep(starts - time.time() - 1)
            counted, rule = count_as_discord(wire.server)
            seen, last, spent = set[str](), 0.0, wire.processor_time
            while time.time() < starts + MOST:
                await asyncio.sleep(0.25)
                names = [file.filename for message in wire.server.world.messages.values() for file in message.attachments]
                now = {found[1] for name in names if (found := FIRST_BOARD.fullmatch(name))}
                if now != seen:
                    seen, last = now, time.time()
                elif seen and time.time() > last + QUIET:
                    break
            print(f"- games that began: {len(seen)}")
            print(f"- the last first board came after: {last - starts:.1f} s")
            print(f"- counted requests: {counted.total}, {counted.most} at most in any second")
            print(f"- answered with 429: {len(rule.struck)}")
            print(f"- processor time of the bot: {wire.processor_time - spent:.1f} s, load {os.getloadavg()[0]:.1f} at the end")


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.season")
    parser.add_argument(
        "--leagues", type=int, default=1, help="leagues whose seasons start at once, each in a channel of its own"
    )
    parser.add_argument("--members", type=int, default=15, help="members of each")
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    asyncio.run(measure(args.leagues, args.members))


if __name__ == "__main__":
    main()
