"""Passes each press to its handler by its ``custom_id``, and answers commands with invalid options."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeVar

import discord
from discord import app_commands
from pydantic import ValidationError

from bot.common.markdown import to_markdown
from bot.common.words import quote
from bot.ui.framework import forms
from bot.ui.framework.app import App, Interaction, app_of
from bot.ui.framework.components import read_used
from bot.ui.framework.direct import let_in
from bot.ui.framework.places import explain_not_here
from bot.ui.framework.press import Press, UnknownId, read_press
from bot.ui.framework.reply import Reply, about, answer, excuse, ready

logger = logging.getLogger(__name__)

P = TypeVar("P", bound=Press)
Handler = Callable[[App, Interaction, P], Coroutine[Any, Any, Reply]]
Which = bool | Callable[[Any], bool]
"""A property of a kind of press: a constant, or a function of the press."""

NO_MEMBER = "Name a member of this server."
NO_OPPONENT = "In a direct message you play against the computer: leave out the opponent."
MOST_QUOTED = 50
"""Maximum length of an invalid value quoted in an answer, in characters."""
UNKNOWN = Reply("This button is from an older version of the bot. See `/games` for your games.")


class Handling(NamedTuple):
    """The handler of a kind of press, and the kind of reply to expect from it."""

    handler: Handler[Any]
    edit: Which
    public: Which
    direct: Which
    """Whether it also works in a direct message, for a game of a server or for no game."""


HANDLERS: dict[type[Press], Handling] = {}
READERS = {discord.InteractionType.component: read_used, discord.InteractionType.modal_submit: forms.read_sent}
"""How the press is read from the data of each type of interaction."""


def answers(
    kind: type[P], *, edit: Which = False, public: Which = False, direct: Which = False
) -> Callable[[Handler[P]], Handler[P]]:
    """Register a function as the handler of a kind of press.

    ``edit``: the reply replaces the pressed message. ``public``: everybody sees the reply. ``direct``: it also works in a
    direct message, for a player of its game, or for anybody if it concerns no game of a server.
    """

    def register(handler: Handler[P]) -> Handler[P]:
        if kind in HANDLERS:
            raise ValueError(f"{kind.__name__} has two handlers")
        HANDLERS[kind] = Handling(handler, edit, public, direct)
        return handler

    return register


async def handle_press(interaction: Interaction) -> None:
    """Answer a press of any button or menu of the bot, or a submitted form, whose typed text is the value of the press."""
    read = READERS.get(interaction.type)
    if read is None:  # a command
        return
    if why := explain_not_here(interaction):
        await answer(interaction, ready(Reply(why)))
        return
    try:
        press = read_press(*read({**(interaction.data or {})}))
    except (UnknownId, LookupError, TypeError, AttributeError) as error:  # Discord itself never sends such data
        _log_unknown(error, interaction)
        await answer(interaction, ready(UNKNOWN))
        return
    handling = HANDLERS[type(press)]
    edit, public = _holds(handling.edit, press), _holds(handling.public, press)
    await answer(interaction, _handle(interaction, press, handling), edit=edit, public=public)


async def answer_failed_command(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Answer a command whose options were invalid, so that no handler was called."""
    if isinstance(error, app_commands.TransformerError):
        wrong = to_markdown(quote(f"“{str(error.value)[:MOST_QUOTED]}” does not fit there."))
        reply = Reply(f"{wrong} {NO_MEMBER if interaction.guild_id else NO_OPPONENT}")
    elif isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        reply = Reply("This command has changed. Type it again; Discord may take some minutes to show the new form.")
    else:
        reply = excuse(interaction, error)
    await answer(interaction, ready(reply))


async def _handle(interaction: Interaction, press: Press, handling: Handling) -> Reply:
    """Return the handler's reply, after checking whether the press is allowed in a direct message.

    For a press that no button or menu of the bot can make, return a friendly reply.
    """
    app = app_of(interaction)
    try:
        if interaction.guild_id is None:
            await let_in(app, interaction, press, may=_holds(handling.direct, press))
        return await handling.handler(app, interaction, press)
    except (UnknownId, ValidationError) as error:  # the value is in no menu of the bot
        _log_unknown(error, interaction)
        return UNKNOWN


def _holds(which: Which, press: Press) -> bool:
    return which(press) if callable(which) else which


def _log_unknown(error: Exception, interaction: Interaction) -> None:
    data: Mapping[str, Any] = {**(interaction.data or {})}
    where = {"custom_id": data.get("custom_id"), **about(interaction)}
    logger.warning("an unreadable press: %r", error, extra=where)
