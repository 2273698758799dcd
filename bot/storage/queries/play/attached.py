"""A game with the data attached to it that its next move may end, such as open proposals.

One query reads it, since every change of a game begins with this, and most games have no such data.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    ScalarSelect,
    Select,
    Table,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import SHOWN, GameRow, Messages, game_of, lock_game, messages_of
from bot.storage.queries.seats.players import PLAYER_COLUMNS
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
    remarks,
    seat_changes,
    seat_offers,
    vacations,
)
from bot.storage.schema_statistics import latest_messages


class Attached(NamedTuple):
    """The data attached to a game. A flag is true if there is such data."""

    armed: bool
    """Whether there are armed lines, which are played if they fit."""
    proposals: bool
    offers: bool
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
    annotated: bool
    """Whether a board may show more than moves: a former holder of a seat, a dropped premove, a comment."""
    settings: str | None
    """The server's settings as JSON; ``None`` if it has set nothing."""
    clock_due: int | None
    """The scheduled time of the next event of the game's clock; ``None`` if there is none, or if the event has failed."""
    check_due: int | None
    """The scheduled time of the check whether the player to move is absent; ``None`` if there is none, or if the check has
    failed.
    """
    clock: ClockRow | None
    messages: Messages


_SEATED, _OTHERS = players.alias(), games.alias()
"""The players and games of the subqueries; those of the game itself are in the query around them."""


def _exists(found: Select[Any]) -> ColumnElement[int]:
    return type_coerce(found.correlate(games).exists(), Integer)


def _of_game(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    return _exists(select(table).where(table.c.game_id == bindparam("game"), *conditions))


def _of_guild(table: Table) -> ColumnElement[int]:
    return _exists(select(table).where(table.c.guild_id == games.c.guild_id))


def _of_players(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[int]:
    mine = (_SEATED.c.game_id == bindparam("game"), _SEATED.c.user_id == table.c.user_id)
    return _exists(select(table, _SEATED.c.seat).where(*mine, *conditions))


def _scheduled(kind: str) -> ScalarSelect[int]:
    scheduled = (due.c.game_id == bindparam("game"), due.c.kind == kind, due.c.attempts == 0)
    return select(func.max(due.c.at)).where(*scheduled).scalar_subquery()


_FLAGS = {
    "armed": _of_game(lines, lines.c.armed == 1),
    "proposals": _of_game(proposals, proposals.c.status == "open"),
    "offers": _of_game(seat_offers, seat_offers.c.status == "open"),
    "drafts": _of_game(drafts),
    "listed": type_coerce(or_(_of_guild(latest_messages), _of_guild(guild_settings)), Integer),
    "reminds": _of_game(due, due.c.kind == "remind"),
    "carried_out": _exists(
        select(interactions).where(
            interactions.c.interaction_id == bindparam("interaction"), interactions.c.what == bindparam("what")
        )
    ),
    "others_wait": _exists(
        select(_OTHERS.c.id)
        .join(_SEATED, and_(_SEATED.c.game_id == _OTHERS.c.id, _SEATED.c.seat == _OTHERS.c.seat))
        .where(
            _SEATED.c.user_id == bindparam("user"),
            _OTHERS.c.guild_id == games.c.guild_id,
            _OTHERS.c.status == "running",
            _OTHERS.c.id != bindparam("game"),
        )
    ),
    "vacations": _of_players(vacations, vacations.c.guild_id == -_SEATED.c.user_id, vacations.c.end_at > bindparam("now")),
    "annotated": type_coerce(or_(_of_game(seat_changes), _of_game(lines, lines.c.dropped == 1), _of_game(remarks)), Integer),
    "personal": _of_players(member_settings, member_settings.c.guild_id.in_([games.c.guild_id, -_SEATED.c.user_id])),
}
_VALUES = {
    "settings": select(guild_settings.c.data).where(guild_settings.c.guild_id == games.c.guild_id).scalar_subquery(),
    "clock_due": _scheduled("clock"),
    "check_due": _scheduled("leaver"),
}
_CLOCK = LAST.subquery()
_QUERY = (
    select(
        games,
        *PLAYER_COLUMNS,
        *(column.label(name) for name, column in {**_FLAGS, **_VALUES}.items()),
        SHOWN,
        *(column.label(f"clock_{column.name}") for column in _CLOCK.c),
    )
    .join(players, players.c.game_id == games.c.id)
    .outerjoin(_CLOCK, true())
    .where(games.c.id == bindparam("game"))
    .order_by(players.c.seat)
)


async def lock_with_attached(
    conn: AsyncConnection, game_id: int, now: int, interaction: tuple[int, str] = (0, ""), user_id: int | None = None
) -> tuple[GameRow, Attached]:
    """Lock a game of any server, and return it with the data attached to it. Raise LookupError if there is none.

    ``interaction``: its id and request. ``user_id``: the user who made the request.
    """
    number, what = interaction
    if not 0 < game_id < 2**63:
        raise LookupError(game_id)
    await lock_game(conn, game_id)
    about = {"game": game_id, "now": now, "interaction": number, "what": what, "user": user_id}
    rows = (await conn.execute(_QUERY, about)).mappings().all()
    if not rows:
        raise LookupError(game_id)
    first = rows[0]
    game = game_of(first, rows, "player_")
    values: dict[str, Any] = {name: bool(first[name]) for name in _FLAGS} | {name: first[name] for name in _VALUES}
    clock = None if first["clock_game_id"] is None else clock_of(first, game, "clock_")
    return game, Attached(**values, clock=clock, messages=messages_of(first))
