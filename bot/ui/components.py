"""Buttons and menus that answer after any restart: everything they need is in their ``custom_id``.

A view is built anew for every message and every edit, holds nothing but these items, and is never stopped: discord.py
forgets a dynamic item for the whole bot otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import discord
from discord import ui

from bot.panels.core import Button, Menu

if TYPE_CHECKING:
    from typing import Self

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Presses(Protocol):
    """What a client offers so that its components work."""

    async def pressed(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        """Answers a press of the component ``custom_id``."""


async def _pressed(interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
    client: Presses = interaction.client
    await client.pressed(interaction, custom_id, values)


class PressButton(ui.DynamicItem[ui.Button[Any]], template=r"lg\d+:[^\n]+"):
    """Any button of this bot."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """The button again, as it was sent."""
        assert isinstance(item, ui.Button)  # noqa: S101 - the prefix is only used for buttons
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the press to the client."""
        await _pressed(interaction, self.custom_id, ())


class PressMenu(ui.DynamicItem[ui.Select[Any]], template=r"lm(?P<id>[^\n]+)"):
    """Any menu of this bot: the ``custom_id`` of a button with ``lm`` before it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: ui.Item[Any], __: re.Match[str], /) -> Self:
        """The menu again, as it was sent."""
        assert isinstance(item, ui.Select)  # noqa: S101 - the prefix is only used for menus
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands what was chosen to the client."""
        await _pressed(interaction, self.custom_id.removeprefix("lm"), self.item.values)


ITEMS = (PressButton, PressMenu)
"""To be registered with the client."""


def button(custom_id: str, button: Button, row: int | None = None) -> PressButton:
    """A button as a component."""
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


def menu(custom_id: str, menu: Menu, row: int | None = None) -> PressMenu:
    """A menu as a component."""
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


def view(items: Iterable[PressButton | PressMenu]) -> ui.View:
    """A new view of these items, without a time limit."""
    made = ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made
