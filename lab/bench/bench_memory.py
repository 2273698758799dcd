"""The cost of a server's history: each command's use case in a server with 10,000 finished games and 2,000 players."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE
from bot.storage.engine.database import Database
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import FeatRow, ResultRow, ShareRow
from bot.storage.schema import game_log, games, players
from bot.usecases.context import Context
from bot.usecases.statistics import exports, figures, hall_of_fame, latest, ranking, rebuild, replays, standings
from lab.bench import Row
from rules import GAMES

GAMES_STORED, PEOPLE, GUILD = 10_000, 2_000, 1
NOW = 1_790_000_000_000
BUSIEST = 1_001
"""The member who has played most: one game in twenty."""
AT_ONCE = 500
"""Games that are stored at once."""
ROUNDS = 25
OPTIONS = {"width": 4, "height": 4}


def rows() -> list[Row]:
    """Return the median and the maximum time of each command, in milliseconds."""
    return asyncio.run(_measured())


async def _measured() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        db = await Database.open(f"sqlite+aiosqlite:///{Path(folder) / 'memory.sqlite3'}")
        context = Context(db, clock=lambda: NOW)
        await db.write(lambda conn: fill(conn, GAMES_STORED))
        begun = perf_counter()
        shares = await db.read(lambda conn: results.list_shares(conn, GUILD))
        made = standings.compute(GUILD, shares)
        await db.write(lambda conn: standings.save(conn, made))
        found = [Row(f"ratings of {PEOPLE:,} players from the results of {GAMES_STORED:,} games", perf_counter() - begun, "s")]
        for name, ask in _commands(context).items():
            times = [await _timed(ask) for _ in range(ROUNDS)]
            found.append(Row(f"{name}, {GAMES_STORED:,} games and {PEOPLE:,} players; p50", median(times), "ms"))
            found.append(Row(f"{name}; the slowest of {ROUNDS}", max(times), "ms"))
        await db.write(_one_more)
        begun = perf_counter()
        await rebuild.bring_up_to_date(context, GUILD)
        found.append(Row("counting one game that has ended, in the same server", (perf_counter() - begun) * 1000, "ms"))
        await db.close()
        return found


CHANNELS = frozenset({2})
"""Where the stored games were played."""


def _commands(context: Context) -> dict[str, Callable[[], Awaitable[object]]]:
    return {
        "/ranking": lambda: ranking.get_ranking(context, GUILD, BUSIEST, ""),
        "/ranking of one game": lambda: ranking.get_ranking(context, GUILD, BUSIEST, "pastures"),
        "/halloffame": lambda: hall_of_fame.get_hall_of_fame(context, GUILD, None),
        "/latest": lambda: latest.get_page(context, GUILD, 0, CHANNELS),
        "/latest, the last page": lambda: latest.get_page(context, GUILD, GAMES_STORED // latest.ON_A_PAGE - 1, CHANNELS),
        "/stats of the busiest member": lambda: figures.get_figures(context, GUILD, BUSIEST, None),
        "/history": lambda: replays.find(context, GUILD, f"g{GAMES_STORED // 2}"),
        "/export of one game": lambda: exports.export_one(context, GUILD, GAMES_STORED // 2),
    }


async def _timed(ask: Callable[[], Awaitable[object]]) -> float:
    begun = perf_counter()
    await ask()
    return (perf_counter() - begun) * 1000


@cache
def _log(number: int) -> tuple[dict[str, Any], ...]:
    """Return the log of a game on a small board, played at random."""
    dice, state = Random(number), GAMES["pastures"].start(2, OPTIONS)
    log: list[dict[str, Any]] = []
    while state.seat is not None:
        action = dice.choice(list(state.moves()))
        log.append({"seq": len(log) + 1, "kind": "action", "text": str(action), "seat": state.seat})
        state = state.play(action)
    return tuple(log)


def _game(number: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return one of fifty games: its row and its log."""
    begun, found = NOW - DAY * 365 + number * 50 * MINUTE, _log(number % 50)
    log = [entry | {"game_id": number, "at": begun + entry["seq"] * MINUTE} for entry in found]
    ended = begun + len(log) * MINUTE
    options = GAMES["pastures"].start(2, OPTIONS).options.model_dump_json()
    row = {"id": number, "guild_id": GUILD, "channel_id": 2, "kind": "pastures", "rules": 1, "seats": 2, "options": options}
    row |= {"setup": "{}", "status": "over", "version": len(log), "created_at": begun, "updated_at": ended, "ended_at": ended}
    return row, log


def _results(row: dict[str, Any], seats: list[dict[str, Any]]) -> tuple[ResultRow, list[ShareRow], list[FeatRow]]:
    """Return the results of a game as the bot stores them."""
    where = (GUILD, row["kind"], row["ended_at"])
    made = ResultRow(row["id"], *where, "members", row["version"], None, rebuild.COUNTED_BY)
    shares = [
        ShareRow(row["id"], s["seat"], s["user_id"], s["name"], *where, "members", 1 + s["seat"], s["won"], 9, 9, 9, 9 * MINUTE)
        for s in seats
    ]
    value = Random(row["id"]).randint(1, 60)
    feats = [FeatRow(row["id"], feat, 0, value, *where) for feat in ("turns", "points", "margin", "castle")]
    return made, shares, feats


def _seats(number: int) -> Iterator[dict[str, Any]]:
    dice = Random(number)
    who = dice.sample(range(BUSIEST + 1, BUSIEST + PEOPLE), 2)
    if number % 20 == 0:
        who[0] = BUSIEST
    for seat, user in enumerate(who):
        yield {"game_id": number, "seat": seat, "user_id": user, "name": f"Player {user}", "score": seat, "won": 1 - seat}


async def fill(conn: AsyncConnection, stored: int) -> None:
    """Store games of the server."""
    for first in range(1, stored + 1, AT_ONCE):
        made = [(*_game(number), list(_seats(number))) for number in range(first, min(first + AT_ONCE, stored + 1))]
        await conn.execute(insert(games), [row for row, _, _ in made])
        await conn.execute(insert(players), [seat for _, _, seats in made for seat in seats])
        await conn.execute(insert(game_log), [entry for _, log, _ in made for entry in log])
        found = [_results(row, seats) for row, _, seats in made]
        shares = [share for _, shared, _ in found for share in shared]
        await results.add_results(conn, [one for one, _, _ in found], shares, [feat for *_, feats in found for feat in feats])
        await results.set_head(conn, GUILD, made[-1][0]["ended_at"], made[-1][0]["id"])


async def _one_more(conn: AsyncConnection) -> None:
    row, log = _game(GAMES_STORED + 1)
    await conn.execute(insert(games), row)
    await conn.execute(insert(players), list(_seats(row["id"])))
    await conn.execute(insert(game_log), log)
    await conn.execute(update(games).where(games.c.id == row["id"]).values(ended_at=NOW))
