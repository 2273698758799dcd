"""Texts for several messages and answers: titles, guides, scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import render
from bot.common.words import Text, with_names
from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import PlayerRow
from render.games.base import Renderer
from render.style.owners import OWNERS
from rules import GAMES, State
from rules.files import DATA
from rules.steps import Step
from rules.words import isolated

GREY = 0x80848E
"""The colour of the frame of a message if nobody is to move."""
GREEN = 0x248046
"""The colour of the frame of an open table."""
MESSAGE = 2000
"""Maximum number of characters of a text, in either form of a message."""
WHOLE_MESSAGE = 4000
"""Maximum number of characters of all texts in a message made of components."""
PREMOVE_DROPPED = "Your premove no longer fits, so it is dropped."


def explain_too_short(row: GameRow) -> str:
    """Return the note after the result of a game that does not count for the ranking."""
    if row.terms.league:
        return "Too short for the ranking: it ended before everybody’s second turn."
    return "Too short to count: it ended before everybody’s second turn."


def renderer_of(kind: str, version: int | None = None) -> Renderer[Any]:
    """Return the renderer of a kind of game under a version of its rules, by default the newest."""
    return render.renderer_of(kind, version)


def find_news_start(log: GameLog, seat: int | None) -> int:
    """Return the version after which everything is news to a player.

    That is the version after the player's last decision. If chance went on with their turn, or the decision began or continued
    an attack, it is the version before it, so that the player sees its result. If ``seat`` is ``None``, it is the beginning of
    the last turn.
    """
    since, renderer = log.since_own_turn(seat), renderer_of(log.row.kind, log.row.rules)
    own = log.steps(since - 1, since) if seat is not None and since else ()
    return since - any((step.after.is_chance and step.after.turn == seat) or renderer.ends_scene(step) for step in own)


def colour_of(row: GameRow, state: State) -> int:
    """Return the colour of the player to move, as ``0xRRGGBB``; grey if there is none."""
    return colour_in(state) if row.status == "running" else GREY


def colour_in(state: State) -> int:
    """Return the colour of the player to move in a position; grey if there is none."""
    if state.is_over or state.seat is None:
        return GREY
    return int(OWNERS[renderer_of(state.game, state.rules).owner(state, state.seat)].colour[1:], 16)


def write_title(row: GameRow) -> str:
    """Return the title of a game in lists: ``Pastures New #12 · Ada, Björn``. Not escaped for Markdown: see ``escaped``."""
    return f"{GAMES[row.kind].title} #{row.id} · {', '.join(map(_who, row.players))}"


def format_level(level: int) -> str:
    """Return the suffix after a computer's name that shows its level."""
    return f"level {level}"


def _who(player: PlayerRow) -> str:
    """Return a player's name, with the level of a computer."""
    return isolated(player.name) + (f" ({format_level(player.level)})" if player.is_computer else "")


def describe_decisions(row: GameRow, steps: Sequence[Step], most: int) -> Text:
    """Return at most ``most`` of the decisions among the given steps, in words; empty if there are none. Chance is left out."""
    renderer = renderer_of(row.kind, row.rules)
    decided = [step for step in steps if not step.before.is_chance]
    more = [f"And {len(decided) - most} more."] if len(decided) > most else []

    def write(names: Sequence[str]) -> str:
        told = (
            renderer.describe_step(step, names)
            or f"{names[step.before.seat or 0]}: {renderer.label_move(step.before, step.action)}."
            for step in decided[:most]
        )
        return " ".join([*told, *more])

    return with_names(write, row.names)


def cut(text: str, most: int) -> str:
    """Return the text, or its beginning with an ellipsis if it is longer than ``most``."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def shorten(text: str, most: int) -> str:
    """Return the text, or as many of its sentences as fit into ``most`` characters, at least the first one, and an ellipsis."""
    if len(text) <= most:
        return text
    first, *others = text.split(". ")
    for sentence in others:
        if len(first) + len(sentence) + 5 > most:
            return f"{first}. …"
        first += f". {sentence}"
    return first


def keep_fitting(lines: Sequence[str], most: int = MESSAGE) -> str:
    """Return as many whole lines as fit into a message, by default, or into ``most`` characters."""
    text = ""
    for line in lines:
        if len(text) + len(line) + 2 > most:
            return f"{text}…"
        text += line + "\n"
    return text.rstrip()


@cache
def read_guide(game: str) -> str:
    """Return the rules of a game for players, in Markdown."""
    return (DATA / "guides" / f"{game}.md").read_text(encoding="utf-8").strip()


@cache
def read_guide_parts(game: str) -> dict[str, str]:
    """Return the parts of a game's guide by their titles, in order: the goal, a turn, the end, how to type, and more.

    A guide without titles is one part, the goal.
    """
    parts: dict[str, str] = {}
    title = "Goal"
    for line in read_guide(game).splitlines()[1:]:
        if line.startswith("## "):
            title = line.removeprefix("## ").strip()
        else:
            parts[title] = f"{parts.get(title, '')}{line}\n"
    return {name: text.strip() for name, text in parts.items() if text.strip()} or {"Goal": read_guide(game)}


@cache
def read_summary(game: str) -> str:
    """Return the first line of a game's guide that is not a heading: the game in one sentence."""
    lines = (line.strip() for line in read_guide(game).splitlines())
    return next(line for line in lines if line and not line.startswith("#"))
