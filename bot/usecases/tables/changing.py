"""Changing the game and terms of a table, as its host, until it starts. The seated members are notified."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.terms import Terms
from bot.storage.queries.tables import game_tables as store
from bot.storage.queries.tables.game_tables import GameTable
from bot.usecases import access
from bot.usecases.context import Context, User, read_transaction
from bot.usecases.notifications.notify import is_silent
from bot.usecases.refusal import Refusal
from bot.usecases.tables import opening, seating
from rules import GAMES

PINGS = 3
"""Maximum number of changes of a table that ping its members; later ones are posted without a ping."""
KEEP = -1
"""Stands for the current number of seats."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Change(NamedTuple):
    """A change of an option, a term or ``seats``, with the values before and after."""

    name: str
    before: Any
    after: Any


class Changed(NamedTuple):
    """A table after a change."""

    table: GameTable
    changes: list[Change]
    notified: list[int]
    """The members to notify: those at the table, and the invited one."""


@read_transaction
async def get_for_host(context: Context, conn: AsyncConnection, guild_id: int, table_id: int, user: User) -> GameTable:
    """Return a table that a user can change. Raise Refusal if it is not open, or the user is not its host."""
    table = await seating.get_table_of(conn, guild_id, table_id)
    access.open_table(table, context.clock())
    access.host(table, user.id, "change it")
    return table


async def change(
    context: Context,
    guild_id: int,
    table_id: int,
    user: User,
    *,
    options: Mapping[str, Any] = NOTHING,
    terms: Mapping[str, Any] = NOTHING,
    seats: int | None = KEEP,
) -> Changed:
    """Change some options and terms of a table, and the number of its seats (``None``: one for each member who has joined).

    The members are notified in the channel. A change never starts the game. Raise Refusal if the user is not the host, or the
    choices do not fit the game.
    """
    changes: list[Change] = []
    notified: list[int] = []

    async def work(conn: AsyncConnection) -> GameTable:
        changes.clear()
        notified.clear()
        table = await seating.open_table_of(context, conn, guild_id, table_id)
        access.host(table, user.id, "change it")
        now = _changed(table, options, terms, table.seats if seats == KEEP else seats)
        changes.extend(_differences(table, now))
        if not changes:
            return table
        columns = {"options": json.dumps(now.options), "setup": json.dumps(now.setup), "seats": now.seats}
        written = now.terms.model_dump_json(exclude_defaults=True)
        await store.set_table(conn, table.id, **columns, terms=written, changes=table.changes + 1)
        table = await seating.get_table_of(conn, guild_id, table.id)
        await context.outbox.put_for_table(conn, "setting_edit", table)
        notified.extend(member for member, _ in table.members if member != user.id)
        if table.opponent_id is not None:
            notified.append(table.opponent_id)
        if notified:
            often = table.changes > PINGS
            silent = [member for member in notified if often or await is_silent(context, conn, guild_id, member)]
            await context.outbox.put_for_table(conn, "table_change", table, changes=changes, told=notified, silent=silent)
        return table

    table = await seating.run(context, work, user, "table changed")
    return Changed(table, changes, notified)


class _New(NamedTuple):
    options: dict[str, Any]
    setup: dict[str, Any]
    terms: Terms
    seats: int | None


def _changed(table: GameTable, options: Mapping[str, Any], terms: Mapping[str, Any], seats: int | None) -> _New:
    """Return the new options, terms and seats of a table. Raise Refusal if they do not fit the game."""
    game = GAMES[table.kind]
    try:
        chosen = terms.get("hints", table.terms.hints) != table.terms.hints
        new_terms = Terms.model_validate(table.terms.model_dump() | dict(terms))
        new_terms = new_terms.model_copy(update={"hints_chosen": table.terms.hints_chosen or chosen})
    except ValidationError as error:
        raise Refusal(seating.explain(error)) from None
    if new_terms.computers or new_terms.hints:
        access.to_use_computer(table.kind)
    most = seats or game.seats[-1]
    taken = len(table.members) + new_terms.computers
    if (seats, new_terms.computers) != (table.seats, table.terms.computers):
        if table.opponent_id is not None or game.seats[0] == game.seats[-1]:
            raise Refusal("This table is for two.")
        if seats is not None and seats not in game.seats:
            raise Refusal(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players.")
        if taken > most:
            raise Refusal(f"That would be {taken} players with the computers, but there are only {most} seats.")
        if taken == seats:
            raise Refusal(
                "Then all seats would be taken, and the game would start before anybody can leave. To start with the players "
                "at the table, choose “all who have joined” as players, and press **Start**."
            )
    chosen = opening.check_options(game, {**table.options, **options}, seats, None)
    setup = table.setup
    if setup and chosen != table.options:  # it was made for the old options
        low = game.seats[0]
        if game.start(low, table.options, None).setup != game.start(low, chosen, None).setup:
            setup = {}
    return _New(chosen, setup, new_terms, seats)


def _differences(table: GameTable, now: _New) -> list[Change]:
    before = {**table.options, **table.terms.model_dump(), "seats": table.seats}
    after = {**now.options, **now.terms.model_dump(exclude={"hints_chosen"}), "seats": now.seats}
    return [Change(name, before.get(name), value) for name, value in after.items() if before.get(name) != value]
