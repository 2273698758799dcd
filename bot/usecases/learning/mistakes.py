"""**Practice mistakes**: the decision that cost a player of a finished game most, shown to that player alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.learning import mistakes as store
from bot.storage.queries.play import drafts
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.computers import lookbacks
from bot.usecases.computers.lookbacks import MISTAKE
from bot.usecases.context import Context, read_transaction
from bot.usecases.play.change import load
from bot.usecases.refusal import Refusal
from players.lookback import BetterMove
from players.mistakes import CLOSELY, Means, own_decisions

LONGEST = 40.0
"""Approximate seconds for the search: half for all turns of the seat, half for a closer look at the worst of them."""
SCAN, CLOSE = 0.25, 1.0
"""Seconds for a look at a turn, and for each closer look, if a game is short enough."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A mistake that a player may try again."""

    log: GameLog
    seat: int
    is_known: bool
    """Whether a mistake is known, or the search has found none."""
    mistake: BetterMove | None = None
    """``None`` if no decision cost much, or the search was not done yet."""
    following: int | None = None
    """The place of the player's next known mistake; ``None`` after the last one."""
    draft: Mapping[str, Any] | None = None
    """The player's choices in the panel."""


@read_transaction
async def find(
    context: Context, conn: AsyncConnection, guild_id: int, game_id: int, user_id: int, place: int | None = None
) -> Moment:
    """Return the mistake of a player in a finished game at a ``place`` of its record; without one, the worst mistake.

    Raise Refusal for other members, and before the end of the game.
    """
    log = await load(context, conn, guild_id, game_id)
    access.to_use_computer(log.row.kind)
    access.to_look_back(log)
    seat = log.row.seat_of(user_id)
    if seat is None:
        raise Refusal("Only players of this game have mistakes to practise. **Analysis** shows everybody what decided it.")
    stored = await store.get_mistake(conn, game_id, seat)
    worst = None if stored is None else MISTAKE.validate_json(stored)
    every = (*await _list_decided(conn, game_id), worst)
    found = {each.place: each for each in every if each is not None and each.seat == seat}
    known = sorted(found.values(), key=lambda each: -each.gain)
    places = [each.place for each in known]
    number = 0 if place is None else places.index(place) if place in places else len(places)
    if number >= len(places):
        return Moment(log, seat, is_known=stored is not None)
    mistake = known[number]
    following = places[number + 1] if number + 1 < len(places) else None
    draft = await store.get_draft(conn, game_id, user_id, mistake.place)
    return Moment(log, seat, True, mistake, following, draft)


async def _list_decided(conn: AsyncConnection, game_id: int) -> list[BetterMove]:
    """Return the better moves found by the analysis of a game, the most decisive first."""
    made = await lookbacks.read(conn, game_id)
    return [] if made is None else [each.better for each in made.deciding if each.better is not None]


async def keep(context: Context, game_id: int, seat: int, found: BetterMove | None) -> None:
    """Store the result of the search."""
    data = MISTAKE.dump_json(found).decode()
    await context.db.write(lambda conn: store.save_mistake(conn, game_id, seat, data, context.clock()))


async def keep_draft(context: Context, game_id: int, user_id: int, place: int, draft: Mapping[str, Any]) -> None:
    """Store the player's choices in the panel."""
    await context.db.write(lambda conn: drafts.save_draft(conn, game_id, user_id, place, draft))


async def find_known(context: Context, row: GameRow, user_id: int) -> list[BetterMove]:
    """Return the mistakes of a game that a player may see, the earliest first: those of its analysis, and the player's own."""

    async def look(conn: AsyncConnection) -> list[BetterMove]:
        found: list[BetterMove | None] = [*await _list_decided(conn, row.id)]
        seat = row.seat_of(user_id)
        own = None if seat is None else await store.get_mistake(conn, row.id, seat)
        return [each for each in (*found, None if own is None else MISTAKE.validate_json(own)) if each is not None]

    known = await context.db.read(look) if row.is_over else []
    return sorted({each.place: each for each in known}.values(), key=lambda each: each.place)


def choose_means(log: GameLog, seat: int) -> Means:
    """Return how long to think about the turns of a seat, so that the whole search takes about ``LONGEST`` at most."""
    half = LONGEST / 2
    return Means(min(SCAN, half / max(1, 2 * _decisions(log, seat))), min(CLOSE, half / (3 * CLOSELY)))


def takes(log: GameLog, seat: int) -> int:
    """Return the approximate duration of the search in seconds, by an idle worker."""
    wanted, decisions = choose_means(log, seat), _decisions(log, seat)
    return ceil(wanted.scan * 2 * decisions + wanted.close * 3 * min(CLOSELY, decisions))


def _decisions(log: GameLog, seat: int) -> int:
    record = log.record()
    return len(own_decisions(record, record.states(), seat))
