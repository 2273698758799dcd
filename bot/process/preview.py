"""The local page: the real bot in a simulated Discord, without a token.

The simulated Discord forgets its messages when the process ends. The games are in a file of their own and go on, because
the server, the channel and the members have the same ids at every start.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from pathlib import Path

import discord
import simcord
from pydantic import SecretStr
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview

from bot.process.client import LandGames
from bot.process.run import Failure, Stop, serve_pages
from bot.process.settings import LEAST_SECRET, Settings
from bot.storage.engine.errors import DatabaseProblem
from bot.storage.queries.channels import posts
from bot.usecases.channels.repost import repost_all
from render.icons import ART, draw_icon

MEMBERS = ("Ada", "Björn", "Chidi")
"""The members of the server. The page shows what one of them sees, and one person can play them all."""

SERVER_ID = 1_400_000_000_000_000_000
"""Fixed, so that games find their server again."""

TICK = 30.0
"""Correct the simulated clock this often (s), and show what was scheduled meanwhile."""

SETTLING = 20.0
"""Seconds that one press may take on the page, with the start of a worker and all that a computer thinks. It is no longer,
because a press also waits for every timer of the bot that fires sooner."""

BUSY = 0.2
"""Seconds to wait while somebody is pressing on the page."""

POSTING = 30.0
"""Seconds that the boards of running games may take at the start."""


@dataclass(frozen=True)
class World:
    """The simulated server that the page shows."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]

    @classmethod
    def build(cls, client: discord.Client) -> World:
        """Return a server with one channel and its members, always with the same ids, at the present time.

        The simulation makes ids from its clock, which always begins at the same moment. What is made before the clock is
        set gets the same ids at every start; what is made afterwards gets new ones.
        """
        env = simcord.Env(client, check_errors=False, settle_timeout=SETTLING)
        env.backend.edit_bot_profile("Land Games")
        users = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
        server = env.create_guild("The Land Games Club", id=SERVER_ID, owner=users[0])
        channel = server.create_text_channel("games", topic="Type / to begin. Change who you are above: “Viewing as”.")
        members = tuple(server.add_member(user) for user in users)
        world = cls(env, channel, members)
        env.backend.advance_clock(world.measure_lag())
        return world

    def measure_lag(self) -> float:
        """Return the seconds by which the simulated clock is slow."""
        return max(0.0, time.time() - self.env.now().timestamp())

    async def catch_up(self, page: Preview, *, always: bool = False) -> None:
        """Set the clock right, which lets timers of the bot's fire, and show what they did. ``always``: other news too.

        The page is refreshed only if there is news: it refuses what is typed or pressed while it is refreshed.
        """
        made = len(self.env.http_requests)
        await self.env.advance_time(self.measure_lag())
        if always or len(self.env.http_requests) > made:
            await page.refresh()


def settings_of_page(settings: Settings) -> Settings:
    """Return the settings for the bot on the page: its own file, no shards, no token."""
    url = f"sqlite+aiosqlite:///{Path(settings.preview_database)}"
    port = find_free_port(settings.web_port if settings.preview_port else 0)
    pages = {
        "public_url": f"http://127.0.0.1:{port}",
        "web_host": "127.0.0.1",
        "web_port": port,
        "web_secret": SecretStr(secrets.token_urlsafe(LEAST_SECRET)),
        "web_secret_before": None,
        "trusted_proxy": None,
    }
    return settings.model_copy(
        update={"discord_token": None, "database_url": url, "shard_count": 1, "shard_ids": None, **pages}
    )


