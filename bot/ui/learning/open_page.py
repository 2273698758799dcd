"""The button **Open the board** of puzzles, lessons and practised mistakes: answers with a link to their page."""

from __future__ import annotations

import re
from typing import Annotated

from bot.games.lessons import games_with_lessons
from bot.ui.channels.visibility import sees_channel
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.press import Press, UnknownId, find_word, one_of, read_number
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.play.open_board import give_link
from bot.usecases.learning import server_puzzles
from bot.usecases.pages import keys


def _read_name(part: str) -> str:
    if not re.fullmatch(r"[\w-]{1,40}", part, re.ASCII):
        raise UnknownId(f"no name: {part[:40]!r}")
    return part


class LearningPagePress(Press, word="study"):
    """The button **Open the board**: the kind and the name of the exercise to open."""

    kind: Annotated[str, one_of("puzzle", "lesson", "retry")]
    name: Annotated[str, _read_name]


@answers(LearningPagePress, direct=True)
async def handle_press(app: App, interaction: Interaction, press: LearningPagePress) -> Reply:
    """Answer privately with a new link."""
    if press.kind == "lesson":
        find_word(press.name, games_with_lessons())
    elif press.kind == "retry":
        for number in press.name.split("-"):
            read_number(number)
    guild_id, channel_id, purpose = guild_of(interaction), interaction.channel_id or 0, f"{press.kind} {press.name}"
    if press.kind == "puzzle":
        source = await server_puzzles.find_channel(app.context, guild_id, press.name)
        if source is not None and sees_channel(interaction, source):
            channel_id = source  # the puzzle is visible only to members who still see that channel
    where = (guild_id, channel_id, interaction.user.id)
    return give_link(await keys.make_link(app.context, *where, purpose))
