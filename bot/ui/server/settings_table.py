"""The settings of a server, each said once: how the panel tells it, offers it, and reads what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from discord import ui

from bot.common.pace import LABELS, PACES
from bot.common.terms import POSTS, Terms
from bot.panels.core import Entry, Menu
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.components import make_channel_menu, make_menu, make_role_menu
from bot.ui.framework.press import UnknownId, find_word, read_number
from bot.usecases.learning.daily import USUAL_HOUR
from bot.usecases.notifications.member_settings import parse_zone
from bot.usecases.server.guild_settings import GuildSettings

USUAL = "usual"
"""The entry of a menu that leaves a setting to whoever runs the bot."""


@dataclass(frozen=True)
class Setting:
    """A setting of a server. ``name``: its field in :class:`GuildSettings`; ``label``: as people call it."""

    name: str
    label: str

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield the lines of the panel about it."""
        raise NotImplementedError

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any] | None:
        """Return the menu that changes it; ``None`` for one that a form changes."""
        raise NotImplementedError

    def read(self, values: Sequence[str]) -> Any:
        """Return the value that was chosen; ``None`` leaves it as usual. Raise UnknownId for what the menu does not offer."""
        raise NotImplementedError

    def now(self, own: GuildSettings) -> Any:
        """Return what the server has set; ``None`` for nothing."""
        return getattr(own, self.name)


@dataclass(frozen=True)
class Choice(Setting):
    """One of a few values. ``words``: the values in words; ``usual``: the value where the server has set none."""

    words: Mapping[str, str]
    usual: Callable[[App], str]

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield what holds now."""
        yield f"{self.label}: **{self.words[self.now(own) or self.usual(app)]}**"

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu of the values, the usual one first."""
        now = self.now(own)
        entries = [Entry(USUAL, f"{self.label}: as usual, {self.words[self.usual(app)]}", chosen=now is None)]
        entries += [Entry(value, f"{self.label}: {words}", chosen=value == now) for value, words in self.words.items()]
        return make_menu(custom_id, Menu(self.name, self.label, entries))

    def read(self, values: Sequence[str]) -> Any:
        """Return the value."""
        return find_word(_only(values), {USUAL: None, **{value: value for value in self.words}})


@dataclass(frozen=True)
class Limit(Setting):
    """How many of something there may be. ``most``: the highest number that the menu offers."""

    most: int = 1000

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield what holds now."""
        now = self.now(own)
        yield f"{self.label}: **{f'{self._usual(app)}, as usual' if now is None else now}**"

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu of numbers, the usual one first."""
        now = self.now(own)
        entries = [Entry(USUAL, f"{self.label}: as usual ({self._usual(app)})", chosen=now is None)]
        numbers = sorted({n for n in NUMBERS if n <= self.most} | ({now} if now else set()))
        entries += [Entry(str(n), f"{self.label}: {n}", chosen=n == now) for n in numbers]
        return make_menu(custom_id, Menu(self.name, self.label, entries))

    def read(self, values: Sequence[str]) -> Any:
        """Return the number."""
        return None if _only(values) == USUAL else read_number(_only(values))

    def _usual(self, app: App) -> int:
        usual: int = getattr(app.context.limits, self.name)
        return usual


@dataclass(frozen=True)
class Channels(Setting):
    """Several channels. ``hint``: of the menu; ``none``: what holds where none is chosen."""

    hint: str
    none: str
    threads: bool = False

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield the channels."""
        yield f"{self.label}: **{_mention('<#{}>', self.now(own)) or self.none}**"

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu of channels."""
        return make_channel_menu(custom_id, self.hint, self.now(own) or (), threads=self.threads)

    def read(self, values: Sequence[str]) -> Any:
        """Return the ids of the channels."""
        return tuple(map(read_number, values)) or None


@dataclass(frozen=True)
class OneChannel(Setting):
    """The channel of something that is off without one."""

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield the channel."""
        yield f"{self.label}: **{'off' if self.now(own) is None else f'<#{self.now(own)}>'}**"

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu to choose one channel."""
        return make_channel_menu(custom_id, f"{self.label}: a channel", () if self.now(own) is None else (self.now(own),), 1)

    def read(self, values: Sequence[str]) -> Any:
        """Return the id of the channel."""
        return read_number(values[0]) if values else None


@dataclass(frozen=True)
class Hour(Setting):
    """An hour of the day. ``usual``: where the server has set none."""

    usual: int = 0

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield the hour, with the time zone."""
        yield f"{self.label}: **{self._hour(own):02}:00** ({own.time_zone or 'UTC'})"

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu of the hours."""
        now = self._hour(own)
        entries = [Entry(str(hour), f"{self.label}: {hour:02}:00", chosen=hour == now) for hour in range(24)]
        return make_menu(custom_id, Menu(self.name, self.label, entries))

    def read(self, values: Sequence[str]) -> Any:
        """Return the hour."""
        return find_word(_only(values), {str(hour): hour for hour in range(24)})

    def _hour(self, own: GuildSettings) -> int:
        return self.usual if self.now(own) is None else int(self.now(own))


