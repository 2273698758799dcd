"""The scheduled tasks of the leagues of a server: start seasons, begin games and rounds, end seasons and open the next ones.

Each task is one short transaction, so a failure in one season does not affect the others. While work is left, the next task is
due at once.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE, SECOND
from bot.common.words import list_names
from bot.league.divisions import exchange
from bot.league.pairings import Meeting, choose_next
from bot.league.rounds import pair_round
from bot.league.standings import BYE, Outcome, compute, not_played
from bot.storage.engine import errors
from bot.storage.queries.league import leagues, members
from bot.storage.queries.league.leagues import ALIVE, League, Season
from bot.storage.queries.league.members import GameOfLeague, Member
from bot.storage.queries.seats.players import Seated
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.announcements import TurnBegan
from bot.usecases.context import Context
from bot.usecases.league import season, starting
from bot.usecases.league.outcomes import find_absent, outcome_of, to_count
from bot.usecases.league.settings import LeagueSettings, settings_of, terms_of
from bot.usecases.league.views import compute_divisions, is_computer, rank_remaining
from bot.usecases.refusal import Refusal
from bot.usecases.tables import block_rules, seating
from rules import GAMES

logger = logging.getLogger(__name__)

JUDGE = "league_judge"
"""The kind of the scheduled task that judges a game."""
BEGUN_AT_ONCE = 4
"""Games that begin in one transaction, so that nobody waits long for the database."""
JOINED = 10 * SECOND
"""Milliseconds from the deadline for joining to the start: longer than a transaction waits for the database, so everybody
who presses **Join** in time gets in, however many they are."""
HAS_NO_PLACE = (
    "Resume this judged game once {name} has finished another game of this league: nobody plays more than {most} at once."
)
BETWEEN = 7 * DAY
"""Milliseconds for which members can join the next season."""
WITHOUT_CHANNEL = 7 * DAY
"""Milliseconds for which a season that waits for unfinished games also waits for a channel."""
AGAIN = 5 * MINUTE
"""Milliseconds after which a failed step of a season is tried again."""
DRAFTS_KEPT = DAY
"""Milliseconds after which a draft that was not announced is deleted."""


async def do_due(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Carry out the due steps of a server's leagues, and schedule the next task."""
    now = context.clock()
    await due.cancel(conn, season.DUE, guild_id=row.guild_id)
    if context.connected.is_away(row.guild_id):  # members cannot join now, and games cannot be posted
        await context.schedule.add(conn, season.DUE, now + MINUTE, guild_id=row.guild_id)
        return
    oldest = await leagues.delete_drafts(conn, row.guild_id, now - DRAFTS_KEPT)
    times = [None if oldest is None else oldest + DRAFTS_KEPT]
    await leagues.lock_open(conn, row.guild_id)  # an announcement locks in the same order
    for league, found in await leagues.list_alive(conn, row.guild_id):
        times.append(await _advance_alone(context, conn, league.id, found.id))
    coming = [at for at in times if at is not None]
    if coming:
        await context.schedule.add(conn, season.DUE, min(coming), guild_id=row.guild_id)


async def _advance_alone(context: Context, conn: AsyncConnection, league_id: int, season_id: int) -> int | None:
    """Advance a season. Return when to check it again, as ``_advance`` does.

    If it fails, undo only its own changes and try again later, unless the database itself failed. The league is locked too, so
    that its managers do not end or move it meanwhile.
    """
    try:
        async with conn.begin_nested():
            league = await leagues.get_league(conn, league_id, lock=True)
            locked = await leagues.get_season(conn, season_id, lock=True)
            if league is None or locked is None or locked.status not in ALIVE:
                return None
            return await _advance(context, conn, league, locked)
    except Exception as error:
        if errors.find_sentence(error) is not None:  # the database itself failed, which affects all leagues
            raise
        logger.exception("a league failed and will be tried again", extra={"league": league_id})
        return context.clock() + AGAIN


class _Course(NamedTuple):
    """The state of a season: its members and games."""

    league: League
    season: Season
    there: Sequence[Member]
    games: Sequence[GameOfLeague]
    now: int

    @property
    def is_late(self) -> bool:
        """Whether the season's planned end has passed."""
        return self.now >= self.season.ends_at

    @property
    def own(self) -> LeagueSettings:
        """The settings of the league."""
        return settings_of(self.league)

    @property
    def waits(self) -> bool:
        """Whether the season ends only when all its games have been played."""
        return self.own.ends == "finish" and (self.patience_ends is None or self.now < self.patience_ends)

    @property
    def patience_ends(self) -> int | None:
        """The time at which the season stops waiting for a channel (ms since 1970); ``None`` if it has one."""
        gone_at = self.league.channel_gone_at
        return None if gone_at is None else gone_at + WITHOUT_CHANNEL

    @property
    def begins_games(self) -> bool:
        """Whether further games may begin."""
        return self.league.channel_gone_at is None and (not self.is_late or self.waits)

    def counts(self, game: GameOfLeague) -> bool:
        """Return whether a game counts towards the games that its members play at once.

        An adjourned game counts, because it may be resumed. At the end of the season a judged game no longer counts, since
        otherwise the last games might wait forever.
        """
        return game.status == "running" or (game.status == "adjourned" and not (self.is_late and game.data is not None))


