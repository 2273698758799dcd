"""What the presses in a **Play** panel do: choose, play, explain, open a field to type the move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.panels.core import Draft, Send
from bot.panels.maker import HELP, TYPE
from bot.ui.framework.app import App, guild_of, user_of
from bot.ui.framework.forms import make_text_form
from bot.ui.framework.game_picker import carries_on
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.welcome import add_welcome
from bot.ui.messages.ping import DirectPlayPress
from bot.ui.play.move_reply import UNDO, reply_to_move, take_back
from bot.ui.play.panel_message import (
    PanelPress,
    close_panel,
    draft_of,
    find_recent_squares,
    maker_of,
    render_panel,
    tell_dropped,
)
from bot.usecases import access, queries
from bot.usecases.play import drafts, moves
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from rules import GAMES

TYPED = "typed"
"""The id of the field to type a move in, when it is sent."""
MOST_TYPED = 500
"""Characters of a move that is typed: the longest turn of Land has many plots."""


async def open_panel(app: App, interaction: discord.Interaction[Any], game_id: int, seen: int) -> Reply:
    """Return the panel of the player to move, as they left it."""
    position = await queries.view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    message_id = interaction.message.id if interaction.message else None
    seat = access.to_move_on_board(position.row, position.state, interaction.user.id, seen=seen, message_id=message_id)
    reply = await render_panel(app, position, seat, position.draft, interaction, above=tell_dropped(position))
    return add_welcome(app, interaction, position.row.kind, reply)


@carries_on("move")
async def open_game(app: App, interaction: discord.Interaction[Any], game_id: int) -> Reply:
    """Return the panel of one of several games, for the player to move in it."""
    position = await queries.view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    seat = access.to_move(position.row, position.state, interaction.user.id, version=position.version)
    reply = await render_panel(app, position, seat, position.draft, interaction, above=tell_dropped(position))
    return add_welcome(app, interaction, position.row.kind, reply)


@answers(DirectPlayPress, direct=True)
async def open_from_direct(app: App, interaction: discord.Interaction[Any], press: DirectPlayPress) -> Reply:
    """Return the panel of the player to move, in a direct message."""
    position = await queries.view_game(app.context, guild_of(interaction), press.game_id, interaction.user.id)
    seat = access.to_move(position.row, position.state, interaction.user.id, version=position.version)
    return await render_panel(app, position, seat, position.draft, interaction, above=tell_dropped(position))


@answers(PanelPress, edit=True, direct=True)
async def handle_press(app: App, interaction: discord.Interaction[Any], press: PanelPress) -> Reply:
    """Answer a press in the panel: with another choice, a move, or an explanation."""
    game_id, version, control, values = press.game_id, press.version, press.control, press.values
    position = await queries.view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    row, state = position.row, position.state
    if control == UNDO:
        return await take_back(app, interaction, position, version)
    try:
        seat = access.in_panel(row, state, interaction.user.id)
    except Refusal as refusal:
        app.open_panels.forget_panel(game_id, interaction.user.id)
        return close_panel(str(refusal))
    draft = position.draft
    if not access.is_newest(version=position.version, seen=version):
        above = "The game had moved on; this is how it stands now."
        return await render_panel(app, position, seat, draft, interaction, above=above, edit=True)
    maker, last = maker_of(position), find_recent_squares(position)
    if control == TYPE:
        return Reply("", form=_make_field(position, interaction.id))
    if control == TYPED:
        return await _play_typed(app, interaction, position, seat, draft, values)
    if control == HELP:
        return Reply(maker.build(state, seat, draft, last).more)
    result = maker.press(state, seat, draft, control, values, last)
    if isinstance(result, Send):
        return await _send(app, interaction, position, seat, draft, result)
    await drafts.keep(app.context, game_id, interaction.user.id, version, result)
    return await render_panel(app, position, seat, result, interaction, edit=True)


def _make_field(position: GameView, press: int) -> discord.ui.Modal:
    """Return the field to type a move in."""
    row, state = position.row, position.state
    custom_id = PanelPress(row.id, position.version, TYPED, f"{press:x}").id
    hint = "As with /move: parts in any order, several moves in a row. Half a move is chosen in the panel."
    return make_text_form(custom_id, GAMES[row.kind].title, "Your move", hint, f"such as {state.moves()[0]}", MOST_TYPED)


async def _play_typed(
    app: App, interaction: discord.Interaction[Any], position: GameView, seat: int, draft: Draft, values: Sequence[str]
) -> Reply:
    """Play what was typed in the panel, or choose half a move; a refusal is shown above the panel."""
    row, text = position.row, " ".join(values)
    user = user_of(interaction)
    try:
        played = await moves.play(
            app.context, row.guild_id, row.id, user, text, interaction_id=interaction.id, seen=position.version
        )
    except Refusal as refusal:
        above = f"⚠️ {refusal}"
    else:
        return await reply_to_move(app, played, interaction, edit=True)
    try:
        half = draft_of(position.state, text)
    except Refusal as refusal:
        half, above = None, f"⚠️ {refusal}"
    if half is not None:
        await drafts.keep(app.context, row.id, user.id, position.version, half)
        draft, above = half, ""
    return await render_panel(app, position, seat, draft, interaction, above=above, edit=True)


async def _send(
    app: App, interaction: discord.Interaction[Any], position: GameView, seat: int, draft: Draft, result: Send
) -> Reply:
    """Play what was chosen; a refusal is shown above the panel, which stays as it was."""
    try:
        played = await moves.play(
            app.context,
            guild_of(interaction),
            position.row.id,
            user_of(interaction),
            result.text,
            interaction_id=interaction.id,
            seen=position.version,
        )
    except Refusal as refusal:
        return await render_panel(app, position, seat, draft, interaction, above=f"⚠️ {refusal}", edit=True)
    return await reply_to_move(app, played, interaction, edit=True)
