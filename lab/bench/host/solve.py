"""The waiting times of 50 members who press **Solve** below a daily puzzle within five seconds.

``python -m lab.bench.host.solve`` prints them.

The bot is a process of its own with SQLite on the disk, as in ``bench_discord``, and has just started. Each server has the
puzzle of another game; its members press once those of the server before are answered. Wall time: other work counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from bot.games.puzzles import games_with_puzzles, puzzles_of
from bot.storage.engine.database import Database
from bot.storage.queries.learning import daily
from bot.usecases.context import Context
from lab.bench.wire import PATIENCE, Wire, percentile, run_bot
from tests.waiting import until
from tests.wire.server import Channel, Loopback, Message, Person
from tests.wire.server.people import answered

MEMBERS = 50
WITHIN = 5.0
"""Seconds in which they all press, one after the other."""
DAY = "2026-11-25"
HEAD = "| puzzle of | answers, p50 | p90 | the slowest | processor time of a press | load |\n|---|---:|---:|---:|---:|---:|"


async def set_puzzles(places: dict[str, Channel], server: Loopback, url: str) -> None:
    """Make a server for each game, with a daily puzzle that is due. Fill ``places`` with its channels."""
    db = await Database.open(url)
    context = Context(db)
    for game in games_with_puzzles():
        channel = places[game] = server.world.add_channel(server.world.add_guild())
        guild, puzzle = channel.guild_id, next(iter(puzzles_of(game)))
        await db.write(lambda conn, at=(guild, DAY, puzzle, channel.id): daily.insert_day(conn, *at))  # type: ignore[misc]
        await db.write(
            lambda conn, guild=guild, place=channel.id: context.outbox.put(conn, "daily", guild, place, day=DAY)  # type: ignore[misc]
        )
    await db.close()


async def press_solve(wire: Wire, channel: Channel) -> list[float]:
    """Let the members press. Return the milliseconds until each was answered, usually with the picture."""
    message = await _find_message(wire, channel)
    members = [wire.server.person(channel, f"Member {number}") for number in range(MEMBERS)]
    begun, waits = perf_counter(), list[asyncio.Task[float]]()

    async def press(member: Person) -> float:
        pressed = perf_counter()
        deed = member.press(message, "Solve")
        first = await wire.stamps.answer(deed) - pressed
        await answered(deed)
        return first * 1000

    for number, member in enumerate(members):
        await asyncio.sleep(max(0.0, begun + number * WITHIN / MEMBERS - perf_counter()))
        waits.append(asyncio.create_task(press(member)))
    return await asyncio.gather(*waits)


async def _find_message(wire: Wire, channel: Channel) -> Message:
    await until("the daily puzzle", lambda: wire.server.world.history(channel), PATIENCE)
    [message] = wire.server.world.history(channel)
    return message


async def measure(folder: Path) -> None:
    """Print a line for each game."""
    places = dict[str, Channel]()
    print(HEAD)
    async with run_bot(folder, partial(set_puzzles, places)) as wire:
        for game, channel in places.items():
            await _find_message(wire, channel)
            spent = wire.processor_time
            answers = await press_solve(wire, channel)
            spent = (wire.processor_time - spent) / MEMBERS * 1000
            shown = [percentile(answers, 50), percentile(answers, 90), max(answers), spent]
            print(f"| {game} | {' | '.join(f'{each:.0f} ms' for each in shown)} | {os.getloadavg()[0]:.1f} |", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and measure."""
    argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.solve").parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
