"""The local page: the same server at every start, games that go on, refusals that say what to do."""

from __future__ import annotations

import re
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from simcord.preview import Preview
from simcord.results import InteractionResult, ResponseMessage

from bot import Settings, create_bot
from bot.process.preview import MEMBERS, World, page_of, serve, settings_of_page
from bot.process.run import Failure
from bot.storage.engine.file_lock import FileLock
from bot.ui.messages.entry_points import VersusPress
from bot.usecases.computers import moves
from bot.workers.process import Worker
from tests.browser.process import serving
from tests.here import Here
from tests.inline_sqlite import patch_sqlite
from tests.ui.world import said
from tests.waiting import until


def seen(result: InteractionResult) -> ResponseMessage:
    """The message that an interaction was answered with."""
    assert result.response is not None
    return result.response


def settings_in(folder: Path) -> Settings:
    return Settings(
        discord_token="not.for.here",
        database_url="postgresql+asyncpg://nobody@nowhere/games",
        shard_count=4,
        shard_ids=[3],
        preview_database=str(folder / "page.sqlite3"),
        preview_port=0,
    )


@pytest.fixture
def folder(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the migrated database of a page. Its bot thinks and draws in this process."""
    patch_sqlite(monkeypatch)
    monkeypatch.setattr(Worker, "start", Here.start)
    shutil.copyfile(sqlite_template, tmp_path / "page.sqlite3")
    return tmp_path


@asynccontextmanager
async def page_in(folder: Path) -> AsyncIterator[tuple[World, Preview]]:
    async with page_of(create_bot(settings_of_page(settings_in(folder))), 0) as (world, page):
        yield world, page


def ids_of(world: World) -> list[int]:
    assert world.channel.guild is not None
    return [world.channel.guild.id, world.channel.id, *(member.id for member in world.members)]


def test_the_page_has_its_own_database_and_no_token(tmp_path: Path) -> None:
    settings = settings_of_page(settings_in(tmp_path))
    assert settings.database_url == f"sqlite+aiosqlite:///{tmp_path}/page.sqlite3"
    assert (settings.discord_token, settings.shard_count, settings.shard_ids) == (None, 1, None)


async def test_after_a_restart_a_game_goes_on_and_a_finished_one_is_replayed_and_played_again(folder: Path) -> None:
    async with page_in(folder) as (world, page):
        ids = ids_of(world)
        assert page.url.startswith("http://127.0.0.1:")
        ada, bjorn, _ = world.members
        for is_finished in (True, False):
            invited = await ada.slash(world.channel, "newgame pastures", opponent=bjorn)
            await bjorn.click(seen(invited), label="Accept")
            if is_finished:
                await ada.click(seen(await ada.slash(world.channel, "resign")), label="Yes, give up")
        before = world.channel.last_message
        assert before is not None
        assert "it is your turn" in said(before)
        assert before.mentions[0].display_name in MEMBERS

    async with page_in(folder) as (world, _page):
        assert ids_of(world) == ids
        _, *boards = world.channel.history()
        (over,) = [each for each in boards if "wins" in said(each)]
        (board,) = [each for each in boards if each is not over]
        numbers = re.compile(r":\d+(:\w)?>")
        assert numbers.sub("", said(board)) == numbers.sub("", said(before)), "icons are made anew, and time was given back"
        assert board.id > before.id, "no message may have the id of one that was forgotten"
        assert len(board.attachments) == 1
        mover = next(member for member in world.members if member.id == board.mentions[0].id)
        played = await mover.slash(world.channel, "move", move="c4 forest")
        assert "C4" in said(seen(played))
        assert len(world.channel.history()) > len(boards)
        ada, bjorn, _ = world.members
        assert (await ada.click(over, label="Replay")).response.attachments
        again = await bjorn.click(over, label="Rematch")
        assert "invites" in said(again.response)


async def test_time_goes_on_and_a_visitor_plays_the_bot_without_typing_a_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "THINKING", 0.01)
    monkeypatch.setattr(moves, "SHORTEST", 0.01)
    async with page_in(folder) as (world, page):
        ada = world.members[0]
        (greeting,) = world.channel.history()
        await ada.slash(world.channel, "newgame pastures")
        assert world.measure_lag() < 60
        before = (await page.snapshot())["publishedRevision"]
        await world.catch_up(page)
        assert (await page.snapshot())["publishedRevision"] == before + 1, "without news only the look at it publishes"
        with monkeypatch.context() as later:
            later.setattr(World, "measure_lag", lambda _: 49 * 3600)
            await world.catch_up(page)
        snapshot = await page.snapshot()
        assert any("expired" in str(message) for message in snapshot["messages"].values())
        assert snapshot["publishedRevision"] == before + 3, "published by catching up, and by the look at it"
        games = await ada.click(greeting, label="Play a game now")
        assert "Pastures New" in said(seen(games))
        await ada.click(seen(games), custom_id=VersusPress("pastures").id)
        await until("the turn of Ada", lambda: "it is your turn" in said(world.channel.last_message))


def test_the_program_serves_the_page_without_a_token_and_ends_when_asked(tmp_path: Path) -> None:
    with serving(tmp_path) as process, urlopen(process.address) as page:  # noqa: S310 - the page, by http
        assert page.status == 200


async def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = settings_in(tmp_path).model_copy(update={"preview_port": port})
        with pytest.raises(Failure, match=rf"The port {port} of the local page is taken: set PREVIEW_PORT"):
            await serve(settings, create_bot, print)
    assert not Path(settings.preview_database).exists(), "the games of the page that runs were not touched"


async def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.sqlite3").write_text("no database")
    with pytest.raises(Failure, match=r"page\.sqlite3 cannot be read"):
        await serve(settings_in(tmp_path), create_bot, print)


async def test_a_second_page_is_told_how_to_have_a_file_of_its_own(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    other = FileLock(Path(settings.preview_database))
    other.take()
    try:
        with pytest.raises(Failure, match=r"page\.sqlite3\. .*: stop the other one, or set PREVIEW_DATABASE to another file\."):
            await serve(settings, create_bot, print)
    finally:
        other.release()
