"""Times that are extended after the bot was unavailable, and edits of the messages that show a time.

Each kind of row or message takes one statement, because a large bot has thousands of messages.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement, FromClause, Select, Text, and_, cast, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.queries.league.leagues import ALIVE
from bot.storage.rows import served_conditions
from bot.storage.schema import clocks, due, game_tables, games, leagues, posts, proposals, seasons, seat_offers


async def give_back(conn: AsyncConnection, served: Assignment, kind: str, length: int) -> None:
    """Extend the open proposals, offers of seats and tables of the given servers by ``length`` milliseconds.

    Tasks of the given kind become due later, too.
    """
    running = select(games.c.id).where(games.c.status == "running", *served_conditions(games.c.guild_id, served))
    times: list[tuple[Column[Any], list[ColumnElement[bool]]]] = [
        (proposals.c.answer_by, [proposals.c.status == "open", proposals.c.game_id.in_(running)]),
        (seat_offers.c.expires_at, [seat_offers.c.status == "open", seat_offers.c.game_id.in_(running)]),
        (game_tables.c.expires_at, [game_tables.c.status == "open", *served_conditions(game_tables.c.guild_id, served)]),
        (due.c.at, [due.c.kind == kind, *served_conditions(due.c.guild_id, served)]),
    ]
    for time, conditions in times:
        await conn.execute(update(time.table).where(*conditions).values({time: time + length}))


async def queue_edits(conn: AsyncConnection, served: Assignment, now: int) -> None:
    """Queue an edit of each message that shows a time, in the given servers.

    These are messages about running games, open tables and unfinished seasons.
    """
    last = select(clocks.c.game_id, func.max(clocks.c.version).label("version")).group_by(clocks.c.game_id).subquery()
    timed = games.join(last, last.c.game_id == games.c.id).join(
        clocks, and_(clocks.c.game_id == last.c.game_id, clocks.c.version == last.c.version)
    )
    ticks = (clocks.c.seat.is_not(None), clocks.c.stopped_at.is_(None))
    place = func.coalesce(games.c.thread_id, games.c.channel_id)
    running = (games.c.status == "running", *served_conditions(games.c.guild_id, served))

    def of_games(source: FromClause, kind: str, payload: ColumnElement[str], *where: ColumnElement[bool]) -> Select[Any]:
        channel = games.c.channel_id if kind == "status_edit" else place
        return (
            _edits(kind, games.c.guild_id, channel, games.c.id, None, payload, now).select_from(source).where(*running, *where)
        )

    asked = games.join(proposals, proposals.c.game_id == games.c.id)
    offered = games.join(seat_offers, seat_offers.c.game_id == games.c.id)
    nothing = literal("{}", Text)
    wanted = [
        of_games(timed, "board_edit", nothing, *ticks, games.c.board_message_id.is_not(None)),
        of_games(timed, "status_edit", nothing, *ticks, games.c.status_message_id.is_not(None)),
        of_games(timed, "ping_edit", _json("message", games.c.ping_message_id), *ticks, games.c.ping_message_id.is_not(None)),
        of_games(timed, "claim_edit", _json("turn", clocks.c.version), *ticks, clocks.c.claim_id.is_not(None)),
        of_games(asked, "proposal_edit", _json("proposal", proposals.c.id, look=True), proposals.c.status == "open"),
        of_games(offered, "seat_offer_edit", _json("offer", seat_offers.c.id), seat_offers.c.status == "open"),
        _edits(
            "table_edit",
            game_tables.c.guild_id,
            game_tables.c.channel_id,
            None,
            game_tables.c.id,
            literal('{"look": true}', Text),
            now,
        ).where(game_tables.c.status == "open", *served_conditions(game_tables.c.guild_id, served)),
        _edits("league_edit", leagues.c.guild_id, leagues.c.channel_id, None, None, _season_payload(), now)
        .select_from(seasons.join(leagues))
        .where(
            seasons.c.status.in_(ALIVE),
            seasons.c.message_id.is_not(None),
            leagues.c.channel_gone_at.is_(None),
            *served_conditions(leagues.c.guild_id, served),
        ),
    ]
    names = ("guild_id", "channel_id", "game_id", "table_id", "kind", "is_edit", "payload", "status", "due_at", "created_at")
    for edits in wanted:
        await conn.execute(insert(posts).from_select(names, edits))


def _edits(
    kind: str,
    guild: ColumnElement[int],
    channel: ColumnElement[int],
    game: ColumnElement[int] | None,
    table: ColumnElement[int] | None,
    payload: ColumnElement[str],
    now: int,
) -> Select[Any]:
    """Return the query for the rows of one kind, in the order of the columns in :func:`queue_edits`."""
    nobody = cast(None, posts.c.game_id.type)
    subject = (nobody if game is None else game, nobody if table is None else table)
    moment = cast(literal(now), posts.c.due_at.type)
    return select(guild, channel, *subject, literal(kind, Text), literal(1), payload, literal("waiting", Text), moment, moment)


def _season_payload() -> ColumnElement[str]:
    """Return an SQL expression for the payload of an edit of a season's message."""
    season, message = cast(seasons.c.id, Text), cast(seasons.c.message_id, Text)
    return literal('{"season": ', Text) + season + literal(', "message": ', Text) + message + literal("}", Text)


def _json(name: str, number: ColumnElement[int], *, look: bool = False) -> ColumnElement[str]:
    """Return an SQL expression for a payload with a number, in exactly the form in which the outbox stores it."""
    head = f'{{"look": true, "{name}": ' if look else f'{{"{name}": '
    return literal(head, Text) + cast(number, Text) + literal("}", Text)
