"""Puzzles from a server's own finished games: found in spare time, shown to members who see the channel, deleted with them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType
from sqlalchemy import delete, update

from bot.common.clock import MINUTE
from bot.games.puzzles import KeptPuzzle, puzzles_of
from bot.storage.queries.time.due import get_rows
from bot.storage.schema import due
from bot.storage.schema import games as games_table
from bot.storage.schema_learning import daily_puzzles, puzzle_strengths, puzzle_tries, server_puzzles
from bot.usecases.learning import daily
from bot.usecases.learning import puzzles as use_case
from bot.usecases.learning import server_puzzles as own
from bot.workers.jobs import FindPuzzles
from lab.studies.puzzles.make import play_game
from players.puzzles import find_puzzles
from rules import Record
from tests.ui.computer_world import HereAndNow, quick_computers
from tests.ui.learning.test_daily_puzzle import days, posted, puzzle_of, turn_on
from tests.ui.learning.test_puzzles_in_discord import find_way, open_puzzle, rows_of
from tests.ui.played import play_texts
from tests.ui.world import World, labels, number_of, said


@cache
def record_with_puzzle() -> Record:
    """A game in which there is a puzzle."""
    return next(record for seed in range(20) if find_puzzles(record := play_game("pastures", seed)))


find_once = cache(FindPuzzles.run)
"""Look for the puzzles of a game. Most games of these tests have the same moves: they are looked at once."""


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server in which no puzzle of Pastures New comes from elsewhere, and whose workers are in this process."""
    monkeypatch.setattr(use_case, "puzzles_of", lambda game: {})
    monkeypatch.setattr(FindPuzzles, "run", find_once)
    async with quick_computers(tmp_path, monkeypatch, puzzle_seconds=60.0) as made:
        yield made


async def play_record(w: World, record: Record | None = None, channel: Any = None) -> int:
    """A game of Ada's and Björn's, all but its last move written into its log; return its number once it is over."""
    record = record or record_with_puzzle()
    where, options = channel or w.channel, record.options
    await w.ada.slash(where, f"newgame {record.game}", opponent=w.björn, **options)
    await w.björn.click(where.last_message, label="Accept")
    game = number_of(where.last_message)
    await play_texts(w, game, *record.actions[:-1])
    mover, _ = await w.turns(game)
    await mover.slash(where, "move", move=record.actions[-1], game=game)
    assert (await w.state(game)).is_over
    return game


async def find(w: World, record: Record | None = None, channel: Any = None) -> int:
    """The same, and then a minute goes by; return the number of the game."""
    game = await play_record(w, record, channel)
    await w.env.advance_time(own.AFTER / 1000)
    return game


async def tasks(w: World) -> list[Any]:
    """What is due of the search for puzzles."""
    return [row for row in await rows_of(w, due) if row.kind == own.DUE]


async def own_puzzle(w: World, number: int = 1) -> KeptPuzzle:
    """A puzzle of the server."""
    found = await w.app.context.db.read(lambda conn: own.find(conn, w.guild.id, f"s{number}", lambda _: True))
    assert found is not None
    return found


async def give(w: World, actor: Any, message: Any, puzzle: KeptPuzzle, key: str) -> Any:
    """Give an answer by the controls of the panel."""
    for control, values in find_way(puzzle, key):
        custom_id = f"lg1:puzzle:{puzzle.id}:{control}:{_stamp(message)}"
        press = actor.select(message, list(values), custom_id=custom_id) if values else None
        message = (await (press or actor.click(message, custom_id=custom_id))).response
    return message


def _stamp(message: Any) -> str:
    return str(next(p["custom_id"].rsplit(":", 1)[1] for p in walk_components(message.components) if "custom_id" in p))


