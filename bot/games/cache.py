"""A cache of the logs of games in play. Entries can be dropped at any time, because the database has them too."""

from __future__ import annotations

from collections import OrderedDict

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.game_log import read_log_since
from bot.storage.queries.play.games import GameRow

GAMES_KEPT = 512
"""Maximum number of games whose logs and last states are cached."""


class GameCache:
    """The logs of the most recently used games."""

    def __init__(self) -> None:
        self._logs: OrderedDict[int, GameLog] = OrderedDict()

    async def load(self, conn: AsyncConnection, row: GameRow) -> GameLog:
        """Return a game's log with every row that the transaction sees. It is a copy that the caller can change."""
        kept = self._logs.get(row.id)
        log = GameLog(row) if kept is None or kept.version > row.version else kept.copy(row)
        if log.version < row.version:
            log.rows += await read_log_since(conn, row.id, log.version)
        return log

    def keep(self, log: GameLog) -> None:
        """Cache a log in its current state, after its transaction is committed."""
        self._logs[log.row.id] = log.copy(log.row)
        self._logs.move_to_end(log.row.id)
        while len(self._logs) > GAMES_KEPT:
            self._logs.popitem(last=False)
