"""Games played in one transaction, for tests of what is shown of them: a press for each move takes 20 times as long."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.game_log import LogRow
from bot.storage.schema import game_log, games, players
from bot.usecases.context import Context
from bot.usecases.play.apply import append
from bot.usecases.play.change import Change, change_game
from rules import Action, State
from tests.ui.world import World


def at_random(dice: Random) -> Callable[[State], Action]:
    """Return a function that chooses any decision, or any outcome of chance."""

    def choose(state: State) -> Action:
        return dice.choice([outcome for outcome, _ in state.outcomes()] if state.is_chance else list(state.moves()))

    return choose


async def append_actions(context: Context, game: int, choose: Callable[[State], Action], most: int = 2000) -> None:
    """Add at most ``most`` actions to the log of a game in one transaction; one board is posted after them."""

    async def do(change: Change) -> None:
        state, rows = change.log.state(), list[LogRow]()
        while len(rows) < most and not state.is_over:
            action: Any = choose(state)
            rows.append(LogRow(0, "action", str(action), state.seat))
            state = state.play(action)
        await append(context, change.conn, change.log, state, rows, there=change.there)

    await change_game(context, None, game, do)


async def play_at_once(w: World, game: int, choose: Callable[[State], Action], most: int = 2000) -> None:
    """Do so in the game of a simulated Discord."""
    with w.env.time_context():
        await append_actions(w.app.context, game, choose, most)


async def copy_game(w: World, game: int, times: int) -> None:
    """Add copies of a game with its log; each has the next number."""

    async def work(conn: AsyncConnection) -> None:
        for number in range(game + 1, game + 1 + times):
            for table, key in ((games, games.c.id), (players, players.c.game_id), (game_log, game_log.c.game_id)):
                for row in (await conn.execute(select(table).where(key == game))).mappings():
                    await conn.execute(table.insert(), {**row, key.name: number})

    await w.app.context.db.write(work)


async def play_texts(w: World, game: int, *texts: str) -> None:
    """Add moves to the log of a game in one transaction, and wait for the board that is posted after them."""
    left = iter(texts)
    await play_at_once(w, game, lambda state: state.parse(next(left)), len(texts))
    await w.post_all()
