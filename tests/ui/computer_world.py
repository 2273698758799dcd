"""A simulated server in which computers think in this process, at once and not long."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError
from simcord.builders import UserHandle

from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases import queries
from bot.usecases.computers import hints, moves
from bot.workers.errors import JobFailed
from tests.ui.world import World, controls, press_at_random, world


class HereAndNow:
    """Does the jobs of workers in this process. ``trouble``: the number of next jobs that fail."""

    def __init__(self, old: Any) -> None:
        self.old = old
        self.jobs: list[Any] = []
        self.trouble = 0

    async def run(self, job: Any, member: int) -> Any:
        """What the job gives."""
        self.jobs.append(job)
        if self.trouble:
            self.trouble -= 1
            raise JobFailed("its worker died 3 times")
        return job.run()

    def waiting(self, lane: Any) -> int:
        """Nothing waits."""
        return 0

    is_free = True

    async def close(self) -> None:
        """End the real workers."""
        await self.old.close()


def think_here(w: World) -> HereAndNow:
    """Have the jobs of the running bot done in this process."""
    made = HereAndNow(w.app.workers)
    w.app.workers = made
    return made


@asynccontextmanager
async def quick_computers(folder: Path, monkeypatch: pytest.MonkeyPatch, **values: Any) -> AsyncIterator[World]:
    """A server whose computers think in this process, some hundredths of a second a turn."""
    monkeypatch.setattr(moves, "THINKING", 0.01)
    monkeypatch.setattr(moves, "SHORTEST", 0.01)
    monkeypatch.setattr(hints, "THINKING", 0.04)
    async with world(folder, **values) as made:
        think_here(made)
        yield made


def bot_of(w: World) -> MemberActor:
    """The bot as a member of the server."""
    return MemberActor(w.env, w.guild, UserHandle(w.env, w.env.backend.bot_user))


async def rows(w: World, kind: str) -> list[DueRow]:
    """What of a kind is due in the first game."""
    return [row for row in await w.app.context.db.read(lambda conn: due.get_rows(conn, game_id=1)) if row.kind == kind]


async def play_to_end(w: World, game: int, dice: random.Random, most: int = 2000) -> int:
    """Have the members of a game play it to its end by their panels; return the number of presses."""
    presses = 0
    while not (position := await queries.view_game(w.app.context, w.guild.id, game)).state.is_over:
        mover = w.player(position.row.players[position.state.seat or 0].user_id or 0)
        panel = (await mover.click(w.boards()[-1], label="Play")).response
        while controls(panel):
            try:
                await press_at_random(mover, panel, dice)
            except BackendError:  # the computers have moved, and the panel of the turn before is gone
                break
            presses += 1
            assert presses < most, "the panel leads nowhere"
    return presses
