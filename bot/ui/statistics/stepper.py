"""Looking through a game: ``/history``, a picture of each turn with buttons that lead on; ``/replay``; and **Share**."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.common.markdown import bold_names, escape
from bot.common.permissions import lacking_here
from bot.panels.core import Button
from bot.ui.channels.visibility import check_seen
from bot.ui.framework import ids, themes
from bot.ui.framework.app import App, guild_of, here
from bot.ui.framework.components import button, view
from bot.ui.framework.forms import text_form
from bot.ui.framework.press_limit import TOO_MANY_REPLAYS
from bot.ui.framework.reply import Attachment, Reply
from bot.ui.framework.texts import MESSAGE, cut, result_of
from bot.ui.messages import picture
from bot.ui.messages.replay import Replay, load_replay
from bot.ui.play.boards import may_have_picture
from bot.ui.statistics.lists import find_game
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import replays
from bot.usecases.statistics.replays import REPLAY
from render import View
from render import picture as draw
from rules import GAMES
from rules.words import isolated

Interaction = discord.Interaction[Any]

MOST_LINES = 6
"""Lines of what has happened, up to the turn that is shown."""


# ---------------------------------------------------------------------- the commands


async def show_history(app: App, interaction: Interaction, game: int | None, turn: int | None = None) -> Reply:
    """A game turn by turn, from the last one or the one named."""
    row = await find_game(app, interaction, game)
    return await show_scene(app, interaction, f"g{row.id}", turn)


async def show_replay(app: App, interaction: Interaction, game: int | None) -> Reply:
    """A game as a moving picture, for nobody but the asker."""
    row = await find_game(app, interaction, game)
    return await show_moving_picture(app, interaction, f"g{row.id}")


# ---------------------------------------------------------------------- what they show


async def _load(app: App, interaction: Interaction, source: str, version: int | None = None) -> Replay:
    """Return a replay. Raise Refusal if there is none, or the asker does not see the game."""
    replay = await load_replay(app, guild_of(interaction), source, version)
    if replay.row is not None:
        check_seen(interaction, replay.row)
    return replay


async def show_scene(app: App, interaction: Interaction, source: str, number: int | None, *, edit: bool = False) -> Reply:
    """A scene with the buttons that lead on, by default the last one."""
    guild, user = guild_of(interaction), interaction.user.id
    may_have_picture(app, user)
    replay = await _load(app, interaction, source)
    number = replay.last if number is None else min(max(0, number), replay.last)
    file = await scene_picture(replay, number, await themes.of_member(app, guild, user), f"{replay.source}-{number}.png")
    return Reply(text(replay, number), view=_buttons(replay, number), files=(file,), edit=edit)


async def show_moving_picture(app: App, interaction: Interaction, source: str) -> Reply:
    """The whole game as a moving picture."""
    guild, user = guild_of(interaction), interaction.user.id
    replay = await _load(app, interaction, source)
    if not replay.scenes:
        raise Refusal("Nobody has moved in this game yet.")
    if not app.pacing.replays.take(user):
        raise Refusal(TOO_MANY_REPLAYS)
    theme = await themes.of_member(app, guild, user)
    gif = await picture.replay_of(app, replay, user, theme, f"{replay.source}.gif")
    share = button(ids.look(source, replay.version, REPLAY, "share"), Button("share", "Share", "primary"))
    step = button(ids.look(source, 0, 0, "go"), Button("go", "Turn by turn"))
    return Reply(replay_text(replay), view=view([share, step]), files=(gif,))


def replay_text(replay: Replay) -> str:
    """What stands above a replay."""
    if replay.is_over:
        return f"{title(replay)}, from the first move to the last."
    return f"{title(replay)}, from the first move to how it stands now."


def title(replay: Replay) -> str:
    """What the replay is of: ``Pastures New #12 · Ada, Björn``."""
    number = f" #{replay.source[1:]}" if replay.source.startswith("g") else " from a file"
    return f"**{GAMES[replay.kind].title}{number} · {escape(', '.join(map(isolated, replay.names)))}**"


