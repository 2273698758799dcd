"""The private **Play** panel: a game's own description of it, as a message with components."""

from __future__ import annotations

from typing import Any

import discord

from bot.core.errors import Refusal
from bot.core.play import Played, Position
from bot.panels import PANELS
from bot.panels.core import Draft, Menu, Panel, Send
from bot.ui import ids
from bot.ui.app import App, guild_of, user_of
from bot.ui.boards import drawn, to_move
from bot.ui.components import PressButton, PressMenu, button, menu, view
from bot.ui.reply import Attachment, Reply
from bot.ui.texts import MESSAGE, board_link, bold_names, cut, renderer_of

MOST_TOLD = 500
"""Characters of what was played that stand above a panel that goes on."""
ON_ITS_WAY = "The new board comes to the channel."


async def opened(app: App, interaction: discord.Interaction[Any], game_id: int, seen: int) -> Reply:
    """The panel of the player to move, as they left it."""
    position = await app.play.position(guild_of(interaction), game_id)
    seat = to_move(position, interaction.user.id, seen, interaction.message.id if interaction.message else None)
    draft = await app.play.draft(game_id, interaction.user.id, position.version)
    return await shown(app, position, seat, draft, interaction.id)


async def shown(
    app: App, position: Position, seat: int, draft: Draft, press: int, *, note: str = "", edit: bool = False
) -> Reply:
    """The panel of a seat at a position, after the interaction ``press``, with a note before its text."""
    panel = PANELS[position.row.game].build(position.state, seat, draft)
    files: tuple[Attachment, ...] = ()
    if panel.marks is not None:
        name = f"{position.row.game}-{position.row.id}-choice.png"
        files = (await drawn(position.row, position.state, app.theme, name, marks=panel.marks, preview=panel.preview),)
    text = cut("\n".join(filter(None, (note, panel.text))), MESSAGE)
    return Reply(text, view=components(panel, position.row.id, position.version, f"{press:x}"), files=files, edit=edit)


def components(panel: Panel, game_id: int, version: int, stamp: str) -> discord.ui.View:
    """The rows of a panel as components; ``stamp`` goes into their ids."""
    items: list[PressButton | PressMenu] = []
    for number, row in enumerate(panel.rows):
        if isinstance(row, Menu):
            items.append(menu(ids.panel(game_id, version, row.id, stamp), row, number))
        else:
            items += [button(ids.panel(game_id, version, b.id, stamp), b, number) for b in row]
    return view(items)


async def pressed(
    app: App, interaction: discord.Interaction[Any], game_id: int, version: int, control: str, values: list[str]
) -> Reply:
    """What a press in the panel leads to: another choice, or a move."""
    position = await app.play.position(guild_of(interaction), game_id)
    row, state = position.row, position.state
    seat = row.seat_of(interaction.user.id)
    if seat is None or state.seat != seat:
        over = "The game is over." if state.is_over else f"It is not your turn any more: see {board_link(row)}."
        return Reply(over, edit=True)
    if version != position.version:
        draft = await app.play.draft(game_id, interaction.user.id, position.version)
        return await shown(
            app, position, seat, draft, interaction.id, note="The game had moved on; this is how it stands now.", edit=True
        )
    draft = await app.play.draft(game_id, interaction.user.id, version)
    wish = PANELS[row.game].press(state, seat, draft, control, values)
    if isinstance(wish, Send):
        return await _send(app, interaction, position, seat, draft, wish)
    await app.play.keep_draft(game_id, interaction.user.id, version, wish)
    return await shown(app, position, seat, wish, interaction.id, edit=True)


async def _send(
    app: App, interaction: discord.Interaction[Any], position: Position, seat: int, draft: Draft, wish: Send
) -> Reply:
    """Plays what was chosen; a refusal is shown above the panel, which stays as it was."""
    try:
        played = await app.play.play(
            guild_of(interaction),
            position.row.id,
            user_of(interaction),
            wish.text,
            interaction_id=interaction.id,
            seen=position.version,
        )
    except Refusal as refusal:
        return await shown(app, position, seat, draft, interaction.id, note=f"⚠️ {refusal}", edit=True)
    return await after_move(app, played, interaction, edit=True)


async def after_move(app: App, played: Played, interaction: discord.Interaction[Any], *, edit: bool) -> Reply:
    """The private answer to a move: what was played, and the panel again where the same player goes on."""
    if played.repeated:
        return Reply("That was played already; nothing was changed.", edit=edit)
    steps = played.story.steps(played.before, played.version)
    told = renderer_of(played.row.game).news(steps, bold_names(played.row.names))
    if played.goes_on and (seat := played.row.seat_of(interaction.user.id)) is not None:
        position = Position(played.row, played.state, played.version, played.story)
        return await shown(
            app, position, seat, {}, interaction.id, note=f"Played: {cut(told, MOST_TOLD)} You go on.", edit=edit
        )
    return Reply(cut(f"Played: {told} {ON_ITS_WAY}", MESSAGE), edit=edit)