def find_free_port(wanted: int) -> int:
    """Return this port of the loopback, or another one where it is taken or 0."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind(("127.0.0.1", port))
                found: int = probe.getsockname()[1]
                return found
    raise Failure("No port of this machine is free for the pages of games.")


async def serve(settings: Settings, create: Callable[[Settings], LandGames], show: Callable[[str], None]) -> None:
    """Serve the page until the process is asked to end or the page's session is ended; ``show`` gets its address.

    Raise Failure, with a sentence that says what to do, if it cannot be served.
    """
    _check_port(settings.preview_port)
    stop = Stop()
    stop.listen_for_signals()
    client = create(settings_of_page(settings))
    try:
        async with page_of(client, settings.preview_port) as (world, page):
            show(page.url)
            ticking = asyncio.create_task(_keep_time(world, page))
            ends = [asyncio.create_task(stop.wait()), asyncio.create_task(page.wait_closed())]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in (ticking, *ends):
                task.cancel()
            await asyncio.gather(ticking, *ends, return_exceptions=True)
    except DatabaseProblem as problem:
        raise Failure(str(problem).replace("DATABASE_URL", "PREVIEW_DATABASE")) from problem
    except simcord.SetupError as error:
        if "could not bind port" not in str(error):
            raise
        raise _port_taken(settings.preview_port) from error


def _check_port(port: int) -> None:
    """See that the page's port is free before anything else is done: where it is not, another page plays these games."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise _port_taken(port) from error


def _port_taken(port: int) -> Failure:
    return Failure(f"The port {port} of the local page is taken: set PREVIEW_PORT to another, or to 0 for any.")


@asynccontextmanager
async def page_of(client: LandGames, port: int) -> AsyncIterator[tuple[World, Preview]]:
    """Run a bot in the simulated Discord with a page on it; its running games are on the page again."""
    world = World.build(client)
    try:
        async with client:
            await client.open()
            client.sender.set_timer = _set_timer_outside
            await asyncio.to_thread(lambda: [draw_icon(name) for name in ART])  # before the simulation waits 5 s at most
            await world.env.start()
            await client.icons.keep()
            with world.env.time_context():
                await serve_pages(client)
                await repost_all(client.app.context)
                await _wait_for_posts(client)
                pictures = await _pictures_of_icons(client)
                async with world.env.preview(
                    world.channel, viewers=world.members, layout="channel", assets=pictures, port=port
                ) as page:
                    with _shown_on(client, world, page):
                        yield world, page
    finally:
        await world.env.shutdown()


async def _pictures_of_icons(client: LandGames) -> dict[str, tuple[str, bytes]]:
    """Return the pictures of the icons by their addresses: the simulated Discord does not keep them."""
    drawn = {each.name: each.png for each in map(draw_icon, ART)}
    there = await client.fetch_application_emojis()
    return {f"{CDN_BASE}/emojis/{icon.id}.png": (f"{icon.name}.png", drawn[icon.name]) for icon in there if icon.name in drawn}


@contextmanager
def _shown_on(client: LandGames, world: World, page: Preview) -> Iterator[None]:
    """Show on the page what is done on the page of a game, within the block: nothing there is a press in this Discord."""
    changed = asyncio.Event()
    client.page_changed = changed.set

    async def follow() -> None:
        while True:
            await changed.wait()
            changed.clear()
            await _wait_for_posts(client)
            try:
                await world.catch_up(page, always=True)
            except simcord.SetupError:  # somebody is pressing right now
                changed.set()
                await asyncio.sleep(BUSY)

    following = asyncio.create_task(follow())
    try:
        yield
    finally:
        following.cancel()


def _set_timer_outside(seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
    """Set a timer outside of the simulation, which makes every press wait for timers that fire soon."""
    return Context().run(asyncio.get_running_loop().call_later, seconds, call)


async def _wait_for_posts(client: LandGames) -> None:
    """Wait until everything has been posted, so that the page shows it from its first sight."""
    with suppress(TimeoutError):
        async with asyncio.timeout(POSTING):
            # The database has no event for this.
            while await client.app.context.db.read(posts.count_waiting):  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def _keep_time(world: World, page: Preview) -> None:
    while True:
        await asyncio.sleep(TICK)
        with suppress(simcord.SetupError):  # somebody is pressing right now: try again next time
            await world.catch_up(page)
