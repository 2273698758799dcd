"""``/league create``: a private panel in which the host sets up a league and then announces it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.common.pace import LABELS, PACES
from bot.league.rounds import can_pair
from bot.panels.core import Button, Entry
from bot.presentation.texts import renderer_of
from bot.storage.queries.league.leagues import League
from bot.ui.framework.app import App, Interaction, channel_of, guild_of, list_roles, parent_of, user_of
from bot.ui.framework.forms import MOST_FIELDS, Field, make_choice_form, read_fields, read_only_value
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press, UnknownId
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.league import words
from bot.ui.tables.change import RADIO, make_field, read_value
from bot.ui.tables.newgame import bounds_of, draw_options
from bot.ui.tables.tables import may_post
from bot.usecases import access
from bot.usecases.league import creating
from bot.usecases.league.settings import PACES_OF_ROUNDS, LeagueSettings, is_for_two, settings_of
from render.text.option_words import list_unusual
from rules import GAMES

FORMS: Mapping[str, tuple[str, Sequence[str]]] = {
    "play": ("How it is played", ("form", "size", "at_once", "pace", "off")),
    "season": ("Season", ("days", "weeks", "ends", "rounds")),
    "computer": ("Computer", ("computer", "level")),
}
"""The forms that exist for every game: id -> title and fields."""
LABELS_OF = {
    "form": "Divisions or rounds",
    "size": "Most members in a division",
    "at_once": "Games at once for each member",
    "days": "Days until it starts",
    "weeks": "Weeks that a season lasts",
    "ends": "Unfinished games at the end",
    "rounds": "Number of rounds (not for divisions)",
    "computer": "A computer if the number is odd",
    "level": "Level of that computer",
    "pace": "Pace",
}
VALUES: Mapping[str, Mapping[Any, str]] = {
    "form": words.FORMS,
    "ends": words.ENDS,
    "computer": {False: "no", True: "yes"},
    "pace": {name: LABELS.get(name, name) for name in PACES},
}


class DraftPress(Press, word="leaguedraft"):
    """A button of the panel, which opens a form or announces the league, or a submitted form. ``stamp``: that of the panel."""

    league_id: int
    what: str
    stamp: str


async def open_panel(app: App, interaction: Interaction, kind: str) -> Reply:
    """Create the draft of a league, and return its panel."""
    may_post(interaction)
    league = await creating.create(
        app.context,
        guild_of(interaction),
        channel_of(interaction),
        user_of(interaction),
        kind,
        parent_id=parent_of(interaction),
        manages=interaction.permissions.manage_guild,
        roles=list_roles(interaction),
    )
    return _panel(interaction, league)


@answers(DraftPress, edit=lambda press: not press.what.startswith("form."))
async def handle_press(app: App, interaction: Interaction, press: DraftPress) -> Reply:
    """Open a form, save a submitted one, or announce the league."""
    guild, user = guild_of(interaction), user_of(interaction)
    if press.what == "announce":
        league = await creating.announce(app.context, guild, press.league_id, user)
        return Reply(f"**{words.write_title(league)}** is announced in <#{league.channel_id}>.", edit=True)
    verb, _, form = press.what.partition(".")
    league = await creating.read_draft(app.context, guild, press.league_id, user)
    if form not in (forms := _forms(league)) or verb not in ("form", "send"):
        raise UnknownId("no such form")
    title, names = forms[form]
    if verb == "form":
        custom_id = DraftPress(league.id, f"send.{form}", f"{interaction.id:x}").id
        return Reply("", form=make_choice_form(custom_id, title, [_field(league, name) for name in names]))
    sent = read_fields(interaction)
    chosen = {name: _read(league.kind, name, read_only_value(sent, name)) for name in names}
    options = {name: value for name, value in chosen.items() if name in league.options}
    changed = {name: value for name, value in options.items() if value != league.options[name]}
    options |= draw_options(GAMES[league.kind], changed) if changed else {}
    data = {name: value for name, value in chosen.items() if name in LeagueSettings.model_fields}
    return _panel(
        interaction, await creating.change(app.context, guild, league.id, user, options=options, data=data), edit=True
    )


def _panel(interaction: Interaction, league: League, *, edit: bool = False) -> Reply:
    """Return the panel: the current settings, a button for each form, and the button to announce."""
    stamp = f"{interaction.id:x}"
    lines = [f"**A league of {GAMES[league.kind].title}**, in <#{league.channel_id}>", *words.describe_draft(league)]
    if unusual := list_unusual(renderer_of(league.kind).option_words, league.kind, league.options):
        lines.append(f"Options: {unusual}")
    lines.append("-# Once it is announced, members can join, and it can no longer be changed.")
    forms = tuple(Button(f"form.{form}", f"{title}…") for form, (title, _) in _forms(league).items())
    rows = [forms, (Button("announce", "Announce", "success"),)]
    view = lay_out("\n".join(lines), rows, lambda what: DraftPress(league.id, what, stamp).id)
    return Reply("", view=view, edit=edit)


def _forms(league: League) -> dict[str, tuple[str, Sequence[str]]]:
    """Return the forms of a league: id -> title and fields."""
    options = list(league.options)
    made: dict[str, tuple[str, Sequence[str]]] = {
        f"options{number or ''}": ("More options" if number else "Options", options[first : first + MOST_FIELDS])
        for number, first in enumerate(range(0, len(options), MOST_FIELDS))
    }
    for form, (title, names) in FORMS.items():
        fitting = [name for name in names if _fits(league.kind, name)]
        if fitting:
            made[form] = (title, fitting)
    return made


def _fits(kind: str, name: str) -> bool:
    if name in ("form", "rounds"):
        return is_for_two(kind) and can_pair()
    return access.has_computer(kind) or name not in FORMS["computer"][1]


def _field(league: League, name: str) -> Field:
    if name in league.options:
        return make_field(league.kind, name, league.options[name])
    now = getattr(settings_of(league), name)
    if name == "off":
        return make_field(league.kind, name, now)
    entries = [
        Entry(key, VALUES.get(name, {}).get(value, str(value)), _explain(name, value), chosen=value == now)
        for key, value in _values(name)
    ]
    return Field(name, LABELS_OF[name], entries, shape="radio" if len(entries) <= RADIO else "menu")


def _explain(name: str, value: Any) -> str | None:
    if name != "pace":
        return None
    return f"{PACES[value]}{'; for rounds, too' if value in PACES_OF_ROUNDS else ''}"


def _values(name: str) -> Iterator[tuple[str, Any]]:
    """Yield the choices for a setting of a league: the text that the form sends, and the value."""
    if name in VALUES:
        yield from ((str(value), value) for value in VALUES[name])
        return
    low, high = bounds_of(LeagueSettings.model_fields[name])
    yield from ((str(value), value) for value in range(low or 0, (high or 0) + 1))


def _read(kind: str, name: str, sent: str) -> Any:
    if name not in LABELS_OF:
        return read_value(kind, name, sent)
    values = dict(_values(name))
    if sent not in values:
        raise UnknownId(f"no value of {name}")
    return values[sent]
