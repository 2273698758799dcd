"""The common parts of all use cases about a table, inside their transactions: the table, its seats, its message."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.terms import Terms
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import Seated
from bot.storage.queries.tables import game_tables as store
from bot.storage.queries.tables.game_tables import GameTable
from bot.usecases import access
from bot.usecases.computers.seats import make_computers
from bot.usecases.context import Context, User
from bot.usecases.play.apply import begin
from bot.usecases.public import sites
from bot.usecases.refusal import Refusal
from rules import GAMES, State
from rules.bad_data import describe_bad_data

logger = logging.getLogger(__name__)

P = ParamSpec("P")
AtTable = Callable[Concatenate[Context, AsyncConnection, GameTable, User, P], Awaitable[GameTable]]
"""Changes a table, locked, inside the transaction. Raises Refusal."""
TableUseCase = Callable[Concatenate[Context, int, int, User, P], Coroutine[Any, Any, GameTable]]
"""An action after :func:`at_table` has decorated it: its callers pass the server and the number of the table."""

UNANSWERED = 20_000
"""Milliseconds after which the answer to a press counts as lost: its process has probably ended."""


async def get_table_of(conn: AsyncConnection, guild_id: int | None, table_id: int, *, lock: bool = False) -> GameTable:
    """Return a table of a server (``None``: of any). Raise Refusal if there is none. ``lock``: lock its row."""
    table = await store.get_table(conn, table_id, guild_id, lock=lock)
    if table is None:
        raise Refusal("There is no such table in this server.")
    return table


async def open_table_of(context: Context, conn: AsyncConnection, guild_id: int, table_id: int) -> GameTable:
    """Return a table, locked. Raise Refusal if it is closed."""
    table = await get_table_of(conn, guild_id, table_id, lock=True)
    access.open_table(table, context.clock())
    return table


async def seat(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Seat the user. Start the game if that was the last seat."""
    most = table.seats or GAMES[table.kind].seats[-1]
    if table.taken >= most:
        raise Refusal("All seats are taken. Open another table with `/newgame`.")
    await store.add_member(conn, table.id, user)
    return await start_if_full(context, conn, await get_table_of(conn, table.guild_id, table.id))


async def start_if_full(context: Context, conn: AsyncConnection, table: GameTable) -> GameTable:
    """Start the game if all seats are taken. Return the table."""
    return await start(context, conn, table) if table.taken == table.seats else table


async def start(context: Context, conn: AsyncConnection, table: GameTable) -> GameTable:
    """Assign the seats, and start the game of a table. Return the table. In a rematch of two, the players swap seats.

    A single member against computers has hints, unless the host has chosen otherwise: there nobody else is at a disadvantage.
    Raise Refusal if the options do not allow this number of players.
    """
    game = GAMES[table.kind]
    members = [Seated(*member) for member in table.members]
    players = members + make_computers(table.terms.computers, table.terms.level, [member.name for member in members])
    try:
        state = game.start(len(players), table.options, table.setup)
    except ValueError as error:
        raise Refusal(explain(error)) from None
    usual = len(members) == 1 and not table.terms.hints_chosen
    terms = table.terms.model_copy(update={"hints": True}) if usual else table.terms
    before = None if table.rematch_of is None else await games.get_game(conn, table.rematch_of, None)
    swapped = None if before is None else _swap(before, players)
    pair = before if swapped and before is not None and _is_first(before, table) else None
    game_id = await begin_game(
        context,
        conn,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        state=state,
        terms=terms,
        seated=swapped or context.deal(players),
        second_of=None if pair is None else pair.id,
    )
    await store.set_table(conn, table.id, status="started", game_id=game_id, terms=terms.model_dump_json(exclude_defaults=True))
    return await get_table_of(conn, table.guild_id, table.id)


async def update_message(context: Context, conn: AsyncConnection, table: GameTable, *, wait: int | None = None) -> GameTable:
    """Queue an update of the table's message, in case the answer to the press does not show the new state.

    Return the table with that post.
    """
    kind = "table" if table.message_id is None else "table_edit"
    wait = UNANSWERED if wait is None else wait
    return replace(table, shown_by=await context.outbox.put_for_table(conn, kind, table, wait=wait, look=True))


async def run(context: Context, work: Callable[[AsyncConnection], Awaitable[GameTable]], user: User, event: str) -> GameTable:
    """Run the transaction ``work`` of a user, and log ``event``. Return the updated table."""
    table = await context.db.write(work)
    where = {"guild": table.guild_id, "table": table.id, "game": table.game_id}
    logger.info(event, extra={**where, "user": user.id, "players": len(table.members)})
    return table


def at_table(event: str) -> Callable[[AtTable[P]], TableUseCase[P]]:
    """Decorate an action of a member at an open table, which returns the updated table. Its message is updated, too.

    The callers pass the server and the number of the table. ``event``: the message in the log output.
    """

    def decorate(act: AtTable[P]) -> TableUseCase[P]:
        @wraps(act)
        async def carry_out(
            context: Context, guild_id: int, table_id: int, user: User, /, *args: P.args, **kwargs: P.kwargs
        ) -> GameTable:
            async def work(conn: AsyncConnection) -> GameTable:
                table = await open_table_of(context, conn, guild_id, table_id)
                table = await act(context, conn, table, user, *args, **kwargs)
                return await update_message(context, conn, table, wait=0 if table.is_withdrawn else None)

            return await run(context, work, user, event)

        return carry_out

    return decorate


def explain(error: ValueError) -> str:
    """Return the reason why a game rejects its options, as a sentence."""
    if isinstance(error, ValidationError):
        said = describe_bad_data(error).replace("_", " ")  # map_seed
        return f"{said[0].upper()}{said[1:]}."
    return str(error)


async def begin_game(
    context: Context,
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    state: State,
    terms: Terms,
    seated: Sequence[Seated],
    second_of: int | None = None,
) -> int:
    """Begin a game from its first position, with assigned seats. Return its number."""
    game_id = await games.insert_game(
        conn,
        guild_id=guild_id,
        channel_id=channel_id,
        kind=state.game,
        rules=GAMES[state.game].version,
        options=state.options.model_dump(mode="json"),
        setup=state.setup,
        terms=terms,
        seated=seated,
        second_of=second_of,
        public_in=await sites.find_listed(context, conn, guild_id, channel_id),
        now=context.clock(),
    )
    await begin(context, conn, game_id)
    return game_id


def _swap(before: GameRow, players: Sequence[Seated]) -> list[Seated] | None:
    """Return the two players of an earlier game in the opposite order; ``None`` if others played it, or more than two."""
    by_id = {player.user_id: player for player in players}
    if len(players) != 2 or len(by_id) != 2 or [player.user_id for player in before.players].count(None) > 1:
        return None
    if {player.user_id for player in before.players} != set(by_id) or any(p.holder == "former" for p in before.players):
        return None
    return [by_id[player.user_id] for player in reversed(before.players)]


def _is_first(before: GameRow, table: GameTable) -> bool:
    """Return whether a table's game forms a pair with the earlier game ``before``: kind, rules and level are the same."""
    same = before.kind == table.kind and before.options == table.options and before.terms.match is None
    return same and before.second_of is None and (before.terms.level == table.terms.level or not table.terms.computers)
