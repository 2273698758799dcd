"""**Change…** below a table: a private panel for its host, with a form for each group of settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic.fields import FieldInfo

from bot.common.markdown import bold
from bot.common.pace import PACES
from bot.common.terms import Terms
from bot.panels.core import MOST_IN_MENU, Button, Entry, Row
from bot.storage.queries.tables.game_tables import GameTable
from bot.ui.framework.app import App, Interaction, guild_of, user_of
from bot.ui.framework.forms import MOST_FIELDS, Field, make_choice_form, read_fields, read_only_value
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import UnknownId
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.table import ChangePress
from bot.ui.tables.changes import describe_value, list_changes, name_term
from bot.ui.tables.newgame import bounds_of, draw_options, fits
from bot.usecases.refusal import Refusal
from bot.usecases.tables import changing
from bot.usecases.tables.changing import Changed
from rules import GAMES, Game

SEATS = "seats"
ANY = "any"
"""The entry that leaves the number of players open: all who have joined."""
TIME, COMPANY = "time", "company"
"""The forms that every game can have: time, boards and ranking; players and computers."""
FORMS = {TIME: ("pace", "off", "posts", "ranked"), COMPANY: (SEATS, "computers", "level", "hints")}
RADIO = 5
"""Maximum number of entries shown as buttons; more are shown in a menu."""


@answers(ChangePress, edit=lambda press: press.what != "open")
async def handle_press(app: App, interaction: Interaction, press: ChangePress) -> Reply:
    """Open the panel or one of its forms, or save a submitted form."""
    guild, user = guild_of(interaction), user_of(interaction)
    table = await changing.get_for_host(app.context, guild, press.table_id, user)
    if press.what == "open":
        return _panel(interaction, table)
    verb, _, form = press.what.partition(".")
    names = _forms(table).get(form)
    if names is None or verb not in ("form", "send"):
        raise UnknownId("no such form")
    if verb == "form":
        fields = [make_field(table.kind, name, _now(table, name)) for name in names]
        custom_id = ChangePress(table.id, f"send.{form}", f"{interaction.id:x}").id
        return Reply("", form=make_choice_form(custom_id, _title(table, form), fields))
    chosen = {name: read_value(table.kind, name, read_only_value(read_fields(interaction), name)) for name in names}
    done = await changing.change(app.context, guild, table.id, user, **_sorted(table, chosen))
    return _panel(interaction, done.table, _describe_change(done), edit=True)


def _forms(table: GameTable) -> dict[str, Sequence[str]]:
    """Return the forms of a table: id -> its fields, which are options of the game (five per form) and applicable terms."""
    game = GAMES[table.kind]
    options = list(game.Options.model_fields)
    made: dict[str, Sequence[str]] = {
        f"options{number or ''}": options[first : first + MOST_FIELDS]
        for number, first in enumerate(range(0, len(options), MOST_FIELDS))
    }
    for form, names in FORMS.items():
        if fitting := [name for name in names if _fits(table, game, name)]:
            made[form] = fitting
    return made


def _fits(table: GameTable, game: Game[Any], name: str) -> bool:
    """Return whether a term can be changed at a table. A table with an invitation is always for two."""
    if name in (SEATS, "computers") and (table.opponent_id is not None or game.seats[0] == game.seats[-1]):
        return False
    return name == SEATS or fits(game, Terms.model_fields[name])


def _title(table: GameTable, form: str) -> str:
    """Return the title of a form. It does not mention computers for games that they cannot play."""
    if form == TIME:
        return "Time, boards, ranking"
    if form == COMPANY:
        parts = {"players": SEATS in _forms(table)[form], "computers": "level" in _forms(table)[form]}
        return " and ".join(name for name, is_there in parts.items() if is_there).capitalize()
    return "Options" if form == "options" else "More options"


def _panel(interaction: Interaction, table: GameTable, done_lines: Sequence[str] = (), *, edit: bool = False) -> Reply:
    """Return the panel: the current settings, and a button for each form."""
    lines = [f"**Your table for {GAMES[table.kind].title}**"]
    forms = _forms(table)
    for form, names in forms.items():
        now = " · ".join(
            f"{name_term(table.kind, name)} **{describe_value(table.kind, name, _now(table, name))}**" for name in names
        )
        lines.append(f"{_title(table, form)}: {now}")
    lines.append("-# You can change this until the game starts. Everybody at the table is notified, and may leave.")
    stamp = f"{interaction.id:x}"
    row: Row = tuple(Button(f"form.{form}", f"{_title(table, form)}…") for form in forms)
    view = lay_out("\n".join([*lines, *done_lines]), [row], lambda what: ChangePress(table.id, what, stamp).id)
    return Reply("", view=view, edit=edit)


def _describe_change(done: Changed) -> list[str]:
    """Return lines for the host about a change and the players to be notified."""
    if not done.changes:
        return ["Nothing has changed."]
    names = dict(done.table.members)
    users = ", ".join(bold(names[user]) if user in names else f"<@{user}>" for user in done.notified)
    return [
        "**Changed:**",
        *list_changes(done.table.kind, done.changes),
        *([f"I am notifying {users} in the channel."] if users else []),
    ]


def _now(table: GameTable, name: str) -> Any:
    if name == SEATS:
        return table.seats
    return table.options[name] if name in table.options else getattr(table.terms, name)


def make_field(kind: str, name: str, now: Any) -> Field:
    """Return the form field of an option or a term of a game; ``now``: its current value."""
    title, hint, values = name_term(kind, name), _hint(kind, name), list(_values(kind, name))
    if not values:
        return Field(name, _label(title), hint=hint, shape="text", now=str(now))
    entries = [
        Entry(key, describe_value(kind, name, value), _explain(name, value), chosen=value == now) for key, value in values
    ]
    return Field(name, _label(title), entries, hint, "radio" if 1 < len(entries) <= RADIO else "menu")


def _label(title: str) -> str:
    return f"{title[0].upper()}{title[1:]}"


def _hint(kind: str, name: str) -> str:
    if name == SEATS:
        return "With a number, the game starts when all seats are taken"
    if name == "computers":
        return "How many computers sit at the table"
    if name == "hints":
        return "By default, /hint works only if all your opponents are computers"
    return _label(_info(kind, name).description or "")


def _info(kind: str, name: str) -> FieldInfo:
    return GAMES[kind].Options.model_fields.get(name) or Terms.model_fields[name]


def _values(kind: str, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the choices: the text that the form sends, and the value. Yield nothing if a number has to be typed."""
    if name == SEATS:
        yield from [(ANY, None), *((str(seats), seats) for seats in GAMES[kind].seats)]
        return
    field = _info(kind, name)
    if field.annotation is bool:
        yield from [("yes", True), ("no", False)]
    elif field.annotation is int:
        low, high = bounds_of(field)
        if low is not None and high is not None and high - low < MOST_IN_MENU:
            yield from ((str(value), value) for value in range(low, high + 1))
    else:
        yield from ((str(value), value) for value in get_args(field.annotation))


