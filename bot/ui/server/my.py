"""The group ``/my``, with ``/my data`` (everything stored about the user) and ``/my forget`` (delete it)."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import discord
from discord import app_commands

from bot.common.home import is_home
from bot.panels.core import Button
from bot.storage.queries.play.games import GameRow
from bot.ui.command_shapes import plain
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import make_button, show_button, view
from bot.ui.framework.layout import lay_out_list
from bot.ui.framework.parts import FORGET, MyPress, show_among_mine
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.notifications import notifications
from bot.ui.server import blocked, preferences
from bot.ui.time import vacation
from bot.usecases.privacy import forgetting
from render.text.words import join_first
from rules import GAMES
from rules.words import count

HERE, EVERYWHERE = "here", "everywhere"
"""The scope of a request: this server, or all servers of the bot."""

SMALL = 4_000_000
"""Maximum size of an uncompressed file, in bytes; larger files are compressed."""
MOST_NAMED = 10
"""Maximum number of running games named in the confirmation."""


def group() -> app_commands.Group:
    """Return the commands ``/my …``."""
    made = app_commands.Group(name="my", description="What this bot has about you")

    data, forget = (
        "Everything that this bot has stored about you, as a file",
        "Have this bot forget you (you are asked whether you mean it)",
    )
    notify = "How I notify you of your turn: mentions, quiet hours, reminders"
    block = "Members you do not want to play with; they won’t know"
    made.add_command(plain("data", data, lambda app, interaction: show_data(app, interaction, HERE)))
    made.add_command(plain("forget", forget, lambda _, interaction: confirm_forget(interaction)))
    preferences.add_to(made)
    made.add_command(plain("notifications", notify, notifications.open_panel))
    vacation.add_to(made)
    made.add_command(plain("blocked", block, blocked.open_panel))
    return made


class DataPress(Press, word="data"):
    """A button that sends a member everything stored about them."""

    where: Annotated[str, one_of(HERE, EVERYWHERE)]


class ForgetPress(Press, word="forget"):
    """A button of the confirmation of ``/my forget``."""

    where: Annotated[str, one_of(HERE, EVERYWHERE)]
    what: Annotated[str, one_of("ask", "yes", "no")]


def _place(interaction: Interaction, where: str) -> tuple[int | None, str]:
    """Return the server id of a request (``None`` for all servers, as always in direct messages), and the place in words."""
    if where == EVERYWHERE or interaction.guild_id is None:
        return None, "in all servers"
    return guild_of(interaction), "in this server"


@answers(DataPress, direct=True)
async def handle_data_press(app: App, interaction: Interaction, press: DataPress) -> Reply:
    """Return everything stored about the user, as a file."""
    return await show_data(app, interaction, press.where)


@answers(MyPress, edit=lambda press: press.part != FORGET, direct=True)
async def show_part(app: App, interaction: Interaction, press: MyPress) -> Reply:
    """Return a part of the panel in place of the previous one; the question whether to forget is a new message."""
    match press.part:
        case "notifications":
            shown = await notifications.open_panel(app, interaction)
        case "preferences":
            shown = await preferences.open_panel(app, interaction, None)
        case "vacation":
            shown = await vacation.open_vacation_panel(app, interaction, None, None)
        case "blocked":
            shown = await blocked.open_panel(app, interaction)
        case "data":
            shown = _about_data(interaction)
        case _:
            return await confirm_forget(interaction)
    return replace(shown, edit=True)


def _about_data(interaction: Interaction) -> Reply:
    """Return the part about stored data, with buttons to download or delete it."""
    text = "**Your data**\nDownload what I store about you, as a file that only you see, or delete it: I ask before I do."
    here = [] if interaction.guild_id is None else [make_button(DataPress(HERE), "This server")]
    buttons = [*here, make_button(DataPress(EVERYWHERE), "All servers"), make_button(MyPress(FORGET), "Forget me…", "danger")]
    return show_among_mine(Reply("", view=lay_out_list([discord.ui.TextDisplay(text)], view(buttons))), "data")


async def show_data(app: App, interaction: Interaction, where: str) -> Reply:
    """Return everything stored about the user as a file, with a summary."""
    guild, place = _place(interaction, where)
    data = await forgetting.export_data(app.context, interaction.user.id, guild)
    tables = data["tables"]
    if not any(tables.values()):
        text = f"I have stored nothing about you {'in any server' if guild is None else place}."
        files: tuple[Attachment, ...] = ()
    else:
        text = (
            f"What I have stored about you {place}: {_count_rows(tables)}. All of it is in the file. "
            "Of the people you play with, it has only the names of those you have blocked. `/my forget` deletes it."
        )
        files = (_file(data),)
    again = None if guild is None else view([make_button(DataPress(EVERYWHERE), "All servers")])
    return Reply(text, view=again, files=files)


def _count_rows(tables: Mapping[str, list[dict[str, Any]]]) -> str:
    games = Counter(game["status"] for game in tables["games"] if game.get("started_by") is None)
    counts = {
        "running game": games["running"],
        "adjourned game": games["adjourned"],
        "finished game": games["over"],
        "cancelled game": games["cancelled"],
        "move": len(tables["game_log"]),
        "table": len(tables["game_table_members"]),
        "partial move": len(tables["drafts"]),
        "vote": len(tables["votes"]),
        "comment": len(tables["remarks"]),
        "note": len(tables["notes"]),
        "block": len(tables["blocks"]),
        "lesson": len(tables["lessons"]),
        "puzzle": len(tables["puzzle_tries"]),
    }
    return ", ".join(count(number, what) for what, number in counts.items() if number) or "a little"


def _file(data: Mapping[str, Any]) -> Attachment:
    plain = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
    if len(plain) <= SMALL:
        return Attachment(plain, "my-data.json")
    return Attachment(gzip.compress(plain), "my-data.json.gz")


async def confirm_forget(interaction: Interaction) -> Reply:
    """``/my forget``: ask in which servers."""
    here = {} if interaction.guild_id is None else {HERE: "In this server"}
    wanted = {**here, EVERYWHERE: "In all servers"}
    return Reply(
        "I can forget you. In finished games **a former player** then sits in your place, with your moves, but without your "
        "name; everything else about you is deleted. You give up your running games and leave your leagues. What I have "
        "posted in channels stays. This cannot be undone. Where shall I forget you?",
        view=view(make_button(ForgetPress(where, "ask"), label, "danger") for where, label in wanted.items()),
    )


@answers(ForgetPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: ForgetPress) -> Reply:
    """Ask for confirmation, or carry out the answer."""
    where, what, user = press.where, press.what, interaction.user.id
    guild, place = _place(interaction, where)
    if what == "no":
        return Reply("Good: everything stays as it is.", edit=True)
    if what == "ask":
        return await _question(app, user, guild, where, place)
    given_up = await forgetting.forget(app.context, user, guild)
    games = {0: "", 1: " You have given up one game."}.get(given_up, f" You have given up {given_up} games.")
    return Reply(f"I have forgotten you {place}.{games} If you play again, I start from nothing.", edit=True)


def _name_games(rows: Sequence[GameRow]) -> str:
    return join_first([f"{GAMES[row.kind].title} #{row.id}" for row in rows], MOST_NAMED)


async def _question(app: App, user_id: int, guild: int | None, where: str, place: str) -> Reply:
    running = await forgetting.list_games_to_give_up(app.context, user_id, guild)
    own = [row for row in running if is_home(row.guild_id)]
    others = [row for row in running if row not in own]
    games = f" You give up **{_name_games(others)}**." if others else "" if own else " You are in no running game."
    if own:
        games += f" In direct messages with me, **{_name_games(own)}** {'is' if len(own) == 1 else 'are'} deleted."
    wanted = [Button("yes", "Yes, forget me", "danger"), Button("no", "No")]
    return Reply(
        f"Do you really want me to forget you {place}?{games}",
        view=view(show_button(ForgetPress(where, b.id).id, b) for b in wanted),
        edit=True,
    )
