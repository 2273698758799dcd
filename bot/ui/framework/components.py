"""Buttons and menus that answer after any restart: everything they need is in their ``custom_id``.

Every message and every edit gets a new view, which holds only these items and is never stopped: otherwise discord.py
forgets a dynamic item for the whole bot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, cast

import discord
from discord import ui

from bot.common.icons import character_of
from bot.panels.core import MOST_IN_MENU, Button, Menu

if TYPE_CHECKING:
    from typing import Self

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Presses(Protocol):
    """What answers presses."""

    async def handle_press(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        """Answer a press of the component ``custom_id``."""


async def _hand_over(interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
    router: Presses = interaction.client.router
    await router.handle_press(interaction, custom_id, values)


class PressButton(ui.DynamicItem[ui.Button[Any]], template=r"lg\d+:[^\n]*"):
    """Any button of this bot."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """Make the button again, as it was sent."""
        return cls(cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the router."""
        await _hand_over(interaction, self.custom_id, ())


class PressMenu(ui.DynamicItem[ui.Select[Any]], template=r"lm(?P<id>[^\n]+)"):
    """Any menu of this bot: the ``custom_id`` of a button with ``lm`` before it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """Make the menu again, as it was sent."""
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand what was chosen to the router."""
        values = self.item.values if isinstance(self.item, ui.Select) else ()  # a forged press may come from a button
        await _hand_over(interaction, self.custom_id.removeprefix("lm"), values)


class PressChannels(ui.DynamicItem[ui.ChannelSelect[Any]], template=r"lc(?P<id>[^\n]+)"):
    """Any menu of this bot that offers the server's channels: the ``custom_id`` of a button with ``lc`` before it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """Make the menu again, as it was sent."""
        return cls(cast("ui.ChannelSelect[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the ids of what was chosen to the router."""
        values = self.item.values if isinstance(self.item, ui.ChannelSelect) else ()
        await _hand_over(interaction, self.custom_id.removeprefix("lc"), [str(value.id) for value in values])


class PressRoles(ui.DynamicItem[ui.RoleSelect[Any]], template=r"lr(?P<id>[^\n]+)"):
    """Any menu of this bot that offers the server's roles: the ``custom_id`` of a button with ``lr`` before it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """Make the menu again, as it was sent."""
        return cls(cast("ui.RoleSelect[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the ids of what was chosen to the router."""
        values = self.item.values if isinstance(self.item, ui.RoleSelect) else ()
        await _hand_over(interaction, self.custom_id.removeprefix("lr"), [str(value.id) for value in values])


class PressUsers(ui.DynamicItem[ui.UserSelect[Any]], template=r"lu(?P<id>[^\n]+)"):
    """Any menu of this bot that offers the server's members: the ``custom_id`` of a button with ``lu`` before it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """Make the menu again, as it was sent."""
        return cls(cast("ui.UserSelect[Any]", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the ids of who was chosen to the router."""
        values = self.item.values if isinstance(self.item, ui.UserSelect) else ()
        await _hand_over(interaction, self.custom_id.removeprefix("lu"), [str(value.id) for value in values])


ITEMS = (PressButton, PressMenu, PressChannels, PressRoles, PressUsers)
"""To be registered with the client."""


def make_button(custom_id: str, button: Button, row: int | None = None) -> PressButton:
    """Return a button as a component."""
    return PressButton(
        ui.Button(
            custom_id=custom_id,
            label=button.label,
            style=STYLES[button.style],
            disabled=button.disabled,
            emoji=button.emoji,
            row=row,
        )
    )


def make_menu(custom_id: str, menu: Menu, row: int | None = None) -> PressMenu:
    """Return a menu as a component."""
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.description,
            default=choice.chosen,
            emoji=choice.emoji,
        )
        for choice in menu.choices
    ]
    return PressMenu(
        ui.Select(
            custom_id=f"lm{custom_id}",
            placeholder=menu.placeholder,
            options=options,
            min_values=menu.least,
            max_values=menu.most,
            disabled=menu.disabled,
            row=row,
        )
    )


def refuses_icon(error: discord.HTTPException) -> bool:
    """Return whether Discord refuses a message because of an icon, which somebody has deleted maybe."""
    return error.status == 400 and "invalid emoji" in error.text.lower()


def replace_icons(made: ui.View | ui.LayoutView) -> None:
    """Put characters in the place of the icons in a view that was refused."""
    for item in made.walk_children():
        inner = item.item if isinstance(item, ui.DynamicItem) else item
        if isinstance(inner, ui.Button):
            inner.emoji = character_of(str(inner.emoji)) if inner.emoji else None
        elif isinstance(inner, ui.Select):
            for option in inner.options:
                option.emoji = character_of(str(option.emoji)) if option.emoji else None


def make_channel_menu(
    custom_id: str, placeholder: str, chosen: Iterable[int], most: int = MOST_IN_MENU, *, threads: bool = False
) -> PressChannels:
    """Return a menu to choose up to ``most`` text channels of the server; ``chosen``: those chosen now."""
    types = [discord.ChannelType.text, discord.ChannelType.news]
    if threads:
        types += [discord.ChannelType.public_thread, discord.ChannelType.news_thread]
    return PressChannels(
        ui.ChannelSelect(
            custom_id=f"lc{custom_id}",
            placeholder=placeholder,
            channel_types=types,
            min_values=0,
            max_values=most,
            default_values=[
                discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
                for each in islice(chosen, most)
            ],
        )
    )


def make_role_menu(custom_id: str, placeholder: str, chosen: Iterable[int], most: int = MOST_IN_MENU) -> PressRoles:
    """Return a menu to choose up to ``most`` of the server's roles; ``chosen``: those chosen now."""
    return PressRoles(
        ui.RoleSelect(
            custom_id=f"lr{custom_id}",
            placeholder=placeholder,
            min_values=0,
            max_values=most,
            default_values=[discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.role) for each in chosen],
        )
    )


def make_user_menu(custom_id: str, placeholder: str) -> PressUsers:
    """Return a menu of the server's members, one of whom may be taken."""
    return PressUsers(ui.UserSelect(custom_id=f"lu{custom_id}", placeholder=placeholder))


def view(items: Iterable[PressButton | PressMenu]) -> ui.View:
    """Return a new view of these items, without a time limit."""
    made = ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made