async def test_a_finished_game_gives_puzzles_judged_without_a_computer_set_by_rating_and_deleted_with_it(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await find(w)
    stored = await rows_of(w, server_puzzles)
    wanted = find_puzzles(record_with_puzzle())[:2]
    assert [(row.game_id, row.place, row.hardness) for row in stored] == [
        (game, len(each.record.actions), each.hardness) for each in wanted
    ]
    puzzle = await own_puzzle(w)
    assert puzzle.values == wanted[0].judgement.values
    assert puzzle.start == wanted[0].record.replay()
    assert await tasks(w) == [], "it is done"

    workers: HereAndNow = w.app.workers
    workers.jobs.clear()
    message = (await w.chidi.slash(w.channel, "puzzle", game="pastures")).response
    assert "from a game of this server" in said(message)
    puzzle = await own_puzzle(w, int(message.attachments[0].filename.removesuffix(".png").rsplit("-s", 1)[1]))
    after = await give(w, w.chidi, message, puzzle, puzzle.judgement.answers[0])
    assert "✅ Right!" in said(after)
    for shown in (message, after):
        whole = said(shown) + str(shown.attachments[0].description)
        assert "Ada" not in whole
        assert "Björn" not in whole
    assert workers.jobs == []

    puzzle = await own_puzzle(w)  # its strength is another one now
    far = sorted(puzzles_of("pastures").values(), key=lambda each: -abs(each.first_mu - 25))[:3]
    monkeypatch.setattr(use_case, "puzzles_of", lambda game: {each.id: each for each in far} if game == "pastures" else {})
    monkeypatch.setattr(use_case, "NEAREST", 1)
    message = await open_puzzle(w, "pastures")
    nearest = min([*far, puzzle], key=lambda each: (abs(each.first_mu - 25), each.id))
    assert message.attachments[0].filename == f"puzzle-pastures-{nearest.id}.png", "shipped ones and these alike"

    await w.app.context.db.write(lambda conn: conn.execute(delete(games_table).where(games_table.c.id == game)))
    assert await rows_of(w, server_puzzles) == []


async def test_a_puzzle_is_set_where_its_channel_is_seen_and_the_daily_one_is_what_everybody_sees(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.usecases.learning.daily.games_with_puzzles", lambda: ("pastures",))
    few = dict(list(puzzles_of("pastures").items())[:1])
    monkeypatch.setattr("bot.usecases.learning.daily.puzzles_of", lambda game: few)
    hidden = w.guild.create_text_channel("hidden")
    await find(w, channel=hidden)
    assert await rows_of(w, server_puzzles)
    message = (await w.chidi.slash(w.channel, "puzzle", game="pastures")).response
    assert message.attachments, "everybody sees the channel so far"
    hide(w, hidden)
    refused = (await w.björn.slash(w.channel, "puzzle", game="pastures")).response
    assert "There are no puzzles for Pastures New yet" in said(refused), "those that ship are left out here"
    old = (await w.chidi.click(message, label="Show")).response
    assert "This puzzle was withdrawn" in said(old), "what was set before is hidden, too"

    await find(w)
    of_channel = {f"s{row.id}" for row in await rows_of(w, server_puzzles) if row.game_id == 2}
    await turn_on(w)
    await days(w, 5)
    assert {puzzle_of(message) for message in posted(w)} == {*few, *of_channel}

    day = (await rows_of(w, daily_puzzles))[-1].day
    await set_daily(w, day, "s99")
    found = await use_daily(w, day)
    assert found.puzzle.id in {*few, *of_channel}, "another takes the place of what was taken out before it was posted"
    assert (await use_daily(w, day)).puzzle.id == found.puzzle.id, "it stays the same from then on"

    mine = min(of_channel)
    await set_daily(w, day, mine)
    monkeypatch.setattr(w.app.context, "find_server", lambda guild_id: None)
    assert (await use_daily(w, day)).puzzle.id == mine, "it stays while the client does not know the server yet"
    assert (await rows_of(w, daily_puzzles))[-1].puzzle == mine


async def set_daily(w: World, day: str, puzzle: str) -> None:
    """Have another puzzle be that of a day."""
    change = update(daily_puzzles).where(daily_puzzles.c.day == day).values(puzzle=puzzle)
    await w.app.context.db.write(lambda conn: conn.execute(change))


async def use_daily(w: World, day: str) -> Any:
    """What the message of a day shows."""
    return await daily.find_day(w.app.context, w.guild.id, day)


def hide(w: World, channel: Any) -> None:
    """Hide a channel from everybody."""
    view = discord.Permissions(view_channel=True).value
    nobody = Overwrite(target_id=w.guild.id, type=OverwriteType.ROLE, allow=0, deny=view)
    w.env.backend.edit_channel(channel.id, {}, overwrites=[nobody])


async def choose_puzzles(member: Any, w: World, label: str) -> Any:
    """Press the choice in `/my preferences`."""
    panel = (await member.slash(w.channel, "my preferences")).response
    return (await member.click(panel, label=label)).response


async def test_a_member_keeps_their_games_out_and_what_they_gave_goes(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await find(w)
    message = (await w.chidi.slash(w.channel, "puzzle", game="pastures")).response
    await w.chidi.click(message, label="Show")
    assert await rows_of(w, puzzle_tries)
    panel = await choose_puzzles(w.björn, w, "Keep my games out of puzzles")
    assert "Use my games for puzzles (anonymously): **no**" in said(panel)
    for table in (server_puzzles, puzzle_tries, puzzle_strengths):
        assert await rows_of(w, table) == []
    await find(w)
    assert await rows_of(w, server_puzzles) == [], "and no game of theirs gives any"
    await choose_puzzles(w.björn, w, "Use my games for puzzles")
    await find(w)
    assert await rows_of(w, server_puzzles)

    real = w.app.workers.run

    async def run(job: Any, member: int) -> Any:
        found = await real(job, member)
        if isinstance(job, FindPuzzles):
            await own.change_choice(w.app.context, w.guild.id, w.ada.id, allowed=False)
        return found

    await play_record(w)
    monkeypatch.setattr(w.app.workers, "run", run)
    await w.env.advance_time(own.AFTER / 1000)
    assert await rows_of(w, server_puzzles) == [], "a choice made while a worker looks counts"


async def forget(w: World, member: Any) -> None:
    """Have a member forgotten in the server."""
    question = (await member.slash(w.channel, "my forget")).response
    asked = (await member.click(question, label="In this server")).response
    await member.click(asked, label="Yes, forget me")


async def test_who_is_forgotten_leaves_no_puzzle_and_a_game_that_ends_then_gives_none(w: World) -> None:
    for member in (w.ada, w.björn):
        await find(w)
        assert await rows_of(w, server_puzzles)
        await forget(w, member)
        assert await rows_of(w, server_puzzles) == [], member.name
    await play_record(w)
    await forget(w, w.ada)
    await w.env.advance_time(2 * own.AFTER / 1000)
    assert await rows_of(w, server_puzzles) == []
    assert await tasks(w) == []


async def test_no_puzzle_is_looked_for_while_somebody_waits_nor_for_ever_where_it_cannot_be_done(w: World) -> None:
    workers: HereAndNow = w.app.workers
    workers.is_free = False
    await play_record(w)
    for _ in range(3):
        await w.env.advance_time(MINUTE / 1000)
    assert [type(job) for job in workers.jobs if isinstance(job, FindPuzzles)] == []
    assert len(await tasks(w)) == 1
    workers.is_free = True
    await w.env.advance_time(MINUTE / 1000)
    stored = await rows_of(w, server_puzzles)
    assert stored

    await play_record(w)
    workers.trouble = 1
    await w.env.advance_time(own.AFTER / 1000)
    assert await tasks(w) == [], "what a worker cannot do is not tried for ever"
    assert await rows_of(w, server_puzzles) == stored
    assert labels(w.boards()[-1]), "the game is as it was"


async def test_a_kill_loses_nothing_and_finds_nothing_twice(w: World) -> None:
    await play_record(w)
    workers: HereAndNow = w.app.workers
    workers.trouble = 0
    [task] = [await _task(w)]
    log = await own.to_judge(w.app.context, task)
    assert log is not None
    found: Sequence[Any] = await workers.run(FindPuzzles(log.record_json()), 0)
    assert len(await tasks(w)) == 1, "killed here, it begins again"
    await own.keep(w.app.context, task, found)
    stored = await rows_of(w, server_puzzles)
    assert stored
    await own.keep(w.app.context, task, found)
    assert await rows_of(w, server_puzzles) == stored
    assert await own.to_judge(w.app.context, task) is None


async def _task(w: World) -> Any:
    return next(row for row in await w.app.context.db.read(lambda conn: get_rows(conn, game_id=1)) if row.kind == own.DUE)
