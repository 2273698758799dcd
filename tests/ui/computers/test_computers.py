"""Computers at the table: games against them, what their posts tell, and what they agree to."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import PlayerRow
from bot.usecases import queries
from bot.usecases.computers import moves
from bot.usecases.computers.seats import suggest_level
from players import PLAYERS
from players.estimates import Estimate
from rules import GAMES
from rules.nomads.actions import FoundCity
from tests.ui.computer_world import HereAndNow, bot_of, play_to_end, quick_computers, rows, think_here
from tests.ui.played import at_random, play_at_once
from tests.ui.world import ROW, World, labels, number_of, parts, pressable, said

SMALL: dict[str, dict[str, object]] = {
    "pastures": {"width": 4, "height": 4},
    "territories": {"board": "rim"},
    "land": {},
    "nomads": {},
}


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


async def against_one(w: World, kind: str = "pastures", **options: object) -> int:
    """A running game of Ada against a computer; return its number."""
    if len(GAMES[kind].seats) == 1:
        options |= {"opponent": bot_of(w)}
    else:
        options.setdefault("computers", 1)
    await w.ada.slash(w.channel, f"newgame {kind}", **{**SMALL[kind], **options})
    return number_of(next(message for message in reversed(w.messages()) if "game #" in said(message)))


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", PLAYERS)
async def test_a_whole_game_against_computers(w: World, kind: str) -> None:
    more = {} if len(GAMES[kind].seats) == 1 else {"computers": 3}
    game = await against_one(w, kind, level=1, **more)
    assert any("bot: level 1" in said(message) for message in w.messages())
    row = await queries.read_row(w.app.context, game)
    names = sorted((p.name, p.holder, p.level) for p in row.players)
    assert ("Ada", "member", 0) in names
    assert ("Pebble", "computer", 1) in names
    assert len(names) == (4 if more else 2)
    assert len({p.name for p in row.players}) == len(row.players)
    await play_to_end(w, game, random.Random(1))
    for board in w.boards()[:-1]:
        assert f"<@{w.ada.id}>" in said(board) or not pressable(board)
    assert "bot: level 1" in said(w.boards()[-1])
    assert "The game is over" in said(w.boards()[-1])
    log = await queries.read_log(w.app.context, game)
    assert log.record().replay() == log.state()


async def test_one_post_tells_the_newest_turns_of_several_computers_in_three_lines(w: World) -> None:
    game = await against_one(w, "nomads", computers=3, level=1)
    mine = (await queries.read_row(w.app.context, game)).seat_of(w.ada.id)
    before, state = len(w.boards()), await w.state(game)
    move = next(move for move in state.moves() if isinstance(move, FoundCity))
    await w.ada.slash(w.channel, "move", move=str(move))
    assert (await w.state(game)).seat == mine
    assert len(w.boards()) == before + 1
    turn, earlier, *turns, scores = said(w.boards()[-1]).splitlines()
    assert turn.startswith(f"<@{w.ada.id}>, it is your turn in **Nomads** #{game}. ")
    assert re.fullmatch(r"\d earlier turns: see `/history`\.", earlier)
    assert turns[0].startswith(("**Pebble** ", "**Sprout** ", "**Acorn** "))
    assert len((earlier, *turns)) <= 3
    assert all(name in scores for name in ("Ada\u00a05", "Pebble\u00a0", "Sprout\u00a0", "Acorn\u00a0", "bot: level 1"))


async def test_computers_join_and_leave_an_open_table_and_fill_it(w: World) -> None:
    answer = await w.ada.slash(w.channel, "newgame nomads", seats=3, computers=3)
    assert "room for 2 computers." in said(answer.response)
    answer = await w.ada.slash(w.channel, "newgame land", seats=2, computers=2)
    assert "There are 2 seats, with room for 1 computer." in said(answer.response)
    assert not w.messages()
    await w.ada.slash(w.channel, "newgame nomads", seats=3, level=2)
    table = w.messages()[-1]
    assert "Add a computer" in str(labels(table))
    refused = await w.björn.click(table, label="Add a computer")
    assert "Only **Ada**" in said(refused.response)
    await w.ada.click(table, label="Add a computer")
    assert "(2 of 3): **Ada** and **Badger** (level 2)." in said(w.message(table.id))
    await w.ada.click(table, label="Take a computer away")
    assert "(1 of 3): **Ada**." in said(w.message(table.id))
    assert "Take a computer away" not in str(labels(w.message(table.id)))
    await w.ada.click(table, label="Add a computer")
    await w.björn.click(table, label="Join")
    assert "has begun" in said(w.message(table.id))
    assert sorted((await queries.read_row(w.app.context, 1)).names) == ["Ada", "Badger", "Björn"]


async def test_a_move_against_a_computer_is_taken_back_at_once_but_only_so_often(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await against_one(w)
    await w.ada.slash(w.channel, "draw")
    assert not (await w.state(game)).is_over, "it agrees to no draw before it has played"
    before = await w.state(game)
    await w.ada.slash(w.channel, "move", move=str(before.moves()[0]))
    assert await w.state(game) != before
    answer = await w.ada.slash(w.channel, "undo")
    assert "taken back" in said(answer.response)
    assert await w.state(game) == before
    assert "took back" in said(w.boards()[-1])
    monkeypatch.setattr("bot.usecases.play.undo.MOST_UNDOS", 1)
    await w.ada.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
    answer = await w.ada.slash(w.channel, "undo")
    assert "the computers allow no more" in said(answer.response)
    log = await w.log(game)
    assert not await moves.play(w.app.context, game, len(log) - 1, ["A1 F"]), "a decision for an earlier version"
    assert await w.log(game) == log


async def offer_draw(w: World, game: int) -> bool:
    """Ada moves and offers a draw. Return whether the computer agrees, as its answer says too."""
    await w.ada.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
    await w.ada.slash(w.channel, "draw")
    agreed = (await w.state(game)).is_over
    proposal = next(m for m in w.messages() if "offers a draw" in said(m))
    assert ("All have agreed" if agreed else "does not agree.") in said(proposal)
    return agreed


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("kind", "even", "better"),
    [("pastures", (0.0, 0.0), 0.5), ("territories", (0.5, 0.5), 0.1)],
)
@pytest.mark.parametrize(("ahead", "agreed"), [(0, True), (-1, True), (1, False), (3, False)])
async def test_a_computer_agrees_to_a_draw_where_it_stands_no_better_than_even_at_its_level(
    w: World,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    even: tuple[float, float],
    better: float,
    ahead: int,
    agreed: bool,
) -> None:
    monkeypatch.setattr("bot.usecases.computers.answers.PATIENCE", 1)
    game = await against_one(w, kind, level=2)
    mine = (await queries.read_row(w.app.context, game)).seat_of(w.ada.id) or 0
    asked = set[int]()

    def look(self: object, state: object, level: int, *_: object) -> Estimate:
        asked.add(level)
        theirs = even[1] + better * ahead
        told = (2 * even[0] - theirs, theirs) if mine == 0 else (theirs, 2 * even[0] - theirs)
        return Estimate(told, told, is_sure=True)

    monkeypatch.setattr(type(PLAYERS[kind]), "look", look)
    assert await offer_draw(w, game) == agreed
    assert asked == {2}


async def test_p15_a_computer_does_not_agree_to_a_draw_while_an_offer_is_still_to_even_things_out(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.usecases.computers.answers.PATIENCE", 1)
    game = await against_one(w, "pastures", claim="offer")
    assert not await offer_draw(w, game)


async def test_computers_alone_end_a_game_at_once(w: World) -> None:
    game = await against_one(w, "nomads", computers=2)
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    state = await w.state(game)
    assert state.is_over
    assert state.winners == tuple(seat for seat in range(3) if seat not in state.dropped)
    assert "share the win" in said(w.boards()[-1])


async def test_a_computer_whose_worker_failed_moves_later_and_once_after_a_restart_while_it_thinks(w: World) -> None:
    """The row of what is due stays; the next process has the computer move."""
    workers: HereAndNow = w.app.workers
    workers.trouble = 2
    game = await against_one(w, "pastures")
    if workers.trouble:  # Ada began
        await w.ada.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
    await w.env.advance_time(60)
    row = await queries.read_row(w.app.context, game)
    assert row.seat == row.seat_of(w.ada.id)
    assert len(workers.jobs) == 3
    assert not await rows(w, moves.MOVE)

    workers.trouble = 1000
    await w.ada.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))
    known = len(await w.log(game))
    await w.restart()
    think_here(w)
    await w.env.advance_time(3600)
    row = await queries.read_row(w.app.context, game)
    assert row.seat == row.seat_of(w.ada.id)
    assert len(await w.log(game)) == known + 1
    assert not await rows(w, moves.MOVE)


async def test_the_next_game_is_against_the_computer_again_with_seats_changed(w: World) -> None:
    game = await against_one(w, level=1)
    await play_at_once(w, game, at_random(random.Random(2)))
    await w.post_all()
    await w.ada.click(w.boards()[-1], label="Rematch")
    first, second = [await queries.read_row(w.app.context, number) for number in (game, game + 1)]
    assert second.names == first.names[::-1]
    assert second.players[1 - (second.seat_of(w.ada.id) or 0)].is_computer
    assert second.second_of == game


def test_the_more_games_wait_the_less_each_computer_thinks() -> None:
    assert moves.choose_seconds(1) == moves.THINKING
    assert 50 * moves.choose_seconds(50) <= moves.ROUND
    assert moves.choose_seconds(10_000) == moves.SHORTEST


async def test_computers_agree_to_a_pause_at_once_and_the_last_board_suggests_the_next_level(w: World) -> None:
    game = await against_one(w, level=2, pace="relaxed")
    await w.ada.click((await w.ada.click(w.boards()[-1], label="Board")).response, label="Propose a pause")
    assert "paused" in said(w.boards()[-1])
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    rows_shown = [[item["label"] for item in row["components"]] for row in parts(w.boards()[-1]) if row["type"] == ROW]
    assert rows_shown == [["Rematch", "Replay", "Analysis", "Practice mistakes"], ["Level 1 next?", "Rules"]]
    await w.ada.click(w.boards()[-1], label="Level 1 next?")
    row = await queries.read_row(w.app.context, game + 1)
    assert [(p.name, p.level) for p in row.players if p.is_computer] == [("Pebble", 1)]
    assert row.second_of is None, "two games against different levels are no pair"
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    assert "next?" not in str(labels(w.boards()[-1])), "there is no level below the first"


def test_a_level_is_suggested_after_a_clear_result_against_one_level_alone() -> None:
    ada, eva = PlayerRow(0, 1, "Ada"), PlayerRow(1, 2, "Eva")
    heron, flint = (
        PlayerRow(1, None, "Heron", holder="computer", holder_number=3),
        PlayerRow(2, None, "Flint", holder="computer", holder_number=4),
    )
    wolf = PlayerRow(1, None, "Wolf", holder="computer", holder_number=5)

    def suggested(*players: PlayerRow, won: Sequence[PlayerRow]) -> int | None:
        ended = tuple(replace(player, won=player in won) for player in players)
        return suggest_level(cast("GameRow", SimpleNamespace(players=ended)))

    assert suggested(ada, heron, won=[ada]) == 4
    assert suggested(ada, heron, won=[heron]) == 2
    assert suggested(ada, heron, won=[ada, heron]) is None
    assert suggested(ada, heron, won=[]) is None
    assert suggested(ada, wolf, won=[ada]) is None
    assert suggested(ada, heron, flint, won=[ada]) is None
    assert suggested(ada, eva, won=[ada]) is None
