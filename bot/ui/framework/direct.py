"""Presses in a direct message. There the interaction does not say whether somebody still is a member: Discord is asked.

Only what belongs to a game can be pressed there, and only by its players. Where Discord does not answer, nothing is done.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.common.markdown import board_link
from bot.ui.framework.app import GUILD, NAME, App
from bot.ui.framework.press import Press, UnknownId
from bot.usecases import queries
from bot.usecases.refusal import Refusal

ELSEWHERE = "This works in the server alone, not in a direct message."
NOT_SEEN = "You do not see the channel of this game any more, so you cannot play from here."
UNSURE = "Discord does not tell me at the moment whether you can still play, so nothing was done. Try again, or see {board}."


async def let_in(app: App, interaction: discord.Interaction[Any], press: Press, *, may: bool) -> None:
    """Let a press in a direct message be handled as one in the server of its game. Raise Refusal if it may not.

    ``may``: whether this kind of press can be handled there.
    """
    if not may:
        raise Refusal(ELSEWHERE)
    game_id = getattr(press, "game_id", None)
    if not isinstance(game_id, int):
        raise UnknownId("no game")
    row = await queries.row(app.context, game_id)
    seat = row.seat_of(interaction.user.id)
    if seat is None:
        raise Refusal(NOT_SEEN)
    match await app.look_for_direct(row.guild_id, row.channel_id, interaction.user.id):
        case "here":
            interaction.extras[GUILD], interaction.extras[NAME] = row.guild_id, row.names[seat]
        case "unknown":
            raise Refusal(UNSURE.format(board=board_link(row)))
        case _:
            raise Refusal(NOT_SEEN)