@dataclass(frozen=True)
class PublicPages(Setting):
    """Whether everybody sees pages about the server's games."""

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield what holds now, and what the pages show."""
        yield f"{self.label}: **{PAGES_SHOWN[own.public_pages]}**"
        yield from PAGES_TELL
        if app.context.links is None:
            yield "This bot serves no pages, so none are shown."

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu: off, on, on and listed."""
        now = own.public_pages or USUAL
        words = {value or USUAL: words for value, words in PAGES_SHOWN.items()}
        entries = [Entry(value, f"{self.label}: {words}", chosen=value == now) for value, words in words.items()]
        return make_menu(custom_id, Menu(self.name, self.label, entries))

    def read(self, values: Sequence[str]) -> Any:
        """Return the value; ``None`` for off."""
        return find_word(_only(values), {value or USUAL: value for value in PAGES_SHOWN})


@dataclass(frozen=True)
class CancelRoles(Setting):
    """Whose members may cancel others' games."""

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield who may, and how they find the command."""
        who = _mention("<@&{}>", own.cancel_roles)
        yield f"Server managers{f' and {who}' if who else ''} can cancel or move any game."
        if who:
            yield "-# Discord shows them `/server` once you allow it in the server's settings, under Integrations."

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> ui.Item[Any]:
        """Return a menu of roles."""
        return make_role_menu(custom_id, self.label, own.cancel_roles or ())

    def read(self, values: Sequence[str]) -> Any:
        """Return the ids of the roles."""
        return tuple(map(read_number, values)) or None


@dataclass(frozen=True)
class Zone(Setting):
    """The time zone, typed into a form."""

    def tell(self, app: App, own: GuildSettings) -> Iterator[str]:
        """Yield the time zone."""
        yield f"{self.label}: **{own.time_zone or 'UTC'}**"

    def offer(self, app: App, own: GuildSettings, custom_id: str) -> None:
        """Return nothing: the button **Time zone…** opens the form."""

    def read(self, values: Sequence[str]) -> Any:
        """Return the time zone that was typed. Raise Refusal if there is no such zone."""
        return parse_zone(_only(values))


def _mention(form: str, ids: Iterable[int] | None) -> str:
    return ", ".join(form.format(each) for each in ids or ())


def _only(values: Sequence[str]) -> str:
    if len(values) != 1:
        raise UnknownId(f"{len(values)} values")
    return values[0]


def _term(name: str, label: str, words: Callable[[str], str]) -> Choice:
    """Return the setting of a term of new games."""
    field = Terms.model_fields[name]
    extra = field.json_schema_extra
    usual = str(extra.get("usual", field.default) if isinstance(extra, dict) else field.default)
    return Choice(name, label, {value: words(value) for value in get_args(field.annotation)}, lambda _: usual)


def _pace(value: str) -> str:
    if value in LABELS:
        return f"{LABELS[value]} for each turn"
    return f"{value} ({PACES[value]})" if value in PACES else value


NUMBERS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Numbers that the menus of limits offer, as far as a limit admits them."""
REMINDERS = {
    "both": "at half of the time, and a last call",
    "half": "at half of the time",
    "last": "a last call alone",
    "none": "none",
}
"""Which reminders of the time of a turn come, in words."""
PAGES_SHOWN: Mapping[str | None, str] = {
    None: "off",
    "shown": "on, for everybody who has the address",
    "listed": "on, and search engines may list them",
}
"""Who finds the public pages, in words."""
PAGES_TELL = (
    "They show the newest boards, all games turn by turn, the ranking, the hall of fame, figures and the rules.",
    "-# They show the games that begin in the channels that you choose here, or in their threads, as long as the channel stays "
    "chosen and @everyone sees it. Earlier games of a channel are not shown. Members are named only if they turn it on in "
    "`/my preferences`. Turning the pages off and on again gives a new address.",
)
PAGES_NEWS = (
    "**The public pages now show the games of channels that you choose.** The channels whose games were shown are chosen "
    "already: those games stay, and no other earlier game is shown. **Public pages** below has the list."
)
"""What those who manage a server with pages are told once, after the update that brought the list of channels."""
ZONE = Zone("time_zone", "Time zone, for hours off and the daily puzzle")

GENERAL: tuple[Setting, ...] = (
    Channels("channels", "Games are played", "Channels where games are played", "in every channel"),
    Choice("theme", "Theme of the boards", themes.NAMES, lambda app: app.theme),
    _term("pace", "Pace of new games", _pace),
    _term("off", "Hours off of new games", str),
    _term("posts", "Boards of new games", POSTS.__getitem__),
    Choice("time_reminders", "Reminders of the time", REMINDERS, lambda _: "both"),
    ZONE,
    OneChannel("latest_channel", "Live list of games"),
    CancelRoles("cancel_roles", "Who else may cancel games"),
)
"""The settings of the first page, in their order."""
LIMITS: tuple[Setting, ...] = (
    Limit("tables_per_member", "Open tables of one member", 100),
    Limit("tables_per_server", "Open tables in this server"),
    Limit("games_per_member", "Running games of one member"),
    Limit("games_per_server", "Running games in this server"),
)
"""The settings of the second page."""
PUZZLE: tuple[Setting, ...] = (
    OneChannel("puzzle_channel", "Daily puzzle"),
    Hour("puzzle_hour", "Hour of the daily puzzle", USUAL_HOUR),
)
"""The settings of the page about the daily puzzle."""
PUBLIC: tuple[Setting, ...] = (
    PublicPages("public_pages", "Public pages"),
    Channels("public_channels", "Games are shown", "Channels whose games are public", "of no channel yet", threads=True),
)
"""The settings of the page about the public pages."""
SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in (*GENERAL, *LIMITS, *PUZZLE, *PUBLIC)}
"""All settings by their names."""
