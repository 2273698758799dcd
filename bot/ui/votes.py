"""**Play again with other rules**: the players vote by buttons, the majority holds, and a table opens for the same players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.core.context import User
from bot.core.errors import Refusal, escaped
from bot.core.play import Position
from bot.core.tables import already_again
from bot.panels.core import Button
from bot.panels.house_rules import HOUSE_RULES, HouseRules
from bot.storage.games import GameRow
from bot.ui import ids, lobbies
from bot.ui.app import App, channel_of, guild_of, user_of
from bot.ui.components import PressButton, button, view
from bot.ui.reply import Reply
from bot.ui.texts import bold_names, title
from rules import GAMES

Votes = Mapping[int, Mapping[str, Any]]
"""User id -> the wishes of that player: option -> value."""


async def opened(app: App, interaction: discord.Interaction[Any], position: Position) -> Reply:
    """The vote, in public, for all players to press."""
    row = position.row
    _player(row, interaction.user.id)
    if (follower := await app.tables.follower(row.id)) is not None:
        raise Refusal(already_again(follower))
    return Reply(*_shown(row, await app.play.votes(row.id)), public=True)


async def pressed(app: App, interaction: discord.Interaction[Any], game_id: int, control: str) -> Reply:
    """A vote, or the opening of the table."""
    position = await app.play.position(guild_of(interaction), game_id)
    row = position.row
    _player(row, interaction.user.id)
    if (follower := await app.tables.follower(row.id)) is not None:
        return Reply(f"**Rules of the next game** after {escaped(title(row))}. {already_again(follower)}", edit=True)
    if control == "open":
        return await _table(app, interaction, row)
    option, value = _wish(HOUSE_RULES[row.game], control)
    votes = await app.play.vote(row.id, interaction.user.id, option, value)
    return Reply(*_shown(row, votes), edit=True)


def _player(row: GameRow, user_id: int) -> None:
    if row.seat_of(user_id) is None:
        raise Refusal("Only those who played this game vote on the rules of the next one.")
    if not row.is_over:
        raise Refusal("The rules of the next game are voted on when this one is over.")


def _wish(rules: HouseRules, control: str) -> tuple[str, Any]:
    for option, value in _values(rules):
        if control == f"{option}.{value}":
            return option, value
    raise Refusal("I do not know that button.")


def _values(rules: HouseRules) -> Iterator[tuple[str, Any]]:
    for option, (_, meanings) in rules.words.items():
        for value in meanings:
            yield option, value


def _shown(row: GameRow, votes: Votes) -> tuple[str, discord.ui.View]:
    """The text of the vote and its buttons, each with the number of votes for it."""
    rules = HOUSE_RULES[row.game]
    usual = GAMES[row.game].Options.model_validate(row.options)
    voted = [name for p, name in zip(row.players, bold_names(row.names), strict=True) if p.user_id in votes]
    lines = [f"**Rules of the next game** after {escaped(title(row))}. Each player presses what they would like."]
    for heading, meanings in rules.words.values():
        choices = " / ".join(f"*{value}*: {meaning}" for value, meaning in meanings.items())
        lines.append(f"- **{heading}** · {choices}")
    lines.append(f"\nVoted so far: {', '.join(voted) or 'nobody'}. More than half of the votes on a rule decide it.")
    lines.append(f"As it stands: {rules.in_words(rules.tally(usual, votes.values()))}.")
    return "\n".join(lines), view([*_buttons(row, rules, votes), _open(row, len(rules.rows))])


def _buttons(row: GameRow, rules: HouseRules, votes: Votes) -> Iterator[PressButton]:
    for number, options in enumerate(rules.rows):
        for option in options:
            heading, meanings = rules.words[option]
            for value in meanings:
                count = sum(wish.get(option) == value for wish in votes.values())
                label = f"{heading}: {value} ({count})" if count else f"{heading}: {value}"
                style = Button(f"{option}.{value}", label, "success" if count else "secondary")
                yield button(ids.rules_vote(row.id, style.id), style, number)


def _open(row: GameRow, number: int) -> PressButton:
    return button(ids.rules_vote(row.id, "open"), Button("open", "Open the table", "primary"), number)


async def _table(app: App, interaction: discord.Interaction[Any], row: GameRow) -> Reply:
    """The table for the next game: who has voted sits there already, the others are asked to join."""
    votes = await app.play.votes(row.id)
    usual = GAMES[row.game].Options.model_validate(row.options)
    host = user_of(interaction)
    seated = [User(p.user_id, p.name) for p in row.players if p.user_id in votes and p.user_id != host.id]
    lobby = await app.tables.open(
        row.guild_id,
        channel_of(interaction),
        host,
        row.game,
        HOUSE_RULES[row.game].tally(usual, votes.values()).model_dump(mode="json"),
        seats=len(row.players),
        rematch_of=row.id,
        setup=row.setup,
        also=seated,
    )
    missing = tuple(p.user_id for p in row.players if p.user_id not in dict(lobby.members))
    return lobbies.public(app, lobby, asked=missing)
