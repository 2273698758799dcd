"""Finds the game that ``/history`` or ``/replay`` refers to."""

from __future__ import annotations

from bot.storage.queries.play.games import GameRow
from bot.ui.channels.visibility import check_seen
from bot.ui.framework.app import App, Interaction, here
from bot.usecases import queries
from bot.usecases.queries import get_only


async def find_game(app: App, interaction: Interaction, game: int | None) -> GameRow:
    """Return the game with the number ``game``; without a number, the likeliest one.

    That is the user's only game here, else the channel's only one, else the last one that ended here. Raise Refusal if there is
    none or the user does not see it, SeveralGames if there are several.
    """
    row = await _find_game(app, interaction, game)
    check_seen(interaction, row)
    return row


async def _find_game(app: App, interaction: Interaction, game: int | None) -> GameRow:
    guild, channel, user = here(interaction)
    if game is None:
        shown = await queries.list_channel_games(app.context, guild, channel, user) or await queries.list_channel_games(
            app.context, guild, channel, None
        )
        shown = shown or (await queries.list_channel_games(app.context, guild, channel, None, over=True))[:1]
        if shown:
            return get_only(shown, "There are several games in this channel")
    return await queries.choose_game(app.context, guild, channel, user, game)
