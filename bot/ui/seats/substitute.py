"""``/substitute``: hands a seat to a member or to anybody, and what the buttons of the offer do."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.markdown import bold
from bot.storage.queries.play.games import GameRow
from bot.ui.channels.post_target import sees
from bot.ui.framework.app import App, guild_of, here, user_of
from bot.ui.framework.reply import Reply
from bot.ui.messages import seat_offer as message
from bot.ui.time import claims
from bot.usecases import queries
from bot.usecases.context import User
from bot.usecases.refusal import Refusal
from bot.usecases.seats import handover, offers
from bot.usecases.time import clocks

BUTTONS = {
    "take": handover.take_seat,
    "computer": handover.seat_computer,
    "decline": offers.decline,
    "withdraw": offers.withdraw,
}
"""What each button of an offer does."""


async def hand_over(
    app: App, interaction: discord.Interaction[Any], game: int | None, member: discord.Member | None = None
) -> Reply:
    """``/substitute``: offers the asker's seat; without a member, the one of an opponent whose time is out."""
    row = await queries.choose_game(app.context, *here(interaction), game)
    if member is None and (turn := await _out_of_time(app, row, interaction.user.id)) is not None:
        return await claims.ask_substitute(app, interaction, row.id, turn)
    if member is not None and interaction.client.user is not None and member.id == interaction.client.user.id:
        user = user_of(interaction)
        log = await handover.give_to_computer(app.context, row.guild_id, row.id, user, interaction_id=interaction.id)
        return Reply(f"A computer plays on for you in game #{log.row.id}.")
    other = None if member is None else _user(interaction, row, member)
    user = user_of(interaction)
    offer = await offers.offer_seat(app.context, row.guild_id, row.id, user, other, interaction_id=interaction.id)
    who = "anybody who may play" if other is None else bold(other.name)
    return Reply(
        f"I have offered your seat in game #{offer.game_id} to {who}, in <#{row.place}>. It stays yours until it is taken."
    )


async def _out_of_time(app: App, row: GameRow, user_id: int) -> int | None:
    """Return the version at which the turn of an opponent began whose time is out; ``None`` where there is none."""
    clock = await clocks.get_clock(app.context, row)
    if clock is None or clock.seat in (None, row.seat_of(user_id)) or clock.stopped_at is not None:
        return None
    return clock.version if clock.left(app.context.clock()) <= 0 else None


def _user(interaction: discord.Interaction[Any], row: GameRow, member: discord.Member) -> User:
    """Return the member who is to take the seat. Raise Refusal for a bot, and for whoever could not accept."""
    name = bold(member.display_name)
    if member.bot:
        raise Refusal(f"{name} is a bot and takes no seat. Name a member or me, or leave `member` out and anybody may take it.")
    if not sees(interaction, member, row.channel_id):
        raise Refusal(f"{name} cannot see <#{row.channel_id}>, where this game is played, and so could not accept.")
    return User(member.id, member.display_name)


async def handle_press(app: App, interaction: discord.Interaction[Any], offer_id: int, what: str) -> Reply:
    """Answer a button of an offer: the message shows it as it stands then."""
    if what not in BUTTONS:
        raise Refusal("I do not know that button.")
    log, offer = await BUTTONS[what](
        app.context, guild_of(interaction), offer_id, user_of(interaction), interaction_id=interaction.id
    )
    message_id = interaction.message.id if interaction.message else None

    async def lost() -> None:
        await offers.update_message(app.context, log, offer_id, message_id)

    return Reply(message.text(log, offer), view=message.buttons(offer, log.row.kind), edit=True, lost=lost)
