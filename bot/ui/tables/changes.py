"""Describes a host's changes of a table, and makes the message that notifies the players there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

import discord

from bot.common.markdown import bold, jump, to_markdown
from bot.common.pace import LABELS
from bot.common.terms import POSTS, RANKED
from bot.common.words import quote
from bot.presentation.texts import keep_fitting, renderer_of
from bot.storage.queries.tables.game_tables import GameTable
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases.tables import tables
from bot.usecases.tables.changing import Change
from render.text import option_words
from rules import GAMES

NAMES = {"off": "hours off", "posts": "boards", "level": "level of computers", "seats": "players"}
"""Term -> its name for members; other terms are shown by their own names."""
VALUES: Mapping[str, Mapping[Any, str]] = {
    "pace": LABELS,
    "posts": POSTS,
    "ranked": RANKED,
    "hints": {True: "allowed", False: "off"},
    "computers": {0: "none"},
    "seats": {None: "all who have joined"},
}
"""Term -> the words for its values."""


class ChangedPress(Press, word="changed"):
    """The button of the message about changes. ``post_id``: of the post with the button."""

    table_id: int
    post_id: int
    what: Annotated[str, one_of("leave", "decline")]


def name_term(kind: str, name: str) -> str:
    """Return the name of an option or a term of a table for members."""
    return NAMES.get(name) or option_words.name_option(renderer_of(kind).option_words, name)


def describe_value(kind: str, name: str, value: Any) -> str:
    """Return the words for a value of an option or a term of a table."""
    if name in VALUES:
        return VALUES[name].get(value, str(value))
    return to_markdown(quote(option_words.describe_value(renderer_of(kind).option_words, name, value)))


def list_changes(kind: str, changes: Sequence[Change]) -> list[str]:
    """Return a line of Markdown for each change."""
    return [
        f"- {name_term(kind, each.name)}: **{describe_value(kind, each.name, each.after)}** "
        f"(was {describe_value(kind, each.name, each.before)})"
        for each in changes
    ]


def write_text(table: GameTable, changes: Sequence[Change], users: Sequence[int], silent: Collection[int]) -> str:
    """Return the message that notifies users of a change. Those in ``silent`` are named without a mention."""
    names = dict(table.members)
    people = [bold(names[user]) if user in silent and user in names else f"<@{user}>" for user in users]
    where = "this table"
    if table.message_id is not None:
        where = f"[this table]({jump(table.guild_id, table.channel_id, table.message_id)})"
    head = f"{', '.join(people)}: {bold(names[table.host_id])} has changed {where} for **{GAMES[table.kind].title}**."
    away = "Leave" if table.opponent_id is None else "Decline"
    return keep_fitting([head, *list_changes(table.kind, changes), f"Press **{away}** if you do not want that."])


def make_buttons(table: GameTable, post_id: int) -> discord.ui.View:
    """Return the button to leave the table."""
    if table.opponent_id is None:
        return view([make_button(ChangedPress(table.id, post_id, "leave"), "Leave")])
    return view([make_button(ChangedPress(table.id, post_id, "decline"), "Decline", "danger")])


@answers(ChangedPress)
async def leave(app: App, interaction: Interaction, press: ChangedPress) -> Reply:
    """Remove the user from the table, and update its message."""
    act = tables.leave if press.what == "leave" else tables.decline
    await act(app.context, guild_of(interaction), press.table_id, user_of(interaction))
    await tables.show(app.context, press.table_id)
    return Reply("You have left the table." if press.what == "leave" else "You have declined the invitation.")
