"""``doctor`` opens the page of a game at the address that links have; ``/help`` links how to play; what the page weighs."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web

from bot.process.host.doctor import examine
from bot.web.server import PAGE, read_file
from tests.ui.world import said, settings, world
from tests.web.browserless import PUBLIC_URL, pages_of, reserved_port

MOST = 25_000
"""Bytes of the page without pictures, compressed: what a phone waits for on a slow line."""


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A free port, in a folder without settings."""
    monkeypatch.chdir(tmp_path)
    with reserved_port() as found:
        yield found


async def find_lines(folder: Path, port: int) -> list[str]:
    said: list[str] = []
    folder.mkdir(exist_ok=True)
    address = f"http://127.0.0.1:{port}"
    await examine(settings(folder, public_url=address, web_port=port), said.append)
    return [line for line in said if "127.0.0.1" in line]


async def test_where_the_page_opens_doctor_says_so(tmp_path: Path, port: int) -> None:
    address = f"http://127.0.0.1:{port}"
    async with world(tmp_path, public_url=address, web_port=port) as w, pages_of(w):
        assert await find_lines(tmp_path / "other", port) == [
            f"ok    the page of a game opens at http://127.0.0.1:{port}/board"
        ]


async def test_where_nobody_answers_doctor_says_what_to_do(tmp_path: Path, port: int) -> None:
    (line,) = await find_lines(tmp_path, port)
    assert line.startswith(f"WRONG The page of a game does not open at http://127.0.0.1:{port}/board")
    assert line.endswith(f"start the bot, and see that the proxy leads to 127.0.0.1:{port}.")


async def test_where_something_else_answers_doctor_says_so(tmp_path: Path, port: int) -> None:
    async def greet(_: web.Request) -> web.Response:
        return web.Response(text="Welcome to nginx!")

    app = web.Application()
    app.router.add_get("/{any:.*}", greet)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    (line,) = await find_lines(tmp_path, port)
    await runner.cleanup()
    assert line.startswith(f"WRONG At http://127.0.0.1:{port}/board something else answers (200)")


async def test_help_links_the_page_that_explains_everything(tmp_path: Path) -> None:
    async with world(tmp_path, public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as site:
        shown = said((await w.ada.slash(w.channel, "help")).response)
        assert f"[everything on one page]({PUBLIC_URL}/playing)" in shown
        for path in ("playing", "s/style.css", "page/icon.svg"):
            async with site.session.get(f"http://127.0.0.1:{site.port}/{path}") as answer:
                assert answer.status == 200
                assert path != "playing" or "/newgame pastures" in await answer.text()


def test_the_page_weighs_at_most_25_kB_and_browsers_load_no_comments() -> None:
    files = [file for file in PAGE.iterdir() if file.suffix in (".html", ".js", ".css", ".svg")]
    assert len(files) > 8
    bodies = list(map(read_file, files))
    assert sum(len(gzip.compress(body)) for body in bodies) <= MOST
    assert not any(mark in body for body in bodies for mark in (b"/*", b"\n//", b" // ", b"@param"))


def test_each_colour_of_the_page_is_one_that_browsers_know() -> None:
    colours = re.findall(r"#([0-9a-f]+)[;,) ]", (PAGE / "board.css").read_text("utf-8"))
    assert len(colours) > 20
    assert {len(colour) for colour in colours} <= {3, 4, 6, 8}
