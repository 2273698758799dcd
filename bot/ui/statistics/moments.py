"""The moments of a finished game at which something better was missed, as ``/history`` marks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from bot.common.markdown import bold
from bot.panels.core import Button
from bot.presentation.replay import Replay
from bot.presentation.standing import tell_worth
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button
from bot.ui.messages.board import BoardPress
from bot.usecases.learning import mistakes
from players.lookback import BetterMove
from render.text.words import join_words

Missed = Mapping[int, Sequence[BetterMove]]
"""The number of a scene -> what was missed in it."""


async def find_missed(app: App, replay: Replay, user_id: int) -> Missed:
    """Return what somebody may be shown: what the look back tells everybody, and their own moment."""
    if replay.row is None or not replay.is_over:
        return {}
    ends = list(accumulate(len(scene) for scene in replay.scenes))
    found: dict[int, list[BetterMove]] = {}
    for each in await mistakes.find_known(app.context, replay.row, user_id):
        number = next((place for place, end in enumerate(ends, 1) if each.place < end), None)
        if number is not None:
            found.setdefault(number, []).append(each)
    return found


def tell(replay: Replay, missed: Missed, number: int) -> list[str]:
    """Return the lines about a scene: who missed something in it, and in which turns there is more."""
    lines = list[str]()
    for each in missed.get(number, ()):
        who = bold(replay.names_in(number)[each.seat])
        lines.append(f"💡 {who} missed something better here: {tell_worth(each.gain, in_points=each.in_points)}.")
    others = [str(other) for other in missed if other != number]
    if others:
        lines.append(f"-# 💡 Something better was missed in turn{'s' if len(others) > 1 else ''} {join_words(others)}.")
    return lines


def make_buttons(replay: Replay, missed: Missed, number: int, user_id: int) -> list[Any]:
    """Return **Practice mistakes** where the moment is the asker's own."""
    row = replay.row
    if row is None or all(each.seat != row.seat_of(user_id) for each in missed.get(number, ())):
        return []
    return [make_button(BoardPress(row.id, replay.version, "retry").id, Button("retry", "Practice mistakes"), 1)]
