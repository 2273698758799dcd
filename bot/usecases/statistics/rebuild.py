"""Counting finished games: from each one's log to its result, and from the results to the standings.

Everything is computed from the logs, and the time to think from the clocks. So :func:`count_from_nothing` gives exactly the
figures that counting game by game gives. If the counting rules have changed, the figures follow the new rules.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.engine.forgotten import read_entries
from bot.storage.queries.computers import count_hints
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.holders import Holder, get_holders, who_of
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import FeatRow, Finished, ResultRow, ShareRow
from bot.usecases.announcements import Appended, RatingsChanged, announce
from bot.usecases.context import Context, as_use_case, write_transaction
from bot.usecases.queries import read_log
from bot.usecases.statistics import standings
from bot.usecases.statistics.eligibility import counting
from bot.usecases.statistics.facts import Facts, facts_of, read_course

logger = logging.getLogger(__name__)

COUNTED_BY = 1
"""The version of the counting rules. Raise it whenever they change: then all servers are recounted."""
DUE = "recount"
AT_ONCE = 50
AGAIN = 30 * DAY
"""Milliseconds within which a second early resignation counts."""

Quit = tuple[int, int]
"""A person who resigned a game early, and when that game ended."""


class _Counted:
    """The results of games, in the order in which they ended. ``quits``: the early resignations before these games."""

    def __init__(self, quits: Iterable[Quit]) -> None:
        self.results: list[ResultRow] = []
        self.shares: list[ShareRow] = []
        self.feats: list[FeatRow] = []
        self._quits = list(quits)

    def add(self, fact: Facts) -> None:
        """Add the results of a game."""
        row, ended_at = fact.game.row, fact.game.ended_at
        self._quits = [(who, at) for who, at in self._quits if at >= ended_at - AGAIN]
        gave_up = [fact.held[seat][-1].who for seat in fact.course.gave_up]
        again = any(who in gave_up for who, _ in self._quits)
        self._quits += [(who, ended_at) for who in gave_up]
        everybody = [holder.holder for seat in fact.held.values() for holder in seat]
        counts = counting(fact.course.ending, fact.course.turns, everybody, helped=fact.helped, again=again)
        seats = ",".join(map(str, fact.course.gave_up)) or None
        turns = sum(fact.course.turns)
        self.results.append(ResultRow(row.id, row.guild_id, row.kind, ended_at, counts, turns, seats, COUNTED_BY))
        if counts == "nothing":
            return
        self.shares += [share for seat, holders in fact.held.items() for share in _shares(fact, seat, holders, counts)]
        if counts == "members":
            self.feats += [
                FeatRow(row.id, name, feat.seat, feat.value, row.guild_id, row.kind, ended_at)
                for name, feat in fact.feats.items()
            ]


def _shares(fact: Facts, seat: int, holders: Sequence[Holder], counts: str) -> list[ShareRow]:
    """Return the players who decided for a seat, with their shares; if there were no decisions, its last holder."""
    taken, thought = Counter[int](), Counter[int]()
    for decider, seq, milliseconds in fact.decisions:
        if decider == seat:
            who = next(holder for holder in reversed(holders) if holder.since < seq).who
            taken[who] += 1
            thought[who] += milliseconds
    row, names = fact.game.row, {holder.who: holder.name for holder in holders}
    return [
        ShareRow(
            game_id=row.id,
            seat=seat,
            who=who,
            name=names[who],
            guild_id=row.guild_id,
            kind=row.kind,
            ended_at=fact.game.ended_at,
            counting=counts,
            place=fact.course.places[seat],
            won=int(seat in fact.winners),
            score=fact.scores[seat],
            decisions=taken[who],
            decided=taken.total(),
            thought=thought[who],
        )
        for who in sorted(taken or [holders[-1].who])
    ]


async def _facts(context: Context, games: Sequence[int]) -> list[Facts]:
    """Return the facts of the given games, from their logs.

    Games that cannot be replayed are left out; ``check-games`` reports them.
    """

    def replay(found: Sequence[Finished]) -> list[Facts]:
        made = []
        for game in found:
            try:
                made.append(facts_of(game))
            except ValueError:
                logger.exception("a finished game does not replay, so it is not counted", extra={"game": game.row.id})
        return made

    return await asyncio.to_thread(replay, await context.db.read(lambda conn: results.load_finished(conn, games)))


async def _with_holders(conn: AsyncConnection, facts: Iterable[Facts]) -> list[Facts]:
    """Return the facts with the current holders of the seats: a person may have been forgotten since the game ended."""
    found = []
    for fact in facts:
        helped = fact.helped or bool(await count_hints(conn, fact.game.row.id))
        found.append(replace(fact, held=await get_holders(conn, fact.game.row.id), helped=helped))
    return found


async def bring_up_to_date(context: Context, guild_id: int) -> int:
    """Count the finished games of a server that are not counted yet. Return their number. Repeating it is safe.

    All games are recounted if the counting rules have changed, or if a game ended before one that is counted.
    """
    total, tried = 0, set[int]()
    if await context.db.read(lambda conn: results.is_counted_otherwise(conn, guild_id, COUNTED_BY)):
        total = await count_from_nothing(context, guild_id)
    while True:
        found = await context.db.read(lambda conn: results.list_uncounted(conn, guild_id, AT_ONCE + len(tried)))
        wanted = [game for game in found if game not in tried]
        if not wanted:
            return total
        tried.update(wanted)
        facts = await _facts(context, wanted)
        added = await context.db.write(lambda conn: _add(context, conn, guild_id, facts))  # noqa: B023 - awaited at once
        if added is None:
            await count_from_nothing(context, guild_id)
            added = len(facts)
        total += added


async def _add(context: Context, conn: AsyncConnection, guild_id: int, facts: Sequence[Facts]) -> int | None:
    """Add the results of games, and update the standings. Return the number of games that were not counted before.

    Return ``None``, and change nothing, if one of them ended before a game that is counted already.
    """
    head = await results.lock_head(conn, guild_id)
    new = [fact for fact in facts if not await results.has_result(conn, fact.game.row.id)]
    if not new:
        return 0
    when = [(fact.game.ended_at, fact.game.row.id) for fact in new]
    if min(when) < head:
        return None
    counted = _Counted(await results.list_early_quitters(conn, guild_id, min(when)[0] - AGAIN, max(when)[0]))
    for fact in await _with_holders(conn, new):
        counted.add(fact)
    shares: list[ShareRow] = []
    for _, game in groupby(counted.shares, key=lambda share: share.game_id):
        shares += await standings.take_one(conn, list(game))
    await results.add_results(conn, counted.results, shares, counted.feats)
    await results.set_head(conn, guild_id, *max(head, *when))
    await announce(context, conn, RatingsChanged(guild_id))
    return len(new)


async def is_too_short(context: Context, row: GameRow) -> bool:
    """Return whether a game is over and does not count because it ended before everybody's second turn."""
    if not row.is_over or row.ending == "played":
        return False
    log = await read_log(context, row.id)
    course = await asyncio.to_thread(lambda: read_course(log.start(), log.steps(0, log.version)))
    players = [row.players[seat] for seat in course.gave_up]
    gave_up = {who_of(player.holder, player.user_id, player.holder_number) for player in players}
    ended = row.updated_at
    quits = await context.db.read(lambda conn: results.list_early_quitters(conn, row.guild_id, ended - AGAIN, ended - 1))
    again = any(who in gave_up for who, _ in quits)
    return counting(course.ending, course.turns, (), helped=False, again=again) == "nothing"