def _explain(name: str, value: Any) -> str | None:
    """Return an explanation of a value; ``None`` if its name is clear."""
    return str(PACES[value]) if name == "pace" and value in PACES else None


def read_value(kind: str, name: str, sent: str) -> Any:
    """Convert the text that a form sent.

    Raise Refusal if it should be a number and is not, UnknownId if it is not among the choices.
    """
    values = dict(_values(kind, name))
    if values:
        if sent not in values:
            raise UnknownId(f"no value of {name}")
        return values[sent]
    typed = sent.strip()
    if not (typed.isascii() and typed.isdecimal()):
        raise Refusal(f"{_label(name_term(kind, name))} has to be a whole number.")
    return int(typed)


def _sorted(table: GameTable, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices as arguments of the use case. If the options change to a random map, its number is drawn.

    A number typed by the host is kept.
    """
    game = GAMES[table.kind]
    options = {name: value for name, value in chosen.items() if name in game.Options.model_fields}
    changed = {name: value for name, value in options.items() if value != table.options[name]}
    if changed:
        options |= draw_options(game, changed)
    terms = {name: value for name, value in chosen.items() if name in Terms.model_fields}
    return {"options": options, "terms": terms, **({SEATS: chosen[SEATS]} if SEATS in chosen else {})}
