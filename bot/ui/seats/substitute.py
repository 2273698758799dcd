"""``/substitute``: offers a seat to a member or to anybody; also handles the buttons of the offer."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import discord

from bot.common.markdown import bold
from bot.panels.core import Button
from bot.presentation.texts import colour_of
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow
from bot.ui.channels.post_target import describe_unasked, sees
from bot.ui.framework.app import App, Interaction, guild_of, here, name_of, user_of
from bot.ui.framework.components import show_button, view
from bot.ui.framework.press import Press, find_word, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import seat_offer as message
from bot.ui.play.move_reply import run_action
from bot.usecases import access, queries
from bot.usecases.context import User
from bot.usecases.play.change import Asker
from bot.usecases.refusal import Refusal
from bot.usecases.seats import handover, offers
from bot.usecases.time import clocks
from rules import GAMES

BUTTONS = {
    "take": handover.take_seat,
    "computer": handover.seat_computer,
    "decline": offers.decline,
    "withdraw": offers.withdraw,
}


class SubstitutePress(Press, word="substitute"):
    """A button of the confirmation of ``/substitute``. ``turn``: version at which an expired turn began (``ask``), else 0."""

    game_id: int
    turn: int
    what: Annotated[str, one_of("give", "computer", "ask", "no")]


async def hand_over(app: App, interaction: Interaction, game: int | None, member: discord.Member | None = None) -> Reply:
    """``/substitute``: offer the user's seat to the named member. Without one, ask for confirmation, naming the seat."""
    row = await queries.choose_game(app.context, *here(interaction), game)
    if member is None and (late := await _find_late(app, row, interaction.user.id)) is not None:
        name = bold(row.names[late.seat or 0])
        question = f"{name}’s time is up in {_named(row)}. Ask in the channel who takes {name}’s seat? You keep your own."
        return _ask(row, late.version, question, Button("ask", "Ask for a substitute", "primary"))
    log = await queries.read_log(app.context, row.id)
    seat = access.player_left(log.row, log.state(), interaction.user.id)
    if member is None:
        question = f"Offer **your own seat** in {_named(row)} to anybody who may play? It stays yours until somebody takes it."
        return _ask(row, 0, question, Button("give", "Offer my seat", "danger"))
    if interaction.client.user is not None and member.id == interaction.client.user.id:
        handover.check_computer(log, seat)
        question = f"Give **your own seat** in {_named(row)} to a computer? It plays on for you at once, to the end."
        return _ask(row, 0, question, Button("computer", "Give my seat to a computer", "danger"))
    return await _offer_seat(app, interaction, row, _user(interaction, row, member))


def _named(row: GameRow) -> str:
    return f"**{GAMES[row.kind].title}** #{row.id}"


def _ask(row: GameRow, turn: int, question: str, yes: Button) -> Reply:
    """Return the confirmation of ``/substitute``."""
    buttons = (show_button(SubstitutePress(row.id, turn, b.id).id, b) for b in (yes, Button("no", "No, keep playing")))
    return Reply(question, view=view(buttons))


@answers(SubstitutePress, edit=True)
async def handle_answer(app: App, interaction: Interaction, press: SubstitutePress) -> Reply:
    """Carry out the answer to the confirmation."""
    row = await queries.choose_game(app.context, *here(interaction), press.game_id)
    if press.what == "ask":
        return await run_action(app, interaction, "claim", row.id, what="substitute", turn=press.turn, edit=True)
    if press.what == "give":
        return replace(await _offer_seat(app, interaction, row, None), edit=True)
    if press.what == "computer":
        await handover.give_to_computer(Asker(app.context, row.guild_id, row.id, user_of(interaction), interaction.id))
        return Reply(f"A computer plays on for you in game #{row.id}.", edit=True)
    return Reply("Good: nothing has changed.", edit=True)


async def _offer_seat(app: App, interaction: Interaction, row: GameRow, member: User | None) -> Reply:
    """Offer the user's seat to a member, or to anybody."""
    user = user_of(interaction)
    offer = await offers.offer_seat(app.context, row.guild_id, row.id, user, member, interaction_id=interaction.id)
    who = "anybody who may play" if member is None else bold(member.name)
    told = f"I have offered your seat in game #{offer.game_id} to {who}, in <#{row.place}>. It stays yours until it is taken."
    return Reply(" ".join(filter(None, [told, await describe_unasked(interaction, row)])))


async def _find_late(app: App, row: GameRow, user_id: int) -> ClockRow | None:
    """Return the clock of an opponent who is out of time; ``None`` if nobody is."""
    clock = await clocks.get_clock(app.context, row)
    if clock is None or clock.seat in (None, row.seat_of(user_id)) or clock.stopped_at is not None:
        return None
    return clock if clock.left(app.context.clock()) <= 0 else None


def _user(interaction: Interaction, row: GameRow, member: discord.Member) -> User:
    """Return the member to whom to offer the seat. Raise Refusal if it is a bot or cannot see the channel."""
    name = bold(name_of(member))
    if member.bot:
        raise Refusal(f"{name} is a bot and takes no seat. Name a member or me, or leave `member` out and anybody may take it.")
    if not sees(interaction, member, row.channel_id):
        raise Refusal(f"{name} cannot see <#{row.channel_id}>, where this game is played, and so could not accept.")
    return User(member.id, name_of(member))


@answers(message.SeatPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: message.SeatPress) -> Reply:
    """Handle a button of an offer, and return the updated message."""
    log, offer = await find_word(press.what, BUTTONS)(
        app.context, guild_of(interaction), press.offer_id, user_of(interaction), interaction_id=interaction.id
    )
    message_id = interaction.message.id if interaction.message else None
    return Reply(
        message.write_text(log, offer),
        view=message.make_buttons(offer, log.row.kind),
        colour=colour_of(log.row, log.state()),
        edit=True,
        lost=lambda: offers.update_message(app.context, log, press.offer_id, message_id),
    )
