"""What every handler is given: the use cases and the settings that show."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import discord

from bot.core.consent import Consent
from bot.core.context import Context, User
from bot.core.play import Play
from bot.core.tables import Tables
from rules.land.fairness import FairnessReport


@dataclass(slots=True)
class App:
    """The running bot as the handlers see it."""

    context: Context
    play: Play
    tables: Tables
    consent: Consent
    theme: str
    closing: bool = False
    running: set[asyncio.Task[object]] = field(default_factory=set)
    """Handlers at work, which a clean stop waits for."""
    fairness: dict[int, FairnessReport] = field(default_factory=dict)
    """The figures of finished games by id: they do not change any more."""


def user_of(interaction: discord.Interaction) -> User:
    """Whoever pressed or typed, with the name that the server sees."""
    return User(interaction.user.id, interaction.user.display_name)


def guild_of(interaction: discord.Interaction) -> int:
    """The server in which it was pressed or typed; the commands are not offered anywhere else."""
    if interaction.guild_id is None:
        raise RuntimeError("an interaction without a server")
    return interaction.guild_id


def channel_of(interaction: discord.Interaction) -> int:
    """The channel in which it was pressed or typed."""
    if interaction.channel_id is None:
        raise RuntimeError("an interaction without a channel")
    return interaction.channel_id
