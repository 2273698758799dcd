"""The picture of a lesson or a puzzle. Whoever looks at it is called “You”, so that all who press the same see one picture."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import discord

from bot.panels.core import Draft, Panel
from bot.ui.framework import themes
from bot.ui.framework.app import App, guild_of
from bot.usecases.computers.seats import make_computers
from render import picture
from render.view import NO_MARKS, YOU, Marks, Picture, View
from rules import State
from rules.steps import Step


class Position(NamedTuple):
    """What a picture shows."""

    about: str
    """The step of a lesson, or the puzzle."""
    level: int
    """The level whose computers give the other seats their names."""
    start: State
    played: Sequence[Step]
    """What the answer has led to; nothing while it is asked for."""
    panel: Panel | None
    draft: Draft | None
    """What is chosen in the panel."""
    marks: Marks = NO_MARKS
    """What is marked once the panel is gone."""


def name_seats(state: State, level: int) -> tuple[str, ...]:
    """Return the names of the seats for whoever is to move: computers beside “You”."""
    names = [each.name for each in make_computers(state.seats, level)]
    names[state.seat or 0] = YOU
    return tuple(names)


async def draw_position(app: App, interaction: discord.Interaction[Any], position: Position) -> Picture:
    """Return the picture in the theme of whoever pressed; one that was drawn before is not drawn again."""
    about, level, start, played, panel, draft, marks = position
    theme = await themes.of_member(app, guild_of(interaction), interaction.user.id)
    moves = tuple(str(step.action) for step in played)
    wanted = about, moves, panel is None, json.dumps(dict(draft or {}), sort_keys=True), theme

    def draw() -> Picture:
        preview = None if panel is None else panel.preview
        view = View(name_seats(start, level), theme, tuple(played), panel.marks if panel else marks, preview=preview)
        return picture(played[-1].after if played else start, view)

    return await app.positions.get(wanted, lambda: asyncio.to_thread(draw))
