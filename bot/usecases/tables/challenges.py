"""Standing offers to play: two offers that match start a game, in the channel that the server has set for it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.common.pace import PACES
from bot.common.terms import Terms
from bot.storage.queries.play import game_lists
from bot.storage.queries.seats.players import Seated
from bot.storage.queries.server.blocks import list_blocked_pairs
from bot.storage.queries.statistics import ratings
from bot.storage.queries.tables import challenges as store
from bot.storage.queries.tables.challenges import Challenge
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.announcements import Appended, GameStopped, MemberGone, RatingsChanged, SettingsChanged
from bot.usecases.context import Context, Limits, User, read_transaction, write_transaction
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from bot.usecases.statistics.rating import BASE
from bot.usecases.statistics.standings import ALL_TIME
from bot.usecases.tables import limits, seating
from bot.usecases.tables.opening import choose_terms
from rules import GAMES

logger = logging.getLogger(__name__)

DUE = "challenge"
"""The kind of the scheduled task that matches the offers of a server."""
ANY = "any"
"""The pace of an offer that accepts any pace."""
APART = 7 * DAY
"""Milliseconds before the same two members are matched again, so that opponents vary."""
BEGUN_AT_ONCE = 4
NO_CHANNEL = (
    "This server has no channel for such games yet. Server managers choose it in `/server settings`; until then, "
    "`/newgame` opens a table."
)


@read_transaction
async def list_mine(context: Context, conn: AsyncConnection, guild_id: int, user_id: int) -> tuple[list[Challenge], int | None]:
    """Return a member's offers, and the channel in which their games begin; ``None`` if the server has none."""
    settings = await guild_settings.read(conn, guild_id)
    return await store.list_challenges(conn, guild_id, user_id), settings.challenge_channel


@write_transaction
async def offer(
    context: Context,
    conn: AsyncConnection,
    guild_id: int,
    user: User,
    kind: str,
    *,
    pace: str,
    at_once: int,
    within: int | None,
) -> None:
    """Save a member's standing offer for a kind of game, replacing an earlier one.

    Raise Refusal if the server has no channel for such games.
    """
    if (await guild_settings.read(conn, guild_id)).challenge_channel is None:
        raise Refusal(NO_CHANNEL)
    now = context.clock()
    await store.save_challenge(
        conn, guild_id=guild_id, user=user, kind=kind, pace=pace, at_once=at_once, within=within, now=now
    )
    await context.schedule.add(conn, DUE, now, guild_id=guild_id)


async def withdraw(context: Context, guild_id: int, user_id: int, kind: str) -> bool:
    """Withdraw a member's offer for a kind of game. Return whether there was one. Games begun by it continue."""
    return await context.db.write(lambda conn: store.delete_challenges(conn, guild_id, user_id, kind)) > 0


async def follow_gone(_: Context, conn: AsyncConnection, gone: MemberGone) -> None:
    """Withdraw the offers of a member who has left the server."""
    await store.delete_challenges(conn, gone.guild_id, gone.user_id)


async def follow_change(
    context: Context, conn: AsyncConnection, change: Appended | GameStopped | SettingsChanged | RatingsChanged
) -> None:
    """Schedule the matching of a server's offers, because members may have room for another game or may meet again."""
    await _schedule(context, conn, change.guild_id)


async def match_again(context: Context, conn: AsyncConnection, user_id: int) -> None:
    """Schedule the matching of offers in all servers in which a member has some."""
    for guild_id in await store.list_servers_of(conn, user_id):
        await _schedule(context, conn, guild_id)


async def _schedule(context: Context, conn: AsyncConnection, guild_id: int) -> None:
    if await store.has_offers(conn, guild_id):
        await context.schedule.add(conn, DUE, context.clock(), guild_id=guild_id)


