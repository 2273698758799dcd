"""The board in a message: picture, whose turn, what happened, buttons. And what its buttons answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.core.book import Story
from bot.core.errors import Refusal, bold
from bot.core.play import Position, not_yours, whose_turn
from bot.panels.core import Button
from bot.panels.house_rules import HOUSE_RULES
from bot.storage.games import GameRow
from bot.ui import ids
from bot.ui.app import App, channel_of, guild_of, user_of
from bot.ui.components import button, view
from bot.ui.reply import Attachment, Reply
from bot.ui.texts import (
    MESSAGE,
    board_link,
    bold_names,
    cut,
    guide,
    renderer_of,
    result_line,
    score_line,
    title,
)
from render import picture, replay_gif
from render.view import NO_MARKS, Marks, Step, View
from rules import GAMES, State

MOST_NEWS = 1100
"""Characters of what happened since the last board; the whole of it is in ``/history``."""
MOST_TAKEN_BACK = 8
"""Moves that were taken back and are named."""
MOST_LISTED = 40
"""Legal moves that ``/board`` lists one by one."""


async def final_card(story: Story, theme: str) -> tuple[Attachment, ...]:
    """The second picture of the post that ends a game, for games that have one."""
    row = story.row
    made = await asyncio.to_thread(lambda: renderer_of(row.game).card(story.record().states(), row.names, theme))
    return () if made is None else (Attachment(made.png, f"{row.game}-{row.id}-card.png", made.alt),)


async def drawn(
    row: GameRow,
    state: State,
    theme: str,
    name: str,
    *,
    steps: Sequence[Step] = (),
    marks: Marks = NO_MARKS,
    preview: State | None = None,
) -> Attachment:
    """The picture of a position, drawn beside the event loop."""
    view = View(row.names, theme, tuple(steps), marks, preview=preview)
    made = await asyncio.to_thread(picture, state, view)
    return Attachment(made.png, name, made.alt)


def news(story: Story, start: int, end: int) -> str:
    """What happened from one version of a game to another, in words."""
    names = bold_names(story.row.names)
    told = renderer_of(story.row.game).news(story.steps(start, end), names)
    return cut(" ".join(filter(None, (taken_back(story, start, end), told))), MOST_NEWS)


def taken_back(story: Story, start: int, end: int) -> str:
    """Who took back what between two versions; empty for nobody. Decisions only: of chance nothing is told."""
    undos = [row for row in story.rows[start:end] if row.kind == "undo"]
    seat = story.row.seat_of(undos[-1].user_id or 0) if undos else None
    if seat is None:
        return ""
    undone = [row for row in story.undone(start, end) if row.user_id is not None]
    moves = ", ".join(f"`{row.text}`" for row in undone[:MOST_TAKEN_BACK])
    more = f" and {len(undone) - MOST_TAKEN_BACK} more" if len(undone) > MOST_TAKEN_BACK else ""
    return f"{bold(story.row.names[seat])} took back {moves or 'a move'}{more}."


def post_text(story: Story, state: State, start: int, end: int, *, current: bool = True) -> str:
    """The text of a board's message; one that another board has followed asks nobody to move."""
    row = story.row
    if state.is_over:
        status = result_line(row, state)
    elif state.seat is None:
        status = ""
    elif current:
        status = f"<@{row.players[state.seat].user_id}>, it is your turn."
    else:
        status = f"{bold(row.names[state.seat])} was to move."
    lines = [f"**{GAMES[row.game].title}** · game #{row.id}", news(story, start, end), status, score_line(row, state)]
    return cut("\n".join(filter(None, lines)), MESSAGE)


def board_view(row: GameRow, version: int, *, over: bool) -> discord.ui.View:
    """The buttons under a board."""
    if over:
        wanted = [Button("again", "Play again", "primary"), Button("replay", "Replay"), Button("rules", "Rules")]
        if row.game in HOUSE_RULES:
            wanted.insert(1, Button("vote", "Play again with other rules"))
    else:
        wanted = [Button("play", "Play", "primary"), Button("board", "Board"), Button("rules", "Rules")]
    return view(button(ids.board(row.id, version, b.id), b) for b in wanted)


