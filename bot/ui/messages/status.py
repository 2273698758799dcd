"""The status message of a game in a thread: the players, whose turn it is and since when, a link to the board."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.common.clock import SECOND
from bot.common.markdown import bold, bold_names, jump
from bot.panels.core import Button
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.framework.components import show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.messages.board import NO_THREAD, explain_cancelled
from bot.ui.words import times
from rules import GAMES


class StatusPress(Press, word="status"):
    """A button of the status message of a game in a thread."""

    game_id: int
    post_id: int
    what: Annotated[str, one_of("play", "board")]


def write_text(game: GameRow, clock: ClockRow | None, now: int, away_until: int | None = None) -> str:
    """Return the text of the status message. ``away_until``: end of the vacation of the player to move (ms since 1970)."""
    names = bold_names(game.names)
    lines = [f"**{GAMES[game.kind].title}** · game #{game.id}: {', '.join(names[:-1])} and {names[-1]}", _turn(game, clock)]
    lines.append(times.describe_time(game, clock, now, away_until))
    if game.no_thread in NO_THREAD:
        lines.append(NO_THREAD[game.no_thread])
    where = [] if game.thread_id is None else [f"<#{game.thread_id}>"]
    if game.board_message_id is not None:
        where.append(f"[the board]({jump(game.guild_id, game.place, game.board_message_id)})")
    if where:
        lines.append(" · ".join(where))
    return "\n".join(filter(None, lines))


def _turn(game: GameRow, clock: ClockRow | None) -> str:
    if game.status == "over":
        winners = [bold(player.name) for player in game.players if player.won]
        return f"The game is over. {' and '.join(winners) or 'Nobody'} won."
    if game.status == "cancelled":
        return explain_cancelled(game)
    if game.seat is None or game.is_adjourned:
        return ""
    since = game.updated_at if clock is None or clock.seat is None else max(clock.at, game.updated_at)
    return f"{bold(game.names[game.seat])}’s turn, started <t:{since // SECOND}:R>"


def make_buttons(game: GameRow, post_id: int) -> discord.ui.View:
    """Return the buttons that open the panel, and show the board privately."""
    wanted = [Button("play", "Play", "primary")] if game.status == "running" else []
    return view(show_button(StatusPress(game.id, post_id, b.id).id, b) for b in [*wanted, Button("board", "Board")])