async def follow_end(context: Context, conn: AsyncConnection, ended: Appended) -> None:
    """Schedule the counting of a finished game."""
    await context.schedule.schedule(conn, DUE, context.clock(), guild_id=ended.guild_id)


list_guilds_to_count = as_use_case(results.list_guilds_to_count)


@write_transaction
async def schedule_where_rules_changed(context: Context, conn: AsyncConnection) -> int:
    """Schedule a recount of all servers whose games were counted by other rules.

    Return their number.
    """
    found = await results.list_guilds_counted_otherwise(conn, COUNTED_BY)
    for guild_id in found:
        await context.schedule.schedule(conn, DUE, context.clock(), guild_id=guild_id)
    return len(found)


async def count_from_nothing(context: Context, guild_id: int) -> int:
    """Delete all figures of a server, and recompute them from its games. Return the number of games counted.

    Only the results are written in one transaction, so that other writers do not wait for the computation. If a person is
    forgotten meanwhile, it starts again.
    """
    while True:
        counted = await _count_all(context, guild_id)
        if counted is not None:
            return counted


async def _count_all(context: Context, guild_id: int) -> int | None:
    """Count all games of a server and return their number; ``None`` if a person was forgotten meanwhile."""
    known = await context.db.read(read_entries)
    wanted = await context.db.read(lambda conn: results.list_finished(conn, guild_id))
    counted, heads = _Counted(()), [(0, 0)]
    for first in range(0, len(wanted), AT_ONCE):
        replayed = await _facts(context, wanted[first : first + AT_ONCE])
        for fact in await context.db.read(lambda conn: _with_holders(conn, replayed)):  # noqa: B023 - awaited at once
            counted.add(fact)
            heads.append((fact.game.ended_at, fact.game.row.id))
    made = await asyncio.to_thread(standings.compute, guild_id, counted.shares)

    async def work(conn: AsyncConnection) -> int | None:
        await results.lock_head(conn, guild_id)
        if await read_entries(conn) != known:
            return None
        await results.forget_results(conn, guild_id)
        await results.add_results(conn, counted.results, made.with_points(counted.shares), counted.feats)
        await standings.save(conn, made)
        await results.set_head(conn, guild_id, *heads[-1])
        await announce(context, conn, RatingsChanged(guild_id))
        return len(counted.results)

    return await context.db.write(work)
