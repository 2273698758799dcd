"""Queries about games, their players and their logs. Every function works inside the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import new_id, put
from bot.storage.tables import drafts, games, log, players, requests, rule_votes


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Who sits where, and how the game ended for them."""

    seat: int
    user_id: int
    name: str
    score: int | None = None
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the database has it, without its log."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    setup: dict[str, Any]
    status: str
    version: int
    seat: int | None
    board_message_id: int | None
    board_version: int | None
    updated_at: int
    players: tuple[PlayerRow, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.status == "over"

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a user, ``None`` for somebody who is not in the game."""
        return next((p.seat for p in self.players if p.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log: an action in canonical text, or an undo, whose text is how many actions are kept."""

    seq: int
    kind: str
    text: str
    user_id: int | None


async def insert_game(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    game: str,
    rules: int,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    seated: Sequence[tuple[int, str]],
    now: int,
) -> int:
    """A new running game with an empty log; ``seated``: user id and name by seat. Gives its id."""
    result = await conn.execute(
        insert(games).values(
            guild_id=guild_id,
            channel_id=channel_id,
            game=game,
            rules=rules,
            seats=len(seated),
            options=json.dumps(options),
            setup=json.dumps(setup),
            status="running",
            version=0,
            created_at=now,
            updated_at=now,
        )
    )
    game_id = new_id(result)
    await conn.execute(
        insert(players),
        [{"game_id": game_id, "seat": seat, "user_id": user, "name": name} for seat, (user, name) in enumerate(seated)],
    )
    return game_id


_PLAYER = [column.label(f"player_{column.name}") for column in players.c if column.name != "game_id"]
"""The columns of a player beside those of their game."""


def _player(row: Any, prefix: str = "") -> PlayerRow:
    won = row[f"{prefix}won"]
    return PlayerRow(
        row[f"{prefix}seat"],
        row[f"{prefix}user_id"],
        row[f"{prefix}name"],
        row[f"{prefix}score"],
        None if won is None else bool(won),
    )


def _game(row: Any, seated: Sequence[PlayerRow]) -> GameRow:
    return GameRow(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        rules=row["rules"],
        seats=row["seats"],
        options=json.loads(row["options"]),
        setup=json.loads(row["setup"]),
        status=row["status"],
        version=row["version"],
        seat=row["seat"],
        board_message_id=row["board_message_id"],
        board_version=row["board_version"],
        updated_at=row["updated_at"],
        players=tuple(seated),
    )


async def _rows(conn: AsyncConnection, query: Select[Any]) -> list[GameRow]:
    found = (await conn.execute(query)).mappings().all()
    if not found:
        return []
    seated: dict[int, list[PlayerRow]] = {}
    wanted = select(players).where(players.c.game_id.in_([row["id"] for row in found])).order_by(players.c.seat)
    for row in (await conn.execute(wanted)).mappings():
        seated.setdefault(row["game_id"], []).append(_player(row))
    return [_game(row, seated.get(row["id"], ())) for row in found]


async def get_game(conn: AsyncConnection, game_id: int, guild_id: int | None, *, lock: bool = False) -> GameRow | None:
    """The game of that id, if it belongs to the guild (``None``: any); ``lock`` keeps other writers off its row.

    One statement for the game and its players: every press and every move begins with this.
    """
    query = select(games, *_PLAYER).join(players, players.c.game_id == games.c.id).where(games.c.id == game_id)
    if guild_id is not None:
        query = query.where(games.c.guild_id == guild_id)
    query = query.order_by(players.c.seat)
    rows = (await conn.execute(query.with_for_update(of=games, key_share=True) if lock else query)).mappings().all()
    return _game(rows[0], [_player(row, "player_") for row in rows]) if rows else None


async def log_since(conn: AsyncConnection, game_id: int, seq: int) -> list[LogRow]:
    """The rows of the log after ``seq``, in order."""
    query = select(log.c.seq, log.c.kind, log.c.text, log.c.user_id)
    query = query.where(log.c.game_id == game_id, log.c.seq > seq).order_by(log.c.seq)
    return [LogRow(*row) for row in (await conn.execute(query)).all()]


async def append_log(conn: AsyncConnection, game_id: int, rows: Sequence[LogRow], now: int) -> None:
    """Adds rows to the log. One that is there already is an IntegrityError: two writers never both succeed."""
    await conn.execute(
        insert(log),
        [{"game_id": game_id, "seq": r.seq, "kind": r.kind, "text": r.text, "user_id": r.user_id, "at": now} for r in rows],
    )


async def update_position(
    conn: AsyncConnection, game_id: int, *, version: int, seat: int | None, over: bool, board: bool, now: int
) -> None:
    """Notes what follows from the log: version, who is to move, whether it is over, that a board was put in the outbox."""
    values: dict[str, Any] = {"version": version, "seat": seat, "updated_at": now}
    if over:
        values |= {"status": "over", "ended_at": now}
    if board:
        values["board_version"] = version
    await conn.execute(update(games).where(games.c.id == game_id).values(**values))
    await conn.execute(delete(drafts).where(drafts.c.game_id == game_id, drafts.c.version != version))


async def note_result(conn: AsyncConnection, game_id: int, scores: Sequence[int], winners: Sequence[int]) -> None:
    """Writes the final scores and who won."""
    for seat, score in enumerate(scores):
        await conn.execute(
            update(players)
            .where(players.c.game_id == game_id, players.c.seat == seat)
            .values(score=score, won=int(seat in winners))
        )


async def note_board(conn: AsyncConnection, game_id: int, message_id: int) -> int | None:
    """Notes the message that shows the board now; gives the one that did before."""
    before = await conn.scalar(select(games.c.board_message_id).where(games.c.id == game_id))
    await conn.execute(update(games).where(games.c.id == game_id).values(board_message_id=message_id))
    return before


async def was_done(conn: AsyncConnection, interaction_id: int, what: str) -> bool:
    """Whether the interaction has already changed something, by the same wish ``what``."""
    query = select(requests.c.version).where(requests.c.interaction_id == interaction_id, requests.c.what == what)
    return (await conn.scalar(query)) is not None


async def note_done(conn: AsyncConnection, interaction_id: int, what: str, game_id: int, version: int, now: int) -> None:
    """Notes that the interaction has changed the game."""
    await put(
        conn,
        requests,
        ("interaction_id",),
        interaction_id=interaction_id,
        what=what,
        game_id=game_id,
        version=version,
        at=now,
    )


async def forget_requests(conn: AsyncConnection, before: int) -> None:
    """Deletes the notes about interactions that are too old to be sent again."""
    await conn.execute(delete(requests).where(requests.c.at < before))


async def forget_messages(conn: AsyncConnection) -> None:
    """Forgets which messages show boards and which interactions were carried out: Discord does not know them any more."""
    await conn.execute(update(games).values(board_message_id=None))
    await conn.execute(delete(requests))


async def games_in_channel(
    conn: AsyncConnection, guild_id: int, channel_id: int, user_id: int | None, *, over: bool = False, limit: int = 50
) -> list[GameRow]:
    """The running (or finished) games of a channel, newest first; with ``user_id`` those that the user plays in."""
    status = "over" if over else "running"
    query = select(games).where(games.c.guild_id == guild_id, games.c.channel_id == channel_id, games.c.status == status)
    return await _rows(conn, _with_player(query, user_id).order_by(games.c.id.desc()).limit(limit))


async def games_in_guild(
    conn: AsyncConnection, guild_id: int, user_id: int | None, *, over: bool = False, limit: int = 50
) -> list[GameRow]:
    """Running (or finished) games of a guild, the ones last played in first; with ``user_id`` the user's."""
    query = select(games).where(games.c.guild_id == guild_id, games.c.status == ("over" if over else "running"))
    return await _rows(conn, _with_player(query, user_id).order_by(games.c.updated_at.desc()).limit(limit))


def _with_player(query: Select[Any], user_id: int | None) -> Select[Any]:
    if user_id is None:
        return query
    return query.join(players, and_(players.c.game_id == games.c.id, players.c.user_id == user_id))


async def running_games(conn: AsyncConnection) -> list[GameRow]:
    """All running games of all guilds, the oldest first."""
    return await _rows(conn, select(games).where(games.c.status == "running").order_by(games.c.id))


async def finished_games(conn: AsyncConnection, guild_id: int, game: str, limit: int) -> list[GameRow]:
    """The finished games of one kind in a guild, the newest first."""
    query = select(games).where(games.c.guild_id == guild_id, games.c.game == game, games.c.status == "over")
    return await _rows(conn, query.order_by(games.c.id.desc()).limit(limit))


async def get_draft(conn: AsyncConnection, game_id: int, user_id: int, version: int) -> dict[str, str]:
    """What the user has chosen in the panel at this version of the game; empty where there is nothing."""
    query = select(drafts.c.data).where(drafts.c.game_id == game_id, drafts.c.user_id == user_id, drafts.c.version == version)
    found = await conn.scalar(query)
    return {str(k): str(v) for k, v in json.loads(found).items()} if found else {}


async def put_draft(conn: AsyncConnection, game_id: int, user_id: int, version: int, draft: Mapping[str, str]) -> None:
    """Keeps what the user has chosen."""
    data = json.dumps(dict(draft))
    await put(conn, drafts, ("game_id", "user_id"), game_id=game_id, user_id=user_id, version=version, data=data)


async def put_vote(conn: AsyncConnection, game_id: int, user_id: int, data: Mapping[str, Any], now: int) -> None:
    """Keeps a player's wish for the rules of the next game."""
    wish = json.dumps(dict(data))
    await put(conn, rule_votes, ("game_id", "user_id"), game_id=game_id, user_id=user_id, data=wish, at=now)


async def get_votes(conn: AsyncConnection, game_id: int) -> dict[int, dict[str, Any]]:
    """The wishes for the rules of the next game, by user id, the earliest first."""
    query = select(rule_votes.c.user_id, rule_votes.c.data).where(rule_votes.c.game_id == game_id).order_by(rule_votes.c.at)
    return {user: json.loads(data) for user, data in (await conn.execute(query)).all()}
