"""Many games at once through a loopback Discord: the processor time of a move, and the waiting times of people.

The bot runs in a process of its own, with SQLite on the disk; its processor time is counted, the loopback's is not. The
loopback needs a core for itself. ``python -m lab.bench discord`` runs it alone.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from lab.bench import Row
from lab.bench.bench_rules import PEER, play_chess, speeds
from lab.bench.wire import Match, Timed, Wire, percentile, run_bot
from tests.wire.server.people import answered

GAMES_AT_ONCE = 32
WARM_UP = 2
"""Number of moves of each game before anything is counted."""
FLAT_OUT = 12
"""Moves of each game, one after the other, all games at once."""
PACE = 20
"""Moves per second of the paced part."""
PACED = 400
"""Number of moves of the paced part."""
PRESSES = 50


async def run_flat_out(wire: Wire, matches: list[Match]) -> list[Row]:
    """Play a move in every game as soon as its board has arrived."""
    timed = Timed()

    async def play(match: Match) -> None:
        for _ in range(FLAT_OUT):
            await match.move(timed)

    spent, begun = wire.processor_time, perf_counter()
    await asyncio.gather(*map(play, matches))
    moves = FLAT_OUT * len(matches)
    took, spent = perf_counter() - begun, wire.processor_time - spent
    return [
        Row(
            f"{len(matches)} games at once through a loopback Discord: processor time of the bot a move",
            spent / moves * 1000,
            "ms",
        ),
        Row("… moves, each game moving as soon as its board is there", moves / took, "moves/s"),
        Row("… answers then, p50", percentile(timed.answers, 50), "ms"),
        Row("… answers then, p99", percentile(timed.answers, 99), "ms"),
        Row("… boards then, p50", percentile(timed.boards, 50), "ms"),
        Row("… boards then, p99", percentile(timed.boards, 99), "ms"),
    ]


async def run_at_rate(matches: list[Match], moves: int, rate: int) -> Timed:
    """Play ``rate`` moves a second, one game after the other. A game waits for its last board before it moves."""
    timed = Timed()
    last: dict[int, asyncio.Task[None]] = {}
    begun = perf_counter()

    async def after(before: asyncio.Task[None] | None, match: Match) -> None:
        if before is not None:
            await before
        await match.move(timed)

    for number in range(moves):
        await asyncio.sleep(max(0.0, begun + number / rate - perf_counter()))
        match = matches[number % len(matches)]
        last[match.id] = asyncio.create_task(after(last.get(match.id), match))
    await asyncio.gather(*last.values())
    return timed


async def press_board_at_once(wire: Wire, matches: list[Match]) -> float:
    """Return the milliseconds until all people who press **Board** at once are answered."""
    boards = [(match.people[n % 2], wire.last_board(match.channel)) for n in range(2) for match in matches][:PRESSES]
    begun = perf_counter()
    deeds = [person.press(board, "Board") for person, board in boards]
    times = await asyncio.gather(*(wire.stamps.answer(deed) for deed in deeds))
    for deed in deeds:
        await answered(deed)
    return (max(times) - begun) * 1000


async def _measure(folder: Path) -> list[Row]:
    async with run_bot(folder) as wire:
        matches = await wire.start_matches(GAMES_AT_ONCE)
        for _ in range(WARM_UP):
            await asyncio.gather(*(match.move(Timed()) for match in matches))
        table = await run_flat_out(wire, matches)
        await wire.wait_until_quiet()
        spent = wire.processor_time
        timed = await run_at_rate(matches, PACED, PACE)
        spent = wire.processor_time - spent
        at_once = await press_board_at_once(wire, matches)
        return [
            *table,
            Row(f"the same at {PACE} moves a second: processor time of the bot a move", spent / PACED * 1000, "ms"),
            Row("… answers, p50", percentile(timed.answers, 50), "ms"),
            Row("… answers, p99", percentile(timed.answers, 99), "ms"),
            Row("… boards, p50", percentile(timed.boards, 50), "ms"),
            Row("… boards, p99", percentile(timed.boards, 99), "ms"),
            Row(f"{PRESSES} presses of Board at once: the last answer", at_once, "ms"),
        ]


def rows() -> list[Row]:
    """Return the figures of the bot under the load of 32 games, and of python-chess in the same run.

    With those of python-chess, machines can be compared.
    """
    (chess, _) = speeds({PEER: play_chess})[PEER]
    with tempfile.TemporaryDirectory() as folder:
        table = asyncio.run(_measure(Path(folder)))
    return [*table, Row("python-chess in the same run: random moves", chess, "moves/s")]
