"""Games of all servers in a direct message with the bot: listed, looked at and played by those who still see them."""

from __future__ import annotations

import json
import random
from typing import Any

import discord
import pytest
from sqlalchemy import update

import render
from bot.storage.schema import game_tables
from bot.ui.framework.direct import ELSEWHERE, NOT_SEEN, UNSURE_WHICH
from bot.ui.framework.game_picker import PickPress
from bot.ui.messages import picture
from bot.ui.messages.board import BoardPress
from bot.ui.play.boards import WordsPress
from bot.ui.play.panel_message import PanelPress
from bot.usecases import queries
from bot.usecases.notifications import member_settings
from render.view import View
from rules import GAMES, State
from tests.ui.direct.playing import Server, click, forged, mover_of, play_turn
from tests.ui.test_doors import hide
from tests.ui.world import World, controls, labels, said


async def open_from_list(w: World, game: int) -> Any:
    """The player to move opens the panel of a game from `/games` in their direct messages."""
    member = await mover_of(w, game)
    listed = (await member.user.slash("games")).response
    found = [c for c in controls(listed) if c["custom_id"] == PickPress(game, "move").id]
    answer = await member.user.click(listed, custom_id=found[0]["custom_id"])
    return answer.followups[0] if answer.followups else answer.response


SETUPS: dict[str, dict[str, Any]] = {
    "land": {"map": ["gggggg"] * 5 + ["~~~~~~"]},
    "territories": {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]},
    "nomads": {"bag": {"oasis": 72, "barbarian": 300}},
}
"""Set-ups from outside with which games end soon."""


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", GAMES)
async def test_a_whole_game_is_played_from_direct_messages_alone_beside_one_in_another_server(
    w: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/games` opens the panels of both. The other game is played by its panel, this one is typed. One picture does for all.

    ``test_own_games`` plays whole games of each kind by panels.
    """
    drawn = render.picture(GAMES[kind].start(2), View(("Ada", "Björn"), "dark"))
    monkeypatch.setattr(picture, "picture", lambda *_: drawn)
    fen, dice = Server(w), random.Random(7)
    await open_for_two(w, w.channel, w.members, kind)
    await open_for_two(w, fen.channel, fen.members, "pastures")
    assert controls(await open_from_list(w, 1))
    for _ in range(20):  # the dice may press what leads out of the panel
        if beside := await w.log(2):
            break
        await play_turn(await mover_of(w, 2), await open_from_list(w, 2), dice)
    assert len(beside) == 1
    for _ in range(200):
        if (mover := await mover_of(w, 1)) is None:
            break
        await mover.user.slash("move", move=choose_turn(await w.state(1), dice), game=1)
    row = await queries.read_row(w.app.context, 1)
    assert (row.is_over, row.ending) == (True, "played")
    assert row.board_message_id in [board.id for board in w.boards()]
    assert await w.log(2) == beside, "nothing of it is in the other game"
    assert await mover_of(w, 2) is not None


def choose_turn(state: State, dice: random.Random) -> str:
    """Return a turn, or as much of one as can be typed at once, that goes as far as it can."""
    start, seat, done = state, state.seat, list[str]()
    while state.seat == seat:
        going_on = [move for move in state.moves() if str(move) != "done"]
        far = [move for move in going_on if str(move).startswith(("activate", "take"))]
        move = dice.choice(far or going_on or list(state.moves()))
        if done and start.split(" ".join([*done, str(move)])) != [*done, str(move)]:
            break
        done.append(str(move))
        state = state.play(move)
    return " ".join(done)


async def open_for_two(w: World, channel: Any, members: dict[str, Any], kind: str) -> None:
    """Ada opens a game for two that ends soon, and Björn joins."""
    options = {"pastures": {"width": 4, "height": 4}, "territories": {}}.get(kind, {"seats": 2})
    await members["Ada"].slash(channel, f"newgame {kind}", **options)
    changed = update(game_tables).where(game_tables.c.status == "open").values(setup=json.dumps(SETUPS.get(kind, {})))
    await w.app.context.db.write(lambda conn: conn.execute(changed))
    await members["Björn"].click(channel.last_message, label="Join")


async def test_games_of_a_hidden_channel_or_a_server_that_one_has_left_are_neither_shown_nor_played(w: World) -> None:
    fen = Server(w)
    await w.start(width=4, height=4)
    await fen.start(width=4, height=4)
    member = await mover_of(w, 1)
    listed = (await member.user.slash("games")).response
    opened = await click(member, (await member.user.slash("board", game=1)).response, "Play")
    before, move = await w.log(1), str((await w.state(1)).moves()[0])
    for gone in ("unseen", "left"):
        assert "Meadow" in said((await member.user.slash("games")).response)
        await w.env.advance_time(301)
        if gone == "left":
            w.env.backend.remove_member(w.guild.id, member.id)
        else:
            hide(w, w.channel)
        assert "Meadow" not in said((await member.user.slash("games")).response)
        for command, options in {"board": {}, "move": {"move": move}, "history": {}, "replay": {}, "hint": {}}.items():
            assert said((await member.user.slash(command, game=1, **options)).response) == NOT_SEEN
        assert [choice["value"] for choice in await member.user.autocomplete("board", "game", "")] == [2]
        assert await member.user.autocomplete("move", "move", "", game=1) == []
        for message in (listed, opened):
            for custom_id in (PickPress(1, "move").id, PickPress(1, "board").id, PanelPress(1, 0, f"play-{move}", "1f").id):
                assert await forged(w, member, message, custom_id) == NOT_SEEN
            assert await forged(w, member, message, WordsPress(1, 0).id) == NOT_SEEN
            assert await forged(w, member, message, "lg1:look:g1:0:0:go") == NOT_SEEN
        w.env.backend.edit_channel(w.channel.id, {}, overwrites=[])
    assert await w.log(1) == before


async def test_discord_is_asked_once_in_five_minutes_for_each_server(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    fen = Server(w)
    for _ in range(2):
        await w.start(width=4, height=4)
    await fen.start(width=4, height=4)
    asked: list[int] = []
    fetch = discord.Guild.fetch_member

    async def counted(guild: discord.Guild, member_id: int, /) -> discord.Member:
        asked.append(guild.id)
        return await fetch(guild, member_id)

    monkeypatch.setattr(discord.Guild, "fetch_member", counted)
    for _ in range(3):
        await w.ada.user.slash("games")
        await w.ada.user.autocomplete("board", "game", "")
        await w.ada.user.slash("board", game=1)
    assert sorted(asked) == sorted([w.guild.id, fen.guild.id])


async def test_commands_find_the_game_or_ask_which_and_the_list_has_all_servers_soonest_deadline_first(w: World) -> None:
    fen = Server(w)
    await w.start(width=4, height=4, pace="relaxed")
    member = await mover_of(w, 1)
    assert (await member.user.slash("board")).response.attachments
    assert said((await member.user.slash("replay")).response) == "Nobody has moved in this game yet."
    offered = await member.user.autocomplete("move", "move", "")
    assert "Done:" in said((await member.user.slash("move", move=offered[0]["value"])).response)
    assert (await member.user.slash("history")).response.attachments
    await fen.start(width=4, height=4, pace="daily")
    which = (await member.user.slash("board")).response
    assert "Which game?" in said(which)
    assert (await click(member, which, labels(which)[1])).attachments

    ada = w.ada.user
    listed = said((await ada.slash("games")).response)
    assert "**Meadow**" in listed
    assert "**Fen**" in listed
    mine = [number for number in (1, 2) if await mover_of(w, number) is w.ada]
    if len(mine) == 2:
        assert listed.index("#2") < listed.index("#1"), "the daily one has the sooner deadline"
    in_server = said((await w.ada.slash(w.channel, "games")).response)
    assert "Fen" not in in_server
    assert "You play 1 more game elsewhere: `/games` in a direct message with me." in in_server


async def test_nothing_but_games_of_a_server_is_reached_from_there_and_nothing_where_discord_does_not_answer(
    w: World,
) -> None:
    await w.start(width=4, height=4)
    member = await mover_of(w, 1)
    board = (await member.user.slash("board", game=1)).response
    for custom_id in (BoardPress(1, 0, "play").id, PickPress(1, "resign").id, "lg1:serverpart:settings", "lg1:open:land"):
        assert await forged(w, member, board, custom_id) == ELSEWHERE
    stepper = (await member.user.slash("history", game=1)).response
    assert said(await click(member, stepper, "Share")) == ELSEWHERE
    own = await member_settings.get(w.app.context, w.guild.id, member.id)
    assert own == member_settings.USUAL

    await w.env.advance_time(301)
    w.env.inject_error("GET", f"/guilds/*/members/{member.id}", status=500, times=None)
    before = await w.log(1)
    listed = said((await member.user.slash("games")).response)
    assert "Meadow" not in listed
    assert "whether you still see 1 more game" in listed
    assert said((await member.user.slash("board")).response) == UNSURE_WHICH
    move = str((await w.state(1)).moves()[0])
    assert "nothing was done" in said((await member.user.slash("move", move=move, game=1)).response)
    assert await w.log(1) == before
