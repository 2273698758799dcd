"""A running game in the simulated Discord brought on without anybody playing: its moves are written into its log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.storage.queries.play import game_log, games
from bot.storage.queries.play.game_log import LogRow
from rules import State
from tests.ui.world import World


async def skip(w: World, game: int, actions: Iterable[str]) -> State:
    """Write these actions, chance among them, into the log of a game that goes on after them. Return how it stands then.

    No board is posted: the newest one is that of before.
    """
    state, rows = await w.state(game), list[LogRow]()
    begun = len(await w.log(game))
    for number, text in enumerate(actions, begun + 1):
        rows.append(LogRow(number, "action", text, state.seat))
        state = state.play(state.parse(text))

    async def work(conn: Any) -> None:
        at = w.app.context.clock()
        await game_log.append_log(conn, game, rows, at)
        await games.update_position(conn, game, version=begun + len(rows), seat=state.seat, ending=None, board=False, now=at)

    await w.app.context.db.write(work)
    return state
