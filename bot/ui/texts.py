"""Texts that several places need: names, links, guides, scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from bot.core.errors import bold, plain
from bot.storage.games import GameRow
from render.games import RENDERERS
from render.games.base import Renderer
from render.owners import OWNERS
from render.words import isolated
from rules import GAMES, State
from rules.files import DATA

MESSAGE = 2000
"""Characters that a message may have."""


def renderer_of(game: str) -> Renderer[Any]:
    """The renderer of a game."""
    return RENDERERS[game]


def bold_names(names: Sequence[str]) -> tuple[str, ...]:
    """The players' names for texts in Markdown."""
    return tuple(map(bold, names))


def title(row: GameRow) -> str:
    """What a game is called in lists: ``Pastures New #12 · Ada, Björn``. Not for Markdown: see ``escaped``."""
    return f"{GAMES[row.game].title} #{row.id} · {', '.join(map(isolated, row.names))}"


def score_line(row: GameRow, state: State) -> str:
    """Every seat with its emblem, name and score."""
    renderer = renderer_of(row.game)
    parts = []
    for seat in renderer.seats(state):
        name = row.names[seat]
        gone = " (gave up)" if seat in state.dropped else ""
        symbol = OWNERS[renderer.owner(state, seat)].symbol
        parts.append(f"{symbol} {plain(name)}{gone}: {renderer.score_words(state, seat)}")
    return " · ".join(parts)


def result_line(row: GameRow, state: State) -> str:
    """Who has won."""
    winners = [bold(row.names[seat]) for seat in state.winners or ()]
    if not winners:
        return "The game is over, and **nobody** wins."
    if len(winners) == 1:
        return f"The game is over: {winners[0]} wins!"
    return f"The game is over: {', '.join(winners[:-1])} and {winners[-1]} share the win."


def jump(guild_id: int, channel_id: int, message_id: int) -> str:
    """The address of a message."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}/{message_id}"


def board_link(row: GameRow) -> str:
    """A link to the board that has the buttons, or just the words where it is not posted yet."""
    if row.board_message_id is None:
        return "the newest board"
    return f"[the newest board]({jump(row.guild_id, row.channel_id, row.board_message_id)})"


def cut(text: str, most: int) -> str:
    """The text, or its beginning with an ellipsis where it is longer than ``most``."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@cache
def guide(game: str) -> str:
    """The rules of a game for players, in Markdown."""
    return (DATA / "guides" / f"{game}.md").read_text(encoding="utf-8").strip()


@cache
def summary(game: str) -> str:
    """The first line of a game's guide that is not a heading: what it is, in a sentence."""
    lines = (line.strip() for line in guide(game).splitlines())
    return next(line for line in lines if line and not line.startswith("#"))
