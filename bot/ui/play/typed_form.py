"""The form in which a move is typed, in a panel."""

from __future__ import annotations

import discord

from bot.ui.framework.forms import make_text_form
from rules import GAMES, State

MOST_TYPED = 500
"""Characters of a move that is typed: the longest turn of Land has many plots."""
ONE_MOVE = "As with /move: parts in any order. Half a move is chosen in the panel."
SEVERAL = "As with /move: parts in any order, several moves in a row. Half a move is chosen in the panel."


def make_field(custom_id: str, state: State, label: str = "Your move", hint: str = ONE_MOVE) -> discord.ui.Modal:
    """Return the form."""
    return make_text_form(custom_id, GAMES[state.game].title, label, hint, f"such as {state.moves()[0]}", MOST_TYPED)
