"""The missed better moves of a finished game, as marked in ``/history``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.common.markdown import bold
from bot.presentation.replay import Replay
from bot.presentation.standing import format_worth
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button
from bot.ui.messages.board import BoardPress
from bot.usecases.learning import mistakes
from players.lookback import BetterMove
from render.text.words import join_words

Missed = Mapping[int, Sequence[BetterMove]]
"""Number of a scene -> the better moves missed in it."""


async def find_missed(app: App, replay: Replay, user_id: int) -> Missed:
    """Return the missed moves that the user may see: those of the public analysis, and those of their own practice."""
    if replay.row is None or not replay.is_over:
        return {}
    found: dict[int, list[BetterMove]] = {}
    for each in await mistakes.find_known(app.context, replay.row, user_id):
        found.setdefault(replay.find_scene(each.place), []).append(each)
    return found


def describe_missed(replay: Replay, missed: Missed, number: int) -> list[str]:
    """Return lines about a scene: the players who missed a better move, and the other turns with missed better moves."""
    lines = list[str]()
    for each in missed.get(number, ()):
        who = bold(replay.names_in(number)[each.seat])
        lines.append(f"💡 {who} missed something better here: {format_worth(each.gain, in_points=each.in_points)}.")
    others = [str(other) for other in missed if other != number]
    if others:
        lines.append(f"-# 💡 Something better was missed in turn{'s' if len(others) > 1 else ''} {join_words(others)}.")
    return lines


def make_buttons(replay: Replay, missed: Missed, number: int, user_id: int) -> list[Any]:
    """Return **Practice mistakes** if the user missed a better move in the scene, else nothing."""
    row = replay.row
    if row is None or all(each.seat != row.seat_of(user_id) for each in missed.get(number, ())):
        return []
    return [make_button(BoardPress(row.id, replay.version, "retry"), "Practice mistakes", row=1)]
