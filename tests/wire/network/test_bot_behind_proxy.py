"""The bot where only a proxy reaches Discord."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import discord
import pytest
import yarl

from bot import Settings, create_bot
from bot.process.host.doctor import examine
from tests.wire.conftest import Connect
from tests.wire.matches import started
from tests.wire.server import Loopback, Person
from tests.wire.server.people import answered

NOWHERE = "discord.invalid"
"""The name of Discord that the proxy alone knows."""
ALLOWED = b"Proxy-Authorization: Basic " + b64encode(b"host:p@ss:word")


class Proxy:
    """A forwarding proxy with a password, which leads every request to one port of this machine."""

    def __init__(self, port: int) -> None:
        self.refused = 0
        self._to = port

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        head = await reader.readuntil(b"\r\n\r\n")
        if ALLOWED not in head:
            self.refused += 1
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        back, forth = await asyncio.open_connection("127.0.0.1", self._to)
        forth.write(head)
        await asyncio.gather(self._copy(reader, forth), self._copy(back, writer))

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65536):
                target.write(data)
        target.close()


@pytest.fixture
async def proxy(discord_server: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy, and its address without a password. Without it, nobody reaches Discord."""
    api, gateway = yarl.URL(discord_server.api_url), yarl.URL(discord_server.gateway.url)
    monkeypatch.setattr(discord.http.Route, "BASE", str(api.with_host(NOWHERE)))
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway.with_host(NOWHERE))
    assert api.port is not None
    made = Proxy(api.port)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    yield made, f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def test_a_game_is_played_through_the_proxy(
    proxy: tuple[Proxy, str], sqlite_url: str, connect: Connect, alice: Person, bob: Person
) -> None:
    """Requests, the gateway and answers to presses."""
    address = f"http://host:p%40ss%3Aword@{proxy[1]}"
    bot = create_bot(Settings(_env_file=None, database_url=sqlite_url, icons=False, https_proxy=address))
    await connect(bot)
    match = await started(bot, alice, bob)
    await answered(await match.type_move())
    await match.check(1)


async def test_doctor_does_not_show_the_password_of_the_proxy(
    proxy: tuple[Proxy, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(discord.http.Route, "BASE", f"https://{NOWHERE}/api/v10")
    said: list[str] = []
    settings = Settings(discord_token="some.bot.token", https_proxy=f"http://host:hush-hush@{proxy[1]}")
    assert await examine(settings, said.append) == 1
    assert proxy[0].refused > 0
    assert "Discord cannot be reached (407, message='Proxy Authentication Required'" in "\n".join(said)
    assert "hush-hush" not in "\n".join(said)
