"""Queries that export or forget the data about one person. The schema marks the columns about persons."""

from __future__ import annotations

from functools import cache
from random import SystemRandom
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, Table, Text, and_, cast, delete, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.forgotten import make_person_entry
from bot.storage.queries.server.guilds import guild_condition, read_json_columns
from bot.storage.schema import (
    blocks,
    game_log,
    games,
    league_games,
    league_members,
    leagues,
    metadata,
    players,
    proposal_answers,
    proposals,
    seasons,
    seat_changes,
)

FORMER = "a former player"
"""The name that replaces the name of a forgotten person."""

_RANDOM = SystemRandom()


@cache
def _personal() -> tuple[tuple[Table, Column[Any], str], ...]:
    """Return every column that contains a person's id, with its table and its fate when the person is forgotten."""
    fates = [(table, column, column.info.get("person")) for table in metadata.sorted_tables for column in table.columns]
    return tuple((table, column, fate) for table, column, fate in fates if fate is not None and fate != "name")


def _names_of(table: Table, column: Column[Any]) -> list[Column[Any]]:
    """Return the columns with the name of the person whose id is in a given column of a table."""
    names = (other for other in table.columns if other.info.get("person") == "name")
    return [name for name in names if name.info.get("of", column.name) == column.name]


def _is(column: Column[Any], fate: str, user_id: int) -> ColumnElement[bool]:
    return column.like(f"{user_id} %") if fate == "row that begins with it" else column == user_id


def _guilds(table: Table, condition: ColumnElement[bool]) -> Select[Any] | None:
    """Return a query for the servers of the rows of a table; ``None`` if they belong to no server."""
    if "guild_id" in table.columns:
        return select(table.c.guild_id).where(condition)
    for column in table.columns:
        for key in column.foreign_keys:
            found = _guilds(key.column.table, key.column.in_(select(column).where(condition)))
            if found is not None:
                return found
    return None


async def list_guilds_of_person(conn: AsyncConnection, user_id: int) -> list[int]:
    """Return the servers with data about a person."""
    found: set[int] = set()
    for table, column, fate in _personal():
        query = _guilds(table, _is(column, fate, user_id))
        if query is not None:
            found.update((await conn.scalars(query)).all())
    return sorted(found)


async def list_names_of_person(conn: AsyncConnection, user_id: int, guild_id: int | None) -> set[str]:
    """Return every stored name of a person, in a server or (``None``) in all."""
    found: set[str] = set()
    for table, column, fate in _personal():
        names = _names_of(table, column)
        mine = None if guild_id is None else guild_condition(table, guild_id)
        condition = _is(column, fate, user_id) if mine is None else and_(mine, _is(column, fate, user_id))
        for name in names:
            found.update((await conn.scalars(select(name).where(condition).distinct())).all())
    return found


async def list_persons(conn: AsyncConnection) -> set[int]:
    """Return the ids of all persons with stored data."""
    found: set[int] = set()
    for _, column, fate in _personal():
        for value in await conn.scalars(select(column).where(column.is_not(None)).distinct()):
            begin = str(value).partition(" ")[0] if fate == "row that begins with it" else str(value)
            if begin.isdecimal():
                found.add(int(begin))
    return found


async def list_running_games_of_person(conn: AsyncConnection, user_id: int, guild_id: int | None) -> list[tuple[int, int]]:
    """Return the server id and id of each of a person's unfinished games, by id (``guild_id`` ``None``: in all servers)."""
    query = select(games.c.guild_id, games.c.id).join(players, players.c.game_id == games.c.id)
    query = query.where(players.c.user_id == user_id, games.c.status.in_(("running", "adjourned")))
    if guild_id is not None:
        query = query.where(games.c.guild_id == guild_id)
    return [(row.guild_id, row.id) for row in await conn.execute(query.order_by(games.c.id))]


async def forget_person(conn: AsyncConnection, user_id: int, guild_id: int) -> None:
    """Remove all data about a person in a server. In games, a former player with a new random number replaces them."""
    number = await _unused_number(conn, guild_id)
    for table, column, fate in _personal():
        mine = guild_condition(table, guild_id)
        if mine is not None:
            await _forget(conn, table, column, fate, and_(mine, _is(column, fate, user_id)), number)


async def forget_person_outside_guilds(conn: AsyncConnection, user_id: int) -> None:
    """Remove all data about a person that belongs to no server."""
    for table, column, fate in _personal():
        if guild_condition(table, 0) is None:
            await _forget(conn, table, column, fate, _is(column, fate, user_id), 0)


async def _forget(
    conn: AsyncConnection, table: Table, column: Column[Any], fate: str, condition: ColumnElement[bool], number: int
) -> None:
    if fate.startswith("row"):
        await conn.execute(delete(table).where(condition))
        return
    if fate == "digest":
        await _leave_digests(conn, table, column, condition)
        return
    values: dict[str, Any] = {}
    if fate == "number":
        values[column.name] = -number
    else:
        values[column.name] = None
    if fate == "seat":
        values |= {"holder": "former", "holder_number": number}
    names = [name.name for name in _names_of(table, column)]
    await conn.execute(update(table).where(condition).values(values | dict.fromkeys(names, FORMER)))


