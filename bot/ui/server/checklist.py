"""The checklist at the top of ``/server settings``: the first decisions of a server, with a button for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.panels.core import Button
from bot.presentation.settings.core import Around
from bot.presentation.settings.server import PAGES
from bot.ui.framework.app import Interaction, channel_of, parent_of
from bot.usecases.refusal import Refusal
from bot.usecases.server.guild_settings import GuildSettings


@dataclass(frozen=True)
class Item:
    """A line of the list.

    ``label``: the label of its button. ``choose``: returns the value that the button gives to ``setting``.
    """

    setting: str
    label: str
    choose: Callable[[Interaction], Any]

    def is_decided(self, own: GuildSettings) -> bool:
        """Return whether the server has chosen a value, by the button or by the menu."""
        return getattr(own, self.setting) is not None


def _here(interaction: Interaction) -> int:
    return parent_of(interaction) or channel_of(interaction)


def _thread(interaction: Interaction) -> str:
    """Return the value for threads. Raise Refusal if the bot may not make any, since the list would wrongly show it as done."""
    if not interaction.app_permissions.create_public_threads:
        raise Refusal("I may not make threads in this channel: give me the permission **Create Public Threads** first.")
    return "thread"


ITEMS: Mapping[str, Item] = {
    "check-where": Item("channels", "Only in this channel", lambda pressed: (_here(pressed),)),
    "check-pace": Item("pace", "A day for each turn", lambda _: "1d"),
    "check-posts": Item("posts", "A thread for each game", _thread),
    "check-puzzle": Item("puzzle_channel", "A puzzle a day here", _here),
}
"""Control of a button -> line of the list."""
SETTINGS = frozenset(item.setting for item in ITEMS.values())
"""The settings described by the list, which the panel below leaves out."""
HIDE = "check-hide"


def is_shown(own: GuildSettings) -> bool:
    """Return whether the panel shows the list: until everything is decided, or the server hides it."""
    return not own.checklist_hidden and not all(item.is_decided(own) for item in ITEMS.values())


def write_lines(at: Around) -> list[str]:
    """Return the lines of the list with the current values."""
    settings = {setting.control: setting for page in PAGES.values() for setting in page.settings}
    marks = {True: "☑", False: "☐"}
    lines = (f"{marks[item.is_decided(at.own)]} {settings[item.setting].write(at)}" for item in ITEMS.values())
    return ["**Get started**", *lines]


def make_buttons(own: GuildSettings) -> list[Button]:
    """Return a button for each undecided line, and the one that hides the list."""
    wanted = [Button(control, item.label, "primary") for control, item in ITEMS.items() if not item.is_decided(own)]
    return [*wanted, Button(HIDE, "Hide this list")]


def read(control: str, interaction: Interaction) -> dict[str, Any]:
    """Return the settings changed by a button of the list. Raise Refusal if that is not possible."""
    if control == HIDE:
        return {"checklist_hidden": True}
    item = ITEMS[control]
    return {item.setting: item.choose(interaction)}
