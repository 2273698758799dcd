"""What the clock costs a move: three statements of the database in a game with a pace, none in one without."""

from __future__ import annotations

from bot.storage.engine.database import Database
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from tests.statements import count_statements

GUILD, CHANNEL = 1, 2
ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


async def statements_of_a_move(context: Context, pace: str) -> list[str]:
    """The statements of a move in the middle of a game."""
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", {}, asked={"pace": pace})
    game = (await tables.join(context, GUILD, table.id, BJÖRN)).game_id
    assert game is not None
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=game * 10)
    with count_statements() as asked:
        await moves.play(context, GUILD, game, BJÖRN, "h8 w", interaction_id=game * 10 + 1)
    return asked.statements


async def test_a_move_in_a_game_without_a_pace_costs_nothing_more(database: Database) -> None:
    context = Context(database, deal=list)
    without = await statements_of_a_move(context, "none")
    timed = await statements_of_a_move(context, "relaxed")
    assert not [statement for statement in without if statement.startswith("INSERT INTO clocks")]
    assert len(timed) == len(without) + 2, "a turn is added, and what is due is moved"
