"""The complete bot: a discord.py client with its database, its use cases, its commands and its outbox."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.ext import tasks
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.consent import Consent
from bot.core.context import Chance, Context, draw_outcome
from bot.core.ledger import Ledger
from bot.core.play import Play
from bot.core.tables import Tables
from bot.outbox import DELAYS, Outbox
from bot.settings import Settings
from bot.storage import games as game_store
from bot.storage import outbox as outbox_store
from bot.storage.database import Database
from bot.ui import boards, ids, lobbies, panels, proposals, votes
from bot.ui.app import App, guild_of
from bot.ui.commands import add_commands
from bot.ui.components import ITEMS
from bot.ui.poster import Poster
from bot.ui.reply import Reply, about, answer, excuse, ready

logger = logging.getLogger(__name__)

DRAIN = 10.0
"""Seconds that a stop waits for what is being done and posted."""
SWEEP = 6 * 3600.0
"""Seconds between two looks for tables that have expired and what is old; less where a table expires sooner."""
DAY = 86_400_000
"""In milliseconds."""
KEPT = 7 * DAY
"""How long it is remembered what was posted and which interactions were carried out."""


class LandGames(discord.AutoShardedClient):
    """The bot. ``start(token)`` runs it; the database is opened and migrated before it logs in."""

    def __init__(self, settings: Settings, chance: Chance, retry_delays: Sequence[float]) -> None:
        shards: Any = settings.shard_ids  # discord.py takes None for all, though its annotation does not say so
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shard_count,
            shard_ids=shards,
            max_messages=None,
            chunk_guilds_at_startup=False,
            activity=discord.CustomActivity("/newgame · /help"),
        )
        self.settings = settings
        self.tree = app_commands.CommandTree(self)
        self._chance = chance
        self._retry_delays = retry_delays
        self._app: App | None = None
        self._outbox: Outbox | None = None
        self._sweeper = tasks.loop(seconds=SWEEP)(self._sweep)
        add_commands(self.tree, self.app_of)
        self.tree.error(self._command_failed)
        self.add_dynamic_items(*ITEMS)

    # ------------------------------------------------------------------ starting and stopping

    async def open(self) -> None:
        """Opens and migrates the database; raises DatabaseProblem. Doing it twice does no harm."""
        if self._app is not None:
            return
        db = await Database.open(self.settings.database_url)
        context = Context(db, now, self._kick, self._chance, table_hours=self.settings.table_hours)
        ledger = Ledger(context)
        use_cases = Play(context, ledger), Tables(context, ledger), Consent(context, ledger)
        self._app = App(context, *use_cases, self.settings.theme)
        poster = Poster(self, self._app)
        self._outbox = Outbox(
            db,
            now,
            poster.deliver,
            poster.delivered,
            shards=self.settings.shard_ids,
            shard_count=self.settings.shard_count,
            delays=self._retry_delays,
        )

    @property
    def app(self) -> App:
        """The use cases; there once the client is open."""
        if self._app is None:
            raise RuntimeError("the bot is not open yet")
        return self._app

    @property
    def outbox(self) -> Outbox:
        """What makes the posts; there once the client is open."""
        if self._outbox is None:
            raise RuntimeError("the bot is not open yet")
        return self._outbox

    def app_of(self, _: discord.Interaction[Any]) -> App:
        """The use cases, for the handler of an interaction."""
        return self.app

    async def login(self, token: str) -> None:
        """Opens the database first: a bot that cannot remember anything must not log in."""
        await self.open()
        await super().login(token)

    async def setup_hook(self) -> None:
        """After the login: tells Discord the commands if they have changed, and takes up what was left to be posted."""
        await self.open()
        try:
            await self._sync_commands()
        except discord.HTTPException as error:
            # Those that Discord has go on working; the next start tries again.
            logger.warning("the commands could not be sent to Discord: %r", error)
        self._sweeper.start()

    async def _sync_commands(self) -> None:
        """Sends the commands to Discord only where they differ from what it was last sent (200 new ones a day are allowed)."""
        wanted = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(wanted, sort_keys=True, default=str).encode()).hexdigest()
        there = sorted(command.id for command in await self.tree.fetch_commands())
        known = await self.app.context.db.read(lambda conn: outbox_store.get_meta(conn, f"commands.{self.application_id}"))
        if known == f"{digest} {there}":
            return
        made = sorted(command.id for command in await self.tree.sync())
        value = f"{digest} {made}"
        await self.app.context.db.write(lambda conn: outbox_store.put_meta(conn, f"commands.{self.application_id}", value))
        logger.info("commands were sent to Discord", extra={"commands": len(made)})

    async def close(self) -> None:
        """Stops: no new interactions, what runs is finished, the outbox is drained, the database is closed."""
        if self._app is not None:
            self._app.closing = True
            self._sweeper.cancel()
            if self._app.running:
                await asyncio.wait(set(self._app.running), timeout=DRAIN)
        if self._outbox is not None:
            await self._outbox.close(DRAIN)
        await super().close()
        if self._app is not None:
            await self._app.context.db.close()

    async def repost_all(self) -> None:
        """Posts the boards of running games, the open tables and questions again, for a Discord that has forgotten them."""
        await self.app.play.repost_all()
        await self.app.tables.repost_all()
        await self.app.consent.repost_all()

    # ------------------------------------------------------------------ what happens by itself

    def _kick(self) -> None:
        if self._outbox is not None:
            self._outbox.kick()

    async def on_ready(self) -> None:
        """Connected: what could not be posted before is posted now."""
        logger.info("ready", extra={"guilds": len(self.guilds), "user": self.user.id if self.user else None})
        self._kick()

    async def on_resumed(self) -> None:
        """Connected again."""
        self._kick()

    async def _sweep(self) -> None:
        """Closes tables that have expired, sends what was left over, forgets what is old. Never raises."""
        try:
            await self.app.tables.expire()
            self._kick()
            wait = await self.app.tables.next_expiry() - now()
            most = min(SWEEP, self.settings.table_hours * 3600.0)
            self._sweeper.change_interval(seconds=min(most, max(1.0, wait / 1000)))
            old = now() - KEPT
            await self.app.context.db.write(lambda conn: _forget(conn, old))
        except Exception:
            logger.exception("the sweep failed and will be tried again")

    # ------------------------------------------------------------------ presses

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answers a command whose options could not be read, before any handler had it."""
        if isinstance(error, app_commands.TransformerError):
            reply = Reply(f"`{error.value}` does not fit there. An opponent has to be a member of this server.")
        elif isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
            reply = Reply("This command has changed. Please type it anew; it may take Discord some minutes to show it.")
        else:
            reply = excuse(interaction, error)
        await answer(self.app, interaction, ready(reply))

    async def pressed(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        """Answers a press of any button or menu of the bot."""
        parts = ids.parse(custom_id)
        handler = _HANDLERS.get(parts[0]) if parts else None
        try:
            handled = (
                Handled(_unknown()) if parts is None or handler is None else handler(self.app, interaction, parts[1:], values)
            )
        except (ValueError, IndexError):
            logger.warning("a component that cannot be read", extra={"custom_id": custom_id, **about(interaction)})
            handled = Handled(_unknown())
        await answer(self.app, interaction, handled.work, edit=handled.edit, public=handled.public)


class Handled(NamedTuple):
    """What a press leads to, and how it is answered where nothing goes wrong."""

    work: Coroutine[Any, Any, Reply]
    edit: bool = False
    public: bool = False


Handler = Callable[[App, discord.Interaction[Any], tuple[str, ...], Sequence[str]], Handled]


async def _unknown() -> Reply:
    return Reply("This button is from an older version of the bot. See `/games` for your games.")


def _board_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    game_id, version, what = int(parts[0]), int(parts[1]), parts[2]
    if what == "play":
        return Handled(panels.opened(app, interaction, game_id, version))
    return Handled(_below_board(app, interaction, game_id, what), public=what in ("again", "vote"))


async def _below_board(app: App, interaction: discord.Interaction[Any], game_id: int, what: str) -> Reply:
    """Answers a button below a board other than **Play**."""
    position = await app.play.position(guild_of(interaction), game_id)
    match what:
        case "board":
            return await boards.private_board(app, interaction, position)
        case "rules":
            return await boards.rules(app, position.row.game)
        case "replay":
            return await boards.replay(app, position.row)
        case "again":
            return await lobbies.again(app, interaction, position)
        case "vote":
            return await votes.opened(app, interaction, position)
        case _:
            return await _unknown()


def _panel_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], values: Sequence[str]) -> Handled:
    return Handled(panels.pressed(app, interaction, int(parts[0]), int(parts[1]), parts[2], list(values)), edit=True)


