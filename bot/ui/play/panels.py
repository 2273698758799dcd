"""Handlers of the presses in a **Play** panel: choose, play, explain, open a field to type the move."""

from __future__ import annotations

from bot.panels.core import Draft
from bot.presentation.panel_press import TYPED, NotPlayed, OpenPanel
from bot.presentation.panel_press import press as press_in
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.forms import SEVERAL, make_move_form
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.ping import DirectPlayPress
from bot.ui.messages.welcome import add_welcome
from bot.ui.play.move_reply import UNDO, reply_to_move, take_back
from bot.ui.play.panel_message import (
    PanelPress,
    close_panel,
    describe_dropped,
    find_recent_squares,
    render_panel,
)
from bot.usecases import access, queries
from bot.usecases.play import drafts, moves
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal


async def open_panel(app: App, interaction: Interaction, game_id: int, seen: int) -> Reply:
    """Return the panel of the player to move, with their choices so far. Raise Refusal if it is not the user's turn."""
    position = await queries.view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    message_id = interaction.message.id if interaction.message else None
    seat = access.to_move_on_board(position.row, position.state, interaction.user.id, seen=seen, message_id=message_id)
    reply = await render_panel(app, position, seat, position.draft, interaction, above=describe_dropped(position))
    return add_welcome(app, interaction, position.row.kind, reply)


async def open_game(app: App, interaction: Interaction, game_id: int) -> Reply:
    """Return the panel of the chosen game for the player to move. Raise Refusal if it is not the user's turn."""
    position = await queries.view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    seat = access.to_move(position.row, position.state, interaction.user.id, version=position.version)
    reply = await render_panel(app, position, seat, position.draft, interaction, above=describe_dropped(position))
    return add_welcome(app, interaction, position.row.kind, reply)


@answers(DirectPlayPress, direct=True)
async def open_from_direct(app: App, interaction: Interaction, press: DirectPlayPress) -> Reply:
    """Return the panel in a direct message for the player to move. Raise Refusal if it is not the user's turn."""
    position = await queries.view_game(app.context, guild_of(interaction), press.game_id, interaction.user.id)
    seat = access.to_move(position.row, position.state, interaction.user.id, version=position.version)
    return await render_panel(app, position, seat, position.draft, interaction, above=describe_dropped(position))


@answers(PanelPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: PanelPress) -> Reply:
    """Return the reply to a press in the panel: the panel with another choice, the move, or an explanation."""
    game_id, version, control = press.game_id, press.version, press.control
    position = await queries.view_game(app.context, guild_of(interaction), game_id, interaction.user.id)
    row, state = position.row, position.state
    if control == UNDO:
        return await take_back(app, interaction, position, version)
    try:
        seat = access.in_panel(row, state, interaction.user.id)
    except Refusal as refusal:
        app.open_panels.forget_panel(game_id, interaction.user.id)
        return close_panel(str(refusal))
    if version != position.version:
        above = "The game had moved on; here is the current position."
        return await render_panel(app, position, seat, position.draft, interaction, above=above, edit=True)
    return await press_in(_open(app, interaction, position, seat), control, press.values)


def _open(app: App, interaction: Interaction, position: GameView, seat: int) -> OpenPanel[Reply]:
    """Return the open panel of a game that handles the presses of the player to move."""
    row, user, version = position.row, user_of(interaction), position.version

    async def send(text: str) -> Reply:
        try:
            played = await moves.play(
                app.context, row.guild_id, row.id, user, text, interaction_id=interaction.id, seen=version
            )
        except Refusal as refusal:
            raise NotPlayed(refusal.text) from None
        return await reply_to_move(app, played, interaction, edit=True)

    async def choose(draft: Draft) -> Reply:
        await drafts.keep(app.context, row.id, user.id, version, draft)
        return await render_panel(app, position, seat, draft, interaction, edit=True)

    async def show(said: str) -> Reply:
        return await render_panel(app, position, seat, position.draft, interaction, above=said, edit=True)

    def open_form() -> Reply:
        custom_id = PanelPress(row.id, version, TYPED, f"{interaction.id:x}").id
        return Reply("", form=make_move_form(custom_id, position.state, hint=SEVERAL))

    recent = find_recent_squares(position)
    return OpenPanel(position.state, seat, position.draft, send, choose, show, Reply, open_form, recent)
