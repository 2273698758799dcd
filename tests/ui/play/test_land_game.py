"""Land in a channel: three at a table, a whole turn in one line, dice in words, somebody leaves."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.usecases import queries
from rules.land import DONE, LandState
from tests.sampling import Sample
from tests.ui.world import World, number_of, said, world


async def begin(w: World, seats: int = 3, **options: Any) -> int:
    """A running game of the first ``seats`` members; return its number."""
    host, *others = list(w.members.values())[:seats]
    await host.slash(w.channel, "newgame land", **options)
    table = w.channel.last_message
    for member in others:
        await member.click(table, label="Join")
    await host.click(table, label="Start")
    return number_of(w.message(table.id))


async def mover(w: World, game: int) -> Any:
    """The member to move, at a table of any size."""
    position = await queries.view_game(w.app.context, w.guild.id, game)
    return w.player(position.row.players[position.state.seat].user_id)


def whole_turn(state: LandState) -> str:
    """A turn's first plots, as they are typed."""
    seat, texts = state.seat, list[str]()
    while state.seat == seat and (not texts or state.taken):
        move = next(move for move in state.moves() if move != DONE)
        texts.append(str(move))
        state = state.play(move)
    return ", ".join(texts).lower()


@pytest.mark.slow
async def test_whole_turns_are_typed_and_the_others_play_on_when_one_of_three_resigns(tmp_path: Path, sample: Sample) -> None:
    async with world(tmp_path) as w:
        game = await begin(w, map="lake")
        first = w.boards()[-1]
        assert "Order of play (by dice):" in said(first)
        assert "rolled" in said(first)
        player, state, log = await mover(w, game), await w.state(game), await w.log(game)
        refused = await player.slash(w.channel, "move", move=f"{state.moves()[0]} a1")
        assert refused.ephemeral
        assert await w.log(game) == log, "of a list with a bad plot nothing is played"
        played = await player.slash(w.channel, "move", move=f"{state.moves()[0]} done")
        assert "Done:" in said(played.response)
        boards = len(w.boards())
        for turns in range(1, 5 if sample.is_full else 3):
            player = await mover(w, game)
            result = await player.slash(w.channel, "move", move=whole_turn(await w.state(game)))
            assert "Done:" in said(result.response)
            assert len(w.boards()) == boards + turns, "one board a turn, however many plots it had"
        leaver = await mover(w, game)
        plots = (await w.state(game)).scores
        asked = await leaver.slash(w.channel, "resign")
        await leaver.click(asked.response, label="Yes, give up")
        state = await w.state(game)
        assert not state.is_over
        assert len(state.dropped) == 1
        assert state.scores == plots
        assert (await mover(w, game)).id != leaver.id, "the others play on"


async def test_a_turn_by_the_panel_takes_everything_within_reach_and_is_sent_once(tmp_path: Path) -> None:
    dice = Random(1)
    async with world(tmp_path, members=2, chance=lambda state: dice.choice(state.outcomes())[0]) as w:
        game = await begin(w, seats=2, map="island", herd="equal")
        while (await w.state(game)).phase != "reclaim":
            player = await mover(w, game)
            await player.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
        state = await w.state(game)
        while sum(state.cost(plot) for plot in state.map.squares_of(state.reach)) > state.cows:
            await (await mover(w, game)).slash(w.channel, "move", move=whole_turn(state))
            state = await w.state(game)
        player, log, boards = await mover(w, game), await w.log(game), len(w.boards())
        panel = (await player.click(w.boards()[-1], label="Play")).response
        count = state.reach.bit_count()
        assert panel.attachments, "a private picture that marks what may be taken"
        assert await w.log(game) == log, "nothing is played before it is sent"
        await player.click(panel, label=f"Take all {count} plots" if count > 1 else str(state.moves()[0]))
        assert len(await w.log(game)) == len(log) + count
        assert len(w.boards()) == boards + 1
