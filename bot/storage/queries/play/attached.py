"""What is attached to a game and may end with its next move. One query, since most games have nothing of it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, Table, and_, bindparam, or_, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import (
    clocks,
    drafts,
    due,
    games,
    guild_settings,
    interactions,
    latest_messages,
    players,
    premoves,
    proposals,
    seat_offers,
)


class Attached(NamedTuple):
    """Whether a game has any of these."""

    premoves: bool
    proposals: bool
    """Open ones."""
    offers: bool
    """Open offers of seats."""
    drafts: bool
    listed: bool
    """Its server may have a message with the latest games: it has one, or has set something."""
    timed: bool
    """It has a clock, or had one while a player was gone."""
    reminds: bool
    """A reminder of the present turn is scheduled."""
    carried_out: bool
    """The interaction has changed something already."""
    others_wait: bool
    """Another game of the server waits for the user."""


def _of_game(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return type_coerce(select(table).where(table.c.game_id == bindparam("game"), *conditions).exists(), Integer)


def _of_guild(table: Table) -> ColumnElement[bool]:
    return select(table).where(table.c.guild_id == bindparam("guild")).exists()


_ATTACHED = select(
    _of_game(premoves),
    _of_game(proposals, proposals.c.status == "open"),
    _of_game(seat_offers, seat_offers.c.status == "open"),
    _of_game(drafts),
    type_coerce(or_(_of_guild(latest_messages), _of_guild(guild_settings)), Integer),
    _of_game(clocks),
    _of_game(due, due.c.kind == "remind"),
    type_coerce(
        select(interactions)
        .where(interactions.c.interaction_id == bindparam("interaction"), interactions.c.what == bindparam("what"))
        .exists(),
        Integer,
    ),
    type_coerce(
        select(games.c.id)
        .join(players, and_(players.c.game_id == games.c.id, players.c.seat == games.c.seat))
        .where(
            players.c.user_id == bindparam("user"),
            games.c.guild_id == bindparam("guild"),
            games.c.status == "running",
            games.c.id != bindparam("game"),
        )
        .exists(),
        Integer,
    ),
)


async def attached(
    conn: AsyncConnection, game_id: int, guild_id: int, interaction: tuple[int, str] = (0, ""), user_id: int | None = None
) -> Attached:
    """Return what is attached to a game, and whether an interaction, by its id and what it asked, was carried out already.

    ``user_id``: who asks. Lock the game first.
    """
    values = {"game": game_id, "guild": guild_id, "interaction": interaction[0], "what": interaction[1], "user": user_id}
    found = (await conn.execute(_ATTACHED, values)).one()
    return Attached(*map(bool, found))
