"""Actions of people in their direct messages with the bot."""

from __future__ import annotations

import random
from typing import Any

from simcord.backend.errors import BackendError
from simcord.components import walk_components

from bot.usecases import queries
from tests.ui.world import World, controls, labels, said


class Server:
    """Another server with the same people."""

    def __init__(self, w: World, name: str = "Fen") -> None:
        self.guild = w.env.create_guild(name)
        self.channel = self.guild.create_text_channel("den")
        self.members = {known: self.guild.add_member(member.user) for known, member in w.members.items()}

    async def start(self, kind: str = "pastures", **options: Any) -> None:
        """Begin a game of Ada and Björn there."""
        await self.members["Ada"].slash(self.channel, f"newgame {kind}", opponent=self.members["Björn"], **options)
        await self.members["Björn"].click(self.channel.last_message, label="Accept")


async def mover_of(w: World, game: int) -> Any:
    row = await queries.read_row(w.app.context, game)
    return None if row.is_over else w.player(row.players[row.seat or 0].user_id)


def messages(member: Any) -> list[Any]:
    """The direct messages of a member, oldest first, without what the bot answers to them alone."""
    return [m for m in member.user.dm_channel.history() if not m.flags.ephemeral]


def boards(member: Any) -> list[Any]:
    """Those that show a board on which somebody is to move."""
    return [m for m in messages(member) if "Play" in labels(m)]


async def click(member: Any, message: Any, label: str) -> Any:
    """Press a button in the direct messages of a member. Return what is answered."""
    answer = await member.user.click(message, label=label)
    return answer.followups[0] if answer.followups else answer.response


async def press_one(member: Any, message: Any, dice: random.Random) -> Any:
    """Press one of the things that can be pressed, more often what plays. Return the message that answers, if it is there."""
    offered = controls(message)
    plays = [control for control in offered if control.get("style") == 3]
    chosen = dice.choice(plays if plays and dice.random() < 0.7 else offered)
    if chosen["type"] == 2:
        answer = await member.user.click(message, custom_id=chosen["custom_id"])
    else:
        most = dice.randint(chosen["min_values"], chosen["max_values"])
        values = dice.sample([option["value"] for option in chosen["options"]], most)
        answer = await member.user.select(message, values, custom_id=chosen["custom_id"])
    return answer.followups[0] if answer.followups else answer.response


async def play_turn(member: Any, panel: Any, dice: random.Random) -> None:
    """Press in a panel until there is nothing left to press."""
    for _ in range(500):
        if panel is None or not controls(panel):
            return
        try:
            panel = await press_one(member, panel, dice)
        except BackendError:  # the computers have moved, and the panel of the turn before is gone
            return
    raise AssertionError("the panel leads nowhere")


async def play_to_the_end(w: World, member: Any, game: int, *, seed: int, most: int = 500) -> None:
    """Play a game at home, or some turns of it, only by **Play** at the newest board."""
    dice = random.Random(seed)
    for _ in range(most):
        if (await queries.read_row(w.app.context, game)).is_over:
            return
        await play_turn(member, (await member.user.click(boards(member)[-1], label="Play")).response, dice)
    assert most < 500, "the game does not end"


async def forged(w: World, member: Any, message: Any, custom_id: str) -> str:
    """Press a button with a forged id in the direct messages of a member. Return what is said."""
    stored = w.env.backend.get_message(member.user.dm_channel.id, message.id)
    pressable = [part for part in walk_components(stored.components) if "custom_id" in part]
    if custom_id not in [part["custom_id"] for part in pressable]:
        pressable[0]["custom_id"] = custom_id
    answer = await member.user.click(message, custom_id=custom_id)
    return said(answer.followups[0] if answer.followups else answer.response)
