"""**Practice mistakes**: a player's costliest decisions, from the analysis of a finished game, for that player alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import drafts
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.computers import lookbacks
from bot.usecases.context import Context, read_transaction
from bot.usecases.play.change import load
from bot.usecases.refusal import Refusal
from players.lookback import BetterMove


@dataclass(frozen=True, slots=True)
class Moment:
    """A mistake that a player may try again."""

    log: GameLog
    seat: int
    is_known: bool
    mistake: BetterMove | None = None
    """The mistake; ``None`` if no decision cost much, or the game is not analysed yet."""
    number: int = 1
    """The number of the mistake among those of the player, from 1."""
    total: int = 1
    """The number of all these mistakes."""
    following: int | None = None
    """The index in the record of the player's next mistake, which cost less; ``None`` after the last one."""
    draft: Mapping[str, Any] | None = None


@read_transaction
async def find(
    context: Context, conn: AsyncConnection, guild_id: int, game_id: int, user_id: int, place: int | None = None
) -> Moment:
    """Return a mistake of a player in a finished game: by default the costliest, otherwise the one in the turn of ``place``.

    ``place``: the index in the record of an action of that turn.

    Raise Refusal for other members, and before the end of the game.
    """
    log = await load(context, conn, guild_id, game_id)
    access.to_use_computer(log.row.kind)
    access.to_look_back(log)
    seat = log.row.seat_of(user_id)
    if seat is None:
        raise Refusal("Only players of this game have mistakes to practise. **Analysis** shows everybody the costliest.")
    made = await lookbacks.read(conn, game_id)
    if made is None:
        return Moment(log, seat, is_known=False)
    known = own = [each for each in made.mistakes or () if each.seat == seat]
    if place is not None:
        turn = made.find_turn(place)
        known = list(dropwhile(lambda each: made.find_turn(each.place) != turn, known))
    if not known:
        return Moment(log, seat, is_known=True)
    mistake, following = known[0], known[1].place if len(known) > 1 else None
    draft = await drafts.get_draft(conn, game_id, user_id, mistake.place)
    return Moment(log, seat, True, mistake, own.index(mistake) + 1, len(own), following, draft)


async def find_known(context: Context, row: GameRow, user_id: int) -> list[BetterMove]:
    """Return the mistakes of a game that a player may see, earliest first: those that everybody sees, and the player's own."""
    made = await context.db.read(lambda conn: lookbacks.read(conn, row.id)) if row.is_over else None
    if made is None:
        return []
    known = (each for each in made.mistakes or () if each in made.costliest or each.seat == row.seat_of(user_id))
    return sorted(known, key=lambda each: each.place)
