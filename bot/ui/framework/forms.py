"""Forms, opened by buttons. A submitted form is handled as a press, with its first text as the only value.

For forms with several fields, ``read_fields`` returns the entries of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import discord
from discord import ui

from bot.panels.core import MOST_ENTRY, Entry
from bot.ui.framework.press import UnknownId
from rules import GAMES, State


def make_text_form(
    custom_id: str, title: str, label: str, hint: str, example: str, most: int, *, now: str | None = None
) -> ui.Modal:
    """Return a form with one text field of at most ``most`` characters: ``hint`` stands below its label, ``example`` in it.

    ``now``: the current text to edit. The field then accepts an empty text and several lines.
    """
    made = ui.Modal(title=title[:45], custom_id=custom_id)
    field = ui.TextInput[ui.Modal](
        custom_id="text",
        placeholder=example[:100],
        max_length=most,
        default=now or None,
        required=now is None,
        style=discord.TextStyle.short if now is None else discord.TextStyle.paragraph,
    )
    made.add_item(ui.Label(text=label[:45], description=hint[:100], component=field))
    return made


MOST_TEXT = 20
"""Maximum length of a text in a form with several fields, in characters; such texts are numbers."""
MOST_FIELDS = 5
"""Maximum number of fields in a form: Discord's limit."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: one of several entries, by buttons (``radio``, 2 to 10) or in a menu (up to 25); or a text."""

    id: str
    label: str
    """The label, at most 45 characters."""
    choices: Sequence[Entry] = ()
    hint: str = ""
    """The text below the label, at most 100 characters."""
    shape: Literal["radio", "menu", "text"] = "menu"
    now: str = ""
    """The initial text of a text field."""


def make_choice_form(custom_id: str, title: str, fields: Sequence[Field]) -> ui.Modal:
    """Return a form with one to five fields, with the default entries selected."""
    made = ui.Modal(title=title[:45], custom_id=custom_id)
    for field in fields[:MOST_FIELDS]:
        made.add_item(ui.Label(text=field.label[:45], description=field.hint[:100] or None, component=_component(field)))
    return made


def _component(field: Field) -> ui.Item[Any]:
    def words(entry: Entry) -> dict[str, Any]:
        described = None if entry.description is None else entry.description[:MOST_ENTRY]
        return {"label": entry.label[:MOST_ENTRY], "value": entry.value, "description": described, "default": entry.chosen}

    if field.shape == "radio":
        return ui.RadioGroup(custom_id=field.id, options=[discord.RadioGroupOption(**words(e)) for e in field.choices])
    if field.shape == "text":
        return ui.TextInput(custom_id=field.id, default=field.now, max_length=MOST_TEXT)
    options = [discord.SelectOption(**words(e)) for e in field.choices]
    return ui.Select(custom_id=field.id, options=options, required=True)


def read_fields(interaction: discord.Interaction[Any]) -> dict[str, tuple[str, ...]]:
    """Return the chosen or typed values of each field of a submitted form: id of the field -> values."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_fields(data.get("components", ())))


def _fields(components: Iterable[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for component in components:
        if isinstance(name := component.get("custom_id"), str):
            value, values = component.get("value"), component.get("values")
            yield name, (value,) if isinstance(value, str) else tuple(map(str, values or ()))
        inner = component.get("component")
        yield from _fields([*component.get("components", ()), *([inner] if inner else [])])


def read_only_value(fields: Mapping[str, tuple[str, ...]], name: str) -> str:
    """Return the only value of a field. Raise UnknownId if a forged form has none."""
    if len(fields.get(name, ())) != 1:
        raise UnknownId(f"no field {name}")
    return fields[name][0]


def read_sent(data: Mapping[str, Any]) -> tuple[str, Sequence[str]]:
    """Return the ``custom_id`` of a submitted form, and the first value chosen or typed, if any."""
    return data["custom_id"], [value for _, values in _fields(data.get("components", ())) for value in values][:1]


MOST_TYPED = 500
"""Maximum length of a typed move, in characters: the longest turns of Land have many plots."""
ONE_MOVE = "Type as with /move. The panel asks for what you leave out."
SEVERAL = "Type as with /move, also several moves. The panel asks for what you leave out."


def make_move_form(custom_id: str, state: State, label: str = "Your move", hint: str = ONE_MOVE) -> discord.ui.Modal:
    """Return the form to type a move at a position."""
    return make_text_form(custom_id, GAMES[state.game].title, label, hint, f"such as {state.moves()[0]}", MOST_TYPED)
