"""Half a move that was typed: what it chooses in the panel."""

from __future__ import annotations

from bot.panels import panel_of
from bot.panels.core import Draft
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from rules import game_of
from rules.partial_move import find_refusal, read


def draft_of(position: GameView, text: str) -> Draft | None:
    """Return what half a move chooses; ``None`` if that is nothing. Raise Refusal if it is illegal."""
    row, state = position.row, position.state
    parts = game_of(row.kind, row.rules).parts
    try:
        state.play_all(text)
    except ValueError as error:
        if getattr(error, "rule", None) is not None:  # a whole move, which the rules refuse
            return None
    half = next((reading for reading in read(state, parts, text) if reading.chosen), None)
    if half is not None:
        return panel_of(row.kind, row.rules).draft(half)
    refused = find_refusal(state, parts, text)
    if refused is not None:
        raise Refusal(f"{refused} *(rule {refused.rule})*")
    return None
