"""The cost of the clock for a move: one statement of the database in a game with a pace, none in one without."""

from __future__ import annotations

from functools import partial

from bot.common.clock import DAY
from bot.storage.engine.database import Database
from bot.storage.queries.time import due
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from bot.usecases.time import clocks
from tests.statements import count_statements

GUILD, CHANNEL = 1, 2
ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


async def start(context: Context, pace: str) -> int:
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", {}, asked={"pace": pace})
    game = (await tables.join(context, GUILD, table.id, BJÖRN)).game_id
    assert game is not None
    return game


async def statements_of_a_move(context: Context, pace: str) -> list[str]:
    """The statements of a move in the middle of a game."""
    game = await start(context, pace)
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=game * 10)
    with count_statements() as asked:
        await moves.play(context, GUILD, game, BJÖRN, "h8 w", interaction_id=game * 10 + 1)
    return asked.statements


async def test_a_move_in_a_game_without_a_pace_costs_nothing_more(database: Database) -> None:
    context = Context(database, deal=list)
    without = await statements_of_a_move(context, "none")
    timed = await statements_of_a_move(context, "relaxed")
    assert not [statement for statement in without if statement.startswith("INSERT INTO clocks")]
    assert len(timed) == len(without) + 1, "a turn is added; an earlier event of the clock stays"


async def test_the_event_of_a_player_with_less_time_comes_earlier(database: Database) -> None:
    now = 1_700_000_000_000
    context = Context(database, deal=list, clock=lambda: now)
    game = await start(context, "relaxed")
    for number, (who, move) in enumerate(((ADA, "a1 f"), (BJÖRN, "h8 w"), (ADA, "b1 m"))):
        await moves.play(context, GUILD, game, who, move, interaction_id=number + 1)
        row = await queries.read_row(context, game)
        clock = await clocks.get_clock(context, row)
        (event,) = await database.read(lambda conn: due.get_rows(conn, game_id=game, kind="clock"))
        assert clock is not None
        at = clocks.find_next_event(row, clock, now)
        assert at is not None
        assert event.at <= at
        if who is ADA:
            await database.write(partial(clocks.start_time, game_id=game, version=clock.version, now=now))
            now += 3 * DAY
        else:  # the event has come, and the next one is scheduled
            await database.write(partial(clocks.schedule, context, row=row, clock=clock))
    assert event.at == at, "Björn has used three days of his time"
