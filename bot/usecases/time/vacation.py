"""Vacations: 21 days a year for each person, in which their clocks are stopped in all servers.

A vacation stops running clocks when it begins, except in turns with less than a quarter of their time left. Turns that begin
during a vacation begin with a stopped clock. A day counts as soon as it has begun; if a vacation ends early, the days after it
are free again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE, SECOND
from bot.common.home import home_of
from bot.storage.queries.play.games import GameRow, get_game
from bot.storage.queries.time import clocks as clock_rows
from bot.storage.queries.time import vacations as store
from bot.storage.queries.time.clocks import VACATION, ClockRow
from bot.storage.queries.time.due import DueRow
from bot.storage.queries.time.vacations import Vacation
from bot.usecases.context import Context, read_transaction, write_transaction
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import MemberSettings
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks
from rules.words import count

DAYS = 21
"""Days of vacation in a calendar year, in the member's time zone."""
LEAST_PART = 4
"""A vacation stops the clock only if at least 1 / LEAST_PART of the turn's time is left."""
AHEAD = 365 * DAY
"""A vacation begins within this time from now, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A person's vacations, in all servers."""

    now: int
    coming: tuple[Vacation, ...]
    """The current vacation and the later ones, in order."""
    left: int
    """Days left in this year."""
    own: MemberSettings
    late: tuple[GameRow, ...]
    """The games in which it is their turn and the clock runs despite a vacation, which began too late for that turn."""

    @property
    def present(self) -> Vacation | None:
        """The current vacation."""
        return next((vacation for vacation in self.coming if vacation.start_at <= self.now), None)


@write_transaction
async def take_vacation(context: Context, conn: AsyncConnection, user_id: int, first: date | None, last: date) -> Plan:
    """Plan a vacation from the day ``first`` (``None`` or today: from now) to the end of the day ``last``.

    Days are in the member's time zone. Raise Refusal for impossible dates, or more days than are left.
    """
    before = await _plan(context, conn, user_id)
    vacation = _make_vacation(before, first, last)
    new = _days_of(vacation, before.own.zone)
    for year in sorted({day.year for day in new}):
        used = await _list_used_days(conn, user_id, before.own.zone, year)
        left = DAYS - len(used)
        days = sum(day.year == year for day in new - used)
        if days > left:
            raise Refusal(
                "That takes {days} of {year}, but you have {left} left in that year.",
                days=count(days, "day"),
                year=year,
                left=count(left, "day"),
            )
    await store.insert_vacation(conn, user_id, vacation.start_at, vacation.end_at)
    await _update_clocks(context, conn, user_id)
    return await _plan(context, conn, user_id)


@write_transaction
async def end_vacation(context: Context, conn: AsyncConnection, user_id: int, vacation_id: int) -> Plan:
    """End a vacation, or cancel one that has not begun; the remaining days are free again. Do nothing if it has ended."""
    before = await _plan(context, conn, user_id)
    for vacation in before.coming:
        if vacation.id == vacation_id:
            await store.end_vacation(conn, vacation, before.now)
    await _update_clocks(context, conn, user_id)
    return await _plan(context, conn, user_id)


async def begin_or_end(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Stop the member's clocks when a vacation begins, or restart them when it ends."""
    await _update_clocks(context, conn, row.user_id or 0)


# ---------------------------------------------------------------------- inside a transaction


async def _plan(context: Context, conn: AsyncConnection, user_id: int) -> Plan:
    """Return a person's vacations."""
    now = context.clock()
    coming = await store.list_vacations(conn, user_id, now)
    own = await member_settings.read_own(conn, user_id)
    year = datetime.fromtimestamp(now / SECOND, own.zone).year
    left = DAYS - len(await _list_used_days(conn, user_id, own.zone, year))
    away = any(vacation.start_at <= now for vacation in coming)
    late = [row for row, clock in await _list_clocks(conn, user_id) if clock.stopped_at is None] if away else []
    return Plan(now, tuple(coming), max(0, left), own, tuple(late))


get_plan = read_transaction(_plan)


async def _list_clocks(conn: AsyncConnection, user_id: int, *, lock: bool = False) -> list[tuple[GameRow, ClockRow]]:
    """Return the running games in which it is a person's turn and the clock is theirs, with the clocks."""
    found = []
    for guild_id, game_id in await store.list_games_waiting_for(conn, user_id):
        row = await get_game(conn, game_id, guild_id, lock=lock)
        clock = None if row is None else await clock_rows.get_last_clock(conn, row)
        if row is not None and clock is not None and clock.seat == row.seat_of(user_id):
            found.append((row, clock))
    return found


async def _list_used_days(conn: AsyncConnection, user_id: int, zone: ZoneInfo, year: int) -> set[date]:
    """Return the days of vacation of a year, taken or planned, in the member's time zone. A day counts once."""
    begins = int(datetime(year, 1, 1, tzinfo=zone).timestamp()) * SECOND
    found = await store.list_vacations(conn, user_id, begins)
    return {day for vacation in found for day in _days_of(vacation, zone) if day.year == year}


async def _update_clocks(context: Context, conn: AsyncConnection, user_id: int) -> None:
    """Stop or restart the member's clocks, and schedule the next call for when a vacation begins or ends.

    A minute after that they are looked at again: a turn may have begun in a transaction that did not see the change yet.
    """
    now = context.clock()
    vacations = await store.list_vacations(conn, user_id, now - MINUTE)
    away = any(vacation.start_at <= now < vacation.end_at for vacation in vacations)
    for row, clock in await _list_clocks(conn, user_id, lock=True):
        if not away and clock.why == VACATION:
            await clocks.go_on(context, conn, row, clock)
        elif away and clock.stopped_at is None and clock.left(now) * LEAST_PART >= clock.allowed:
            await clocks.stop(context, conn, row, clock, VACATION)
    changes = [at for vacation in vacations for at in (vacation.start_at, vacation.end_at)]
    times = [at for change in changes for at in (change, change + MINUTE) if at > now]
    if times:
        await context.schedule.schedule(conn, "vacation", min(times), guild_id=home_of(user_id), user_id=user_id)


# ---------------------------------------------------------------------- days


def day_of(plan: Plan, later: int = 0) -> date:
    """Return today's date in the member's time zone, or a date some days later."""
    return datetime.fromtimestamp(plan.now / SECOND, plan.own.zone).date() + timedelta(days=later)


def _make_vacation(before: Plan, first: date | None, last: date) -> Vacation:
    now, zone = before.now, before.own.zone
    today = day_of(before)
    first = today if first is None else first
    if first < today:
        raise Refusal("A vacation cannot begin in the past.")
    if last < first:
        raise Refusal("A vacation cannot end before it begins.")
    begins = datetime(first.year, first.month, first.day, tzinfo=zone)
    ends = datetime(last.year, last.month, last.day, tzinfo=zone) + timedelta(days=1)
    start = max(now, int(begins.timestamp()) * SECOND)
    if start - now > AHEAD:
        raise Refusal("A vacation must begin within a year from now.")
    wanted = Vacation(0, start, int(ends.timestamp()) * SECOND)
    if any(wanted.start_at < other.end_at and other.start_at < wanted.end_at for other in before.coming):
        raise Refusal("You have planned a vacation on some of these days already: end that one first.")
    return wanted


def _days_of(vacation: Vacation, zone: ZoneInfo) -> set[date]:
    """Return the days that a vacation takes, in a time zone. Each day begun counts."""
    first, last = (datetime.fromtimestamp(at / SECOND, zone).date() for at in (vacation.start_at, vacation.end_at - 1))
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}
