"""The button below a private board to propose or end a pause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from bot.presentation.actions import offer_pause
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.framework.components import PressButton, make_button
from bot.ui.framework.press import Press, one_of


@dataclass(frozen=True)
class PausePress(Press, word="pause"):
    """A button to propose or end a pause of a game."""

    game_id: int
    what: Annotated[str, one_of("ask", "end")]


def make_buttons(row: GameRow, clock: ClockRow | None, user_id: int) -> list[PressButton]:
    """Return the button below the private board of a player; empty if there is nothing to pause."""
    if row.status != "running" or row.seat_of(user_id) is None:
        return []
    words = [("end" if offered.values["ends"] else "ask", offered.label) for offered in offer_pause(clock)]
    return [make_button(PausePress(row.id, what), label) for what, label in words]
