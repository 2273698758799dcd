"""Tables in a message: who sits there, and the buttons to sit down, get up, start and cancel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.core.context import User
from bot.core.errors import Refusal, bold
from bot.core.play import Position
from bot.core.tables import CLOSED
from bot.panels.core import Button
from bot.permissions import lacking_here
from bot.storage.lobbies import LobbyRow
from bot.ui import ids
from bot.ui.app import App, channel_of, guild_of, user_of
from bot.ui.components import button, view
from bot.ui.reply import Reply
from bot.ui.texts import bold_names, summary
from rules import GAMES


def text(lobby: LobbyRow) -> str:
    """What the message of a table says."""
    kind = GAMES[lobby.game]
    names = bold_names([name for _, name in lobby.members])
    lines = [f"**{kind.title}**: {summary(lobby.game)}"]
    if chosen := _unusual(lobby):
        lines.append(f"Options: {chosen}")
    if lobby.status == "started":
        lines.append(f"{', '.join(names)} play: game #{lobby.game_id} has begun.")
    elif not lobby.is_open:
        lines.append(f"{CLOSED[lobby.status]} (It was opened by {names[0]}.)")
    elif lobby.opponent_id is not None:
        lines.append(f"{names[0]} invites <@{lobby.opponent_id}> to a game. It is open until {_until(lobby)}.")
    else:
        most = lobby.seats or kind.seats[-1]
        lines.append(f"At the table: {', '.join(names)} ({len(names)} of {most}).")
        rule = "It starts when all seats are taken." if lobby.seats else f"{names[0]} starts it, with {kind.seats[0]} or more."
        lines.append(f"{rule} Open until {_until(lobby)}.")
    return "\n".join(lines)


def _until(lobby: LobbyRow) -> str:
    return f"<t:{lobby.expires_at // 1000}:f>"


def _unusual(lobby: LobbyRow) -> str:
    """The options that are not the defaults."""
    usual: Mapping[str, Any] = GAMES[lobby.game].Options().model_dump(mode="json")
    return ", ".join(f"{name} {value}" for name, value in lobby.options.items() if value != usual.get(name))


def buttons(lobby: LobbyRow) -> discord.ui.View | None:
    """The buttons of a table that is open; ``None`` for one that is not."""
    if not lobby.is_open:
        return None
    if lobby.opponent_id is not None:
        wanted = [Button("accept", "Accept", "success"), Button("decline", "Decline", "danger")]
    else:
        wanted = [Button("join", "Join", "success"), Button("leave", "Leave")]
        if lobby.seats is None:
            wanted.append(Button("start", "Start", "primary", disabled=len(lobby.members) < GAMES[lobby.game].seats[0]))
    wanted.append(Button("cancel", "Cancel"))
    return view(button(ids.table(lobby.id, b.id), b) for b in wanted)


async def opened(
    app: App,
    interaction: discord.Interaction[Any],
    game: str,
    options: Mapping[str, Any],
    *,
    seats: int | None = None,
    opponent: discord.Member | discord.User | None = None,
) -> Reply:
    """A new table, in public."""
    _may_post(interaction)
    if opponent is not None and opponent.bot:
        raise Refusal(f"{bold(opponent.display_name)} is a bot and does not play. Name a member, or leave `opponent` out.")
    other = User(opponent.id, opponent.display_name) if opponent else None
    lobby = await app.tables.open(
        guild_of(interaction), channel_of(interaction), user_of(interaction), game, options, seats=seats, opponent=other
    )
    return public(app, lobby)


def public(app: App, lobby: LobbyRow, asked: tuple[int, ...] = ()) -> Reply:
    """The message of a new table; pings the invited member, or those who are ``asked`` to join."""

    async def sent(message_id: int) -> None:
        await app.tables.note_message(lobby.id, message_id)

    async def lost() -> None:
        await app.tables.show(lobby.id)

    asked = (lobby.opponent_id,) if lobby.opponent_id else asked
    words = text(lobby)
    if lobby.is_open and lobby.opponent_id is None and asked:
        words += f"\n{', '.join(f'<@{user}>' for user in asked)}: will you join?"
    return Reply(words, view=buttons(lobby), public=True, mentions=asked, sent=sent, lost=lost)


async def pressed(app: App, interaction: discord.Interaction[Any], lobby_id: int, what: str) -> Reply:
    """Answers a button of a table: the message shows it as it stands then."""
    use_cases = {
        "join": app.tables.join,
        "leave": app.tables.leave,
        "start": app.tables.start,
        "cancel": app.tables.cancel,
        "accept": app.tables.accept,
        "decline": app.tables.decline,
    }
    if what not in use_cases:
        raise Refusal("I do not know that button.")
    if what in ("join", "accept", "start"):
        _may_post(interaction)
    lobby = await use_cases[what](guild_of(interaction), lobby_id, user_of(interaction))
    message_id = interaction.message.id if interaction.message else None

    async def sent(shown_by: int) -> None:
        await app.tables.note_message(lobby_id, shown_by)

    async def lost() -> None:
        await app.tables.show(lobby_id, message_id)

    return Reply(text(lobby), view=buttons(lobby), edit=True, sent=sent, lost=lost)


def _may_post(interaction: discord.Interaction[Any]) -> None:
    """Refuses to begin what could not go on: the boards are posted to the channel."""
    missing = lacking_here(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
    if missing:
        raise Refusal(
            f"I cannot post boards in this channel: I lack the permission{'s' if len(missing) > 1 else ''} "
            f"**{', '.join(missing)}**. Somebody who manages this server can give it to me, or try another channel."
        )


async def again(app: App, interaction: discord.Interaction[Any], position: Position) -> Reply:
    """A table for the next game of the same players, by the same rules; two players swap seats."""
    row = position.row
    if not row.is_over:
        raise Refusal("This game is not over yet.")
    if row.seat_of(interaction.user.id) is None:
        raise Refusal("You were not in this game. Open your own table with `/newgame`.")
    _may_post(interaction)
    others = [User(p.user_id, p.name) for p in row.players if p.user_id != interaction.user.id]
    two = GAMES[row.game].seats[-1] == 2
    lobby = await app.tables.open(
        row.guild_id,
        channel_of(interaction),
        user_of(interaction),
        row.game,
        row.options,
        seats=None if two else len(row.players),
        opponent=others[0] if two else None,
        rematch_of=row.id,
        setup=row.setup,
    )
    return public(app, lobby, asked=tuple(other.id for other in others))
