"""Pictures in messages. Boards are drawn in a thread, slower pictures by a worker process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import render
from bot.games.log import GameLog
from bot.presentation.replay import Replay
from bot.presentation.texts import renderer_of
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App
from bot.ui.framework.attachment import Attachment
from bot.workers.jobs import ExamplePicture, FinalCard, ReplayGif
from render import picture
from render.icons import draw_icon
from render.view import NO_MARKS, Marks, View
from rules import GAMES, State
from rules.steps import Step

SETTINGS_KEPT = 32
"""Number of cached pictures of maps, boards and tile sets of tables, of about 100 kB each."""


async def draw_board(
    row: GameRow,
    state: State,
    theme: str,
    name: str,
    *,
    steps: Sequence[Step] = (),
    marks: Marks = NO_MARKS,
    preview: State | None = None,
    public: bool = False,
) -> Attachment:
    """Return a picture of a position, drawn in a thread. ``public``: it is the next board of its game."""
    view = View(row.names, theme, tuple(steps), marks, preview=preview, series=row.id if public else None)
    made = await asyncio.to_thread(picture, state, view)
    return Attachment(made.png, name, made.alt)


async def draw_final_card(app: App, log: GameLog, user_id: int, theme: str) -> Attachment | None:
    """Return the card of a finished game, made by a worker on behalf of a user; ``None`` if it was not played to its end."""
    row = log.row
    made = await app.workers.run(FinalCard(log.record_json(), row.names, theme), user_id)
    return None if made is None else Attachment(made.png, f"{row.kind}-{row.id}-card.png", made.alt)


async def draw_replay(app: App, replay: Replay, user_id: int, theme: str, name: str) -> Attachment:
    """Return the animation of a replay, made by a worker on behalf of a user."""
    made = await app.workers.run(ReplayGif(replay.record_json, replay.names, theme), user_id)
    return Attachment(made.gif, name, made.alt)


async def draw_setting(kind: str, options: Mapping[str, Any], setup: Mapping[str, Any], theme: str) -> tuple[Attachment, ...]:
    """Return a picture of the map, board or tile set of a table; empty for a game without any."""
    return await asyncio.to_thread(_setting, kind, json.dumps(dict(options)), json.dumps(dict(setup)), theme)


@lru_cache(maxsize=SETTINGS_KEPT)
def _setting(kind: str, options: str, setup: str, theme: str) -> tuple[Attachment, ...]:
    game = GAMES[kind]
    start = game.start(game.seats[0], json.loads(options), json.loads(setup) or None)
    made = render.renderer_of(kind).setting(start, theme)
    return (
        () if made is None else (Attachment(made.picture.png, f"{kind}-{made.value.replace(' ', '-')}.png", made.picture.alt),)
    )


def draw_thumbnail(kind: str) -> Attachment:
    """Return the small picture of a game for lists."""
    return Attachment(draw_icon(renderer_of(kind).icon).png, f"icon-{kind}.png", GAMES[kind].title)


async def draw_example(app: App, kind: str, user_id: int, theme: str) -> Attachment:
    """Return a picture of a position from the middle of a game, for the rules; it is always the same position."""
    made = await app.workers.run(ExamplePicture(kind, theme), user_id)
    return Attachment(made.png, f"{kind}-example.png", made.alt)
