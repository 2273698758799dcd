"""Computers instead of players: for the rest of a game, or for one turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.usecases import queries
from bot.usecases.channels.adjourn import adjourn
from bot.usecases.computers import moves
from bot.usecases.play.change import load
from tests.ui.computer_world import bot_of, think_here
from tests.ui.world import World, confirm, pressable, said, world

HOUR = 3600


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    monkeypatch.setattr(moves, "THINKING", 0.01)
    async with world(tmp_path) as made:
        think_here(made)
        yield made


async def test_a_player_hands_the_seat_or_an_offered_seat_to_a_computer_and_nobody_else_does(w: World) -> None:
    game = await w.start(width=4, height=4, level=1)
    mover, other = await w.turns(game)
    asked = await mover.slash(w.channel, "substitute", member=bot_of(w))
    assert "**your own seat**" in said(asked.response)
    answer = await confirm(mover, asked)
    assert "A computer plays on for you" in said(answer.response)
    row = await queries.read_row(w.app.context, game)
    assert sorted(p.holder for p in row.players) == ["computer", "member"]
    assert row.seat == row.seat_of(other.id), "the computer has moved"
    assert any("plays on in" in said(board) for board in w.boards())
    refused = await other.slash(w.channel, "substitute", member=bot_of(w))
    assert "only computers would be left" in said(refused.response)

    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await confirm(mover, await mover.slash(w.channel, "substitute", game=game))
    offer = next(m for m in reversed(w.messages()) if "gives their seat away" in said(m))
    refused = await other.click(offer, label="Let a computer play on")
    assert f"Only **{mover.name}**" in said(refused.response)
    await mover.click(offer, label="Let a computer play on")
    row = await queries.read_row(w.app.context, game)
    assert row.seat_of(mover.id) is None
    assert "**Heron** has taken this seat" in said(w.message(offer.id))


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["pastures", "nomads"])
async def test_let_a_computer_play_this_turn(w: World, kind: str) -> None:
    if kind == "pastures":
        game = await w.start(width=4, height=4)
    else:
        game = 1
        await w.ada.slash(w.channel, "newgame nomads", seats=2)
        await w.björn.click(w.channel.last_message, label="Join")
    mover, other = await w.turns(game)
    await w.env.advance_time(72.1 * HOUR)
    offer = next(m for m in reversed(w.messages()) if "time is up" in said(m))
    refused = await mover.click(offer, label="Let a computer play this turn")
    assert "Your own time is up" in said(refused.response)
    await other.click(offer, label="Let a computer play this turn")
    row = await queries.read_row(w.app.context, game)
    assert row.seat == row.seat_of(other.id)
    assert row.seat_of(mover.id) is not None
    assert f"A computer played this turn for **{mover.name}**." in said(w.boards()[-1])
    assert f"A computer has played this turn for **{mover.name}**." in said(w.message(offer.id))
    late = await other.click(offer, label="Let a computer play this turn") if pressable(w.message(offer.id)) else None
    assert late is None


async def test_an_adjourned_game_in_which_a_computer_is_to_move_goes_on(w: World) -> None:
    workers = w.app.workers
    workers.trouble = 10**6
    await w.ada.slash(w.channel, "newgame pastures", opponent=bot_of(w), width=4, height=4)
    if workers.trouble == 10**6:
        await w.ada.slash(w.channel, "move", move=str((await w.state(1)).moves()[0]))
    context = w.app.context

    async def stop(conn: AsyncConnection) -> None:
        await adjourn(context, conn, await load(context, conn, None, 1, lock=True), "a test")

    with w.env.time_context():
        await context.db.write(stop)
    await w.env.advance_time(10 * HOUR)
    workers.trouble = 0
    await w.ada.slash(w.channel, "resume", game=1)
    row = await queries.read_row(context, 1)
    assert row.seat == row.seat_of(w.ada.id)
