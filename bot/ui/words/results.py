"""Texts about the scores and the result of a game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.icons import icon
from bot.common.markdown import bold, plain
from bot.presentation.texts import format_level, renderer_of
from bot.storage.queries.play.games import GameRow
from render.style.owners import OWNERS
from rules import State


def list_scores(row: GameRow, state: State) -> str:
    """Return every seat with its emblem, name and score."""
    renderer = renderer_of(row.kind, row.rules)
    parts = []
    for seat in renderer.seats(state):
        name = row.names[seat]
        gone = " (out)" if seat in state.dropped else ""
        gone += f" ({format_level(row.players[seat].level)})" if row.players[seat].is_computer else ""
        symbol = icon(OWNERS[renderer.owner(state, seat)].name)
        parts.append(f"{symbol} {plain(name)}{gone}: {renderer.score_words(state, seat)}")
    return " · ".join(parts)


def list_short_scores(row: GameRow, state: State) -> str:
    """Return every seat with its emblem, name and points alone: ``● Ada 27 · ▲ Björn 31``.

    A seat is never broken across lines.
    """
    renderer = renderer_of(row.kind, row.rules)
    parts = []
    for seat in renderer.seats(state):
        gone = " (out)" if seat in state.dropped else ""
        symbol = icon(OWNERS[renderer.owner(state, seat)].name)
        parts.append(f"{symbol}\u00a0{plain(row.names[seat])}\u00a0{state.scores[seat]}{gone}")
    return " · ".join(parts)


def result_of(names: Sequence[str], state: State) -> str:
    """Return the result of a game of players with these names."""
    winners = [bold(names[seat]) for seat in state.winners or ()]
    if not winners:
        return "The game is over, and **nobody** wins."
    if len(winners) == 1:
        return f"The game is over: {winners[0]} wins!"
    return f"The game is over: {', '.join(winners[:-1])} and {winners[-1]} share the win."
