"""Games of one's own against computers, in direct messages with the bot: opened, played to the end, forgotten."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.common.home import home_of
from bot.storage.schema_statistics import results
from bot.ui.messages.entry_points import VersusPress
from bot.usecases import queries
from bot.usecases.pages import keys
from tests.sampling import Sample
from tests.storage.samples import everything
from tests.ui.computer_world import quick_computers, think_here
from tests.ui.direct.playing import boards, click, messages, play_to_the_end
from tests.ui.played import at_random, play_at_once
from tests.ui.world import World, labels, parts, said


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    async with quick_computers(tmp_path, monkeypatch) as made:
        yield made


SMALL: dict[str, dict[str, Any]] = {"pastures": {"width": 4, "height": 4}, "territories": {}, "land": {}, "nomads": {}}


async def own_games(w: World, member: Any) -> list[Any]:
    return await queries.list_user_games(w.app.context, member.id, ("running", "over", "adjourned"))


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", SMALL)
async def test_a_whole_game_is_played_there(w: World, kind: str, sample: Sample) -> None:
    """Outside of full runs, what follows the first three turns is played at once."""
    await w.ada.user.slash(f"newgame {kind}", level=1, **SMALL[kind])
    (row,) = await own_games(w, w.ada)
    assert (row.guild_id, row.channel_id) == (home_of(w.ada.id), w.ada.user.dm_channel.id)
    assert row.terms.hints
    assert row.terms.pace == "none"
    if not sample.is_full:
        await play_to_the_end(w, w.ada, row.id, seed=5, most=3)
        await play_at_once(w, row.id, at_random(random.Random(5)))
        await w.post_all()
    await play_to_the_end(w, w.ada, row.id, seed=5)
    assert (await queries.read_row(w.app.context, row.id)).ending == "played"
    assert "Rematch" in labels(messages(w.ada)[-1])
    assert said((await w.ada.user.slash("history", game=row.id)).response)
    assert (await w.ada.user.slash("replay", game=row.id)).response.attachments
    assert w.messages() == [], "no server hears of it"


async def test_one_is_played_by_commands_without_a_number_through_a_restart_by_nobody_else_and_again(w: World) -> None:
    await w.ada.user.slash("newgame pastures", width=4, height=4, level=1)
    hint = (await w.ada.user.slash("hint")).response
    assert "I’d **" in said(hint)
    offered = await w.ada.user.autocomplete("move", "move", "")
    (row,) = await own_games(w, w.ada)
    before, posted = await w.log(row.id), len(boards(w.ada))
    await w.ada.user.slash("move", move=offered[0]["value"])
    assert len(await w.log(row.id)) > len(before)
    assert len(boards(w.ada)) + len(messages(w.ada)) > posted, "the board after the computer's answer"
    listed = (await w.ada.user.slash("games")).response
    assert "here" in said(listed)
    assert "Play" in labels(listed)

    for command in ("board", "history", "replay", "hint"):
        refused = (await w.björn.user.slash(command, game=row.id)).response
        assert "You cannot see the channel of this game now" in said(refused)
        refused = (await w.björn.slash(w.channel, command, game=row.id)).response
        assert "no such game in this server" in said(refused)

    await w.restart()
    think_here(w)
    panel = (await w.ada.user.click(boards(w.ada)[-1], label="Play")).response
    assert panel.attachments
    board = (await w.ada.user.slash("board")).response
    assert "Give up…" in labels(board)
    asked = await click(w.ada, board, "Give up…")
    await click(w.ada, asked, labels(asked)[0])
    (row,) = await own_games(w, w.ada)
    assert row.is_over
    await w.ada.user.click(messages(w.ada)[-1], label="Rematch")
    assert len(await own_games(w, w.ada)) == 2
    assert boards(w.ada)


async def test_play_and_help_begin_one_at_once(w: World) -> None:
    shown = (await w.ada.user.slash("play")).response
    assert "Invite" not in labels(shown)
    await w.ada.user.click(shown, custom_id=VersusPress("pastures").id)
    assert len(await own_games(w, w.ada)) == 1
    assert boards(w.ada)


async def test_it_counts_in_no_server_and_goes_when_its_player_is_forgotten(w: World) -> None:
    await w.ada.user.slash("newgame pastures", width=4, height=4, level=1)
    (row,) = await own_games(w, w.ada)
    await play_at_once(w, row.id, at_random(random.Random(1)))
    await w.post_all()
    assert (await queries.read_row(w.app.context, row.id)).ending == "played"

    async def counted(conn: Any) -> set[int]:
        return set((await conn.scalars(select(results.c.guild_id))).all())

    assert w.guild.id not in await w.app.context.db.read(counted)
    assert "Ada" not in said((await w.björn.slash(w.channel, "ranking")).response)
    await w.ada.user.slash("newgame nomads", level=1)
    question = (await w.ada.user.slash("my forget")).response
    assert labels(question) == ["In all servers"]
    sure = await click(w.ada, question, "In all servers")
    (running,) = [each for each in await own_games(w, w.ada) if not each.is_over]
    assert f"In direct messages with me, **Nomads #{running.id}** is deleted." in said(sure)
    assert "no running game" not in said(sure)
    assert "You give up" not in said(sure), "nobody else is left behind"
    await click(w.ada, sure, "Yes, forget me")
    assert str(w.ada.id) not in str(await w.app.context.db.read(everything))

    for _ in range(2):
        await w.ada.user.slash("newgame nomads", level=1)
    question = (await w.ada.user.slash("my forget")).response
    assert "** are deleted." in said(await click(w.ada, question, "In all servers"))


async def test_lessons_puzzles_rules_and_settings_are_there(w: World) -> None:
    assert (await w.ada.user.slash("learn", game="pastures")).response.attachments
    puzzle = (await w.ada.user.slash("puzzle", game="pastures")).response
    assert puzzle.attachments
    answer = await click(w.ada, puzzle, "Show")
    assert "Next puzzle" in labels(answer)
    assert "Report" not in labels(answer), "nobody is asked to decide about it"
    assert (await w.ada.user.slash("rules", game="land")).response.attachments
    helped = (await w.ada.user.slash("help")).response
    assert "Play each of them right here" in said(helped)
    assert "a friend joins" not in said(await click(w.ada, await click(w.ada, helped, "Time"), "Back"))
    assert "No finished game yet" in said((await w.ada.user.slash("stats")).response)
    for part, head in {
        "notifications": "**Notifications in all servers**",
        "preferences": "**Your preferences in all servers**",
        "vacation": "**Vacation** in all servers",
        "blocked": "**Members you have blocked**",
    }.items():
        panel = (await w.ada.user.slash(f"my {part}")).response
        assert head in said(panel)
        assert "Only in this server…" not in labels(panel)
        assert "**Your data**" in said(await click(w.ada, panel, "Your data"))
    assert "in all servers" in said((await w.ada.user.slash("my data")).response)


LINK = "https://games.example.org/board#"


async def test_games_and_puzzles_are_opened_as_pages_there(w: World) -> None:
    w.app.context.public_url = "https://games.example.org"
    await w.ada.user.slash("newgame pastures", width=4, height=4, level=1)
    board = (await w.ada.user.slash("board")).response
    puzzle = (await w.ada.user.slash("puzzle", game="pastures")).response
    for message in (board, puzzle):
        (link,) = (part["url"] for part in parts(await click(w.ada, message, "Open the board")) if "url" in part)
        assert link.startswith(LINK)
        with w.env.time_context():
            ticket = await keys.find_ticket(w.app.context, link.removeprefix(LINK))
        assert ticket.key.guild_id == home_of(w.ada.id)
