"""``/newgame <game>``: one command per game, made from the game's options."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from random import SystemRandom
from typing import Any, Literal, Optional, cast, get_args, get_origin

import discord
from annotated_types import Ge, Le
from discord import app_commands
from pydantic.fields import FieldInfo

from bot.common.terms import Terms
from bot.presentation.texts import cut, read_summary, renderer_of
from bot.ui.framework.app import Interaction, app_of
from bot.ui.framework.reply import answer
from bot.ui.tables import tables
from bot.usecases.access import has_computer
from rules import GAMES, Game

LONGEST = 100
"""Maximum length of the description of a command or an option, in characters: Discord's limit."""


def group() -> app_commands.Group:
    """Return the command group with a command for each game."""
    made = app_commands.Group(name="newgame", description="Open a table for a game in this channel")
    for game in GAMES.values():
        made.add_command(_command(game))
    return made


def _command(game: Game[Any]) -> app_commands.Command[Any, Any, Any]:
    async def callback(interaction: Interaction, **values: Any) -> None:
        seats, opponent = values.pop("seats", None), values.pop("opponent", None)
        asked = {name: values.pop(name) for name in list(values) if name in Terms.model_fields}
        options = {name: value for name, value in values.items() if value is not None}
        options |= draw_options(game, options)
        where = app_of(interaction), interaction
        work = tables.open_table(*where, game.name, options, asked=asked, seats=seats, opponent=opponent)
        await answer(interaction, work, public=True)

    parameters = [inspect.Parameter("interaction", _POSITIONAL, annotation=discord.Interaction)]
    descriptions: dict[str, str] = {}
    for name, (annotation, description) in _options(game).items():
        parameters.append(inspect.Parameter(name, _POSITIONAL, default=None, annotation=annotation))
        descriptions[name] = cut(description, LONGEST)
    fields = {**game.Options.model_fields, **Terms.model_fields}
    labels = {name: _labels(game, name, fields[name]) for name in descriptions if name in fields}
    choices = {name: _choices(fields[name], words) for name, words in labels.items() if words}
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=game.name, description=cut(read_summary(game.name), LONGEST), callback=cast("Any", callback)
    )
    return app_commands.choices(**choices)(app_commands.describe(**descriptions)(command))


def _labels(game: Game[Any], name: str, field: FieldInfo) -> Mapping[Any, str]:
    """Return the words for the values of a term or an option; empty if members see the values unchanged."""
    extra = field.json_schema_extra
    labels = extra.get("labels") if isinstance(extra, dict) else None
    words = renderer_of(game.name).option_words
    if labels is None and name in words and get_origin(field.annotation) is Literal:
        return words[name][1]
    return cast("Mapping[Any, str]", labels or {})


def _choices(field: FieldInfo, labels: Mapping[Any, str]) -> list[app_commands.Choice[Any]]:
    """Return the choices of a term or an option whose values are shown in other words."""
    return [app_commands.Choice(name=labels.get(value, str(value)), value=value) for value in get_args(field.annotation)]


def draw_options(game: Game[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return random values for the options that are drawn unless chosen: the ``map_seed`` of a random map."""
    drawn: dict[str, Any] = {}
    for name, field in game.Options.model_fields.items():
        extra = field.json_schema_extra
        when = extra.get("drawn_where") if isinstance(extra, dict) else None
        if name not in options and isinstance(when, dict) and all(options.get(k) == v for k, v in when.items()):
            low, high = bounds_of(field)
            drawn[name] = SystemRandom().randint(low or 0, high or 0)
    return drawn


def bounds_of(field: FieldInfo) -> tuple[int | None, int | None]:
    """Return the minimum and the maximum of a number; ``None`` for a missing bound."""
    low = next((m.ge for m in field.metadata if isinstance(m, Ge)), None)
    high = next((m.le for m in field.metadata if isinstance(m, Le)), None)
    return cast("int | None", low), cast("int | None", high)


_POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD


def _options(game: Game[Any]) -> dict[str, tuple[Any, str]]:
    """Return the options of the command: name -> annotation for discord.py, and description."""
    low, high = game.seats[0], game.seats[-1]
    options: dict[str, tuple[Any, str]] = {}
    if low == high:
        me = "; pick this bot to play a computer" if has_computer(game.name) else ""
        options["opponent"] = (_optional(discord.Member), f"Whom to invite{me}. Empty: anyone can join")
    else:
        options["seats"] = (
            _optional(app_commands.Range[int, low, high]),
            "Number of players. Empty: all who have joined when you start",
        )
    for name, field in game.Options.model_fields.items():
        options[name] = (_annotation(game, name, field), field.description or name)
    for name, field in Terms.model_fields.items():
        if fits(game, field):
            options[name] = (_annotation(game, name, field), field.description or name)
    return options


def fits(game: Game[Any], term: FieldInfo) -> bool:
    """Return whether a term applies to a game: some depend on the number of seats, some need a computer player."""
    extra = term.json_schema_extra if isinstance(term.json_schema_extra, dict) else {}
    if extra.get("hidden"):
        return False
    is_for_two = game.seats[0] == game.seats[-1]
    if extra.get("seats") == ("more" if is_for_two else "two"):
        return False
    return extra.get("needs") != "computer" or has_computer(game.name)


def _annotation(game: Game[Any], name: str, field: FieldInfo) -> Any:
    """Return the annotation of a command's option: its type with bounds or choices, as optional."""
    if _labels(game, name, field):
        return _optional(type(get_args(field.annotation)[0]))
    if field.annotation is int:
        low, high = bounds_of(field)
        return _optional(app_commands.Range[int, low, high])
    values = [each for each in get_args(field.annotation) if get_origin(each) is Literal]  # of Literal[…] | None
    return _optional(values[0] if values else field.annotation)


def _optional(annotation: Any) -> Any:
    return annotation | None if isinstance(annotation, type) else Optional[annotation]  # noqa: UP045 - not only types