async def _advance(context: Context, conn: AsyncConnection, league: League, this: Season) -> int | None:
    """Advance a season as far as possible now.

    Return when to check it again (ms since 1970); ``None`` if an event will trigger that.
    """
    if this.is_joining:
        if league.channel_gone_at is not None:
            return None
        if context.clock() < this.starts_at + JOINED:
            return this.starts_at + JOINED
        this = await starting.start(context, conn, league, this)
        await season.show(context, conn, league, this)
        if not this.is_running:
            return None
    there, games = await members.list_members(conn, this.id), await members.list_games(conn, this.id)
    course = _Course(league, this, there, games, context.clock())
    course = course._replace(games=await _settle(context, conn, course))
    if course.begins_games and await _begin_games(context, conn, course):
        return context.clock()
    if not course.is_late and await _begin_round(conn, course):
        return context.clock()
    if all(game.data is not None for game in course.games):
        return await _end(context, conn, course)
    await season.show(context, conn, league, this)
    if course.is_late:
        return course.patience_ends if course.waits else None
    return this.ends_at


async def _settle(context: Context, conn: AsyncConnection, course: _Course) -> list[GameOfLeague]:
    """Settle games that will not be played, and schedule the judging of unfinished ones. Return the updated games."""
    found = []
    for game in course.games:
        if game.data is None and (outcome := _settle_game(course, game)) is not None:
            stored = asdict(outcome)
            await members.set_game(conn, game.id, data=stored)
            found.append(replace(game, data=stored))
            continue
        stops = course.is_late and (game.status == "adjourned" or course.own.ends != "finish")
        if stops and game.data is None and game.game_id is not None:
            await _judge(context, conn, course.league, game)
        found.append(game)
    return found


def _settle_game(course: _Course, game: GameOfLeague) -> Outcome | None:
    """Return the outcome of a game that will no longer be played; ``None`` for any other."""
    absent, seats = find_absent(game, course.there), len(game.seats)
    if game.game_id is not None:
        return not_played(seats, ()) if game.status in ("cancelled", None) else None
    if seats - len(absent) < GAMES[course.league.kind].seats[0]:
        return not_played(seats, absent)
    return not_played(seats, ()) if course.is_late and not course.waits else None


async def _judge(context: Context, conn: AsyncConnection, league: League, game: GameOfLeague) -> None:
    """Schedule the judging of a game, unless it is scheduled already."""
    known = await due.get_rows(conn, game_id=game.game_id)
    if not any(row.kind == JUDGE for row in known):
        await context.schedule.schedule(conn, JUDGE, context.clock(), guild_id=league.guild_id, game_id=game.game_id)


async def _begin_games(context: Context, conn: AsyncConnection, course: _Course) -> bool:
    """Begin the next few games. Return whether any game has begun or was settled."""
    waiting = [game for game in course.games if game.game_id is None and game.data is None]
    if not waiting:
        return False
    running = [game.seats for game in course.games if course.counts(game)]
    running += await _list_left_over(conn, course)
    begun = [game.seats for game in course.games if game.game_id is not None]
    at_once = settings_of(course.league).at_once
    chosen = choose_next([game.seats for game in waiting], running, begun, at_once)
    by_number = {member.number or 0: member for member in course.there if member.number is not None}
    for index in chosen[:BEGUN_AT_ONCE]:
        await _begin(context, conn, course.league, waiting[index], by_number)
    return bool(chosen)


async def _begin_round(conn: AsyncConnection, course: _Course) -> bool:
    """Add the games of the next round, once those of the last one are over. Return whether there is a next round."""
    last = max((game.round for game in course.games), default=0)
    if course.own.form != "rounds" or last >= course.own.rounds or any(game.data is None for game in course.games):
        return False
    numbered = [member.number for member in course.there if member.number is not None]
    gone = {member.number for member in course.there if member.left_at is not None and member.number is not None}
    played = [[_meeting(game) for game in course.games if game.round == number] for number in range(1, last + 1)]
    pairs = pair_round(len(numbered), played, gone)
    if pairs is None:
        return False
    rows = []
    for place, (first, second) in enumerate(pairs):
        row = {"division": 0, "round": last + 1, "number": len(course.games) + place}
        seats = (first,) if second is None else (first, second)
        rows.append({**row, "seats": seats, "data": asdict(BYE) if second is None else None})
    await members.add_games(conn, course.season.id, rows)
    return True