class _Known(NamedTuple):
    """The facts that decide which offers match, besides their own terms."""

    limits: Limits
    begun: Counter[tuple[int, str]]
    """Running games from offers, by member and kind."""
    playing: Counter[int]
    """Running games, by member."""
    running: int
    blocked: Collection[frozenset[int]]
    points: Mapping[tuple[int, str], int]
    """Ranking points, by member and kind."""
    met: dict[frozenset[int], int]
    """The time of the last match of two members, if it is too recent."""


async def bring_together(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Begin a game for each pair of matching offers of a server, oldest first, a few in each transaction."""
    guild_id, now = row.guild_id, context.clock()
    await due.cancel(conn, DUE, guild_id=guild_id)
    settings = await guild_settings.read(conn, guild_id)
    if settings.challenge_channel is None:
        return
    offers = await store.list_challenges(conn, guild_id, lock=True)
    known = await _read(context, conn, guild_id, offers)
    again, begun = list[int](), 0
    for one, other in combinations(offers, 2):
        if known.running + begun >= known.limits.games_per_server or not _fit(known, one, other):
            continue
        if (met := known.met.get(frozenset((one.user_id, other.user_id)))) is not None:
            again.append(met + APART)
            continue
        if begun == BEGUN_AT_ONCE:
            again.append(now)
            break
        await _begin(context, conn, settings, one, other)
        known.begun.update([(one.user_id, one.kind), (other.user_id, other.kind)])
        known.playing.update([one.user_id, other.user_id])
        known.met[frozenset((one.user_id, other.user_id))] = now
        begun += 1
    if again:
        await context.schedule.add(conn, DUE, min(again), guild_id=guild_id)


async def _read(context: Context, conn: AsyncConnection, guild_id: int, offers: Collection[Challenge]) -> _Known:
    """Return the facts, read in a few queries however many offers there are."""
    users, kinds = {each.user_id for each in offers}, {each.kind for each in offers}
    rated = await ratings.get_ratings(conn, guild_id, "members", kinds, (ALL_TIME,), users)
    return _Known(
        await limits.get_limits(conn, guild_id, context.limits),
        await store.count_running(conn, guild_id),
        await game_lists.count_running_by_member(conn, guild_id),
        await game_lists.count_running_of(conn, guild_id, None),
        await list_blocked_pairs(conn, users),
        {(each.who, each.kind): each.points for each in rated},
        await store.list_meetings(conn, guild_id, context.clock() - APART),
    )


def _fit(known: _Known, one: Challenge, other: Challenge) -> bool:
    """Return whether two offers match, by their own terms, the members' games and their blocks."""
    if one.kind != other.kind or one.user_id == other.user_id or (one.pace != other.pace and ANY not in (one.pace, other.pace)):
        return False
    for each in (one, other):
        if known.begun[each.user_id, each.kind] >= each.at_once or known.playing[each.user_id] >= known.limits.games_per_member:
            return False
    if frozenset((one.user_id, other.user_id)) in known.blocked:
        return False
    within = min((each.within for each in (one, other) if each.within is not None), default=None)
    mine, theirs = (known.points.get((each.user_id, each.kind), BASE) for each in (one, other))  # BASE if not rated yet
    return within is None or abs(mine - theirs) <= within


async def _begin(context: Context, conn: AsyncConnection, settings: GuildSettings, one: Challenge, other: Challenge) -> None:
    pace = next((each.pace for each in (one, other) if each.pace != ANY), None)
    terms: Terms = choose_terms({"pace": pace} if pace in PACES else {}, settings)
    seated = context.deal([Seated(each.user_id, each.name) for each in (one, other)])
    game_id = await seating.begin_game(
        context,
        conn,
        guild_id=one.guild_id,
        channel_id=settings.challenge_channel or 0,
        state=GAMES[one.kind].start(2),
        terms=terms,
        seated=seated,
    )
    await store.add_game(conn, game_id, one.user_id, other.user_id, context.clock())
    logger.info("two offers became a game", extra={"guild": one.guild_id, "game": game_id})
