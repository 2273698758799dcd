"""Counting finished games: from each one's log to its result, and from the results to the standings.

Everything follows from the logs, and the time to think from the clocks beside them. So :func:`from_nothing` gives the very
figures that counting game by game has given.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.feats import Done, feats_of
from bot.games.log import GameLog, actions_that_count
from bot.storage.queries.computers.hints_used import count_hints
from bot.storage.queries.seats.holders import Holder, get_holders
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import FeatRow, Finished, ResultRow, ShareRow, Thought
from bot.usecases.context import Context
from bot.usecases.statistics import standings
from bot.usecases.statistics.eligibility import Ending, counting, places
from rules import AgreeDraw, Drop
from rules.steps import play_steps

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""Games that are replayed between two transactions."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the log of a finished game tells, whoever held its seats."""

    game: Finished
    """Without its log: many of these are kept at once."""
    ending: Ending
    turns: tuple[int, ...]
    """How many each seat had."""
    places: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[tuple[int, int, int], ...]
    """Seat, number of the row in the log, milliseconds of thought; undone ones are left out."""
    feats: dict[str, Done] = field(default_factory=dict)
    helped: bool = False
    """Whether a computer decided for a seat that somebody else held."""


def facts_of(game: Finished) -> Facts:
    """Replay a finished game. Raise ValueError where it does not fit the rules."""
    log = GameLog(game.row, list(game.log))
    start, entries, gone = log.start(), log.actions(), list[int]()
    steps = play_steps(start, (entry.text for entry in entries))
    state = steps[-1].after if steps else start
    turns, decided = [0] * start.seats, None
    decisions, thought = [], _thought(game)
    for entry, (before, action, _) in zip(entries, steps, strict=True):
        if isinstance(action, Drop):
            gone.append(action.seat)
        elif not isinstance(action, AgreeDraw) and before.seat is not None:
            if decided is None or not before.continues(decided):
                turns[before.seat] += 1
            decided = before
            decisions.append((before.seat, entry.seq, thought[entry.seq - 1]))
    ending: Ending = "played"
    if steps and isinstance(steps[-1].action, Drop | AgreeDraw):
        ending = "resigned" if isinstance(steps[-1].action, Drop) else "agreed"
    feats = feats_of(steps, sum(turns)) if steps and ending == "played" else {}
    return Facts(
        replace(game, log=(), times=(), turns=()),
        ending,
        tuple(turns),
        places(state, gone),
        tuple(state.scores),
        tuple(state.winners or ()),
        tuple(decisions),
        feats,
        any(entry.level is not None for entry in log.actions()),
    )


def _thought(game: Finished) -> list[int]:
    """The milliseconds before each row of the log, from the row before or the start of the game, in which a clock ran.

    What a clock stood still in a turn is taken off its first rows: nothing tells when that was.
    """
    taken = [max(0, after - before) for before, after in pairwise((game.created_at, *game.times))]
    for turn in game.turns:
        still = sum(taken[turn.first : turn.last]) - (turn.spent - _initial_thought(game, turn))
        for place in range(turn.first, turn.last):
            less = min(max(0, still), taken[place])
            taken[place] -= less
            still -= less
    return taken


def _initial_thought(game: Finished, turn: Thought) -> int:
    """The milliseconds that a clock had at once: after an undo by one player alone, those of the turn that was taken back."""
    undo = game.log[turn.first - 1] if turn.first else None
    if undo is None or undo.kind != "undo":
        return 0
    undone = actions_that_count(game.log[: turn.first - 1])[int(undo.text) :]
    if len(undone) != 1:
        return 0
    return next((before.spent for before in reversed(game.turns) if before.first < undone[0].seq), 0)


