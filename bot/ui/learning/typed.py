"""Moves that are typed in a lesson, a puzzle or a moment that is tried again."""

from __future__ import annotations

import discord

from bot.common.markdown import tell_illegal
from bot.panels.core import Draft
from bot.ui.framework.forms import make_text_form
from bot.ui.play.panel_message import draft_of
from bot.ui.play.panels import MOST_TYPED
from bot.usecases.refusal import Refusal
from rules import GAMES, State


def make_field(custom_id: str, state: State, label: str = "Your move") -> discord.ui.Modal:
    """Return the field to type a move in."""
    hint = "As with /move: parts in any order. Half a move is chosen in the panel."
    return make_text_form(custom_id, GAMES[state.game].title, label, hint, f"such as {state.moves()[0]}", MOST_TYPED)


def read_half_move(state: State, text: str, error: ValueError) -> tuple[Draft | None, str]:
    """Return what half a move chooses, ``None`` for nothing, and what is said to whoever typed it.

    ``error`` says why it is no whole move.
    """
    try:
        return draft_of(state, text), f"⚠️ {tell_illegal(error)}"
    except Refusal as refusal:
        return None, f"⚠️ {refusal}"
