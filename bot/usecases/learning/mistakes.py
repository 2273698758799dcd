"""**Practice mistakes**: the costliest decision of a player in a finished game, shown to that player alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import dropwhile
from math import ceil
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.learning import mistakes as store
from bot.storage.queries.play import drafts
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.computers import lookbacks
from bot.usecases.context import Context, read_transaction
from bot.usecases.play.change import load
from bot.usecases.refusal import Refusal
from players.lookback import BetterMove, LookBack
from players.mistakes import CLOSELY, Means, own_decisions

LONGEST = 40.0
"""Approximate seconds for the search: half for all turns of the seat, half for a closer search of the worst ones."""
SCAN, CLOSE = 0.25, 1.0
"""Seconds for the first search of a turn, and for each closer search, if a game is short enough."""

STORED: TypeAdapter[BetterMove | None] = TypeAdapter(BetterMove | None)
"""Converts a mistake to and from its stored form; ``None``: the search found none."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A mistake that a player may try again."""

    log: GameLog
    seat: int
    is_known: bool
    """Whether a mistake is known, or the search has found none."""
    mistake: BetterMove | None = None
    """The mistake; ``None`` if no decision cost much, or nothing was searched yet."""
    following: int | None = None
    """The index in the record of the player's next known mistake; ``None`` after the last one."""
    draft: Mapping[str, Any] | None = None
    """The player's choices in the panel."""


@read_transaction
async def find(
    context: Context, conn: AsyncConnection, guild_id: int, game_id: int, user_id: int, place: int | None = None
) -> Moment:
    """Return a mistake of a player in a finished game: by default the first one, otherwise the one in the turn of ``place``.

    ``place``: the index in the record of an action of that turn.

    Raise Refusal for other members, and before the end of the game.
    """
    log = await load(context, conn, guild_id, game_id)
    access.to_use_computer(log.row.kind)
    access.to_look_back(log)
    seat = log.row.seat_of(user_id)
    if seat is None:
        raise Refusal("Only players of this game have mistakes to practise. **Analysis** shows everybody what decided it.")
    stored = await store.get_mistake(conn, game_id, seat)
    made = await lookbacks.read(conn, game_id)
    known = [each for each in _list_known(made, stored) if each.seat == seat]
    if place is not None:
        known = list(dropwhile(lambda each: not _are_in_one_turn(made, each.place, place), known))
    if not known:
        return Moment(log, seat, is_known=stored is not None)
    mistake, following = known[0], known[1].place if len(known) > 1 else None
    draft = await store.get_draft(conn, game_id, user_id, mistake.place)
    return Moment(log, seat, True, mistake, following, draft)


def _list_known(made: LookBack | None, stored: str | None) -> list[BetterMove]:
    """Return the mistakes that a player may see: first the one that their own search found, then those of the analysis.

    If a turn has both, the one of the analysis counts, since everybody sees it.
    """
    own, decided = None if stored is None else STORED.validate_json(stored), [] if made is None else made.better_moves
    if own is not None:
        own = next((each for each in decided if each.seat == own.seat and _are_in_one_turn(made, each.place, own.place)), own)
    return list(dict.fromkeys(each for each in (own, *decided) if each is not None))


def _are_in_one_turn(made: LookBack | None, place: int, other: int) -> bool:
    return place == other or (made is not None and made.are_in_one_turn(place, other))


async def keep(context: Context, game_id: int, seat: int, found: BetterMove | None) -> None:
    """Store the result of the search."""
    data = STORED.dump_json(found).decode()
    await context.db.write(lambda conn: store.save_mistake(conn, game_id, seat, data, context.clock()))


async def keep_draft(context: Context, game_id: int, user_id: int, place: int, draft: Mapping[str, Any]) -> None:
    """Store the player's choices in the panel."""
    await context.db.write(lambda conn: drafts.save_draft(conn, game_id, user_id, place, draft))


async def find_known(context: Context, row: GameRow, user_id: int) -> list[BetterMove]:
    """Return the mistakes of a game that a player may see, earliest first: those of its analysis, and the player's own."""

    async def look(conn: AsyncConnection) -> list[BetterMove]:
        seat = row.seat_of(user_id)
        stored = None if seat is None else await store.get_mistake(conn, row.id, seat)
        return _list_known(await lookbacks.read(conn, row.id), stored)

    return sorted(await context.db.read(look), key=lambda each: each.place) if row.is_over else []


def choose_means(log: GameLog, seat: int) -> Means:
    """Return how long to think about the turns of a seat, so that the whole search takes at most about ``LONGEST`` seconds."""
    half = LONGEST / 2
    return Means(min(SCAN, half / max(1, 2 * _decisions(log, seat))), min(CLOSE, half / (3 * CLOSELY)))


def takes(log: GameLog, seat: int) -> int:
    """Return the approximate duration of the search in seconds, if a worker is idle."""
    wanted, decisions = choose_means(log, seat), _decisions(log, seat)
    return ceil(wanted.scan * 2 * decisions + wanted.close * 3 * min(CLOSELY, decisions))


def _decisions(log: GameLog, seat: int) -> int:
    record = log.record()
    return len(own_decisions(record, record.states(), seat))
