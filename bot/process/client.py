"""The discord.py client: it creates and connects the parts of the bot, starts and closes them. It knows no particular game."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.common import metrics
from bot.common.assignment import EVERYTHING, NOTHING
from bot.common.error_codes import NO_ACCESS, UNKNOWN_SERVER
from bot.common.tasks import end_tasks
from bot.posting.delivery import Delivery
from bot.posting.permission_changes import PermissionChanges
from bot.posting.rate_limit import RateLimiter, limit_requests
from bot.posting.sender import DELAYS, MessageSender
from bot.presentation.press_limit import Pacing
from bot.process import member_check
from bot.process.command_sync import remove_from_servers, sync_commands
from bot.process.housekeeping import keep_house
from bot.process.icon_keeper import IconKeeper
from bot.process.pages import make_server
from bot.process.settings import Settings, find_proxy
from bot.process.watchdog import StallWatch
from bot.scheduler.scheduler import Scheduler
from bot.shards.connections import Shards
from bot.shards.reconnect import Reconnector
from bot.shards.second_program import SecondProgram
from bot.storage.engine import sqlite
from bot.storage.engine.database import Database, DatabaseBusy, parse
from bot.storage.engine.errors import LastingProblem
from bot.storage.engine.file_lock import FileLock
from bot.storage.engine.forgotten import ForgottenFile
from bot.ui.channels.visibility import find_parents, find_public_channels
from bot.ui.commands import make_commands
from bot.ui.framework import router
from bot.ui.framework.app import App
from bot.ui.framework.places import Tree
from bot.usecases.channels import adjourn
from bot.usecases.context import Chance, Context, Limits, Server, draw_outcome
from bot.usecases.privacy import departures, forgetting
from bot.usecases.time import downtime
from bot.web.public.site import keep_sites
from bot.web.server import PageServer
from bot.workers import Workers

logger = logging.getLogger(__name__)

DRAIN = 7.0
"""Seconds that a stop waits for pending work: a quarter for scheduled tasks, half for answers, and the rest for posts."""

LONGEST_WAIT = 30.0
"""The longest time in seconds that discord.py itself waits for a rate limit. Longer limits raise an error in the caller."""


def discord_time() -> int:
    """Return the time in milliseconds since 1970 (UTC) from discord.py's clock, which a simulated Discord sets."""
    return int(discord.utils.utcnow().timestamp() * 1000)


