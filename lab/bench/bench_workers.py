"""One member who asks for five replays a second, and the others' boards meanwhile: ``python -m lab.bench workers``.

As in ``bench_discord``, the bot runs in a process of its own against a loopback Discord. Every replay is one that nobody
has asked for before.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.queries.play import game_log, games
from bot.storage.queries.play.game_log import LogRow
from bot.ui.messages.board import BoardPress
from lab.bench import Row
from lab.bench.bench_discord import PACE, WARM_UP, run_at_rate
from lab.bench.wire import Timed, Wire, percentile, run_bot
from rules import GAMES, State
from tests.wire.server import Loopback, Person
from tests.wire.server.interactions import Interaction

GAMES_AT_ONCE = 16
MOVES = 500
REPLAYS_A_SECOND = 5
FINISHED = 200
GUILD = "Finished games"


async def finished_games(server: Loopback, url: str) -> None:
    """Put finished games of Pastures New into the database, of a server with one channel."""
    guild = server.world.add_guild(GUILD)
    channel = server.world.add_channel(guild)
    database = await Database.open(url)

    async def work(conn: AsyncConnection) -> None:
        for number in range(FINISHED):
            state: State = GAMES["pastures"].start(2)
            options, setup, dice = state.options.model_dump(mode="json"), dict(state.setup), Random(number)
            rows: list[LogRow] = []
            while not state.is_over:
                move = dice.choice(list(state.moves()))
                rows.append(LogRow(len(rows) + 1, "action", str(move), state.seat))
                state = state.play(move)
            game = await games.insert_game(
                conn,
                guild_id=guild.id,
                channel_id=channel.id,
                kind="pastures",
                rules=1,
                options=options,
                setup=setup,
                seated=[(1, "Ada"), (2, "Björn")],
                now=0,
            )
            await game_log.append_log(conn, game, rows, 0)
            await games.update_position(conn, game, version=len(rows), seat=None, ending="played", board=True, now=0)

    await database.write(work)
    await database.close()


class Asker:
    """A member who presses **Replay** again and again, each time for another game."""

    def __init__(self, wire: Wire) -> None:
        guild = next(guild for guild in wire.server.world.guilds.values() if guild.name == GUILD)
        (channel,) = guild.channels.values()
        self._person: Person = wire.server.person(channel, "Cleo")
        self._boards = [wire.server.world.post(channel.id, _old_board(game), []) for game in range(1, FINISHED + 1)]
        self.deeds: list[Interaction] = []

    async def ask(self) -> None:
        """Ask for the replay of each game, until cancelled."""
        for board in self._boards:
            self.deeds.append(self._person.press(board, "Replay"))
            await asyncio.sleep(1 / REPLAYS_A_SECOND)

    @property
    def replays_made(self) -> int:
        """The number of replays that arrived."""
        return sum(any(message.attachments for message in deed.messages) for deed in self.deeds)


def _old_board(game: int) -> dict[str, Any]:
    """Return the parts of a finished game's message that are compared."""
    button = {"type": 2, "style": 2, "label": "Replay", "custom_id": BoardPress(game, 1, "replay").id}
    return {"content": "over", "components": [{"type": 1, "components": [button]}]}


async def _measured(folder: Path) -> list[Row]:
    async with run_bot(folder, finished_games, REPLAYS_PER_MINUTE="1000") as wire:
        matches = await wire.start_matches(GAMES_AT_ONCE)
        for _ in range(WARM_UP):
            await asyncio.gather(*(match.move(Timed()) for match in matches))
        usual = await run_at_rate(matches, MOVES, PACE)
        asker = Asker(wire)
        asking, begun = asyncio.create_task(asker.ask()), perf_counter()
        beside = await run_at_rate(matches, MOVES, PACE)
        took = perf_counter() - begun
        asking.cancel()
        return [
            Row(f"{GAMES_AT_ONCE} games, {PACE} moves a second: boards, p50", percentile(usual.boards, 50), "ms"),
            Row("… boards, p99", percentile(usual.boards, 99), "ms"),
            Row("… answers, p99", percentile(usual.answers, 99), "ms"),
            Row("during one member's five replays a second: boards, p50", percentile(beside.boards, 50), "ms"),
            Row("… boards, p99", percentile(beside.boards, 99), "ms", "without them", percentile(usual.boards, 99)),
            Row("… answers, p99", percentile(beside.answers, 99), "ms", "without them", percentile(usual.answers, 99)),
            Row("… replays that were made", asker.replays_made / took, "replays/s"),
        ]


def rows() -> list[Row]:
    """Return the others' waiting times, with and without the replays."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))
