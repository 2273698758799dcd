"""Finds the game that a command refers to. If there are several, one is picked or the user is asked, by buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.panels.core import MOST_LABEL
from bot.presentation.texts import cut, write_title
from bot.storage.queries.play.games import GameRow
from bot.ui.framework import places
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.components import make_button, view
from bot.ui.framework.direct import choose, is_direct
from bot.ui.framework.press import Press, find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases.queries import SeveralGames

MOST_OTHERS = 10
"""Maximum number of buttons for other games."""
IN_DIRECT = places.IN_DIRECT | {"resume"}
"""The commands that work in a direct message; those about a game can be continued there."""
LONGEST = "This game has waited for you the longest."


class PickPress(Press, word="pick"):
    """A button that continues a command with one of several games. ``post_id``: the post of the notice with the button."""

    game_id: int
    command: str
    post_id: int | None = None


COMMANDS: dict[str, Callable[[App, Interaction, int], Awaitable[Reply]]] = {}
"""Command -> the function that continues it with the chosen game."""


@answers(PickPress, direct=lambda press: press.command in IN_DIRECT)
async def carry_on(app: App, interaction: Interaction, press: PickPress) -> Reply:
    """Continue a command with the picked game."""
    return await find_word(press.command, COMMANDS)(app, interaction, press.game_id)


async def in_game(
    app: App,
    interaction: Interaction,
    command: str,
    game: int | None,
    handler: Callable[[App, Interaction, int | None], Awaitable[Reply]],
    *,
    to_move: bool = False,
    ended: bool = False,
) -> Reply:
    """Return the answer of a command about a game, or a button for each game that it could refer to.

    In a direct message, the game is first searched for in all servers: if ``game`` is ``None``, ``to_move`` prefers games in
    which the user is to move, and ``ended`` falls back to the game that ended last.
    """
    try:
        found = await choose(app, interaction, game, to_move=to_move, ended=ended) if is_direct(interaction) else game
        return await handler(app, interaction, found)
    except SeveralGames as several:
        there, shown = len(several.rows), MOST_OTHERS
        more = f"\n-# These are {shown} of {there}. The option `game` has the others." if there > shown else ""
        return Reply(f"Which game?{more}", view=make_buttons(several.rows, command))


def make_buttons(rows: Sequence[GameRow], command: str) -> discord.ui.View:
    """Return a button for each game, which continues the command with that game."""
    return view(
        make_button(PickPress(row.id, command), write_label(row), row=number // 2)
        for number, row in enumerate(rows[:MOST_OTHERS])
    )


def write_label(row: GameRow) -> str:
    """Return the label of a game's button."""
    return cut(write_title(row), MOST_LABEL)
