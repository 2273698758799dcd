"""The cost of a server without games: ``python -m lab.bench.host.servers``. Most of it is discord.py's own memory.

Each server has 60 channels (one third with a topic, a permission of its own for one role and a half on average), 30 roles and
40 emoji, as GUILD_CREATE brings them. The bot runs in a process of its own on a loopback Discord.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from unittest.mock import patch

from lab.bench.wire import run_bot
from tests.wire.server import Loopback, payloads
from tests.wire.server.world import Guild, User

CHANNELS, ROLES, EMOJI = 60, 30, 40
SETTLING = 4.0
"""Seconds between two measurements of the memory. Once it stays the same, the bot is ready."""
WORDS = "general games help bots art music memes voice news rules clips trade guild events staff logs".split()  # noqa: SIM905


def big_guild(plain: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of a server with everything that a large one has."""
    own = int(plain["id"])
    dice = Random(own)
    numbers = iter(range(own + 1, own + 1000))
    everyone = plain["roles"][0]
    roles = [everyone]
    for place in range(ROLES):
        about = {"id": str(next(numbers)), "name": f"{dice.choice(WORDS)} {place}", "position": place + 1}
        roles.append(everyone | about | {"permissions": str(dice.getrandbits(40)), "color": dice.getrandbits(24)})
    channels = [_channel(own, next(numbers), place, roles, dice) for place in range(CHANNELS)]
    emoji = [
        {"id": str(next(numbers)), "name": f"{dice.choice(WORDS)}{n}", "roles": [], "require_colons": True, "managed": False}
        | {"animated": False, "available": True}
        for n in range(EMOJI)
    ]
    return plain | {"roles": roles, "channels": channels, "emojis": emoji, "member_count": dice.randrange(20, 5000)}


def _channel(guild: int, number: int, place: int, roles: Sequence[dict[str, Any]], dice: Random) -> dict[str, Any]:
    chosen = dice.sample(roles, place % 4)
    overwrites = [
        {"id": role["id"], "type": 0, "allow": str(dice.getrandbits(40)), "deny": str(dice.getrandbits(40))} for role in chosen
    ]
    topic = " ".join(dice.choices(WORDS, k=12)) if place % 3 == 0 else None
    made = {"id": str(number), "guild_id": str(guild), "name": f"{dice.choice(WORDS)}-{place}", "position": place}
    made |= {"type": 4 if place % 10 == 0 else 0, "topic": topic, "permission_overwrites": overwrites, "flags": 0}
    made |= {"nsfw": False, "rate_limit_per_user": 0, "last_message_id": str(dice.getrandbits(60))}
    return made | {"parent_id": None if place % 10 == 0 else str(number - place % 10)}


async def memory_with(servers: int, seconds: float = 600.0) -> tuple[float, float]:
    """Return the memory (MB) of a bot in some servers once it is ready, and the seconds until then."""
    plain = payloads.guild

    async def fill(server: Loopback, _: str) -> None:
        for number in range(servers):
            server.world.add_guild(f"Server {number}")

    def made(place: Guild, bot: User) -> dict[str, Any]:
        return big_guild(plain(place, bot))

    with tempfile.TemporaryDirectory() as folder, patch.object(payloads, "guild", made):
        begun = perf_counter()
        async with run_bot(Path(folder), fill, SHARD_COUNT=str(1 + servers // 2500), LOG_LEVEL="info") as wire:
            before = -1.0
            while before != (now := round(wire.memory)) and perf_counter() - begun < seconds:
                before = now
                await asyncio.sleep(SETTLING)
            return wire.memory, perf_counter() - begun


async def measure(counts: Sequence[int]) -> None:
    """Print a line for each number of servers."""
    print(f"load {os.getloadavg()[0]:.1f} when it began\n| servers | memory, MB | KB a server |\n|---:|---:|---:|", flush=True)
    least = None
    for count in counts:
        memory, _ = await memory_with(count)
        least = memory if least is None else least
        each = f"{(memory - least) * 1000 / (count - counts[0]):.1f}" if count > counts[0] else ""
        print(f"| {count:,} | {memory:.1f} | {each} |", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.servers")
    parser.add_argument("servers", type=int, nargs="*", default=[1, 1000, 2500])
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    asyncio.run(measure(args.servers))


if __name__ == "__main__":
    main()
