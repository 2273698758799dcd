"""The database statements and transactions of a press, which cost time on every engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.statements import count_statements
from tests.ui.world import World, controls, world


@pytest.fixture
async def w(tmp_path: Path) -> AsyncIterator[World]:
    """A server whose bot reads and writes as the real one does: what follows a move is asked for in the same order."""
    async with world(tmp_path, threads=True) as made:
        yield made


async def test_a_move_with_its_post_asks_little_and_what_is_shown_is_one_read(w: World) -> None:
    """The move is one by ``/move``, with its board, and the removal of the buttons of the board before."""

    game = await w.start("pastures", width=6, height=6)
    await w.bot.sender.wait_until_idle()
    mover, other = await w.turns(game)
    with count_statements() as asked:
        await mover.slash(w.channel, "move", move="a1 f", game=game)
        await w.bot.sender.wait_until_idle()
    assert asked.transactions <= 2
    assert len(asked.statements) <= 9

    await other.click(w.boards()[-1], label="Play")  # the first time, a newcomer is told of the lesson
    with count_statements() as asked:
        panel = (await other.click(w.boards()[-1], label="Play")).response
    assert asked.transactions == 1
    assert len(asked.statements) <= 3

    button = controls(panel)[0]
    with count_statements() as asked:
        await other.click(panel, custom_id=button["custom_id"])
    assert asked.transactions == 2
    assert len(asked.statements) <= 4

    with count_statements() as asked:
        await other.slash(w.channel, "board")
    assert asked.transactions == 1
    with count_statements() as asked:
        await other.slash(w.channel, "board", game=game)
    assert asked.transactions == 1

    with count_statements() as asked:
        await mover.slash(w.channel, "premove")
    assert asked.transactions == 1
