"""``/rules`` and **Rules**: a picture, and the guide of a game in short parts with a button for each."""

from __future__ import annotations

from bot.panels.core import Button, Row
from bot.presentation.texts import MESSAGE, cut, read_guide_parts, renderer_of
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import UnknownId, find_word, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import picture
from bot.ui.messages.gallery import ALL, GalleryPress, RulesPress
from rules import GAMES

OPEN = "open"
"""Used instead of a part: show the rules in a new message, from the first part."""


async def show_rules(app: App, interaction: Interaction, kind: str) -> Reply:
    """Return the first part of a game's guide, about its goal, in a new message."""
    app.pacing.pictures.spend(interaction.user.id)
    return await _render_part(app, interaction, kind, next(iter(read_guide_parts(kind))))


@answers(RulesPress, edit=lambda press: press.part != OPEN, direct=True)
async def show_part(app: App, interaction: Interaction, press: RulesPress) -> Reply:
    """Return a part in place of the previous one, or in a new message (``open``). Raise UnknownId for an unknown part."""
    kind = find_word(press.kind, GAMES).name
    if press.part == OPEN:
        return await show_rules(app, interaction, kind)
    titles = dict(enumerate(read_guide_parts(kind)))
    if (part := read_number(press.part)) not in titles:
        raise UnknownId(press.part)
    return await _render_part(app, interaction, kind, titles[part], edit=True)


async def _render_part(app: App, interaction: Interaction, kind: str, title: str, *, edit: bool = False) -> Reply:
    """Return a part of a game's guide, the first one with a picture."""
    parts = read_guide_parts(kind)
    theme = await themes.of_member(app, guild_of(interaction), interaction.user.id)
    files = () if title != next(iter(parts)) else (await picture.draw_example(app, kind, interaction.user.id, theme),)
    text = f"**{GAMES[kind].title} · {title}**\n{parts[title]}"
    folded = [Button(RulesPress(kind, str(part)).id, name, disabled=name == title) for part, name in enumerate(parts)]
    rows: list[Row] = [tuple(folded)]
    if (shows := renderer_of(kind).gallery_shows) is not None:
        rows.append((Button(GalleryPress(kind, ALL).id, shows),))
    return Reply("", view=lay_out(cut(text, 2 * MESSAGE), rows, str, *files), files=files, edit=edit)
