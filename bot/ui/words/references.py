"""How messages refer to players and boards."""

from __future__ import annotations

from bot.common.markdown import bold, to_markdown
from bot.common.words import Text
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import PlayerRow
from bot.usecases.access import link_board


def mention(player: PlayerRow) -> str:
    """Return the form in which a message addresses a player: a mention for a member, otherwise the name in bold."""
    return bold(player.name) if player.user_id is None else f"<@{player.user_id}>"


def board_link(row: GameRow) -> str:
    """Return the result of :func:`link_board` in Markdown."""
    return to_markdown(Text("{board}", board=link_board(row)))
