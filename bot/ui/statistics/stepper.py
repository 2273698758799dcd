"""Stepping through a game: ``/history`` with a picture of each turn and buttons to the others, ``/replay``, and **Share**."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated, Any

import discord

from bot.common.markdown import bold_names, escape
from bot.presentation.replay import Replay, load_replay
from bot.presentation.texts import MESSAGE, colour_in, cut, explain_too_short
from bot.storage.queries.play.games import GameRow
from bot.ui.channels.post_target import list_missing_here
from bot.ui.channels.visibility import check_can_share, check_seen
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of, here
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import make_button, view
from bot.ui.framework.direct import ELSEWHERE
from bot.ui.framework.forms import make_text_form
from bot.ui.framework.press import Press, UnknownId, one_of, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import picture
from bot.ui.statistics import moments
from bot.ui.words.results import result_of
from bot.usecases import queries
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import replays
from bot.usecases.statistics.rebuild import is_too_short
from bot.usecases.statistics.replays import REPLAY
from render import View
from render import picture as draw
from rules import GAMES
from rules.words import isolated

MOST_LINES, MOST_NEWS = 6, 240
"""Maximum number of lines of news up to the shown turn, and of their characters, so that the board fits on a phone's screen."""

EDITS = ("first", "back", "next", "last", "go", "typed")
"""The buttons that show another scene in the same message."""


def _read_source(part: str) -> str:
    return f"{part[:1]}{read_number(part[1:])}"


def _read_scene(part: str) -> int:
    return REPLAY if part == str(REPLAY) else read_number(part)


class LookPress(Press, word="look"):
    """A button of the stepper through a game. ``source``: ``g12`` for game 12, ``i5`` for import 5.

    ``scene``: the scene to show or share, -1 for the replay.
    """

    source: Annotated[str, _read_source]
    version: int
    scene: Annotated[int, _read_scene]
    what: Annotated[str, one_of(*EDITS, "turn", "share", "words", "replay")]

    @property
    def about_game(self) -> int | None:
        """The id of the game; ``None`` for a game from a file."""
        return int(self.source[1:]) if self.source.startswith("g") else None


class LookAtPress(Press, word="lookat"):
    """A menu of games to step through. ``where``: the list that it belongs to."""

    where: str


async def show_history(app: App, interaction: Interaction, game: int | None, turn: int | None = None) -> Reply:
    """Return the stepper through a game at the given turn, or at the last one."""
    row = await find_game(app, interaction, game)
    return await show_scene(app, interaction, f"g{row.id}", turn)


async def show_version(app: App, interaction: Interaction, game_id: int, version: int | None) -> Reply:
    """Return the stepper through a game at the turn of the given version, or at the last one if ``version`` is ``None``."""
    source = f"g{game_id}"
    number = None if version is None else (await _load(app, interaction, source, version)).last
    return await show_scene(app, interaction, source, number)


async def show_replay(app: App, interaction: Interaction, game: int | None) -> Reply:
    """Return an animation of a game in a private message."""
    row = await find_game(app, interaction, game)
    return await show_moving_picture(app, interaction, f"g{row.id}")


async def find_game(app: App, interaction: Interaction, game: int | None) -> GameRow:
    """Return the game with the number ``game``; without a number, the likeliest one.

    That is the user's only game here, else the channel's only one, else the last one that ended here. Raise Refusal if there is
    none or the user does not see it, SeveralGames if there are several.
    """
    guild, channel, user = here(interaction)
    shown: list[GameRow] = []
    if game is None:
        shown = await queries.list_channel_games(app.context, guild, channel, user)
        shown = shown or await queries.list_channel_games(app.context, guild, channel, None)
        shown = shown or (await queries.list_channel_games(app.context, guild, channel, None, over=True))[:1]
    if shown:
        row = queries.get_only(shown, "There are several games in this channel")
    else:
        row = await queries.choose_game(app.context, guild, channel, user, game)
    check_seen(interaction, row)
    return row


async def _load(app: App, interaction: Interaction, source: str, version: int | None = None) -> Replay:
    """Return a replay. Raise Refusal if there is none, or the user does not see the game."""
    replay = await load_replay(app.context, guild_of(interaction), source, version)
    if replay.row is not None:
        check_seen(interaction, replay.row)
    return replay


async def show_scene(app: App, interaction: Interaction, source: str, number: int | None, *, edit: bool = False) -> Reply:
    """Return a scene, by default the last one, with buttons to the others. Raise Refusal after too many pictures."""
    guild, user = guild_of(interaction), interaction.user.id
    app.pacing.pictures.spend(user)
    replay = await _load(app, interaction, source)
    number = replay.last if number is None else min(max(0, number), replay.last)
    file = await draw_scene(replay, number, await themes.of_member(app, guild, user), f"{replay.source}-{number}.png")
    missed = await moments.find_missed(app, replay, user)
    words = cut("\n".join([await write_text(app, replay, number), *moments.describe_missed(replay, missed, number)]), MESSAGE)
    buttons = _buttons(replay, number, moments.make_buttons(replay, missed, number, user))
    return Reply(words, view=buttons, files=(file,), colour=colour_in(replay.state(number)), edit=edit)


async def show_moving_picture(app: App, interaction: Interaction, source: str) -> Reply:
    """Return an animation of the whole game. Raise Refusal if nobody has moved yet, or after too many replays."""
    guild, user = guild_of(interaction), interaction.user.id
    replay = await _load(app, interaction, source)
    if not replay.scenes:
        raise Refusal("Nobody has moved in this game yet.")
    app.pacing.replays.spend(user)
    theme = await themes.of_member(app, guild, user)
    gif = await picture.draw_replay(app, replay, user, theme, f"{replay.source}.gif")
    share = make_button(LookPress(source, replay.version, REPLAY, "share"), "Share", "primary")
    step = make_button(LookPress(source, 0, 0, "go"), "Turn by turn")
    return Reply(write_replay_text(replay), view=view([share, step]), files=(gif,))


