"""The settings of a server, in pages. Their fields: ``bot/usecases/server/guild_settings.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from bot.common.clock import name_zone
from bot.common.pace import LABELS, PACES
from bot.common.terms import POSTS, Terms
from bot.panels.core import MOST_IN_MENU, Button
from bot.presentation.settings.core import Around, Form, Option, Page, Setting
from bot.usecases.learning.daily import USUAL_HOUR

USUAL = "usual"
"""The menu entry that leaves a setting to the bot host."""
NUMBERS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The numbers that menus of limits offer, up to the maximum of each limit."""
THEMES = {"dark": "Dark", "light": "Light", "contrast": "High contrast"}
REMINDERS = {
    "both": "halfway, and near the end",
    "half": "halfway",
    "last": "near the end",
    "none": "none",
}
"""The choices of reminders during a turn, in words."""
PAGES_SHOW = (
    "\nThey show the newest boards, all games turn by turn, the ranking, the hall of fame, statistics and the rules."
    "\n-# A game is shown if it begins in a channel that you choose here, or in a thread of it, while the channel stays chosen "
    "and @everyone sees it. Earlier games are not shown. Members are named only if they turn it on "
    "in `/my preferences`. Turning the pages off and on again gives a new address."
)
"""The content of public pages: the lines below the setting."""
PAGES_NEWS = (
    "**The public pages now show the games of channels that you choose.** The channels whose games were shown are chosen "
    "already; those games stay, but no other earlier game is shown. **Public pages** below lists the channels."
)
"""The text shown once to managers of a server with pages, after the update that introduced the list of channels."""


def _choose(control: str, label: str, words: Mapping[str, str], usual: Callable[[Around], str]) -> Setting:
    """Return a setting with a few values. ``usual``: the value if the server has set nothing."""

    def options(at: Around) -> Iterator[Option]:
        told = words[usual(at)]
        yield Option(USUAL, None, f"{told} (default)")
        yield from (Option(value, value, each) for value, each in words.items())

    return Setting(control, label, options)


def _choose_term(control: str, label: str, words: Callable[[str], str]) -> Setting:
    """Return the setting of a term of new games."""
    field = Terms.model_fields[control]
    extra = field.json_schema_extra
    usual = str(extra.get("usual", field.default) if isinstance(extra, dict) else field.default)
    return _choose(control, label, {value: words(value) for value in get_args(field.annotation)}, lambda _: usual)


def _limit(control: str, label: str, most: int = 1000) -> Setting:
    """Return the setting of a limit. ``most``: the highest number in the menu."""

    def options(at: Around) -> Iterator[Option]:
        usual, now = getattr(at.context.limits, control), getattr(at.own, control)
        yield Option(USUAL, None, f"{usual} (default)")
        numbers = {number for number in NUMBERS if number <= most} | ({now} if now else set())
        yield from (Option(str(number), number, str(number)) for number in sorted(numbers))

    return Setting(control, label, options)


def _pick_channels(control: str, label: str, none: str, most: int = 1, *, threads: bool = False) -> Setting:
    """Return the setting of up to ``most`` channels. ``none``: the words if there is none."""

    def options(at: Around) -> Iterator[Option]:
        now = getattr(at.own, control)
        yield Option("", now, _mention("<#{}>", now) or none)

    return Setting(control, label, options, "channel", placeholder=f"{label}: {none}", most=most, threads=threads)


def _mention(form: str, ids: tuple[int, ...] | int | None) -> str:
    return ", ".join(map(form.format, (ids,) if isinstance(ids, int) else ids or ()))


def _list_roles(control: str) -> Callable[[Around], Iterator[Option]]:
    def options(at: Around) -> Iterator[Option]:
        roles = getattr(at.own, control)
        yield Option("", roles, _mention("<@&{}>", roles))

    return options


def _explain_cancel_roles(at: Around) -> str:
    if not at.own.cancel_roles:
        return ""
    return "\n-# Discord shows them `/server` once you allow it in the server’s settings, under Integrations."


def _describe_pace(value: str) -> str:
    if value in LABELS:
        return f"{LABELS[value]} for each turn"
    return f"{value} ({PACES[value]})" if value in PACES else value


GENERAL = (
    _pick_channels("channels", "Channels for games", "all", MOST_IN_MENU),
    _choose("theme", "Theme", THEMES, lambda at: at.theme or ""),
    _choose_term("pace", "Pace", _describe_pace),
    _choose_term("posts", "Boards", POSTS.__getitem__),
)
MORE = (
    _choose_term("off", "Hours off", str),
    _choose("time_reminders", "Deadline reminders", REMINDERS, lambda _: "both"),
    Setting(
        "time_zone",
        "Time zone",
        lambda at: (Option("", at.own.time_zone, name_zone(at.own.time_zone or "UTC")),),
        form=Form(Button("time_zone", "Time zone…"), "Time zone of this server"),
    ),
    Setting(
        "abandoned",
        "Adjourned games",
        lambda _: (
            Option(USUAL, None, "End adjourned games after 30 days", "end after 30 days"),
            Option("stay", "stay", "Keep adjourned games", "stay adjourned"),
        ),
        "switch",
    ),
    Setting(
        "words",
        "Comments on moves",
        lambda _: (Option("on", None, "Allow comments", "on"), Option("off", "off", "Switch comments off", "off")),
        "switch",
        after=lambda _: "\n-# To delete some: **My view of this game** in the menu of a board.",
    ),
    _pick_channels("latest_channel", "Live list of games", "off"),
    _pick_channels("challenge_channel", "Games of standing offers", "off"),
    Setting(
        "cancel_roles",
        "Who else manages games",
        _list_roles("cancel_roles"),
        "role",
        most=MOST_IN_MENU,
        after=_explain_cancel_roles,
    ),
    Setting(
        "league_roles",
        "Who else opens leagues",
        _list_roles("league_roles"),
        "role",
        most=MOST_IN_MENU,
    ),
)
LIMITS = (
    _limit("tables_per_member", "Open tables of one member", 100),
    _limit("tables_per_server", "Open tables in this server"),
    _limit("games_per_member", "Running games of one member"),
    _limit("games_per_server", "Running games in this server"),
)
PUZZLE = (
    _pick_channels("puzzle_channel", "Daily puzzle", "off"),
    Setting(
        "puzzle_hour",
        "Hour of the daily puzzle",
        lambda _: (Option(str(hour), hour, f"{hour:02}:00") for hour in range(24)),
        usual=USUAL_HOUR,
        after=lambda at: f" ({name_zone(at.own.time_zone or 'UTC')})",
    ),
)
PUBLIC = (
    Setting(
        "public_pages",
        "Public pages",
        lambda _: (
            Option(USUAL, None, "off"),
            Option("shown", "shown", "on, for everybody who has the address"),
            Option("listed", "listed", "on, and search engines may list them"),
        ),
        after=lambda at: PAGES_SHOW if at.context.public_url else f"{PAGES_SHOW}\nThis bot serves no pages, so none are shown.",
    ),
    _pick_channels("public_channels", "Channels whose games are public", "none yet", MOST_IN_MENU, threads=True),
)

PAGES = {
    "general": Page("settings", "Settings of this server", GENERAL),
    "more": Page("more", "More settings of this server", MORE),
    "limits": Page("limits", "Limits of this server", LIMITS),
    "puzzle": Page("puzzle", "A puzzle once a day, for this server", PUZZLE),
    "public": Page("public", "Pages about this server, for everybody", PUBLIC),
}
