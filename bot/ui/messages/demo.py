"""The message of a demo: the board, what the last turns brought, and a button to stop it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from bot.common.terms import NO_TERMS
from bot.panels.core import Button
from bot.presentation.texts import GREY, MESSAGE, colour_of, cut, tell_level, tell_result
from bot.storage.queries.computers.demos import Demo
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import Holder, PlayerRow
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.ui.messages.board import tell_steps
from bot.usecases.computers.seats import make_computers
from rules import GAMES
from rules.steps import Step


@dataclass(frozen=True)
class DemoPress(Press, word="demo"):
    """A button of a demo."""

    demo_id: int
    what: Annotated[str, one_of("stop")]


async def render_demo(app: App, demo: Demo, *, stopped: bool = False) -> Reply:
    """Return the message as it should be now; it has no button where the demo is over, or ``stopped``."""
    row, states = _row(demo), demo.record.states()
    state, texts = states[-1], demo.record.actions
    steps = tuple(Step(states[at], states[at].parse(texts[at]), states[at + 1]) for at in range(demo.shown, len(texts)))
    theme = await themes.of_server(app, demo.guild_id)
    file = await picture.draw_board(row, state, theme, f"{demo.kind}-demo-{demo.id}-{len(texts)}.png", steps=steps)
    lines = [
        f"**{GAMES[demo.kind].title}** · demo: computers play each other at {tell_level(demo.level)}",
        tell_steps(row, steps),
        tell_result(row, state) if state.is_over else "The demo was stopped." if stopped else "",
        f"-# Just a demo, started by <@{demo.user_id}>. It is not ranked.",
    ]
    ended = state.is_over or stopped
    buttons = None if ended else view([make_button(DemoPress(demo.id, "stop").id, Button("stop", "Stop", "danger"))])
    colour = GREY if stopped else colour_of(row, state)
    return Reply(cut("\n".join(filter(None, lines)), MESSAGE), view=buttons, files=(file,), colour=colour)


def _row(demo: Demo) -> GameRow:
    """Return the demo as a game, for the words that games share."""
    record = demo.record
    seated = (PlayerRow(seat, *made) for seat, made in enumerate(_players(record.seats, demo.level)))
    return GameRow(
        id=0,
        guild_id=demo.guild_id,
        channel_id=demo.channel_id,
        kind=demo.kind,
        rules=record.rules,
        seats=record.seats,
        options=record.options,
        setup=record.setup,
        terms=NO_TERMS,
        status="running",
        version=len(record.actions),
        seat=None,
        board_message_id=None,
        board_version=None,
        updated_at=0,
        players=tuple(seated),
    )


def _players(seats: int, level: int) -> list[tuple[None, str, None, None, Holder, int]]:
    return [(None, each.name, None, None, "computer", level) for each in make_computers(seats, level)]
