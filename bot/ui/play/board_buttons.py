"""Handlers of the buttons below public messages about a game: the board, the status message, the ping of a player."""

from __future__ import annotations

from bot.ui.channels.visibility import view_seen_game
from bot.ui.computers import lookback
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning import retry
from bot.ui.messages import picture
from bot.ui.messages.board import BoardPress, write_heading
from bot.ui.messages.ping import PingPress
from bot.ui.messages.status import StatusPress
from bot.ui.play import boards, panels, rules
from bot.ui.statistics import stepper
from bot.ui.tables import tables, votes
from bot.usecases.computers.seats import suggest_level
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal


@answers(BoardPress, public=lambda press: press.what in ("again", "level", "vote"))
async def handle_board_press(app: App, interaction: Interaction, press: BoardPress) -> Reply:
    """Answer a button below a board."""
    if press.what == "play":
        return await panels.open_panel(app, interaction, press.game_id, press.version)
    found = await view_seen_game(app, interaction, press.game_id)
    match press.what:
        case "board":
            return await boards.show_private_board(app, interaction, found)
        case "rules":
            return await rules.show_rules(app, interaction, found.row.kind)
        case "replay":
            return await stepper.show_moving_picture(app, interaction, f"g{press.game_id}")
        case "lookback":
            return await lookback.look_back(app, interaction, press.game_id)
        case "retry":
            return await retry.open_retry(app, interaction, press.game_id)
        case "card":
            return await _show_card(app, interaction, found)
        case "again":
            return await tables.open_rematch(app, interaction, found)
        case "level":
            return await tables.open_rematch(app, interaction, found, level=suggest_level(found.row))
        case _:
            return await votes.open_vote(app, interaction, found)


async def _show_card(app: App, interaction: Interaction, found: GameView) -> Reply:
    """Return the card of a finished game.

    Raise Refusal if it was not played to its end, or if the user has asked for too many pictures.
    """
    user, row = interaction.user.id, found.row
    app.pacing.pictures.spend(user)
    theme = await themes.of_member(app, row.guild_id, user)
    card = await picture.draw_final_card(app, found.log, user, theme) if row.is_over else None
    if card is None:
        raise Refusal("This game was not played to its end, so there is nothing to compare.")
    return Reply(write_heading(row), files=(card,))


@answers(StatusPress)
async def handle_status_press(app: App, interaction: Interaction, press: StatusPress) -> Reply:
    """Answer a button of the status message of a game in a thread."""
    if press.what == "play":
        return await panels.open_game(app, interaction, press.game_id)
    return await boards.show_private_board(app, interaction, await view_seen_game(app, interaction, press.game_id))


@answers(PingPress)
async def handle_ping_press(app: App, interaction: Interaction, press: PingPress) -> Reply:
    """Open the panel of the player who was mentioned."""
    return await panels.open_panel(app, interaction, press.game_id, press.version)
