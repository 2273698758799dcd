"""Hints: who gets one, what it says, and that everybody sees in the end how many were used. Pairs of games."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.common.markdown import to_markdown
from bot.presentation.hints import describe_hint
from bot.usecases import queries
from bot.usecases.computers import hints
from players import PLAYERS
from players.lookback import Standing
from players.turns import Hint
from rules import GAMES
from tests.positions import play
from tests.ui.computer_world import bot_of, quick_computers
from tests.ui.played import at_random, play_at_once
from tests.ui.world import World, said


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", PLAYERS)
async def test_a_hint_says_what_to_play_to_the_asker_alone_in_two_sentences(w: World, kind: str) -> None:
    two = len(GAMES[kind].seats) == 1
    await w.ada.slash(w.channel, f"newgame {kind}", **({"opponent": bot_of(w)} if two else {"computers": 2}))
    assert any("Hints are allowed" in said(message) for message in w.messages())
    words = (await w.ada.slash(w.channel, "hint")).response
    assert words.ephemeral
    _, move, *why, used = said(words).splitlines()
    assert re.fullmatch(r"I’d \*\*[^·]+\*\*\.", move)
    assert len(why) <= 1
    assert all(len(re.findall(r"(?<![A-Z])\b\d+", each)) <= 1 for each in why), "one number"
    assert "1 hint used. At the end everybody sees how many" in used
    [board] = words.attachments
    assert "Compared with: " not in (board.description or "")
    again = await w.ada.slash(w.channel, "hint")
    assert "1 hint used. At the end everybody sees how many" in said(again.response)


async def test_everybody_sees_at_the_end_how_many_hints_were_used(w: World) -> None:
    game = await w.start(width=4, height=4, hints=True)
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "hint")
    await mover.click((await mover.slash(w.channel, "resign")).response, label="Yes, give up")
    assert f"Hints used: **{mover.name}** 1." in said(w.boards()[-1])


async def test_the_second_game_of_a_pair_tells_the_sum(w: World) -> None:
    await w.ada.slash(w.channel, "newgame pastures", opponent=bot_of(w), width=4, height=4, level=1)
    assert not any("For a fairer game" in said(message) for message in w.messages())
    for game in (1, 2):
        await play_at_once(w, game, at_random(random.Random(game)))
        await w.post_all()
        if game == 1:
            assert "pair" not in said(w.boards()[-1])
            await w.ada.click(w.boards()[-1], label="Rematch")
    one, two = [(await queries.view_game(w.app.context, w.guild.id, game)) for game in (1, 2)]
    ada = [each.row.seat_of(w.ada.id) or 0 for each in (one, two)]
    assert ada[0] != ada[1]
    total = sum(each.state.scores[seat] - each.state.scores[1 - seat] for each, seat in zip((one, two), ada, strict=True))
    told = said(w.boards()[-1])
    assert "second of a pair with #1" in told
    winner = "are even" if total == 0 else f"{'**Ada**' if total > 0 else '**Pebble**'} wins by {abs(total)} "
    assert winner in told.split("Both games of the pair together: ")[1]
    await w.ada.click(w.boards()[-1], label="Rematch")
    assert (await queries.read_row(w.app.context, 3)).second_of is None


async def test_no_hints_where_the_table_has_none_and_a_pair_with_a_game_that_was_given_up_has_no_sum(w: World) -> None:
    await w.start()
    mover, other = await w.turns(1)
    assert "There are no hints in this game" in said((await mover.slash(w.channel, "hint")).response)
    assert "’s turn" in said((await other.slash(w.channel, "hint")).response)
    assert not await hints.count_used(w.app.context, 1)

    await mover.click((await mover.slash(w.channel, "resign")).response, label="Yes, give up")
    await w.ada.click(w.boards()[-1], label="Rematch")
    await w.björn.click(w.channel.last_message, label="Accept")
    await w.ada.click((await w.ada.slash(w.channel, "resign")).response, label="Yes, give up")
    assert "#1 and #2 ended early" in said(w.boards()[-1])


async def test_a_new_table_says_what_is_known_and_who_would_have_hints(w: World) -> None:
    await w.ada.slash(w.channel, "newgame pastures")
    assert "For a fairer game, choose the first castle **by offer**, or play twice and swap seats." in said(w.messages()[-1])
    await w.ada.slash(w.channel, "newgame pastures", claim="offer")
    assert "big advantage" not in said(w.messages()[-1])
    assert "The price makes up for the advantage of the first castle" in said(w.messages()[-1])

    await w.ada.slash(w.channel, "newgame land", seats=3)
    table = w.channel.last_message
    assert "Hints work only if all your opponents are computers." in said(table)
    await w.björn.click(table, label="Join")
    assert "Hints are off." in said(w.message(table.id))


async def test_a_hint_marks_its_move(w: World) -> None:
    await w.ada.slash(w.channel, "newgame territories", opponent=bot_of(w))
    words = (await w.ada.slash(w.channel, "hint")).response
    marked = re.search(r"Chosen: (.+?)\.", words.attachments[0].description or "")
    assert marked is not None
    assert all(square in said(words) for square in marked[1].split(" and "))


async def add_computer(w: World, **options: object) -> str:
    """Have Ada open a table for two and add a computer. Return what the table says then."""
    await w.ada.slash(w.channel, "newgame pastures", width=4, height=4, **options)
    table = w.channel.last_message
    await w.ada.click(table, label="Add a computer")
    return said(w.message(table.id))


async def test_a_game_of_one_member_has_hints_also_where_the_computer_comes_to_a_table_unless_the_host_said_no(
    w: World,
) -> None:
    assert "Hints are allowed" in await add_computer(w)
    assert "I’d **" in said((await w.ada.slash(w.channel, "hint")).response)
    assert "Hints are off." in await add_computer(w, hints=False)
    assert "There are no hints in this game" in said((await w.ada.slash(w.channel, "hint", game=2)).response)


def test_a_hint_during_an_attack_answers_the_present_question_alone() -> None:
    state: Any = GAMES["nomads"].start(2, {}, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, "discover A8, draw treasure, discover A7, draw treasure, discover B2, draw city")
    for square in state.empty:
        state = play(state, f"discover {square}, draw mountain")
    moves = (state.parse("placate"),) * 2
    row: Any = SimpleNamespace(kind="nomads", rules=None, names=("Ada", "Björn"))
    even = Standing((0.5, 0.5), ())
    move = describe_hint(row, state, 0, Hint(moves, even, even))[0]
    assert to_markdown(move) == "I’d **save the city on B2 with a treasure**."
