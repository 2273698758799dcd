"""Buttons and menus that survive restarts: everything needed to answer them is in their ``custom_id``.

The router finds their handlers by it (``router.py``). Views are stopped before they are sent, because otherwise discord.py
would store each one with a timer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.common.icons import character_of
from bot.panels.core import Button, Menu, Picker, Style
from bot.ui.framework.press import Press, UnknownId

PressButton = ui.Button[Any]
PressMenu = ui.Select[Any]

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


MENU = "lm"
"""Prefix of the ``custom_id`` of a menu."""
PICKERS = {"lc": "channels", "lr": "roles", "lu": "users"}
"""Prefix of the ``custom_id`` of a menu that Discord fills -> the kind of its entries, by Discord's name."""


def read_used(data: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
    """Return the ``custom_id`` of the used button or menu, and the chosen values, from the data of an interaction.

    Raise UnknownId for a channel, role or member that Discord does not know.
    """
    custom_id, values = data["custom_id"], data.get("values") or ()
    before, inner = custom_id[: len(MENU)], custom_id[len(MENU) :]
    if before in PICKERS and not set(values) <= set((data.get("resolved") or {}).get(PICKERS[before]) or ()):
        raise UnknownId("values that Discord has not resolved")
    return (inner if before == MENU or before in PICKERS else custom_id), values


def make_button(
    press: Press,
    label: str,
    style: Style = "secondary",
    *,
    disabled: bool = False,
    emoji: str | None = None,
    row: int | None = None,
) -> PressButton:
    """Return the button of a press."""
    return show_button(press.id, Button("", label, style, disabled, emoji), row)


def show_button(custom_id: str, button: Button, row: int | None = None) -> PressButton:
    """Return a button as a component."""
    return ui.Button(
        custom_id=custom_id,
        label=button.label,
        style=STYLES[button.style],
        disabled=button.disabled,
        emoji=button.emoji,
        row=row,
    )


def make_menu(custom_id: str, menu: Menu) -> PressMenu:
    """Return a menu as a component."""
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.description,
            default=choice.chosen,
        )
        for choice in menu.choices
    ]
    return ui.Select(
        custom_id=f"lm{custom_id}",
        placeholder=menu.placeholder,
        options=options,
        min_values=menu.least,
        max_values=menu.most,
    )


def refuses_icon(error: discord.HTTPException) -> bool:
    """Return whether Discord refused a message because of an icon, which may have been deleted."""
    return error.status == 400 and "invalid emoji" in error.text.lower()


def replace_icons(made: ui.View | ui.LayoutView) -> None:
    """Replace the icons by characters in a view that was refused."""
    for item in made.walk_children():
        if isinstance(item, ui.Button):
            item.emoji = character_of(str(item.emoji)) if item.emoji else None


def make_picker(custom_id: str, picker: Picker) -> ui.ChannelSelect[Any] | ui.RoleSelect[Any] | ui.UserSelect[Any]:
    """Return a menu to choose channels, roles or members of the server as a component; the chosen ones are preselected."""
    kind = discord.SelectDefaultValueType[picker.kind]
    wanted: dict[str, Any] = {
        "placeholder": picker.placeholder,
        "min_values": picker.least,
        "max_values": picker.most,
        "default_values": [discord.SelectDefaultValue(id=each, type=kind) for each in picker.chosen[: picker.most]],
    }
    if picker.kind == "role":
        return ui.RoleSelect(custom_id=f"lr{custom_id}", **wanted)
    if picker.kind == "user":
        return ui.UserSelect(custom_id=f"lu{custom_id}", **wanted)
    types = [discord.ChannelType.text, discord.ChannelType.news]
    if picker.threads:
        types += [discord.ChannelType.public_thread, discord.ChannelType.news_thread]
    return ui.ChannelSelect(custom_id=f"lc{custom_id}", channel_types=types, **wanted)


def view(items: Iterable[PressButton | PressMenu]) -> ui.View:
    """Return a new view of these items, without a time limit."""
    made = ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made