def _meeting(game: GameOfLeague) -> Meeting:
    outcome = outcome_of(game.data)
    if len(game.seats) == 1:
        return Meeting(game.seats[0], None)
    first, second = game.seats
    points = {line.member: int(line.points) for line in compute(game.seats, [to_count(game)])}
    was_played = outcome is not None and outcome.why != "withdrawn"  # a shared point without a game counts as a draw
    return Meeting(first, second, (points[first], points[second]), was_played)


async def follow_resume(_: Context, conn: AsyncConnection, resumed: TurnBegan) -> None:
    """Raise Refusal if a judged game cannot be resumed because one of its players already plays too many games.

    The setting ``at_once`` of the league limits the games that a member plays at once.
    """
    game = await members.find_game(conn, resumed.row.id)
    league = None if game is None or game.data is None else await leagues.get_league(conn, resumed.row.terms.league or 0)
    if league is None:  # only games of a league may have lost their place meanwhile
        return
    [newest, *_rest] = await leagues.list_seasons(conn, league.id)
    await leagues.get_season(conn, newest.id, lock=True)  # the lock keeps other games from beginning meanwhile
    playing, most = await members.count_running_by_member(conn, league.id), settings_of(league).at_once
    for player in resumed.row.players:
        if playing[player.user_id or 0] > most:
            raise Refusal(HAS_NO_PLACE, name=list_names([player.name]), most=most)


async def _list_left_over(conn: AsyncConnection, course: _Course) -> list[tuple[int, ...]]:
    """Return the unfinished games of earlier seasons that count towards the games that members play at once.

    Each is given by its players' numbers in this season.
    """
    numbers = {member.who: member.number for member in course.there if member.number is not None}
    before: dict[int, Mapping[int | None, int]] = {}
    found = []
    for game in filter(course.counts, await members.list_running_games(conn, course.league.id, course.season.id)):
        if game.season_id not in before:
            before[game.season_id] = {each.number: each.who for each in await members.list_members(conn, game.season_id)}
        known = (numbers.get(before[game.season_id].get(number, 0)) for number in game.seats)
        found.append(tuple(number for number in known if number is not None))
    return found


async def _begin(
    context: Context, conn: AsyncConnection, league: League, game: GameOfLeague, by_number: Mapping[int, Member]
) -> None:
    """Begin a game with the members who have not withdrawn, in the order of seating."""
    absent = find_absent(game, list(by_number.values()))
    present = [by_number[number] for seat, number in enumerate(game.seats) if seat not in absent]
    people = [member.who for member in present if not is_computer(member)]
    for one in people:
        if not await block_rules.may_meet(conn, one, [other for other in people if other != one]):
            await members.set_game(conn, game.id, data=asdict(not_played(len(game.seats), ())))
            return
    level = settings_of(league).level
    seated = [
        Seated(None, member.name, "computer", level) if is_computer(member) else Seated(member.who, member.name)
        for member in present
    ]
    state = GAMES[league.kind].start(len(seated), league.options, None)
    game_id = await seating.begin_game(
        context,
        conn,
        guild_id=league.guild_id,
        channel_id=league.channel_id,
        state=state,
        terms=terms_of(league),
        seated=seated,
    )
    begun_at = max(context.clock(), *(member.left_at or 0 for member in by_number.values()))  # even if the clock was set back
    await members.set_game(conn, game.id, game_id=game_id, begun_at=begun_at)


async def _end(context: Context, conn: AsyncConnection, course: _Course) -> int | None:
    """End a season, and open the next one with its remaining members.

    Return when the next season starts (ms since 1970); ``None`` if there is none.
    """
    league, this, now = course.league, course.season, context.clock()
    await leagues.set_season(conn, this.id, status="over", ended_at=now)
    await season.show(context, conn, league, this)
    logger.info("a season is over", extra={"guild": league.guild_id, "league": league.id, "season": this.number})
    if league.data.get("last"):
        await leagues.set_league(conn, league.id, status="closed")
        return None
    order = exchange(rank_remaining(compute_divisions(course.there, course.games)))
    following = await season.open_season(context, conn, league, this.number + 1, now + BETWEEN)
    for carried, member in enumerate(order):
        await members.add_member(conn, following.id, member.who, member.name, now, carried)
    return following.starts_at
