"""The short message that mentions a player, and the direct message."""

from __future__ import annotations

import discord

from bot.common.markdown import board_link, mention
from bot.panels.core import Button
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.components import button, view
from rules import GAMES


def text(game: GameRow, seat: int, words: str) -> str:
    """Return the mention, what it is about, and a link to the board."""
    return f"{mention(game.players[seat])}, {words}: **{GAMES[game.kind].title}** #{game.id}, {board_link(game)}."


def direct_text(game: GameRow, words: str) -> str:
    """Return what a direct message says above the picture."""
    said = words[0].upper() + words[1:]
    return f"**{GAMES[game.kind].title}** · game #{game.id} in <#{game.place}>\n{said}: {board_link(game)}."


def button_of(game: GameRow, seat: int, custom_id: str) -> discord.ui.View:
    """Return the button below a mention: **Play** for the player to move, else **Board**."""
    return view([button(custom_id, Button("play", "Play", "primary") if game.seat == seat else Button("board", "Board"))])
