"""Data attached to a game that its next move may end, such as open proposals.

One query reads it, since most games have none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    ScalarSelect,
    Table,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import LAST, ClockRow, clock_of
from bot.storage.schema import (
    drafts,
    due,
    games,
    guild_settings,
    interactions,
    lines,
    member_settings,
    players,
    proposals,
    seat_offers,
    vacations,
)
from bot.storage.schema_statistics import latest_messages


class Attached(NamedTuple):
    """The data attached to a game. A flag is true if there is such data."""

    armed: bool
    """Whether there are armed lines, which are played if they fit."""
    proposals: bool
    """Whether there are open proposals."""
    offers: bool
    """Whether there are open offers of seats."""
    drafts: bool
    listed: bool
    """Whether its server may have a message with the latest games: there is one, or the server has settings."""
    reminds: bool
    """Whether a reminder of the current turn is scheduled."""
    carried_out: bool
    """Whether the interaction was carried out already."""
    others_wait: bool
    """Whether another game of the server waits for the user."""
    vacations: bool
    """Whether one of its players is on vacation, or will be."""
    personal: bool
    """Whether one of its players has settings of their own."""
    settings: str | None
    """The server's settings as JSON; ``None`` if it has set nothing."""
    clock_due: int | None
    """The scheduled time of the next event of the game's clock; ``None`` if there is none, or if the event has failed."""
    check_due: int | None
    """The scheduled time of the check whether the player to move is absent; ``None`` if there is none, or if the check has
    failed.
    """
    clock: ClockRow | None
    """The game's clock; ``None`` if it never had one."""


def _of_game(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return type_coerce(select(table).where(table.c.game_id == bindparam("game"), *conditions).exists(), Integer)


def _of_guild(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    return select(table).where(table.c.guild_id == bindparam("guild"), *conditions).exists()


_FLAGS = (
    _of_game(lines, lines.c.armed == 1),
    _of_game(proposals, proposals.c.status == "open"),
    _of_game(seat_offers, seat_offers.c.status == "open"),
    _of_game(drafts),
    type_coerce(or_(_of_guild(latest_messages), _of_guild(guild_settings)), Integer),
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
    type_coerce(
        select(vacations.c.id)
        .join(players, and_(vacations.c.guild_id == -players.c.user_id, vacations.c.user_id == players.c.user_id))
        .where(players.c.game_id == bindparam("game"), vacations.c.end_at > bindparam("now"))
        .exists(),
        Integer,
    ),
    type_coerce(
        select(players.c.user_id)
        .join(member_settings, member_settings.c.user_id == players.c.user_id)
        .where(
            players.c.game_id == bindparam("game"),
            member_settings.c.guild_id.in_([bindparam("guild"), -players.c.user_id]),
        )
        .exists(),
        Integer,
    ),
)


def _scheduled(kind: str) -> ScalarSelect[int]:
    scheduled = (due.c.game_id == bindparam("game"), due.c.kind == kind, due.c.attempts == 0)
    return select(func.max(due.c.at)).where(*scheduled).scalar_subquery()


_VALUES = {
    "settings": select(guild_settings.c.data).where(guild_settings.c.guild_id == bindparam("guild")).scalar_subquery(),
    "clock_due": _scheduled("clock"),
    "check_due": _scheduled("leaver"),
}
_NAMES = [name for name in Attached._fields if name not in (*_VALUES, "clock")]
_CLOCK = LAST.subquery()
_ATTACHED = (
    select(
        *(flag.label(name) for name, flag in zip(_NAMES, _FLAGS, strict=True)),
        *(value.label(name) for name, value in _VALUES.items()),
        *_CLOCK.c,
    )
    .select_from(select(literal(1)).subquery())
    .outerjoin(_CLOCK, true())
)


async def read_attached(
    conn: AsyncConnection, row: GameRow, now: int, interaction: tuple[int, str] = (0, ""), user_id: int | None = None
) -> Attached:
    """Return the data attached to a game, and whether an interaction was carried out already.

    ``interaction``: its id and request. ``user_id``: the user who made the request. Lock the game first.
    """
    about = {
        "game": row.id,
        "guild": row.guild_id,
        "now": now,
        "interaction": interaction[0],
        "what": interaction[1],
        "user": user_id,
    }
    found = (await conn.execute(_ATTACHED, about)).mappings().one()
    values: dict[str, Any] = {name: bool(found[name]) for name in _NAMES} | {name: found[name] for name in _VALUES}
    return Attached(**values, clock=None if found["game_id"] is None else clock_of(found, row))
