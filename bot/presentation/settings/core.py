"""The parts of a setting: the field that stores it, its label, its values in words, and the control that changes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bot.panels.core import Button, Entry, Menu, Picker, Row
from bot.usecases.context import Context
from bot.usecases.notifications.time_zones import parse_zone


class Around(NamedTuple):
    """The settings shown by a panel, and what their words depend on."""

    own: Any
    """``GuildSettings`` or ``MemberSettings``."""
    theme: str | None
    """The default theme: for a server the host's, for a member the server's; ``None`` in a direct message."""
    context: Context


class Option(NamedTuple):
    """A value that can be chosen.

    ``key``: the key of its menu entry. ``words``: the label of the entry, or of the button that chooses it. ``value``: a tuple
    of values if the setting has several fields. ``panel_words``: its name in the panel, by default ``words``.
    """

    key: str
    value: Any
    words: str
    panel_words: str | None = None
    description: str | None = None


ZONE_HINT = "A country, a large city, or a name such as Europe/Berlin"
"""A hint about the texts that are accepted as a time zone."""


class Form(NamedTuple):
    """A form to type a time zone into, and the button that opens it."""

    button: Button
    label: str


@dataclass(frozen=True)
class Setting:
    """A setting of a server or a member, changed by a menu, by a button that switches it, or by picking channels or roles.

    ``control``: the id of the menu or button; ``label``: its name for people, empty if the previous setting's text covers it;
    ``fields``: the fields that store it, by default the one named like the control. Several fields are one choice.
    """

    control: str
    label: str
    options: Callable[[Around], Iterable[Option]]
    """Returns the values that can be chosen; for channels and roles only the current one. A menu of one value is not shown."""
    kind: Literal["menu", "switch", "channel", "role"] = "menu"
    fields: tuple[str, ...] = ()
    placeholder: str = ""
    """The placeholder of the menu; by default the label."""
    begins: bool = True
    """Whether the entries of the menu begin with the label."""
    usual: Any = None
    """The value if none is stored."""
    most: int = 1
    """Channels or roles that may be picked."""
    threads: bool = False
    """Whether public threads may be picked, too."""
    form: Form | None = None
    after: Callable[[Around], str] = lambda _: ""
    """Returns a text that follows the line of the setting."""
    store: Callable[[Context, int, int, Any], Awaitable[None]] | None = None
    """Stores a value whose change has further effects.

    Takes the server (for all servers: the member's home) and the member.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that store it."""
        return self.fields or (self.control,)

    def describe(self, at: Around) -> str:
        """Return the current value in words."""
        now = self._get(at)
        return next(
            each.words if each.panel_words is None else each.panel_words for each in self.options(at) if each.value == now
        )

    def shows_itself(self, at: Around) -> bool:
        """Return whether the menu alone shows everything: the label and the current value."""
        if self.after(at) or self.form is not None:
            return False
        return (self.kind == "menu" and self.begins) or (self.kind in ("channel", "role") and not self._get(at))

    def write(self, at: Around) -> str:
        """Return the panel's text about the setting."""
        return f"{self.label}: **{self.describe(at)}**{self.after(at)}"

    def offer(self, at: Around) -> list[Menu | Picker | Button]:
        """Return the controls of the setting."""
        now, options = self._get(at), list(self.options(at))
        made: list[Menu | Picker | Button] = [] if self.form is None else [self.form.button]
        if self.kind == "switch":
            return [Button(self.control, next(each.words for each in options if each.value != now))]
        if self.kind in ("channel", "role"):
            ids = now if isinstance(now, tuple) else () if now is None else (now,)
            return [Picker(self.control, self.kind, self.placeholder or self.label, ids, self.most, threads=self.threads)]
        if len(options) > 1:
            begin = f"{self.label}: " if self.begins else ""
            entries = [Entry(each.key, f"{begin}{each.words}", each.description, each.value == now) for each in options]
            made.insert(0, Menu(self.control, self.placeholder or self.label, entries))
        return made

    def find_form(self, control: str, values: Sequence[str]) -> Form | None:
        """Return the form that a press opens; ``None`` for a press that chooses a value."""
        return self.form if self.form is not None and control == self.form.button.id and not values else None

    def read(self, values: Sequence[str], at: Around) -> dict[str, Any] | None:
        """Return the fields that a press changes, with their new values; ``None`` if the value is not offered.

        Raise Refusal for an unknown time zone.
        """
        if self.kind in ("channel", "role"):
            if len(values) > self.most or not all(value.isdecimal() for value in values):
                return None
            ids = tuple(map(int, values))
            return {self.control: ids[0] if ids and self.most == 1 else ids or None}
        if self.form is not None:
            return {self.names[0]: parse_zone(values[0])} if len(values) == 1 else None
        for option in self.options(at):
            if (option.value != self._get(at)) if self.kind == "switch" else (list(values) == [option.key]):
                chosen = option.value if len(self.names) > 1 else (option.value,)
                return dict(zip(self.names, chosen, strict=True))
        return None

    def _get(self, at: Around) -> Any:
        values = tuple(getattr(at.own, name) for name in self.names)
        if len(values) > 1:
            return values
        return self.usual if values[0] is None else values[0]


@dataclass(frozen=True)
class Page:
    """A page of settings. ``part``: its button among the parts of ``/my`` or ``/server``. ``end``: its last line."""

    part: str
    title: str
    settings: tuple[Setting, ...]
    end: str = ""

    @property
    def names(self) -> frozenset[str]:
        """The fields of the page's settings."""
        return frozenset(name for setting in self.settings for name in setting.names)

    def find(self, control: str) -> Setting | None:
        """Return the setting that a menu or button changes; ``None`` if it does not belong to this page."""
        return next((each for each in self.settings if control in (each.control, each.form and each.form.button.id)), None)

    def write(self, at: Around, but: Collection[str] = ()) -> list[str]:
        """Return the texts about the settings whose menus do not show their values. ``but``: controls to leave out."""
        shown = (each for each in self.settings if each.label and each.control not in but and not each.shows_itself(at))
        return [setting.write(at) for setting in shown]

    def describe_difference(self, at: Around, here: Any) -> str:
        """Return the line about the settings that differ in one server; empty if none differs.

        ``here``: the settings in that server.
        """
        there = at._replace(own=here)
        differing = [each for each in self.settings if each.label and each.describe(there) != each.describe(at)]
        told = [f"{each.label[0].lower()}{each.label[1:]} **{each.describe(there)}**" for each in differing]
        return f"Only in this server: {'; '.join(told)}." if told else ""

    def offer(self, at: Around) -> list[Row | Picker]:
        """Return the controls of the page's settings: the menus, and below them a row of buttons."""
        controls = [control for setting in self.settings for control in setting.offer(at)]
        buttons = tuple(control for control in controls if isinstance(control, Button))
        return [*(control for control in controls if not isinstance(control, Button)), *([buttons] if buttons else [])]
