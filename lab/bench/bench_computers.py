"""Eight members play against computers without a pause; the others' answers meanwhile: ``python -m lab.bench computers``.

As in ``bench_discord``, the bot runs in a process of its own against a loopback Discord. The computers are of level 5 and of
all four games.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter

from bot.games.log import GameLog
from bot.storage.queries.play import games
from lab.bench import Row
from lab.bench.bench_discord import WARM_UP, run_at_rate
from lab.bench.wire import Timed, Wire, percentile, run_bot
from rules import State
from tests.crash.matches import looking
from tests.wire.server import Person
from tests.wire.server.people import answered

GAMES_AT_ONCE = 16
PACE = 10
"""Moves per second of the other games. At 20, they and the games against computers together need more requests than Discord
accepts."""
MOVES = 400
KINDS = ("pastures", "territories", "land", "nomads") * 2
"""The games that the eight members play."""
MANY = ("land", "nomads")
"""Games of more than two seats: tables for them are opened with a number of computers instead of an opponent."""
LOOK = 0.05
"""Seconds between checks whether it is the member's turn again."""
LEVEL = 5
ONE_AT_A_TIME = asyncio.Lock()
"""Held while a game is read through SQLAlchemy, by one connection for all."""


@dataclass
class Rival:
    """A member who answers each move of a computer at once."""

    url: str
    file: sqlite3.Connection
    person: Person
    kind: str
    dice: Random
    waits: list[float] = field(default_factory=list)
    """Seconds from each move of the member until it is their turn again."""

    async def play(self) -> None:
        """Play one game after the other, until cancelled."""
        while True:
            terms = {"seats": 2, "computers": 1} if self.kind in MANY else {"opponent": self.person.discord.world.bot}
            (opened,) = (await answered(self.person.slash(f"newgame {self.kind}", level=LEVEL, **terms))).messages
            found = re.search(r"(?:game|\*\*) #(\d+)", opened.text)
            if found is None:
                raise RuntimeError(f"no game: {opened.text}")
            await self._play(int(found[1]))

    async def _play(self, game: int) -> None:
        async with ONE_AT_A_TIME, looking(self.url) as connection:
            row = await games.get_game(connection, game, None)
            if row is None:
                raise RuntimeError(f"game {game} is gone")
            state = GameLog(row, []).start()
        mine, seen = row.seat_of(self.person.id), 0
        state, seen = await self._until(game, state, seen, mine)
        while not state.is_over:
            moved = perf_counter()
            while state.seat == mine:  # a turn of Nomads or Land may have several actions
                action = self.dice.choice(list(state.moves()))
                await answered(self.person.slash("move", move=str(action), game=game))
                state, seen = self._on(game, state, seen)
            state, seen = await self._until(game, state, seen, mine)
            self.waits.append(perf_counter() - moved)

    async def _until(self, game: int, state: State, seen: int, mine: int | None) -> tuple[State, int]:
        """Wait until it is the member's turn, or the game is over. Return the state and the number of rows in the log."""
        while True:
            state, seen = self._on(game, state, seen)
            if state.is_over or state.seat == mine:
                return state, seen
            await asyncio.sleep(LOOK)

    def _on(self, game: int, state: State, seen: int) -> tuple[State, int]:
        """Return the state after the rows that were added to the log. Read the file directly: that takes no time."""
        rows = self.file.execute(
            "SELECT text FROM game_log WHERE game_id = ? AND seq > ? ORDER BY seq", (game, seen)
        ).fetchall()
        for (text,) in rows:
            state = state.play(state.parse(text))
        return state, seen + len(rows)


async def _measured(folder: Path) -> list[Row]:
    url = f"sqlite+aiosqlite:///{folder}/games.sqlite3"
    async with run_bot(folder) as wire:
        matches = await wire.start_matches(GAMES_AT_ONCE)
        for _ in range(WARM_UP):
            await asyncio.gather(*(match.move(Timed()) for match in matches))
        usual = await run_at_rate(matches, MOVES, PACE)
        rivals = [_rival(wire, url, number, kind) for number, kind in enumerate(KINDS)]
        playing = [asyncio.create_task(rival.play()) for rival in rivals]
        while not all(rival.waits for rival in rivals):  # every computer has moved: the workers have started
            _raise_from(playing)
            await asyncio.sleep(LOOK)
        beside = await run_at_rate(matches, MOVES, PACE)
        _raise_from(playing)
        memory = max(wire.workers_memory)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        waits = [wait for rival in rivals for wait in rival.waits]
        return [
            Row(f"{GAMES_AT_ONCE} games, {PACE} moves a second: answers, p50", percentile(usual.answers, 50), "ms"),
            Row("… answers, p99", percentile(usual.answers, 99), "ms"),
            Row("… boards, p99", percentile(usual.boards, 99), "ms"),
            Row("while eight computers think: answers, p50", percentile(beside.answers, 50), "ms"),
            Row("… answers, p99", percentile(beside.answers, 99), "ms", "without them", percentile(usual.answers, 99)),
            Row("… boards, p99", percentile(beside.boards, 99), "ms", "without them", percentile(usual.boards, 99)),
            Row("… from a member's move to the next turn of theirs, p50", percentile(waits, 50), "s"),
            Row("… the same, p99", percentile(waits, 99), "s"),
            Row("… the most memory that a worker has held", memory, "MiB"),
        ]


def _rival(wire: Wire, url: str, number: int, kind: str) -> Rival:
    """Return a member with a server of their own."""
    world = wire.server.world
    guild = world.add_guild()
    wire.server.join(guild)
    channel = world.add_channel(guild)
    wire.server.permit(channel)
    file = sqlite3.connect(f"file:{url.partition(':///')[2]}?mode=ro", uri=True)
    return Rival(url, file, wire.server.person(channel, f"Rival {number}"), kind, Random(number))


def _raise_from(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def rows() -> list[Row]:
    """Return the others' waiting times, with and without the computers, and the computers' own times."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))
