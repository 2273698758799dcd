"""Finds the game that a message of the bot is about: by the name of its picture, its buttons, or its text."""

from __future__ import annotations

import re
from typing import NamedTuple

import discord

from bot.ui.framework.layout import read_text, walk
from bot.ui.framework.press import UnknownId, read_press
from bot.usecases.refusal import Refusal
from rules import GAMES

NO_GAME_HERE = (
    "This message is not about a game. Use this menu on a board that I have posted. `/games` lists the games; `/history` and "
    "`/board` show one."
)
_PICTURE = re.compile(rf"(?:{'|'.join(map(re.escape, GAMES))})-(?P<game>\d{{1,18}})-(?P<version>\d{{1,9}}|card)\b")
_SHARED = re.compile(r"g(?P<game>\d{1,18})-\d{1,9}-")
_WORDS = re.compile(r"\bgame #(?P<game>\d{1,18})\b")
_BOLD = re.compile(r"\*\*.*?\*\*")


class GameReference(NamedTuple):
    """The game that a message is about."""

    game_id: int
    version: int | None
    """Version of the game that the message shows; ``None`` if unknown."""


def find_game_of(client: discord.Client, message: discord.Message) -> GameReference:
    """Return the game that a message is about. Raise Refusal if the bot did not post it, or if it is about no game."""
    if client.user is None or message.author.id != client.user.id:
        raise Refusal(NO_GAME_HERE)
    found = _of_picture(message) or _of_buttons(message) or _of_words(message)
    if found is None:
        raise Refusal(NO_GAME_HERE)
    return found


def _of_picture(message: discord.Message) -> GameReference | None:
    """Return the game named by a message's picture files, or ``None``. Old boards no longer have any other reference to it."""
    for attachment in message.attachments:
        if (found := _PICTURE.match(attachment.filename)) is not None:
            version = found["version"]
            return GameReference(int(found["game"]), int(version) if version.isdecimal() else None)
        if (found := _SHARED.match(attachment.filename)) is not None:
            return GameReference(int(found["game"]), None)
    return None


def _of_buttons(message: discord.Message) -> GameReference | None:
    for custom_id in filter(None, (getattr(part, "custom_id", None) for part in walk(message.components))):
        try:
            press = read_press(custom_id)
        except UnknownId:
            continue
        game_id, version = getattr(press, "game_id", None), getattr(press, "version", None)
        if isinstance(game_id, int):
            return GameReference(game_id, version if isinstance(version, int) else None)
    return None


def _of_words(message: discord.Message) -> GameReference | None:
    """Return the game named in the text, or ``None``. Bold text is ignored, because it may be a member's name."""
    found = _WORDS.search(_BOLD.sub("", read_text(message)))
    return None if found is None else GameReference(int(found["game"]), None)
