"""Starting the game of a table: who gets which seat."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import Seated
from bot.storage.queries.tables import game_tables as store
from bot.storage.queries.tables.game_tables import GameTable
from bot.usecases.computers.computer_seats import computers
from bot.usecases.context import Context
from bot.usecases.play.apply import begin
from rules import GAMES


async def start_game(context: Context, conn: AsyncConnection, table: GameTable) -> int:
    """Deals the seats and starts the game; returns its number. In a rematch of two they swap seats.

    Raise ValueError where the options do not admit so many players.
    """
    game = GAMES[table.kind]
    players = [*(Seated(*member) for member in table.members), *computers(table.terms.computers, table.terms.level)]
    state = game.start(len(players), table.options, table.setup)
    before = None if table.rematch_of is None else await games.get_game(conn, table.rematch_of, None)
    swapped = None if before is None else _swap(before, players)
    pair = before if swapped and before is not None and _is_first(before, table) else None
    game_id = await games.insert_game(
        conn,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        kind=table.kind,
        rules=game.version,
        options=state.options.model_dump(mode="json"),
        setup=state.setup,
        terms=table.terms,
        seated=swapped or context.deal(players),
        second_of=None if pair is None else pair.id,
        now=context.clock(),
    )
    await store.set_table(conn, table.id, status="started", game_id=game_id)
    await begin(context, conn, game_id)
    return game_id


def _swap(before: GameRow, players: Sequence[Seated]) -> list[Seated] | None:
    """The two players of an earlier game in the opposite order; ``None`` where others played it, or more than two."""
    by_id = {player.user_id: player for player in players}
    if len(players) != 2 or len(by_id) != 2 or [player.user_id for player in before.players].count(None) > 1:
        return None
    if {player.user_id for player in before.players} != set(by_id) or any(p.holder == "former" for p in before.players):
        return None
    return [by_id[player.user_id] for player in reversed(before.players)]


def _is_first(before: GameRow, table: GameTable) -> bool:
    """Whether a table's game is the second of a pair with ``before``: the same game by the same rules."""
    return before.second_of is None and before.kind == table.kind and before.options == table.options
