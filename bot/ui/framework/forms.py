"""Forms: a field that a button opens. What is sent in one comes back as a press with the text as its only value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
from discord import ui

KEPT = 15 * 60.0
"""Seconds for which discord.py remembers a form. The router answers it however long it stays open."""


def text_form(
    custom_id: str, title: str, label: str, hint: str, example: str, most: int, *, now: str | None = None
) -> ui.Modal:
    """Return a form with one field. ``hint`` stands above it, ``example`` in it. At most ``most`` characters may be typed.

    ``now``: the text to change; it may be emptied, and have several lines.
    """
    made = ui.Modal(title=title[:45], custom_id=custom_id, timeout=KEPT)
    field = ui.TextInput[ui.Modal](
        custom_id="text",
        placeholder=example[:100],
        max_length=most,
        default=now or None,
        required=now is None,
        style=discord.TextStyle.short if now is None else discord.TextStyle.paragraph,
    )
    made.add_item(ui.Label(text=label[:45], description=hint[:100], component=field))
    return made


def sent_text(interaction: discord.Interaction[Any]) -> str | None:
    """What was typed into the first field of a form; ``None`` where there is none."""
    data: Mapping[str, Any] = interaction.data or {}
    return next(_values(data.get("components", ())), None)


def _values(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if isinstance(component.get("value"), str):
            yield component["value"]
        inner = component.get("component")
        yield from _values([*component.get("components", ()), *([inner] if inner else [])])
