"""The local page: the real bot in a simulated Discord, without a token.

The simulated Discord loses its messages when the process ends. The games are in a separate file and continue, because the
server, the channel and the members have the same ids at every start.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from pathlib import Path

import discord
import simcord
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview

from bot.common.tasks import end_tasks
from bot.panels.core import Button
from bot.process.client import LandGames
from bot.process.run import Failure, Stop, serve_pages
from bot.process.settings import Settings
from bot.storage.engine.errors import DatabaseProblem
from bot.storage.queries.channels import posts
from bot.ui.framework.layout import lay_out
from bot.ui.messages.entry_points import StartPress
from bot.usecases.channels.repost import repost_all
from render.icons import ART, draw_icon

MEMBERS = ("Ada", "Björn", "Chidi")
"""The members of the server. The page shows the view of one of them, and one person can play all of them."""

SERVER_ID = 1_400_000_000_000_000_000
"""A fixed id, so that games find their server again after a restart."""

TICK = 30.0
"""Seconds between corrections of the simulated clock. Each also shows the results of scheduled tasks."""

SETTLING = 20.0
"""Seconds that one press can take on the page, including a worker's start and a computer's thinking. It must be short,
because a press waits for every timer of the bot that fires within this time."""

BUSY = 0.2
"""Seconds to wait while somebody is pressing on the page."""

POSTING = 30.0
"""Seconds that posting the boards of running games can take at the start."""


GREETING = f"""\
**Welcome to Land Games.** This is the real bot in a simulated Discord: nothing leaves your machine.
You are the member at the top, under “Viewing as”. To play both sides, become **{MEMBERS[1]}** or **{MEMBERS[2]}** there.
Type `/` for all commands. Answers for you alone appear at the end of the channel.
-# If the page calls an outcome uncertain, press “Refresh preview”: nothing is lost."""


@dataclass(frozen=True)
class World:
    """The simulated server that the page shows."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]

    @classmethod
    def build(cls, client: discord.Client) -> World:
        """Return a server with one channel and its members, always with the same ids, at the current time.

        The simulation derives ids from its clock, which always begins at the same time. Objects made before the clock is set
        get the same ids at every start; later ones get new ids.
        """
        env = simcord.Env(client, check_errors=False, settle_timeout=SETTLING)
        env.backend.edit_bot_profile("Land Games")
        users = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
        server = env.create_guild("The Land Games Club", id=SERVER_ID, owner=users[0])
        channel = server.create_text_channel("games", topic="Type / to begin. Play as somebody else: “Viewing as”, above.")
        members = tuple(server.add_member(user) for user in users)
        world = cls(env, channel, members)
        env.backend.advance_clock(world.measure_lag())
        return world

    def measure_lag(self) -> float:
        """Return the number of seconds by which the simulated clock is behind."""
        return max(0.0, time.time() - self.env.now().timestamp())

    async def catch_up(self, page: Preview, *, always: bool = False) -> None:
        """Correct the clock, which can fire timers of the bot, and show the results.

        The page is refreshed only after changes (``always``: even without changes), because it rejects input and presses during
        a refresh.
        """
        made = len(self.env.http_requests)
        await self.env.advance_time(self.measure_lag())
        if always or len(self.env.http_requests) > made:
            await page.refresh()


def settings_of_page(settings: Settings) -> Settings:
    """Return the settings for the bot on the page: a separate database file, no shards, no token."""
    url = f"sqlite+aiosqlite:///{Path(settings.preview_database)}"
    port = find_free_port(settings.web_port if settings.preview_port else 0)
    pages = {
        "public_url": f"http://127.0.0.1:{port}",
        "web_host": "127.0.0.1",
        "web_port": port,
        "trusted_proxy": None,
        "https_proxy": None,
    }
    return settings.model_copy(
        update={"discord_token": None, "database_url": url, "shard_count": 1, "shard_ids": None, **pages}
    )


def find_free_port(wanted: int) -> int:
    """Return this port of the loopback interface, or a free one if it is taken or 0."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind(("127.0.0.1", port))
                found: int = probe.getsockname()[1]
                return found
    raise Failure("No port of this machine is free for the pages of games.")


async def serve(settings: Settings, create: Callable[[Settings], LandGames], show: Callable[[str], None]) -> None:
    """Serve the page until the process is stopped or the page's session ends. ``show`` is called with its address.

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
            await end_tasks(ticking, *ends)
    except DatabaseProblem as problem:
        sentence = str(problem).replace("use PostgreSQL for several", "set PREVIEW_DATABASE to another file")
        raise Failure(sentence.replace("DATABASE_URL", "PREVIEW_DATABASE")) from problem
    except simcord.SetupError as error:
        if "could not bind port" not in str(error):  # another program took it since the check
            raise
        raise _port_taken(settings.preview_port) from error


def _check_port(port: int) -> None:
    """Check first that the page's port is free: if it is not, another page is already running these games."""
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
    """Run a bot in the simulated Discord with a page. Its running games are posted again."""
    world = World.build(client)
    try:
        async with client:
            await client.open()
            client.sender.set_timer = _set_timer_outside
            await asyncio.to_thread(lambda: [draw_icon(name) for name in ART])  # the simulation waits only 5 s
            await world.env.start()
            await client.icons.keep()
            with world.env.time_context():
                await serve_pages(client)
                await _greet(client, world.channel.id)
                await repost_all(client.app.context)
                await _wait_for_posts(client)
                pictures = await _pictures_of_icons(client)
                page = world.env.preview(world.channel, viewers=world.members, layout="channel", assets=pictures, port=port)
                async with page:
                    with _shown_on(client, world, page):
                        yield world, page
    finally:
        await world.env.shutdown()


async def _greet(client: LandGames, channel_id: int) -> None:
    """Post the first message of the channel, with a button that starts a game."""
    play = Button(StartPress().id, "Play a game now", "success")
    await client.get_partial_messageable(channel_id).send(view=lay_out(GREETING, [(play,)]))


async def _pictures_of_icons(client: LandGames) -> dict[str, tuple[str, bytes]]:
    """Return the pictures of the icons by their addresses, because the simulated Discord does not store them."""
    drawn = {each.name: each.png for each in map(draw_icon, ART)}
    there = await client.fetch_application_emojis()
    return {f"{CDN_BASE}/emojis/{icon.id}.png": (f"{icon.name}.png", drawn[icon.name]) for icon in there if icon.name in drawn}


@contextmanager
def _shown_on(client: LandGames, world: World, page: Preview) -> Iterator[None]:
    """Within the block, refresh the preview after actions on a game's page, which the simulated Discord does not notice."""
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
    """Set a timer outside of the simulation, because inside it every press waits for timers that fire soon."""
    return Context().run(asyncio.get_running_loop().call_later, seconds, call)


async def _wait_for_posts(client: LandGames) -> None:
    """Wait until all posts are sent, so that the page shows them from the beginning."""
    with suppress(TimeoutError):
        async with asyncio.timeout(POSTING):
            # No event signals this state of the database.
            while await client.app.context.db.read(posts.count_waiting):  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def _keep_time(world: World, page: Preview) -> None:
    while True:
        await asyncio.sleep(TICK)
        with suppress(simcord.SetupError):  # somebody is pressing right now: try again next time
            await world.catch_up(page)