def write_replay_text(replay: Replay) -> str:
    """Return the text above a replay."""
    if replay.is_over:
        return f"{write_title(replay)}, from the first move to the last."
    return f"{write_title(replay)}, from the first move to the current position."


def write_title(replay: Replay) -> str:
    """Return the title of a replay: ``Pastures New #12 · Ada, Björn``."""
    number = f" #{replay.source[1:]}" if replay.source.startswith("g") else " from a file"
    return f"**{GAMES[replay.kind].title}{number} · {escape(', '.join(map(isolated, replay.names)))}**"


async def write_text(app: App, replay: Replay, number: int) -> str:
    """Return the text of a scene: the number of the turn, the news up to it, and how the game has ended."""
    head = f"{write_title(replay)} · turn {number} of {replay.last}"
    if not replay.scenes:
        return f"{write_title(replay)}: nobody has moved yet."
    lines = _choose_newest(replay.lines(number, bold_names)) if number else ["The start."]
    if number == replay.last:
        lines += await _describe_end(app, replay)
    return cut("\n".join([head, *lines]), MESSAGE)


async def _describe_end(app: App, replay: Replay) -> list[str]:
    """Return how the game has ended, and whether it was too short to count; empty while it is running."""
    told = [result_of(replay.names, replay.state(replay.last))] if replay.is_over else []
    if replay.row is not None and await is_too_short(app.context, replay.row):
        told.append(explain_too_short(replay.row))
    return told


def _choose_newest(lines: Sequence[str]) -> list[str]:
    """Return the newest lines that fit, and at least one."""
    lengths = accumulate(map(len, reversed(lines[-MOST_LINES:])))
    fitting = sum(length <= MOST_NEWS for length in lengths)
    return list(lines[-max(1, fitting) :])


async def draw_scene(replay: Replay, number: int, theme: str, name: str) -> Attachment:
    """Return a picture of a scene, drawn in a thread."""
    made = await asyncio.to_thread(draw, replay.state(number), View(replay.names_in(number), theme, replay.steps(number)))
    return Attachment(made.png, name, made.alt)


def _buttons(replay: Replay, number: int, more: Sequence[Any] = ()) -> discord.ui.View:
    def go(to: int, what: str, label: str, *, off: bool = False) -> Any:
        return make_button(LookPress(replay.source, replay.version, to, what), label, "secondary", disabled=off, row=0)

    def also(what: str, label: str, style: Any = "secondary") -> Any:
        return make_button(LookPress(replay.source, replay.version, number, what), label, style, row=1)

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
            *more,
        ]
    )


@answers(LookPress, edit=lambda press: press.what in EDITS, direct=True)
async def handle_press(app: App, interaction: Interaction, press: LookPress) -> Reply:
    """Return the reply to a press of a button of the stepper."""
    source, version, number = press.source, press.version, press.scene
    match press.what:
        case "turn":
            form_id = LookPress(source, version, number, "typed").id
            return Reply("", form=make_text_form(form_id, "Look at a turn", "Turn", "Its number, counted from 1", "12", 5))
        case "typed":
            typed = "".join(press.values).strip()
            if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
                raise Refusal("Type the number of a turn, such as 12.")
            return await show_scene(app, interaction, source, int(typed), edit=True)
        case "share":
            return await _share(app, interaction, source, version, number)
        case "words":
            return await show_all_moves(app, interaction, source)
        case "replay":
            return await show_moving_picture(app, interaction, source)
        case _:
            return await show_scene(app, interaction, source, number, edit=True)


@answers(LookAtPress, direct=True)
async def look_at(app: App, interaction: Interaction, press: LookAtPress) -> Reply:
    """Return the stepper through the game picked in a menu."""
    if not press.values:
        raise UnknownId("no game was picked")
    return await show_scene(app, interaction, _read_source(press.values[0]), None)


async def _share(app: App, interaction: Interaction, source: str, version: int, number: int) -> Reply:
    guild, channel, _ = here(interaction)
    if interaction.guild_id is None:
        raise Refusal(ELSEWHERE)
    check_can_share(interaction)
    missing = list_missing_here(interaction)
    if missing:
        raise Refusal(f"I cannot post here: I lack **{', '.join(missing)}**.")
    message_id = interaction.message.id if interaction.message else 0
    replay = await _load(app, interaction, source, version or None)  # also checks that the user sees the game
    await replays.share(app.context, guild, channel, source, replay.version, number, message_id)
    return Reply("Shared: it will be posted in this channel.")


async def show_all_moves(app: App, interaction: Interaction, source: str) -> Reply:
    """Return all moves in words, numbered: the last ones in the message, and all in a file if they do not fit."""
    replay = await _load(app, interaction, source)
    lines = [*replay.lines(replay.last, bold_names), *await _describe_end(app, replay)]
    lengths = accumulate(len(line) + 1 for line in reversed(lines))
    kept = lines[len(lines) - sum(length <= MESSAGE - 250 for length in lengths) :]
    files = []
    if len(kept) < len(lines):
        whole = "\n".join(line.replace("**", "") for line in lines)
        files.append(Attachment(whole.encode(), f"{replay.source}-history.txt"))
        kept.insert(0, f"… the {len(lines) - len(kept)} before are in the file.")
    return Reply(cut("\n".join([write_title(replay), *(kept or ["Nobody has moved yet."])]), MESSAGE), files=tuple(files))