def text(replay: Replay, number: int) -> str:
    """Which turn it is, and what has happened up to it."""
    head = f"{title(replay)} · turn {number} of {replay.last}"
    if not replay.scenes:
        return f"{title(replay)}: nobody has moved yet."
    lines = replay.lines(number, bold_names)[-MOST_LINES:] if number else ["The start."]
    if number == replay.last and replay.is_over:
        lines.append(result_of(replay.names, replay.state(number)))
    return cut("\n".join([head, *lines]), MESSAGE)


async def scene_picture(replay: Replay, number: int, theme: str, name: str) -> Attachment:
    """The picture of a scene, drawn beside the event loop."""
    made = await asyncio.to_thread(draw, replay.state(number), View(replay.names_in(number), theme, replay.steps(number)))
    return Attachment(made.png, name, made.alt)


def _buttons(replay: Replay, number: int) -> discord.ui.View:
    def go(to: int, what: str, label: str, *, off: bool = False) -> Any:
        return button(ids.look(replay.source, replay.version, to, what), Button(what, label, "secondary", disabled=off), 0)

    def also(what: str, label: str, style: Any = "secondary") -> Any:
        return button(ids.look(replay.source, replay.version, number, what), Button(what, label, style), 1)

    is_first, is_last = number == 0, number == replay.last
    return view(
        [
            go(0, "first", "First", off=is_first),
            go(max(0, number - 1), "back", "Back", off=is_first),
            go(min(replay.last, number + 1), "next", "Next", off=is_last),
            go(replay.last, "last", "Last", off=is_last),
            also("turn", "Turn…"),
            also("share", "Share", "primary"),
            also("words", "All moves"),
            also("replay", "Replay"),
        ]
    )


# ---------------------------------------------------------------------- presses

EDITS = ("first", "back", "next", "last", "go", "typed")
"""What leads to another scene in the same message."""


async def handle_press(
    app: App, interaction: Interaction, source: str, version: int, number: int, what: str, values: Sequence[str]
) -> Reply:
    """What a button of the stepper leads to."""
    match what:
        case "turn":
            form_id = ids.look(source, version, number, "typed")
            return Reply("", form=text_form(form_id, "Look at a turn", "Turn", "Its number, counted from 1", "12", 5))
        case "typed":
            typed = "".join(values).strip()
            if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
                raise Refusal("Type the number of a turn, such as 12.")
            return await show_scene(app, interaction, source, int(typed), edit=True)
        case "share":
            return await _share(app, interaction, source, version, number)
        case "words":
            return await in_words(app, interaction, source)
        case "replay":
            return await show_moving_picture(app, interaction, source)
        case _:
            return await show_scene(app, interaction, source, number, edit=True)


async def open_stepper(app: App, interaction: Interaction, source: str) -> Reply:
    """The stepper as a message of its own, for a game that was picked in a list."""
    return await show_scene(app, interaction, source, None)


async def _share(app: App, interaction: Interaction, source: str, version: int, number: int) -> Reply:
    guild, channel, _ = here(interaction)
    missing = lacking_here(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
    if missing:
        raise Refusal(f"I cannot post here: I lack **{', '.join(missing)}**.")
    message_id = interaction.message.id if interaction.message else 0
    replay = await _load(app, interaction, source, version or None)  # whoever shares it must be able to see it
    await replays.share(app.context, guild, channel, source, replay.version, number, message_id)
    return Reply("Shared: it comes to this channel.")


async def in_words(app: App, interaction: Interaction, source: str) -> Reply:
    """All moves in words, numbered: the last ones in the message, all in a file where they do not fit."""
    replay = await _load(app, interaction, source)
    lines = replay.lines(replay.last, bold_names)
    if replay.is_over:
        lines.append(result_of(replay.names, replay.state(replay.last)))
    kept: list[str] = []
    room = MESSAGE - 250
    for line in reversed(lines):
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        kept.insert(0, line)
    files = []
    if len(kept) < len(lines):
        whole = "\n".join(line.replace("**", "") for line in lines)
        files.append(Attachment(whole.encode(), f"{replay.source}-history.txt"))
        kept.insert(0, f"… the {len(lines) - len(kept)} before are in the file.")
    return Reply(cut("\n".join([title(replay), *(kept or ["Nobody has moved yet."])]), MESSAGE), files=tuple(files))
