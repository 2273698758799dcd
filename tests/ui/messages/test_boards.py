"""The message of a board: what phones show of it comes first, then what happened, and the scores in the last line."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.common.clock import HOUR
from bot.presentation.texts import shorten
from bot.ui.messages import picture
from bot.ui.messages.board import MOST_LETTERS, MOST_NEWS, describe_news, describe_steps
from bot.ui.words.times import describe_banks
from bot.usecases import queries
from tests.ui.channels.test_posts_modes import started, thread
from tests.ui.notifications.test_notifications import direct, told
from tests.ui.played import append_actions, at_random, play_texts
from tests.ui.world import World, said

PUSHED = 150
"""About as many characters of a message are shown on a lock screen."""


def on_lock_screen(message: Any) -> str:
    """What a phone shows of a message: its content without marks."""
    return str(message.content).replace("*", "")[:PUSHED]


async def test_a_board_says_whose_turn_it_is_and_what_happened_and_the_scores_last_and_the_final_one_in_its_alt_text_too(
    w: World,
) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f")
    turn, news, scores = said(w.boards()[-1]).splitlines()
    assert turn.startswith(f"<@{other.id}>, it is your turn in **Pastures New** #{game}. ⏳\u00a0Move by <t:")
    assert news == f"**{mover.name}** planted a forest on A1."
    assert sorted(scores.replace("●", "▲").split(" · ")) == ["▲\u00a0Ada\u00a00", "▲\u00a0Björn\u00a00"]
    before = said(w.boards()[-2]).splitlines()
    assert before[0] == f"**Pastures New** #{game}"
    assert before[-1] == scores

    state, texts = await w.state(game), list[str]()
    while not state.is_over:
        texts.append(str(state.moves()[0]))
        state = state.play(state.moves()[0])
    await play_texts(w, game, *texts[:-1])
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move=texts[-1], game=game)
    board = w.boards()[-1]
    first, *_, last = said(board).splitlines()
    assert first.startswith(f"**Pastures New** #{game} · The game is over: **")
    assert any(state.scores)
    for points in state.scores:
        assert f"\u00a0{points}" in last
        assert f"{points} point" in board.attachments[0].description


async def test_a_board_whose_picture_cannot_be_drawn_has_the_scores_too(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)

    async def fail(*args: object, **rest: object) -> None:
        raise OSError("no picture")

    monkeypatch.setattr(picture, "draw_board", fail)
    await mover.slash(w.channel, "move", move="a1 f")
    await w.post_all()
    turn, why, scores = said(w.messages()[-1]).splitlines()
    assert turn == f"<@{other.id}>, it is your turn in **Pastures New** #{game}."
    assert "could not be drawn" in why
    assert sorted(scores.replace("●", "▲").split(" · ")) == ["▲\u00a0Ada\u00a00", "▲\u00a0Björn\u00a00"]


async def test_a_lock_screen_shows_the_game_and_what_happened(w: World) -> None:
    for posts in ("turn", "thread", "one"):
        w.channel = w.guild.create_text_channel(posts)
        game = await started(w, posts=posts, width=4, height=4)
        mover, other = await w.turns(game)
        await told(other, w, WAY="both")
        await mover.slash(w.channel, "move", move="a1 f", game=game)
        place = thread(w) if posts == "thread" else w.channel
        asking = [m for m in place.history() if f"<@{other.id}>, it is your turn" in m.content]
        for message in (asking[-1], direct(other)[-1]):
            shown = on_lock_screen(message)
            assert "t is your turn" in shown
            assert f"Pastures New #{game}" in shown
            assert f"{mover.name} planted a forest on A1." in str(message.content).replace("*", "")


async def test_a_private_board_leaves_to_its_picture_what_that_shows_and_lists_few_moves_alone(w: World) -> None:
    game = await started(w, "nomads")
    mover, other = await w.turns(game)
    mine = said((await mover.slash(w.channel, "board")).response)
    theirs = said((await other.slash(w.channel, "board")).response)
    assert "It is your turn. Press **Play**" in mine
    assert "It is" not in theirs, "the line about the time names the player"
    for text, whose in ((mine, "Your time"), (theirs, f"**{mover.name}**’s turn")):
        assert re.search(rf"\n⏳ {re.escape(whose)} ends <t:\d+:R>\.\n", text), "one line on a phone"
        assert not any(shown in text for shown in ("Ada\u00a00", "Björn\u00a00", "Not seen"))
        assert "Time left: 3 days each" in text


async def test_a_private_board_names_the_players_whose_time_differs(w: World) -> None:
    opened = (await w.ada.slash(w.channel, "newgame nomads", seats=3)).response
    for member in (w.björn, w.chidi):
        await member.click(opened, label="Join")
    mover, _ = await w.turns(1)
    for seconds, left in ((60, "3 days each"), (3600, f"{mover.name} 71 hours · the others 3 days")):
        await w.env.advance_time(seconds)
        assert f"Time left: {left}" in said((await w.ada.slash(w.channel, "board")).response)
    found = await queries.view_game(w.app.context, w.guild.id, 1, w.ada.id)
    assert found.clock is not None
    six, banks = replace(found.row, players=found.row.players * 2), (HOUR, HOUR, *[2 * HOUR] * 4)
    shown = describe_banks(six, found.state, replace(found.clock, banks=banks), found.clock.at)
    first, second = found.row.names[:2]
    assert shown == f"-# Time left: {first} and {second} 1 hour · the others 2 hours", "players with the same time together"


async def test_news_of_several_turns_fill_at_most_six_lines_of_a_phone_and_keep_the_newest_turn(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=2)
    await w.björn.click(w.channel.last_message, label="Join")
    await append_actions(w.app.context, 1, at_random(Random(5)), 40)
    log = await queries.read_log(w.app.context, 1)
    newest = log.steps(log.last_turn(), log.version)[0].before.seat
    assert newest is not None
    for start in range(log.version):
        lines = describe_news(log, start, log.version).splitlines()
        assert f"**{log.row.names[newest]}** " in lines[-1]
        turns = [line for line in lines if not line.endswith(": see `/history`.")]
        assert len(turns) <= len(lines) <= MOST_NEWS
        assert len(turns) == 1 or sum(map(len, turns)) <= MOST_LETTERS
    demo = replace(log.row, started_by=w.ada.id)
    assert "earlier turns.\n" in describe_steps(demo, log.steps(0, log.version)), "a demo has no history"


def test_a_long_line_ends_after_a_sentence() -> None:
    assert shorten("Ada took A1. Björn took B2.", 40) == "Ada took A1. Björn took B2."
    assert shorten("Ada took A1. Björn took B2. Cleo took C3.", 25) == "Ada took A1. …"
    assert shorten("Ada took A1 and B2.", 10) == "Ada took A1 and B2.", "a sentence stays whole"