async def _count(conn: AsyncConnection, facts: Sequence[Facts]) -> tuple[list[ResultRow], list[ShareRow], list[FeatRow]]:
    """What follows from some games with whoever holds their seats now: somebody may have been forgotten meanwhile."""
    made, shared, done = list[ResultRow](), list[ShareRow](), list[FeatRow]()
    for fact in facts:
        row = fact.game.row
        held = await get_holders(conn, row.id)
        everybody = [holder.holder for seat in held.values() for holder in seat]
        counts = counting(fact.ending, fact.turns, everybody, helped=fact.helped or bool(await count_hints(conn, row.id)))
        made.append(ResultRow(row.id, row.guild_id, row.kind, fact.game.ended_at, counts, sum(fact.turns)))
        if counts == "nothing":
            continue
        shared += [share for seat, holders in held.items() for share in _shares(fact, seat, holders, counts)]
        if counts == "members":
            done += [
                FeatRow(row.id, name, feat.seat, feat.value, row.guild_id, row.kind, fact.game.ended_at)
                for name, feat in fact.feats.items()
            ]
    return made, shared, done


def _shares(fact: Facts, seat: int, holders: Sequence[Holder], counts: str) -> list[ShareRow]:
    """Who decided for a seat, each with their part; where nobody decided anything, whoever held it to the end."""
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
            place=fact.places[seat],
            won=int(seat in fact.winners),
            score=fact.scores[seat],
            decisions=taken[who],
            decided=taken.total(),
            thought=thought[who],
        )
        for who in sorted(taken or [holders[-1].who])
    ]


async def _facts(context: Context, games: Sequence[int]) -> list[Facts]:
    """What the logs of some games tell; a game that does not replay is left out, which ``check-games`` reports."""

    def replay(found: Sequence[Finished]) -> list[Facts]:
        made = []
        for game in found:
            try:
                made.append(facts_of(game))
            except ValueError:
                logger.exception("a finished game does not replay, so it is not counted", extra={"game": game.row.id})
        return made

    return await asyncio.to_thread(replay, await context.db.read(lambda conn: results.load_finished(conn, games)))


async def bring_up_to_date(context: Context, guild_id: int) -> int:
    """Count the finished games of a server that are not counted yet. Return how many those were. Doing it twice is safe."""
    total, tried = 0, set[int]()
    while True:
        found = await context.db.read(lambda conn: results.list_uncounted(conn, guild_id, AT_ONCE + len(tried)))
        wanted = [game for game in found if game not in tried]
        if not wanted:
            return total
        tried.update(wanted)
        facts = await _facts(context, wanted)
        total += await context.db.write(lambda conn: _add(conn, guild_id, facts))  # noqa: B023 - awaited at once


async def _add(conn: AsyncConnection, guild_id: int, facts: Sequence[Facts]) -> int:
    """Add the results of games and brings the standings up to date. Return how many were not counted before."""
    head = await results.lock_head(conn, guild_id)
    new = [fact for fact in facts if not await results.has_result(conn, fact.game.row.id)]
    if not new:
        return 0
    made, shared, done = await _count(conn, new)
    await results.add_results(conn, made, shared, done)
    when = [(fact.game.ended_at, fact.game.row.id) for fact in new]
    if min(when) < head:
        await standings.take_all(conn, guild_id)
    else:
        for fact in new:
            game = [share for share in shared if share.game_id == fact.game.row.id]
            if game:
                await standings.take_one(conn, game)
    await results.set_head(conn, guild_id, *max(head, *when))
    return len(new)


async def guilds_to_count(context: Context) -> list[int]:
    """Return the servers that have finished games, or figures of some, by id."""
    return await context.db.read(results.guilds_to_count)


async def from_nothing(context: Context, guild_id: int) -> int:
    """Forget all figures of a server and computes them anew from its games. Return how many were counted."""
    wanted = await context.db.read(lambda conn: results.list_finished(conn, guild_id))
    facts: list[Facts] = []
    for first in range(0, len(wanted), AT_ONCE):
        facts += await _facts(context, wanted[first : first + AT_ONCE])

    async def work(conn: AsyncConnection) -> int:
        await results.lock_head(conn, guild_id)
        await results.forget_results(conn, guild_id)
        await results.add_results(conn, *await _count(conn, facts))
        await standings.take_all(conn, guild_id)
        if facts:
            await results.set_head(conn, guild_id, facts[-1].game.ended_at, facts[-1].game.row.id)
        return len(facts)

    return await context.db.write(work)