async def _leave_digests(conn: AsyncConnection, table: Table, column: Column[Any], condition: ColumnElement[bool]) -> None:
    """Replace a person's id with salted digests, so that the decisions of others about them stay in effect."""
    names = {name.name: FORMER for name in _names_of(table, column)}
    for row_id, user_id in (await conn.execute(select(table.c.id, column).where(condition))).all():
        left = make_person_entry(user_id, None, 0)
        values = {column.name: None, "salt": left.salt, "digest": left.digest, **names}
        await conn.execute(update(table).where(table.c.id == row_id).values(values))


async def _unused_number(conn: AsyncConnection, guild_id: int) -> int:
    taken = select(players.c.seat).join(games, games.c.id == players.c.game_id).where(games.c.guild_id == guild_id)
    while True:
        number = _RANDOM.randrange(1, 2**31)
        if (await conn.scalar(taken.where(players.c.holder_number == number).limit(1))) is None:
            return number


async def export_person(conn: AsyncConnection, user_id: int, guild_id: int | None) -> dict[str, Any]:
    """Return every row about a person by table, ready for JSON, without ids and names of others.

    ``guild_id`` ``None``: in all servers. For games this includes the set-up, the person's seat and the decisions of that seat.
    Dice and tiles are left out, so that nothing hidden is revealed.
    """
    tables: dict[str, list[dict[str, Any]]] = {}
    for table in metadata.sorted_tables:
        condition = _about(table, user_id)
        if condition is None:
            continue
        mine = None if guild_id is None else guild_condition(table, guild_id)
        if guild_id is not None and mine is None:
            continue
        query = select(table).where(condition if mine is None else and_(mine, condition))
        found = (await conn.execute(query.order_by(*table.primary_key.columns))).mappings()
        tables[table.name] = [_without_others(table, read_json_columns(dict(row)), user_id) for row in found]
    return {"user_id": user_id, "guild_id": guild_id, "tables": tables}


def _about(table: Table, user_id: int) -> ColumnElement[bool] | None:
    """Return the condition for the rows about a person; ``None`` if the table has none."""
    seated = players.c.user_id == user_id
    if table is games:
        before = select(seat_changes.c.game_id).where(seat_changes.c.user_id == user_id)
        mine = games.c.id.in_(select(players.c.game_id).where(seated))
        return or_(mine, games.c.id.in_(before), games.c.cancelled_by == user_id, games.c.started_by == user_id)
    if table is game_log:
        return _decided(user_id)
    if table is blocks:  # members must not learn who has blocked them
        return blocks.c.user_id == user_id
    if table is proposals:
        of_seat = and_(seated, players.c.game_id == table.c.game_id, players.c.seat == table.c.seat)
        return select(players.c.seat).where(of_seat).correlate(table).exists()
    if table is proposal_answers:
        of_seat = and_(seated, players.c.game_id == proposals.c.game_id, players.c.seat == table.c.seat)
        asked = select(players.c.seat).join(proposals, proposals.c.id == table.c.proposal_id).where(of_seat)
        return asked.correlate(table).exists()
    conditions = [_is(column, fate, user_id) for owner, column, fate in _personal() if owner is table]
    if table in (leagues, seasons, league_games):
        conditions.append(_of_leagues(table, user_id))
    return or_(*conditions) if conditions else None


def _of_leagues(table: Table, user_id: int) -> ColumnElement[bool]:
    """Return the condition for the leagues and seasons that a person has joined, or for their games in these."""
    joined = select(league_members.c.season_id).where(league_members.c.who == user_id)
    if table is leagues:
        return leagues.c.id.in_(select(seasons.c.league_id).where(seasons.c.id.in_(joined)))
    if table is seasons:
        return seasons.c.id.in_(joined)
    sits = (
        literal(",")
        .concat(league_games.c.seats)
        .concat(",")
        .contains(literal(",").concat(cast(league_members.c.number, Text)).concat(","))
    )
    return joined.where(league_members.c.season_id == league_games.c.season_id, sits).correlate(league_games).exists()


def _decided(user_id: int) -> ColumnElement[bool]:
    """Return the condition that a row of the log was added while a person held the seat that decided."""
    mine, earlier = seat_changes.alias(), seat_changes.alias()

    def of_seat(table: Any) -> ColumnElement[bool]:
        return and_(table.c.game_id == game_log.c.game_id, table.c.seat == game_log.c.seat)

    began = select(func.coalesce(func.max(earlier.c.version), 0)).where(of_seat(earlier))
    now = select(players.c.seat).where(players.c.user_id == user_id, of_seat(players)).correlate(game_log).exists()
    handed_on = (
        select(mine.c.id)
        .where(
            mine.c.user_id == user_id,
            of_seat(mine),
            game_log.c.seq <= mine.c.version,
            game_log.c.seq > began.where(earlier.c.id < mine.c.id).correlate(game_log, mine).scalar_subquery(),
        )
        .correlate(game_log)
        .exists()
    )
    return or_(and_(now, game_log.c.seq > began.correlate(game_log).scalar_subquery()), handed_on)


def _without_others(table: Table, row: dict[str, Any], user_id: int) -> dict[str, Any]:
    others = {
        column.name
        for owner, column, fate in _personal()
        if owner is table and not fate.endswith("it") and row[column.name] != user_id
    }
    return {name: value for name, value in row.items() if name not in others}