def to_move(position: Position, user_id: int, seen: int, message_id: int | None) -> int:
    """The seat of the user, who is to move and has pressed a button of the newest board; else a friendly Refusal.

    ``seen`` and ``message_id`` are the version and the message of the board that was pressed. It is the newest also while
    the one that should follow it has not been posted, or could not be.
    """
    row, state = position.row, position.state
    seat = row.seat_of(user_id)
    if seat is None:
        raise Refusal(f"You are not in this game: {' and '.join(bold_names(row.names))} play it. You can watch with **Board**.")
    if row.is_over:
        raise Refusal("This game is over.")
    if seen < (row.board_version or 0) and message_id != row.board_message_id:
        raise Refusal(f"This board is from an earlier turn. Press **Play** on {board_link(row)}.")
    if state.seat != seat:
        raise Refusal(not_yours(row, state, seat))
    return seat


async def private_board(app: App, interaction: discord.Interaction[Any], position: Position) -> Reply:
    """The board as it stands, for nobody but the asker, and what they may play."""
    row, state = position.row, position.state
    steps = position.story.steps(position.story.last_turn(), position.version)
    name = f"{row.game}-{row.id}.png"
    file = await drawn(row, state, app.theme, name, steps=steps)
    lines = [f"**{GAMES[row.game].title}** · game #{row.id}", score_line(row, state)]
    if state.is_over:
        lines.append(result_line(row, state))
    elif state.seat is not None and state.seat == row.seat_of(interaction.user.id):
        lines.append(open_moves(row, state))
    else:
        lines.append(whose_turn(row, state))
    lines.append(renderer_of(row.game).notes(state))
    return Reply(cut("\n".join(filter(None, lines)), MESSAGE), files=(file,))


def open_moves(row: GameRow, state: State) -> str:
    """It is your turn, and these are your moves."""
    moves = state.moves()
    if len(moves) > MOST_LISTED:
        return f"It is your turn: {len(moves)} moves are open to you. Press **Play**, or type `/move`."
    listed = " · ".join(f"`{move}`" for move in moves)
    return f"It is your turn. Open to you: {listed}"


async def rules(app: App, game: str) -> Reply:
    """The rules of a game for players, with a picture."""
    example = await asyncio.to_thread(example_picture, game, app.theme)
    text = discord.Embed(title=GAMES[game].title, description=guide(game), colour=discord.Colour(0x4F8347))
    return Reply(f"How to play **{GAMES[game].title}**:", embed=text, files=(example,))


async def replay(app: App, row: GameRow) -> Reply:
    """The whole game as an animated picture, once it is over."""
    if not row.is_over:
        raise Refusal("The replay can be seen when the game is over.")
    story = await app.play.story(row.id)
    gif = await asyncio.to_thread(replay_gif, story.record(), row.names, app.theme)
    alt = f"Replay of {title(row)}"
    return Reply(
        f"**{title(row)}**, from the first move to the last.", files=(Attachment(gif, f"{row.game}-{row.id}.gif", alt),)
    )


_examples: dict[tuple[str, str], Attachment] = {}


def example_picture(game: str, theme: str) -> Attachment:
    """A position from the middle of a game, for the rules; always the same one."""
    if (game, theme) not in _examples:
        from random import Random

        dice = Random(7)  # noqa: S311 - an example, the same every time
        kind = GAMES[game]
        state: State = kind.start(kind.seats[0])
        positions = [state]
        while not state.is_over:
            outcomes = [outcome for outcome, _ in state.outcomes()] if state.is_chance else list(state.moves())
            state = state.play(dice.choice(outcomes))
            positions.append(state)
        wanted = int((len(positions) - 1) * renderer_of(game).example)
        shown = next(s for s in positions[wanted:] if s.seat is not None or s.is_over)
        made = picture(shown, View(tuple(f"Player {i + 1}" for i in range(shown.seats)), theme))
        _examples[game, theme] = Attachment(made.png, f"{game}-example.png", made.alt)
    return _examples[game, theme]


def here(interaction: discord.Interaction[Any]) -> tuple[int, int, int]:
    """Server, channel and user of an interaction."""
    return guild_of(interaction), channel_of(interaction), user_of(interaction).id
