"""Land in a channel: three at a table, a whole turn in one line, dice in words, somebody leaves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from rules.land import DONE, LandState
from tests.ui.world import World, play_by_panel, world


async def begin(w: World, seats: int = 3, **options: Any) -> int:
    """A running game of the first ``seats`` members; gives its number."""
    host, *others = list(w.members.values())[:seats]
    await host.slash(w.channel, "newgame land", **options)
    table = w.channel.last_message
    for member in others:
        await member.click(table, label="Join")
    await host.click(table, label="Start")
    return int(w.message(table.id).content.split("game #")[1].split()[0])


async def mover(w: World, game: int) -> Any:
    """The member to move, at a table of any size."""
    position = await w.app.play.position(w.guild.id, game)
    return w.player(position.row.players[position.state.seat].user_id)


def whole_turn(state: LandState) -> str:
    """A turn's first plots, as they are typed."""
    seat, texts = state.seat, list[str]()
    while state.seat == seat and (not texts or state.taken):
        move = next(move for move in state.moves() if move != DONE)
        texts.append(str(move))
        state = state.play(move)
    return ", ".join(texts).lower()


async def test_a_table_of_three_types_whole_turns_to_the_end(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await begin(w, map="twins", reach="chain")
        first = w.boards()[-1]
        assert "Order of play:" in first.content
        assert "rolled" in first.content
        turns = 0
        while not (await w.state(game)).is_over:
            player = await mover(w, game)
            result = await player.slash(w.channel, "move", move=whole_turn(await w.state(game)))
            assert "Played" in result.response.content, result.response.content
            turns += 1
            assert len(w.boards()) == turns + 1, "one board a turn, however many plots it had"
        last = w.boards()[-1]
        assert "The game is over" in last.content
        assert "plots" in last.content


async def test_of_a_list_with_a_bad_plot_nothing_is_played_and_the_rule_is_named(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await begin(w, seats=2, map="island")
        state = await w.state(game)
        player = await mover(w, game)
        log = await w.log(game)
        refused = await player.slash(w.channel, "move", move=f"{state.moves()[0]} a1")
        assert refused.ephemeral
        assert await w.log(game) == log
        played = await player.slash(w.channel, "move", move=f"{state.moves()[0]} done")
        assert "Played" in played.response.content


async def test_a_game_by_the_panel_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.start("land", map="twins", reach="chain")
        await play_by_panel(w, game, random.Random(3))
        assert "The game is over" in w.boards()[-1].content


async def test_the_others_play_on_when_one_of_three_resigns(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await begin(w, map="lake")
        for _ in range(4):
            player = await mover(w, game)
            await player.slash(w.channel, "move", move=whole_turn(await w.state(game)))
        leaver = await mover(w, game)
        plots = (await w.state(game)).scores
        asked = await leaver.slash(w.channel, "resign")
        await leaver.click(asked.response, label="Resign")
        state = await w.state(game)
        assert not state.is_over
        assert len(state.dropped) == 1
        assert state.scores == plots
        assert (await mover(w, game)).id != leaver.id
