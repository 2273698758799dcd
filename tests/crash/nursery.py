"""The work done once before the first process of the bot is forked off, so that each of them starts in no time.

Everything is imported, and what a bot makes once and keeps is made. Afterwards no thread runs here and no file is open.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import threading
from pathlib import Path
from random import Random

import alembic.command  # noqa: F401 - so that no forked process imports it
import asyncpg  # noqa: F401 - the same
import discord
import pytest  # noqa: F401 - a forked process looks at its parent's main module, which is pytest

import tests.crash.child  # noqa: F401
from bot import create_bot
from bot.panels import panel_of
from bot.posting.sender import MessageSender
from bot.process.settings import Settings
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import Post
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from render import picture
from render.view import View
from rules import State
from rules.pastures import PASTURES
from rules.steps import Step
from tests.crash.matches import SIDE

MIGRATED = "MIGRATED_DATABASE"
"""The environment variable that names a migrated SQLite file: migrating one here takes longer than the rest."""


async def practise() -> None:
    """Play a few moves in SQLite, so that SQLAlchemy has compiled what a move asks."""
    ada, björn = User(1, "Ada"), User(2, "Björn")
    with tempfile.TemporaryDirectory() as folder:
        file = shutil.copy(os.environ[MIGRATED], Path(folder) / "games.sqlite3")
        db = await Database.open(f"sqlite+aiosqlite:///{file}")
        context = Context(db, clock=lambda: 1)

        async def deliver(post: Post) -> int | None:
            await queries.read_board(context, post.game_id or 0)
            return post.id

        async def delivered(*_: object) -> None:
            """Nothing follows."""

        sender = MessageSender(context, deliver, delivered)
        table = await opening.open_table(context, 1, 1, ada, "pastures", {}, opponent=björn)
        game = (await tables.accept(context, 1, table.id, björn)).game_id or 0
        for number in range(3):
            position = await queries.view_game(context, 1, game)
            mover = next(user for user in (ada, björn) if position.row.seat_of(user.id) == position.state.seat)
            await moves.play(context, 1, game, mover, str(position.state.moves()[0]), interaction_id=number + 1)
            await sender.wait_until_idle()
        await sender.close(1)
        await db.close()


def draw() -> None:
    """Draw a whole game, so that the sprites and the words of most pictures are there."""
    state: State = PASTURES.start(2, {"width": SIDE, "height": SIDE})
    dice, steps = Random(1), tuple[Step, ...]()
    while True:
        picture(state, View(("Ada", "Björn"), "dark", steps=steps))
        if state.is_over:
            return
        if state.seat is not None:
            picture(state, View(("Ada", "Björn"), "dark", marks=panel_of("pastures", 1).build(state, state.seat, {}).marks))
        move = dice.choice(state.moves())
        steps = (Step(state, move, state.play(move)),)
        state = steps[0].after


discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
draw()
asyncio.run(practise())
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
create_bot(Settings(_env_file=None, discord_token="none"))
