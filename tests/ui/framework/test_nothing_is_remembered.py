"""The library remembers no message and no form: what is pressed or sent is answered by its id."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from tests.ui.play.test_typed_in_the_panel import field
from tests.ui.play.test_writing import move, say
from tests.ui.world import World, said, world

FIRST = "a1 f"


class Held(NamedTuple):
    """What is held for messages and forms that are out."""

    tasks: int
    views: int
    forms: int


def count_held(w: World) -> Held:
    store = w.bot._connection._view_store
    tasks = [task for task in asyncio.all_tasks() if not task.done()]
    return Held(len(tasks), sum(map(len, store._views.values())), len(store._modals))


async def play_a_minute(w: World, mover: Any, answer: Any, board: Any) -> None:
    """Open panels and forms, send some of the forms, leave others open."""
    await say(w, mover, answer, "Hm")
    await mover.click(answer, label="Comment")
    form = await mover.click(board, label="Note")
    await mover.submit_modal(form, {"text": "A plan"})
    await mover.click(board, label="Note")
    await mover.slash(w.channel, "my notifications")
    await w.env.advance_time(60)


async def test_minutes_of_play_leave_no_timer_and_no_view_in_the_library(tmp_path: Path) -> None:
    async with world(tmp_path, presses_at_once=1000) as w:  # the limit goes by the real clock
        game = await w.start(width=4, height=4)
        mover, _ = await w.turns(game)
        answer = await move(w, mover, FIRST)
        board = (await mover.slash(w.channel, "board")).response
        await play_a_minute(w, mover, answer, board)
        held = []
        for _ in range(3):
            await play_a_minute(w, mover, answer, board)
            held.append(count_held(w))
        form = await mover.click(answer, label="Comment")
        await w.env.advance_time(3600)
        await mover.submit_modal(form, {"text": "At last"})
        assert "At last" in said(w.boards()[-1]), "a form that was open for an hour is answered"
    assert set(held) == {held[0]}, "it grows"
    assert held[0][1:] == (0, 0)


async def test_an_hour_of_typed_moves_leaves_no_timer_and_no_view_in_the_library(w: World) -> None:
    game, held = await w.start(width=6, height=6), []
    for _ in range(6):
        mover, _ = await w.turns(game)
        move = str((await w.state(game)).moves()[0])
        await mover.submit_modal(await field(w, mover), {"text": move})
        other, _ = await w.turns(game)
        await field(w, other)
        await w.env.advance_time(600)
        held.append(count_held(w))
    assert len(await w.log(game)) == 6
    assert set(held[1:]) == {held[1]}, "it grows"
    assert held[-1][1:] == (0, 0)
