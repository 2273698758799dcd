"""The handling of a press in any panel: of a game, a lesson, a puzzle or a mistake to practise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.common.words import explain_illegal
from bot.panels import panel_of
from bot.panels.core import Draft, Send
from bot.panels.maker import HELP, TYPE
from bot.usecases.refusal import Refusal
from rules import State, game_of
from rules.squares import Square
from rules.typed_move import find_refusal, read

Result = TypeVar("Result")

TYPED = "typed"
"""The control that stands for the submitted form in which a move is typed."""


class NotPlayed(Refusal):
    """Raised if a move is not played."""


@dataclass(frozen=True)
class OpenPanel(Generic[Result]):
    """A panel in use: the choices in it, and the functions that carry out a press and answer it."""

    state: State
    seat: int
    draft: Draft
    send: Callable[[str], Awaitable[Result]]
    """Plays a move, or gives it as an answer. Raises NotPlayed if that is not possible."""
    choose: Callable[[Draft], Awaitable[Result]]
    """Stores the choices and shows them."""
    show: Callable[[str], Awaitable[Result]]
    """Shows the unchanged panel, below a sentence."""
    explain: Callable[[str], Result]
    """Shows the explanation of **How?**."""
    open_form: Callable[[], Result]
    """Opens the form in which a move is typed."""
    recent_squares: Sequence[Square] = ()
    """The choices of the last turn, newest first."""


async def press(panel: OpenPanel[Result], control: str, values: Sequence[str]) -> Result:
    """Carry out a press. ``values``: the selected menu entries, or the typed text."""
    maker = panel_of(panel.state.game, panel.state.rules)
    if control == TYPE:
        return panel.open_form()
    if control == HELP:
        return panel.explain(maker.build(panel.state, panel.seat, panel.draft, panel.recent_squares).more)
    if control == TYPED:
        return await _send(panel, " ".join(values), typed=True)
    result = maker.press(panel.state, panel.seat, panel.draft, control, values, panel.recent_squares)
    return await _send(panel, result.text) if isinstance(result, Send) else await panel.choose(result)


async def _send(panel: OpenPanel[Result], text: str, *, typed: bool = False) -> Result:
    """Play a move. A partial move that was typed is chosen in the panel. A refusal is shown above the panel."""
    try:
        return await panel.send(text)
    except NotPlayed as refusal:
        said = str(refusal)
    if typed:
        try:
            half = find_draft(panel.state, text)
        except NotPlayed as refusal:
            said = str(refusal)
        else:
            if half is not None:
                return await panel.choose(half)
    return await panel.show(f"⚠️ {said}")


def find_draft(state: State, text: str) -> Draft | None:
    """Return the choices of a partial move; ``None`` if it has none. Raise NotPlayed if it is illegal."""
    parts = game_of(state.game, state.rules).parts
    try:
        state.play_all(text)
    except ValueError as error:
        if getattr(error, "rule", None) is not None:  # a complete move that is illegal
            return None
    half = next((reading for reading in read(state, parts, text) if reading.chosen), None)
    if half is not None:
        return panel_of(state.game, state.rules).store(half)
    refused = find_refusal(state, parts, text)
    if refused is not None:
        raise NotPlayed(explain_illegal(refused))
    return None
