"""The message of a table: the players, and the buttons to join, leave, start, change and cancel."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.common.hours_off import describe
from bot.common.markdown import bold, bold_names
from bot.common.pace import LABELS, PACES
from bot.panels.core import Button
from bot.presentation.texts import GREEN, GREY, format_level, read_summary, renderer_of
from bot.storage.queries.tables.game_tables import GameTable
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import make_button, show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.messages import picture
from bot.ui.messages.gallery import RulesPress, make_opener
from bot.usecases.access import TABLE_CLOSED, has_computer
from bot.usecases.computers.seats import make_computers
from render.text.option_words import list_unusual
from render.text.words import join_words
from rules import GAMES

POSTS = {
    "thread": "The game gets its own thread.",
    "one": "One board is edited after each turn.",
}
"""Descriptions of where the boards are posted, for all settings except the default."""
CASUAL = "A casual game: it does not count for rankings and statistics."


class TablePress(Press, word="table"):
    """A button of a table."""

    table_id: int
    what: Annotated[str, one_of("join", "leave", "start", "cancel", "accept", "decline", "add", "less")]
    seen: int | None = None
    """Number of changes of the table when the button was made; ``None`` if there were none."""


class ChangePress(Press, word="change"):
    """**Change…** below a table, and the controls of the panel that it opens. ``stamp``: as in a **Play** panel."""

    table_id: int
    what: str
    stamp: str | None = None


def write_text(table: GameTable) -> str:
    """Return the text of a table's message."""
    game = GAMES[table.kind]
    names = [*bold_names([name for _, name in table.members]), *_computers(table)]
    lines = [f"**{game.title}**: {read_summary(table.kind)}"]
    if table.status == "started":
        lines.append(f"{join_words(names)} play: game #{table.game_id} has begun.")
    elif not table.is_open:
        lines.append(f"{TABLE_CLOSED[table.status]} (The host was {names[0]}.)")
    elif table.opponent_id is not None:
        lines.append(f"{names[0]} invites <@{table.opponent_id}> to a game. It is open until {_until(table)}.")
    else:
        most = table.seats or game.seats[-1]
        lines.append(f"At the table ({len(names)} of {most}): {join_words(names)}.")
        is_enough = table.taken >= game.seats[0]
        starts = f"{names[0]} can start {'now' if is_enough else f'once {game.seats[0]} have joined'}."
        rule = "It starts when all seats are taken." if table.seats else starts
        lines.append(f"{rule} Open until {_until(table)}.")
    terms = _describe_terms(table) if table.is_open or table.status == "started" else []
    return "\n".join([*lines, *(f"-# {line}" for line in terms)])


def choose_colour(table: GameTable) -> int:
    """Return the colour of the frame: green while the table is open."""
    return GREEN if table.is_open else GREY


def _describe_terms(table: GameTable) -> list[str]:
    """Return lines that describe the game: options, time, boards, computers, and facts about the options."""
    lines = []
    if unusual := list_unusual(renderer_of(table.kind).option_words, table.kind, table.options):
        lines.append(f"Options: {unusual}")
    if pace := PACES.get(table.terms.pace):
        name = "" if table.terms.pace in LABELS else f"{table.terms.pace}. "
        lines.append(f"Pace: {name}{str(pace)[0].upper()}{str(pace)[1:]}.")
        lines.append(describe(table.terms.off, table.terms.zone))
    if table.terms.match is not None:
        lines.append(f"Match: best of {table.terms.match}; the first player changes with each game.")
    lines.append(POSTS.get(table.terms.posts, ""))
    lines.append(CASUAL if table.terms.ranked == "no" else "")
    lines.append(" ".join(filter(None, [_hints(table), _level(table)])))
    return [line for line in [*lines, *_describe_known(table)] if line]


def _level(table: GameTable) -> str:
    """Describe the level of computers that are added; empty if none can be added, or if the level is shown with their names."""
    if not table.is_open or table.opponent_id is not None or table.terms.computers or not has_computer(table.kind):
        return ""
    return f"Computers added here play at level {table.terms.level}."


def _computers(table: GameTable) -> list[str]:
    """Return the computers at the table, with their level."""
    return [
        f"{bold(each.name)} ({format_level(each.holder_number or 0)})"
        for each in make_computers(table.terms.computers, table.terms.level, [name for _, name in table.members])
    ]


def _hints(table: GameTable) -> str:
    """Describe whether hints are allowed; empty for games without computer players."""
    if not has_computer(table.kind):
        return ""
    if table.terms.hints:
        return "Hints are allowed: `/hint` shows what a computer would play."
    may_be_alone = table.is_open and table.opponent_id is None and len(table.members) == 1 and not table.terms.hints_chosen
    return "Hints work only if all your opponents are computers." if may_be_alone else "Hints are off."


def _describe_known(table: GameTable) -> list[str]:
    """Return facts about games with the options of an open table."""
    if not table.is_open:
        return []
    facts = renderer_of(table.kind).option_facts
    return [facts[option] for option in table.options.items() if option in facts]


def _until(table: GameTable) -> str:
    return f"<t:{table.expires_at // 1000}:f>"


async def draw_setting(table: GameTable, theme: str) -> tuple[Attachment, ...]:
    """Draw the map, board or tile set of an open table; empty if the table is closed, or its game has none."""
    return await picture.draw_setting(table.kind, table.options, table.setup, theme) if table.is_open else ()


def make_buttons(table: GameTable) -> discord.ui.View | None:
    """Return the buttons of an open table, else ``None``. The buttons that change the players are in the first row."""
    if not table.is_open:
        return None
    if table.opponent_id is not None:
        wanted = [Button("accept", "Accept", "success"), Button("decline", "Decline", "danger")]
    else:
        wanted = [Button("join", "Join", "success"), Button("leave", "Leave")]
        if table.seats is None:
            wanted.append(Button("start", "Start", "primary", disabled=table.taken < GAMES[table.kind].seats[0]))
        if has_computer(table.kind) and table.taken < (table.seats or GAMES[table.kind].seats[-1]):
            wanted.append(Button("add", "Add a computer"))
        if table.terms.computers:
            wanted.append(Button("less", "Take a computer away"))
    seen = table.changes or None
    change = make_button(ChangePress(table.id, "open"), "Change…", row=1)
    rules = make_button(RulesPress(table.kind, "open"), "Rules", row=1)
    cancel = make_button(TablePress(table.id, "cancel", seen), "Cancel", row=1)
    who = [show_button(TablePress(table.id, each.id, seen).id, each, 0) for each in wanted]
    return view([*who, change, rules, *make_opener(table.kind), cancel])
