"""Handlers of a table's buttons, and opening a table by ``/newgame`` or **Rematch**."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.common.markdown import bold
from bot.games.lessons import lesson_of
from bot.storage.queries.tables.game_tables import GameTable
from bot.ui.channels.post_target import list_missing_here, sees
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, channel_of, guild_of, name_of, parent_of, user_of
from bot.ui.framework.press import find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import table as message
from bot.ui.messages.welcome import add_welcome
from bot.usecases import access
from bot.usecases.context import User
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.usecases.tables import block_rules, opening, tables
from rules import GAMES

BUTTONS = {
    "join": tables.join,
    "leave": tables.leave,
    "start": tables.start,
    "cancel": tables.cancel,
    "accept": tables.accept,
    "decline": tables.decline,
    "add": tables.add_computer,
    "less": tables.remove_computer,
}


async def open_table(
    app: App,
    interaction: Interaction,
    kind: str,
    options: Mapping[str, Any],
    *,
    asked: Mapping[str, Any],
    seats: int | None = None,
    opponent: discord.Member | discord.User | User | None = None,
    setup: Mapping[str, Any] | None = None,
) -> Reply:
    """Open a table and return its public message. ``setup``: a custom map or board.

    ``opponent``: a member to be checked, or a ``User`` who was checked before.

    In a direct message, start a game against computers at once. Raise Refusal if the bot cannot post the boards here, or the
    opponent could not accept.
    """
    may_post(interaction)
    if interaction.guild_id is None:
        opponent, seats, asked = None, None, _alone(kind, seats, asked)
    if opponent is not None and is_me(interaction, opponent.id):
        opponent, asked = None, {**asked, "computers": 1}
    if isinstance(opponent, discord.Member | discord.User):
        may_invite(interaction, opponent)
        opponent = User(opponent.id, name_of(opponent))
    table = await opening.open_table(
        app.context,
        guild_of(interaction),
        channel_of(interaction),
        user_of(interaction),
        kind,
        options,
        asked=asked,
        parent_id=parent_of(interaction),
        seats=seats,
        opponent=opponent,
        setup=setup,
    )
    return await show_table(app, table)


def is_me(interaction: Interaction, user_id: int) -> bool:
    """Return whether a user id is that of the bot itself."""
    return interaction.client.user is not None and user_id == interaction.client.user.id


def may_invite(interaction: Interaction, opponent: discord.Member | discord.User) -> None:
    """Raise Refusal if a user could not accept an invitation: another bot, or a member who does not see the channel."""
    if opponent.bot:
        raise Refusal(f"{bold(name_of(opponent))} is a bot and does not play. Name a member, or me.")
    if isinstance(opponent, discord.Member) and not sees(interaction, opponent, channel_of(interaction)):
        raise Refusal(
            f"{bold(name_of(opponent))} cannot see this channel, and so could not accept. Open the table in a channel that "
            "both of you see, or ask a server manager to let them in."
        )


def _alone(kind: str, seats: int | None, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of a game against computers only. Unless a pace was requested there is no clock, since nobody waits."""
    lesson = lesson_of(kind)
    usual = GAMES[kind].seats[0] if lesson is None else lesson.play.seats
    computers = asked.get("computers") or (seats or usual) - 1
    one = asked.get("posts") == "one"
    return {**asked, "computers": computers, "pace": asked.get("pace") or "none", "posts": "one" if one else "turn"}


async def show_table(app: App, table: GameTable, asked: tuple[int, ...] = ()) -> Reply:
    """Return the message of a new table with its map or board. It pings the invited member, or those ``asked`` to join."""
    if asked:
        asked = await block_rules.welcome(app.context, [member for member, _ in table.members], asked)
    asked = (table.opponent_id,) if table.opponent_id else asked
    words = message.write_text(table)
    if table.is_open and table.opponent_id is None and asked:
        words += f"\n{', '.join(f'<@{user}>' for user in asked)}: will you join?"
    files = await message.draw_setting(table, await themes.of_server(app, table.guild_id))
    return Reply(
        words,
        view=message.make_buttons(table),
        files=files,
        colour=message.choose_colour(table),
        public=True,
        mentions=asked,
        sent=lambda message_id: tables.save_message(app.context, table, message_id),
        lost=lambda: tables.show(app.context, table.id),
    )


@answers(message.TablePress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: message.TablePress) -> Reply:
    """Handle a button of a table, and return the updated message."""
    act, table_id = find_word(press.what, BUTTONS), press.table_id
    if press.what in ("join", "accept", "start", "add"):
        may_post(interaction)
    seen = {"seen": press.seen or 0} if press.what in ("join", "accept") else {}
    table = await act(app.context, guild_of(interaction), table_id, user_of(interaction), **seen)
    if table.is_withdrawn:
        return Reply("The invitation is cancelled, and its message is deleted.")
    message_id = interaction.message.id if interaction.message else None
    reply = Reply(
        message.write_text(table),
        view=message.make_buttons(table),
        colour=message.choose_colour(table),
        edit=True,
        keep_files=table.is_open,
        sent=lambda shown_by: tables.save_message(app.context, table, shown_by),
        lost=lambda: tables.show(app.context, table_id, message_id),
    )
    return add_welcome(app, interaction, table.kind, reply) if press.what in ("join", "accept") else reply


async def open_rematch(app: App, interaction: Interaction, position: GameView, *, level: int | None = None) -> Reply:
    """Open a table for the next game of the same players with the same rules; two players swap seats.

    ``level``: of the computers; ``None`` for the same as before. Raise Refusal if the opponent of a game for two is away.
    """
    row = position.row
    access.to_play_again(row, interaction.user.id)
    may_post(interaction)
    others = [User(p.user_id, p.name) for p in row.players if p.user_id not in (None, interaction.user.id)]
    away = {other.id: why for other in others if (why := await explain_away(app, interaction, other))}
    if GAMES[row.kind].seats[-1] == 2 and away:
        raise Refusal(" ".join(away.values()))
    host, channel = user_of(interaction), channel_of(interaction)
    table = await opening.open_rematch(app.context, row, host, channel, parent_of(interaction), level)
    return await show_table(app, table, asked=tuple(other.id for other in others if other.id not in away))


async def explain_away(app: App, interaction: Interaction, other: User) -> str:
    """Return why a member cannot be asked to join; empty if they can, or if Discord gave no answer."""
    match await app.check_member(guild_of(interaction), channel_of(interaction), other.id):
        case "left":
            return f"{bold(other.name)} has left this server. Open a table for somebody else with `/newgame`."
        case "unseen":
            return f"{bold(other.name)} cannot see this channel now. Open a table where both of you can with `/newgame`."
        case _:
            return ""


def may_post(interaction: Interaction) -> None:
    """Raise Refusal if the bot cannot post boards in this channel; in a direct message, it always can."""
    if interaction.guild_id is None:
        return
    missing = list_missing_here(interaction)
    if missing:
        raise Refusal(
            f"I cannot post boards in this channel: I lack the permission{'s' if len(missing) > 1 else ''} "
            f"**{', '.join(missing)}**. A server manager can give it to me, or try another channel."
        )