def _table_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(lobbies.pressed(app, interaction, int(parts[0]), parts[1]), edit=True)


def _proposal_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(proposals.pressed(app, interaction, int(parts[0]), parts[1]), edit=True)


def _resign_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    return Handled(proposals.resign_pressed(app, interaction, int(parts[0]), parts[1]), edit=True)


def _vote_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: Sequence[str]) -> Handled:
    opens = parts[1] == "open"
    return Handled(votes.pressed(app, interaction, int(parts[0]), parts[1]), edit=not opens, public=opens)


_HANDLERS: dict[str, Handler] = {
    "board": _board_pressed,
    "panel": _panel_pressed,
    "table": _table_pressed,
    "proposal": _proposal_pressed,
    "resign": _resign_pressed,
    "vote": _vote_pressed,
}
"""What answers a component, by the first word of its ``custom_id``."""


async def _forget(conn: AsyncConnection, before: int) -> None:
    """Deletes what is too old to matter: which interactions were carried out, and what was posted."""
    await game_store.forget_requests(conn, before)
    await outbox_store.forget_sent(conn, before)


def now() -> int:
    """The time in milliseconds since 1970, by the clock that discord.py goes by."""
    return int(discord.utils.utcnow().timestamp() * 1000)


def create_bot(
    settings: Settings | None = None, *, chance: Chance | None = None, retry_delays: Sequence[float] = DELAYS
) -> LandGames:
    """The complete bot, not yet logged in. ``settings``: read from the environment where not given.

    ``chance`` decides what dice and tiles bring (see ``bot.core.context.Chance``); by default that is drawn from the
    operating system's randomness. ``retry_delays``: seconds between the attempts at a post that fails, the last one again
    and again.
    """
    return LandGames(settings or Settings(), chance or draw_outcome, retry_delays)
