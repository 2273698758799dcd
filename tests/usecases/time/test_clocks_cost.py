"""What the clock costs a move: three statements of the database in a game with a pace, none in one without."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.engine.direct import DirectConnection
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables

GUILD, CHANNEL = 1, 2
ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


async def statements_of_a_move(context: Context, pace: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements of a move in the middle of a game."""
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", {}, asked={"pace": pace})
    game = (await tables.join(context, GUILD, table.id, BJÖRN)).game_id
    assert game is not None
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=game * 10)
    seen: list[str] = []

    def counted(kind: type[AsyncConnection]) -> None:
        execute = kind.execute

        async def executed(conn: AsyncConnection, statement: Any, *rest: Any, **options: Any) -> Any:
            seen.append(str(statement))
            return await execute(conn, statement, *rest, **options)

        patch.setattr(kind, "execute", executed)

    with monkeypatch.context() as patch:
        counted(DirectConnection)
        counted(AsyncConnection)
        await moves.play(context, GUILD, game, BJÖRN, "h8 w", interaction_id=game * 10 + 1)
    return seen


async def test_a_move_in_a_game_without_a_pace_costs_nothing_more(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    context = Context(database, deal=list)
    without = await statements_of_a_move(context, "none", monkeypatch)
    timed = await statements_of_a_move(context, "relaxed", monkeypatch)
    assert not [statement for statement in without if "clocks" in statement or "vacations" in statement]
    assert len(timed) == len(without) + 3, "the clock is read, with a vacation, a turn is added, and what is due is moved"
