"""The settings of a member, in pages. Their fields: ``bot/usecases/notifications/member_settings.py``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.common.clock import SECOND, find_zone, name_zone
from bot.panels.core import Button
from bot.presentation.settings.core import Around, Form, Option, Page, Setting
from bot.presentation.settings.server import REMINDERS, THEMES
from bot.usecases.learning import server_puzzles
from bot.usecases.notifications.member_settings import choose_daily_hour

AS_SERVER, NEVER = "server", "never"
"""The menu entries that leave a setting to the server, and that turn something off."""
WAYS = (
    Option("mention", (True, False), "A mention in the channel"),
    Option("both", (True, True), "A mention and a direct message"),
    Option("direct", (False, True), "Only a direct message"),
    Option("none", (False, False), "Nothing"),
)
"""The ways to notify a member of their turn: a mention, a direct message."""
TIME_REMINDERS = (
    Option(AS_SERVER, None, "server default"),
    *(Option(value, value, words) for value, words in REMINDERS.items()),
)
"""The choices of reminders during a turn that a member has."""
REMIND_HOURS = (6, 12, 24, 48, 72, 168)
MORNING = 7
"""The end of quiet hours if only their beginning was chosen."""
EVENING = 17
"""The end of quiet hours that begin in the morning, if only their beginning was chosen."""
ZONES = (
    "UTC",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Mexico_City",
    "America/Bogota",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The usual time zones: one for each offset where many people live."""


def _list_begins(at: Around) -> Iterator[Option]:
    yield Option(NEVER, None, "No quiet hours", "none")
    for begin in range(24):
        end = at.own.quiet[1] if at.own.quiet else EVENING if begin == MORNING else MORNING
        told = f"{begin:02}:00 to {end:02}:00, {name_zone(at.own.time_zone)}"
        yield Option(str(begin), (begin, end), f"Quiet from {begin:02}:00", told)


def _list_ends(at: Around) -> Iterator[Option]:
    if at.own.quiet is not None:
        yield from (Option(str(end), (at.own.quiet[0], end), f"Quiet until {end:02}:00") for end in range(24))


def _list_remind_hours(at: Around) -> Iterator[Option]:
    yield Option(NEVER, None, "No reminders", "off")
    for hours in sorted({*REMIND_HOURS, at.own.remind_hours or REMIND_HOURS[0]}):
        every = f"every {hours} hours" if hours < 168 else "every week"
        yield Option(str(hours), hours, f"A reminder {every}", every)


def _list_daily_hours(at: Around) -> Iterator[Option]:
    yield Option(NEVER, None, "No daily message: a ping for each turn", "off")
    for hour in range(24):
        yield Option(str(hour), hour, f"One message a day at {hour:02}:00", f"at {hour:02}:00, {name_zone(at.own.time_zone)}")


DAILY = (
    "\n-# A direct message lists the games of all servers in which it is your turn. With it, only the last reminder "
    "before a deadline, the end of your time and questions from other members ping you."
)


def _list_themes(at: Around) -> Iterator[Option]:
    usual = "of each server" if at.theme is None else f"({THEMES[at.theme].lower()})"
    yield Option(AS_SERVER, None, f"Default {usual}", f"default {usual}")
    yield from (Option(theme, theme, words) for theme, words in THEMES.items())


def _list_zones(at: Around) -> Iterator[Option]:
    own = at.own.time_zone
    for zone in ZONES if own in ZONES else (own, *ZONES):
        yield Option(zone, zone, name_zone(zone), description=f"now {_format_time(zone, at)}")


def _format_time(zone: str, at: Around) -> str:
    """Return the time of day in a zone, such as ``14:05``."""
    return f"{datetime.fromtimestamp(at.context.clock() / SECOND, find_zone(zone)):%H:%M}"


NOTIFICATIONS = Page(
    "notifications",
    "Notifications",
    (
        Setting("told", "When it is your turn", lambda _: WAYS, fields=("mention", "direct"), begins=False),
        Setting(
            "daily",
            "One message a day",
            _list_daily_hours,
            fields=("daily_hour",),
            begins=False,
            after=lambda _: DAILY,
            store=choose_daily_hour,
        ),
        Setting("from", "Quiet hours", _list_begins, fields=("quiet",), placeholder="Quiet from", begins=False),
        Setting("until", "", _list_ends, fields=("quiet",), placeholder="Quiet until", begins=False),
        Setting(
            "remind",
            "Reminders while it stays your turn",
            _list_remind_hours,
            fields=("remind_hours",),
            placeholder="Reminders",
            begins=False,
        ),
        Setting("time", "Deadline reminders", lambda _: TIME_REMINDERS, fields=("time_reminders",)),
    ),
    "-# Messages wait until your quiet hours end. Your time zone: `/my preferences`. Reminders change with your next turn.",
)
PREFERENCES = Page(
    "preferences",
    "Your preferences",
    (
        Setting("theme", "Theme of your private pictures", _list_themes, placeholder="Theme", begins=False),
        Setting(
            "zone",
            "Time zone",
            _list_zones,
            fields=("time_zone",),
            begins=False,
            form=Form(Button("typed", "Type another time zone"), "Your time zone"),
            after=lambda at: f", where it is {_format_time(at.own.time_zone, at)}",
        ),
        Setting(
            "puzzles",
            "Use my games for puzzles (anonymously)",
            lambda _: (
                Option("no", False, "Keep my games out of puzzles", "no"),
                Option("yes", True, "Use my games for puzzles", "yes"),
            ),
            "switch",
            after=lambda _: "\n-# Quiet hours are in your time zone: `/my notifications`.",
            store=server_puzzles.change_choice,
        ),
    ),
)
