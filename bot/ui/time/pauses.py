"""The button on the private board that proposes a pause, or ends one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import discord

from bot.panels.core import Button
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.framework.app import App, guild_of, user_of
from bot.ui.framework.components import PressButton, make_button
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.proposal import ASKED
from bot.usecases.time import clocks, pauses

Interaction = discord.Interaction[Any]


@dataclass(frozen=True)
class PausePress(Press, word="pause"):
    """A button about a pause of a game."""

    game_id: int
    what: Annotated[str, one_of("ask", "end")]


@answers(PausePress)
async def handle_press(app: App, interaction: Interaction, press: PausePress) -> Reply:
    """**Propose a pause**, **End the pause**."""
    guild, user, game_id = guild_of(interaction), user_of(interaction), press.game_id
    if press.what == "end":
        await pauses.end_pause(app.context, guild, game_id, user, interaction_id=interaction.id)
        return Reply("The pause is over: the clock goes on.")
    proposed = await pauses.propose_pause(app.context, guild, game_id, user, interaction_id=interaction.id)
    if proposed.proposal is None:
        return Reply("The clock stands still until you move, or end the pause.")
    if proposed.proposal.status == "agreed":
        return Reply("You agree to the pause, as everybody else has: the clock stands still.")
    if proposed.proposal.agreed and proposed.proposal.seat != proposed.row.seat_of(user.id):
        return Reply("You agree to the pause. The others have not answered yet.")
    return Reply(f"{ASKED} It is about game #{game_id}.")


def make_buttons(row: GameRow, clock: ClockRow | None, user_id: int) -> list[PressButton]:
    """Return the button below the private board of a player; none if there is nothing to pause."""
    if clock is None or clock.seat is None or row.status != "running" or row.seat_of(user_id) is None:
        return []
    if clock.why == clocks.PAUSE:
        return [make_button(PausePress(row.id, "end").id, Button("end", "End the pause"))]
    if clock.stage == clocks.OUT:
        return []
    return [make_button(PausePress(row.id, "ask").id, Button("ask", "Propose a pause"))]
