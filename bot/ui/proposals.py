"""Questions to the other players (undo, draw), and to oneself (resign), with their buttons."""

from __future__ import annotations

from typing import Any

import discord

from bot.core.consent import ENDED, Asked, asked_seats
from bot.core.errors import Refusal
from bot.panels.core import Button
from bot.storage.games import GameRow
from bot.storage.lobbies import ProposalRow
from bot.ui import ids
from bot.ui.app import App, channel_of, guild_of, user_of
from bot.ui.components import button, view
from bot.ui.reply import Reply
from bot.ui.texts import bold_names
from rules import GAMES, State

WISHES = {
    "undo": "would like to take back their last move, and what has happened since",
    "draw": "offers a draw: all players who are left share the win",
}


def text(row: GameRow, state: State, proposal: ProposalRow) -> str:
    """What the message of a proposal says."""
    names = bold_names(row.names)
    lines = [f"**{GAMES[row.game].title}** · game #{row.id}", f"{names[proposal.seat]} {WISHES[proposal.kind]}."]
    if proposal.status == "open":
        missing = [seat for seat in asked_seats(state, proposal.seat) if seat not in proposal.agreed]
        asked = ", ".join(f"<@{row.players[seat].user_id}>" for seat in missing)
        lines.append(f"{asked}, do you agree?")
    else:
        lines.append({"agreed": "All have agreed.", "refused": "It was refused."}.get(proposal.status, ENDED["void"]))
    return "\n".join(lines)


def mentioned(row: GameRow, state: State, proposal: ProposalRow) -> tuple[int, ...]:
    """Whom the message pings: those who are asked."""
    return tuple(row.players[seat].user_id for seat in asked_seats(state, proposal.seat) if seat not in proposal.agreed)


def buttons(proposal: ProposalRow) -> discord.ui.View | None:
    """The buttons of a proposal that is open; ``None`` for one that is not."""
    if proposal.status != "open":
        return None
    wanted = [Button("agree", "Agree", "success"), Button("refuse", "Refuse", "danger")]
    return view(button(ids.proposal(proposal.id, b.id), b) for b in wanted)


async def pressed(app: App, interaction: discord.Interaction[Any], proposal_id: int, what: str) -> Reply:
    """The answer of one of those who were asked."""
    guild, user = guild_of(interaction), user_of(interaction)
    agree = what == "agree"
    story, proposal = await app.consent.answer(guild, proposal_id, user, agree=agree, interaction_id=interaction.id)
    message_id = interaction.message.id if interaction.message else None

    async def lost() -> None:
        await app.consent.show(story, proposal_id, message_id)

    return Reply(text(story.row, story.state(), proposal), view=buttons(proposal), edit=True, lost=lost)


async def undo(app: App, interaction: discord.Interaction[Any], game: int | None) -> Reply:
    """``/undo``."""
    row = await _my_game(app, interaction, game)
    asked = await app.consent.undo(row.guild_id, row.id, user_of(interaction), interaction_id=interaction.id)
    if asked.proposal is None:
        return Reply("Your last move is taken back. The board comes to the channel.")
    return _others_are_asked(asked)


async def draw(app: App, interaction: discord.Interaction[Any], game: int | None) -> Reply:
    """``/draw``."""
    row = await _my_game(app, interaction, game)
    asked = await app.consent.draw(row.guild_id, row.id, user_of(interaction), interaction_id=interaction.id)
    if asked.proposal is not None and asked.proposal.status == "agreed":
        return Reply("You agree to the draw that was offered, and so have all. The board comes to the channel.")
    if asked.proposal is not None and asked.proposal.agreed:
        return Reply("You agree to the draw that was offered; the others have still to answer.")
    return _others_are_asked(asked)


def _others_are_asked(asked: Asked) -> Reply:
    return Reply(f"The others in game #{asked.row.id} are asked in the channel: it happens when all have agreed.")


async def resign(app: App, interaction: discord.Interaction[Any], game: int | None) -> Reply:
    """``/resign``: asks whether it is meant."""
    row = await _my_game(app, interaction, game)
    state = (await app.play.position(row.guild_id, row.id)).state
    seat = row.seat_of(interaction.user.id)
    if seat is None or row.is_over:
        raise Refusal("You are not in this game." if seat is None else "This game is over.")
    if seat in state.dropped:
        raise Refusal("You have given up in this game already.")
    rest = "The other player wins." if len(state.left) == 2 else "The others play on without you."
    wanted = [Button("yes", "Yes, give up", "danger"), Button("no", "No, play on")]
    return Reply(
        f"Do you really want to give up in **{GAMES[row.game].title}** #{row.id}? {rest}",
        view=view(button(ids.resign(row.id, b.id), b) for b in wanted),
    )


async def resign_pressed(app: App, interaction: discord.Interaction[Any], game_id: int, what: str) -> Reply:
    """Yes or no."""
    if what != "yes":
        return Reply("Good: you play on.", edit=True)
    await app.play.resign(guild_of(interaction), game_id, user_of(interaction), interaction_id=interaction.id)
    return Reply("You have given up. The board comes to the channel.", edit=True)


async def _my_game(app: App, interaction: discord.Interaction[Any], game: int | None) -> GameRow:
    return await app.play.choose_game(guild_of(interaction), channel_of(interaction), interaction.user.id, game)