class LandGames(discord.AutoShardedClient):
    """The bot. ``start(token)`` runs it. The database is opened and migrated before the login."""

    def __init__(self, settings: Settings, chance: Chance, retry_delays: Sequence[float]) -> None:
        self.stall_watch = StallWatch()
        trace = metrics.request_trace()
        trace.on_request_end.append(self.stall_watch.note_answer)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=None if settings.shard_count == "auto" else settings.shard_count,
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=trace,
            proxy=find_proxy(settings),
            activity=discord.CustomActivity("/newgame · /help"),
        )
        self.settings = settings
        self.tree = Tree(self)
        self._chance = chance
        self._retry_delays = retry_delays
        self._app: App | None = None
        self._sender: MessageSender | None = None
        self._scheduler: Scheduler | None = None
        self._lock: FileLock | None = None
        self._shards: Shards | None = None
        self.reconnector = Reconnector(self, lambda shard: self._shards is None or self._shards.has_launched(shard))
        self._connecting: asyncio.Task[object] | None = None
        """The task in which discord.py is connected."""
        self._is_launched = False
        self._background: dict[str, asyncio.Task[None]] = {}
        self._pages: PageServer | None = None
        self._names = member_check.NameCheck(self, lambda: self.app.context)
        self.page_changed: Callable[[], None] = lambda: None
        """Called after an action on the page of a game."""
        self.icons = IconKeeper(self, self._makes_icons)
        self.rate_limiter = RateLimiter()
        limit_requests(self.http, self.rate_limiter)
        for command in make_commands():
            self.tree.add_command(command)
        self.tree.error(router.answer_failed_command)

    async def open(self) -> None:
        """Open and migrate the database. A second call has no effect. Raise DatabaseProblem if it cannot be opened."""
        if self._app is not None:
            return
        settings = self.settings
        self._lock = _take_lock(settings)
        try:
            db = await Database.open(settings.database_url)
        except BaseException:
            self._release_lock()
            raise
        assignment = NOTHING if db.dialect == "postgresql" else EVERYTHING
        limits = Limits(**settings.model_dump(include=set(Limits._fields)))
        context = Context(
            db, clock=discord_time, chance=self._chance, table_hours=settings.table_hours, limits=limits, assignment=assignment
        )
        context.public_url = settings.public_url
        context.connected.watched = True
        context.forgotten_file = ForgottenFile.of(settings.database_url, settings.backup_folder)
        try:
            await forgetting.forget_again(context)
        except BaseException:
            await db.close()
            self._release_lock()
            raise
        self._app = App(context, settings.theme, Workers(settings.workers), Pacing(settings))
        self._app.check_member = partial(member_check.check_member, self)
        self._app.check_elsewhere = partial(member_check.check_elsewhere, self)
        direct = member_check.DirectCheck(self, context.clock)
        self._app.check_in_direct, self._app.name_of_server = direct.check, direct.name_of
        self._app.check_membership = direct.check_membership
        self._app.check_writing = direct.check_writing
        context.find_server = self._find_server
        context.ask_names = self._names.ask
        delivery = Delivery(self, self._app)
        self._sender = MessageSender(
            context,
            delivery.deliver,
            delivery.record_sent,
            read=delivery.read,
            record_given_up=delivery.record_given_up,
            delays=self._retry_delays,
        )
        PermissionChanges(self, self._sender)
        self._app.refuse_icons = self.icons.refuse
        self._app.answered_elsewhere = SecondProgram().count_answer
        self._scheduler = Scheduler(self._app)

    async def serve_pages(self) -> PageServer | None:
        """Serve the pages of games, if enabled, until the bot is closed. Raise OSError if the port is taken."""
        if self._pages is None and self.app.context.public_url is not None:
            server = make_server(self.app, self.settings, lambda: self.page_changed())
            await server.start()
            self._pages = server
            self._work_on("public pages", lambda: keep_sites(self.app.context))
        return self._pages

    @property
    def app(self) -> App:
        """The context of the handlers. It exists once the client is open."""
        if self._app is None:
            raise RuntimeError("the bot is not open yet")
        return self._app

    @property
    def sender(self) -> MessageSender:
        """The sender of posts. It exists once the client is open."""
        if self._sender is None:
            raise RuntimeError("the bot is not open yet")
        return self._sender

    def connected_shards(self) -> dict[int, bool]:
        """Return the shards of this process, and whether each is connected to Discord."""
        assignment = self.app.context.assignment
        mine = range(self.shard_count or 1) if assignment.shards is None else sorted(assignment.shards)
        return {shard: (info := self.get_shard(shard)) is not None and not info.is_closed() for shard in mine}

    def find_number(self) -> int:
        """Return the number of this process among those of the bot, from 0: the lowest free number when it started."""
        return 0 if self._shards is None else self._shards.locks.process or 0

    async def login(self, token: str) -> None:
        """Open the database before the login: a bot that cannot store anything must not log in."""
        await self.open()
        await super().login(token)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass a press or a submitted form to its handler, however old its message is."""
        await router.handle_press(interaction)

    async def setup_hook(self) -> None:
        """Register the commands if they have changed, and start the housekeeping and the scheduler. Called after the login."""
        await self.open()
        try:
            self.app.command_ids = await sync_commands(self.tree, self.application_id, self.app.context.db)
        except discord.DiscordException as error:
            # The registered commands keep working; the next start retries.
            logger.warning("the commands could not be sent to Discord: %r", error)
        self._work_on("housekeeping", lambda: keep_house(self.app.context, self._delete_departed, self._keep_icons))
        if self._scheduler is not None:
            self._scheduler.start()

    async def connect(self, **_: bool) -> None:
        """Stay connected until the bot is closed. Raise the errors of discord.py that another attempt cannot solve."""
        self._connecting = asyncio.current_task()
        try:
            await self.reconnector.stay_connected(partial(super().connect, reconnect=False))
        finally:
            self._connecting = None

    async def launch_shards(self) -> None:
        """Connect to Discord for the first time. discord.py's ``connect`` calls this on every attempt.

        On SQLite one process serves every shard. On PostgreSQL this returns once the process has its first shard. It may wait
        forever if there is no shard for the process.
        """
        if self._is_launched:
            return
        self._is_launched = True
        if self.app.context.db.dialect == "sqlite":
            await super().launch_shards()
            return
        self._shards = Shards(self, self.settings, self.app.context, self.sender)
        self.reconnector.wait_for_turn = self._shards.wait_for_login
        self.rate_limiter.reserve = self._shards.locks.reserve_slots
        await self._shards.start()

    async def before_identify_hook(self, shard_id: int | None, **_: bool) -> None:
        """Wait until the shard may log in, in coordination with all processes of the bot."""
        await self.reconnector.before_login(shard_id or 0)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Disconnect the shard if another process has taken it over meanwhile; otherwise give its players their time back."""
        if self._shards is not None:
            await self._shards.check_resumed(shard_id)
        await self._handle_connected(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Give players their time back, before any of their presses is handled."""
        await self._handle_connected(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Give players their time back, and retry blocked posts: the shard is connected and knows its servers."""
        await self._handle_connected(shard_id)
        await self.sender.try_all_blocked()
        if self._shards is not None and shard_id == 0 and self.settings.icons:
            self.icons.wake()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Record that a shard is disconnected, possibly only for a moment."""
        if not self.is_closed() and not self.app.closing:
            await downtime.disconnect_shard(self.app.context, shard_id)

    async def _handle_connected(self, *shards: int) -> None:
        """Give players back the time during which their shards were disconnected."""
        await downtime.connect_shards(self.app.context, self.shard_count or 1, shards)

    def _find_server(self, guild_id: int) -> Server | None:
        """Return the client's data about a server; ``None`` if the client does not know it."""
        context, guild = self.app.context, self.get_guild(guild_id)
        if guild is None:
            return None
        is_connected = not guild.unavailable and not context.connected.is_away(guild_id)
        is_current = context.assignment.serves(guild_id) and is_connected
        return Server(guild.name, find_public_channels(guild), is_current, find_parents(guild))

    async def on_ready(self) -> None:
        """Send the posts and run the tasks that waited for the connection."""
        if self._shards is None:
            self.app.context.assignment = EVERYTHING
            await self._handle_connected(*range(self.shard_count or 1))
        logger.info("ready", extra={"guilds": len(self.guilds), "user": self.user.id if self.user else None})
        self.app.context.outbox.wake()
        self.app.context.schedule.wake()
        guilds = [guild.id for guild in self.guilds]
        await departures.all_present(self.app.context, guilds)
        self._work_on("left-over commands", lambda: remove_from_servers(self, guilds))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log a failed event. While the bot stops, the database refuses new work, which is not an error."""
        if isinstance(sys.exception(), DatabaseBusy) and self.app.closing:
            return
        logger.exception("an event of Discord's failed", extra={"event": event_method})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a server has removed the bot. discord.py does not call this if a server is unavailable."""
        if self.user is not None:
            await departures.save_removal(self.app.context, guild.id, self.user.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that a server has added the bot."""
        await departures.present(self.app.context, guild.id)

    on_guild_available = on_guild_join  # Discord may send this instead, when a server adds the bot again

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Schedule the adjournment of the games in a deleted channel."""
        await adjourn.schedule_after_deleted_channel(self.app.context, channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Schedule the adjournment of the games in a deleted thread."""
        await adjourn.schedule_after_deleted_channel(self.app.context, thread.guild_id, thread.thread_id)

    def _work_on(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run work in the background, until it is done or the bot is closed. Do nothing if it is already running."""
        if name not in self._background:
            self._background[name] = asyncio.create_task(work(), name=name)

    def _makes_icons(self) -> bool:
        """Return whether this process makes the bot's icons: only the one that serves the first shard does."""
        shards = self.app.context.assignment.shards
        return shards is None or 0 in shards

    async def _keep_icons(self) -> None:
        if self.settings.icons:
            await self.icons.keep()

    async def _delete_departed(self) -> None:
        if self.user is not None:
            await departures.delete_departed(self.app.context, self.user.id, self._is_gone)

    async def _is_gone(self, guild_id: int) -> bool | None:
        """Ask Discord whether the bot has left a server. Return ``None`` if Discord does not answer."""
        try:
            await self.fetch_guild(guild_id, with_counts=False)
        except (discord.NotFound, discord.Forbidden) as error:
            return True if error.code in (UNKNOWN_SERVER, NO_ACCESS) else None
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError):
            return None
        return False

    async def on_resumed(self) -> None:
        """Send the posts and run the tasks that waited for the connection."""
        self.app.context.outbox.wake()
        self.app.context.schedule.wake()

    async def close(self) -> None:
        """Stop: refuse new interactions, finish running ones, send due posts, end the workers, close the database."""
        if asyncio.current_task() is self._connecting:
            return  # discord.py closes a client whose connection is lost, but this one reconnects
        end = asyncio.get_running_loop().time() + DRAIN
        if self._app is not None:
            self._app.closing = True
            self.icons.stop()
            await end_tasks(*self._background.values(), self._names.task)
            if self._pages is not None:
                await self._pages.close()
            if self._scheduler is not None:
                await self._scheduler.close(DRAIN / 4)
            if self._app.running:
                await asyncio.wait(set(self._app.running), timeout=DRAIN / 2)
            if not self.is_closed():
                with suppress(DatabaseBusy):
                    await downtime.save_beat(self._app.context, last=True)
        if self._sender is not None:
            await self._sender.close(max(DRAIN / 4, end - asyncio.get_running_loop().time()))
        if self._app is not None:
            await self._app.workers.close()
        await super().close()
        if self._shards is not None:
            await self._shards.close()
        if self._app is not None:
            await self._app.context.db.close()
        self._release_lock()

    def _release_lock(self) -> None:
        if self._lock is not None:
            self._lock.release()


def _take_lock(settings: Settings) -> FileLock | None:
    """Lock an SQLite file and return the lock; ``None`` on PostgreSQL. Raise DatabaseProblem if another process holds it."""
    url = parse(settings.database_url)
    if url.get_backend_name() != "sqlite":
        return None
    if settings.shard_ids is not None:
        raise LastingProblem(
            "SHARD_IDS is for several processes on PostgreSQL: on SQLite one process serves every shard, so leave it out."
        )
    lock = FileLock(sqlite.file_of(url))
    lock.take()
    return lock


def create_bot(
    settings: Settings | None = None, *, chance: Chance | None = None, retry_delays: Sequence[float] = DELAYS
) -> LandGames:
    """Return the complete bot, not yet logged in.

    ``settings`` are read from the environment by default. ``chance`` draws dice and tiles (see
    ``bot.usecases.context.Chance``); by default the operating system's randomness does. ``retry_delays``: seconds between the
    attempts at a failing post; the last one repeats.
    """
    return LandGames(settings or Settings(), chance or draw_outcome, retry_delays)
