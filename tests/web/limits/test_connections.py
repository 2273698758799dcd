"""Connections to the pages: bounded in all and by address, and closed where they keep the bot waiting."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.process import pages
from bot.process.host import descriptors
from bot.web import connections
from tests.ui.world import world
from tests.waiting import limited, until
from tests.web.browserless import PUBLIC_URL, PagesOfWorld, pages_of

resource = pytest.importorskip("resource")

HELD = b"POST /api/key HTTP/1.1\r\nHost: x\r\nOrigin: %b\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{" % (
    PUBLIC_URL.encode()
)
"""A request whose body does not come."""
PAGE = b"GET /board HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def serving(folder: Path, proxy: str | None = None) -> AsyncIterator[PagesOfWorld]:
    """Serve the pages of a bot, without a proxy by default."""
    own: dict[str, Any] = {"public_url": PUBLIC_URL, "web_port": 0, "trusted_proxy": proxy}
    async with world(folder, **own) as w, pages_of(w) as site:
        yield site


@asynccontextmanager
async def holding(site: PagesOfWorld, *numbers: int, said: bytes = b"") -> AsyncIterator[list[asyncio.StreamReader]]:
    """Hold connections within the block, each from the address with a number, on each of which the same was said."""
    readers, writers = [], []
    for number in numbers:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port, local_addr=(f"127.0.0.{10 + number}", 0))
        writer.write(said)
        readers.append(reader)
        writers.append(writer)
    yield readers
    for writer in writers:
        writer.close()


async def hear(reader: asyncio.StreamReader) -> bytes:
    """Return everything that the bot says until it closes the connection."""
    async with limited("the bot to close a connection"):
        return await reader.read()


async def open_page(site: PagesOfWorld, number: int = 100) -> int:
    """Open the page of a game from an address of its own. Return the status."""
    connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{number}", 0))
    async with limited("the page"), aiohttp.ClientSession(connector=connector) as session:
        return (await session.get(f"http://127.0.0.1:{site.port}/board")).status


async def test_a_connection_that_asks_nothing_more_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "QUIET", 0.05)
    async with serving(tmp_path) as site:
        for said in (b"", b"GET /board HT", PAGE[:-2] + b"A:", PAGE):
            async with holding(site, 0, said=said) as (reader,):
                heard = await hear(reader)
            assert heard.startswith(b"HTTP/1.1 200") if said is PAGE else heard == b"", said


async def test_a_body_that_does_not_come_is_refused_and_its_connection_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BODY_TAKES", 0.05)
    monkeypatch.setattr(connections, "LINGERING", 0.05)
    async with serving(tmp_path) as site, holding(site, 0, said=HELD) as (reader,):
        assert (await hear(reader)).startswith(b"HTTP/1.1 408")


async def test_connections_that_began_together_have_different_time_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scattered = []

    def scatter(seconds: float) -> float:
        scattered.append(seconds)
        return real(seconds) / 200

    real = connections.scatter
    monkeypatch.setattr(connections, "scatter", scatter)
    monkeypatch.setattr(connections, "LINGERING", 0.05)
    async with serving(tmp_path) as site, holding(site, 0) as (silent,), holding(site, 0, said=HELD) as (slow,):
        assert await hear(silent) == b""
        assert (await hear(slow)).startswith(b"HTTP/1.1 408")
    assert scattered == [connections.QUIET, connections.QUIET, connections.BODY_TAKES]
    limits = {real(connections.BODY_TAKES) for _ in range(20)}
    assert len(limits) == 20
    assert 0 < min(limits) < max(limits) <= connections.BODY_TAKES


@pytest.mark.parametrize("said", [b"", HELD])
async def test_where_all_connections_are_held_the_one_waited_for_longest_is_closed_for_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(pages, "MOST", 8)
    async with serving(tmp_path) as site, holding(site, *range(8), said=said) as (first, *others):
        assert await open_page(site) == 200
        assert await hear(first) == b""
        assert not any(reader.at_eof() for reader in others)


@pytest.mark.parametrize("proxy", [None, "127.0.0.10"])
async def test_one_address_has_an_eighth_of_the_connections_but_a_proxy_as_many_as_it_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str | None
) -> None:
    monkeypatch.setattr(pages, "MOST", 16)
    async with serving(tmp_path, proxy) as site, holding(site, 0, 0), holding(site, 0, said=PAGE) as (third,):
        async with limited("the bot to answer or to close the connection"):
            assert await third.readline() == (b"" if proxy is None else b"HTTP/1.1 200 OK\r\n")
        assert await open_page(site) == 200, "from another address"


async def test_one_address_behind_a_proxy_has_an_eighth_of_what_is_answered_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MOST", 16)
    said = HELD.replace(b"Host: x", b"Host: x\r\nX-Forwarded-For: 203.0.113.9")
    async with serving(tmp_path, "127.0.0.0/8") as site, holding(site, 0, 0, 0, said=said) as readers:
        waits = [asyncio.create_task(reader.readline()) for reader in readers]
        async with limited("one of them to be refused"):
            done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        assert [(await task).split()[1] for task in done] == [b"503"]
        assert await open_page(site) == 200
        for task in others:
            task.cancel()


async def test_what_is_no_http_is_neither_logged_as_an_error_nor_with_its_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as site:
        for said in (b"\x16\x03\x01\x02\r\n\r\n", PAGE[:-2] + b"Bad Header\r\n\r\n", b"GET " + b"x" * 9000 + b"\r\n\r\n"):
            async with holding(site, 7, said=said) as (reader,):
                assert b" 400 Bad Request" in await hear(reader), said[:20]
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert "127.0.0.17" not in caplog.text


async def test_a_client_that_leaves_in_the_middle_of_its_request_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as site:
        server = await site.w.bot.serve_pages()
        assert server is not None
        async with holding(site, 7, said=HELD):
            await until("the request to begin", lambda: server.site.under_way)
        await until("the request to end", lambda: not server.site.under_way)
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


def test_the_limit_of_descriptors_is_raised_as_far_as_the_system_allows() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = descriptors.ENOUGH if hard == resource.RLIM_INFINITY else min(hard, descriptors.ENOUGH)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert descriptors.raise_limit() == most
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_pages_leave_half_of_the_descriptors_to_discord_and_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descriptors, "raise_limit", lambda: 1024)
    async with serving(tmp_path) as site:
        server = await site.w.bot.serve_pages()
        assert server is not None
        assert server.site.connections.most == 512
