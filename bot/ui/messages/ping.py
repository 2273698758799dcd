"""The short message that mentions a player, and the direct messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.common.markdown import escape
from bot.common.words import IT_IS_YOUR_TURN, STILL_YOUR_TURN
from bot.games.log import GameLog
from bot.panels.core import MOST_IN_ROW
from bot.presentation.texts import find_news_start, keep_fitting, write_title
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press
from bot.ui.messages.board import describe_news
from bot.ui.words.references import board_link, mention
from bot.ui.words.times import describe_time_in_list, format_moment
from bot.usecases.notifications.daily_turns import Waiting
from bot.usecases.notifications.notify import AGAIN
from bot.usecases.time import clocks
from rules import GAMES
from rules.words import count

LATE = "your time is up, but a move still counts until somebody claims"
"""Text for the player whose time is up."""
MOST_BUTTONS = 15
"""Maximum number of buttons below a message."""


class PingPress(Press, word="ping"):
    """The button **Play** of the message that mentions the player to move at this version of the game."""

    game_id: int
    version: int
    post_id: int


class DirectPlayPress(Press, word="directplay"):
    """The button **Play** of a direct message to the player to move."""

    game_id: int
    post_id: int


async def find_words(app: App, game: GameRow, said: Mapping[str, Any]) -> str:
    """Return the words of a notification, from the payload of its post. A reminder states the time left now."""
    if "reminder" not in said:
        return str(said["words"])
    clock = await clocks.get_clock(app.context, game)
    return write_reminder(clock, app.context.clock(), again=said["reminder"] == AGAIN)


def write_reminder(clock: ClockRow | None, now: int, *, again: bool) -> str:
    """Return the words of a reminder at the time ``now``. ``again``: whether it is repeated every few hours."""
    if clock is None or clock.seat is None or clock.stopped_at is not None:
        return STILL_YOUR_TURN
    left = clock.left(now)
    if left <= 0:
        return LATE
    if again:
        head = STILL_YOUR_TURN
    elif left * clocks.LAST_CALL_PART <= clock.allowed:
        head = "last call"
    elif left * 2 <= clock.allowed:
        head = "half of your time is gone"
    else:
        head = STILL_YOUR_TURN
    return f"{head}: move by {format_moment(clock.reaches(clock.allowed, now))}"


def write_text(log: GameLog, seat: int, words: str) -> str:
    """Return the text of a ping: the mention, the reason, a link to the board, and the news since the player's last turn."""
    game = log.row
    head = f"{mention(game.players[seat])}, {words}: **{GAMES[game.kind].title}** #{game.id}, {board_link(game)}."
    return "\n".join(filter(None, (head, describe_news(log, find_news_start(log, seat), log.version))))


def write_direct_text(game: GameRow, words: str, news: str = "", scores: str = "") -> str:
    """Return the text of a direct message, above the picture. ``news``: the news since the player's last turn."""
    said = words[0].upper() + words[1:]
    head = f"{said}: **{GAMES[game.kind].title}** #{game.id} in <#{game.place}>, {board_link(game)}."
    return "\n".join(filter(None, (head, news, scores)))


def make_direct_buttons(game: GameRow, seat: int, post_id: int) -> discord.ui.View | None:
    """Return the button **Play** below a direct message; ``None`` unless it is the player's turn."""
    if game.status != "running" or game.seat != seat:
        return None
    return view([make_button(DirectPlayPress(game.id, post_id), "Play", "primary")])


def write_daily_text(waiting: Sequence[Waiting], now: int) -> str:
    """Return the text of the daily message: a line for each game that waits for the player."""
    lines = [f"**{IT_IS_YOUR_TURN} in {count(len(waiting), 'game')}.**"]
    for row, clock in waiting:
        parts = (escape(write_title(row)), describe_time_in_list(clock, now), f"{board_link(row)} in <#{row.place}>")
        lines.append(f"- {' · '.join(filter(None, parts))}")
    return keep_fitting(lines)


def make_daily_buttons(rows: Sequence[GameRow], post_id: int) -> discord.ui.View:
    """Return the buttons below the daily message: **Play** for each of the first games."""
    return view(
        make_button(DirectPlayPress(row.id, post_id), f"Play #{row.id}", "primary", row=number // MOST_IN_ROW)
        for number, row in enumerate(rows[:MOST_BUTTONS])
    )


def make_buttons(game: GameRow, seat: int, press: PingPress) -> discord.ui.View:
    """Return the button below a mention: **Play** for the player to move, else **Board**."""
    return view([make_button(press, "Play", "primary") if game.seat == seat else make_button(press, "Board")])
