"""The complete bot: a discord.py client with its database, its use cases, its commands and its outbox."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import tasks

from bot.core.consent import Consent
from bot.core.context import Chance, Context, draw_outcome
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
from bot.ui.reply import Reply, about, answer

logger = logging.getLogger(__name__)

DRAIN = 10.0
"""Seconds that a stop waits for what is being done and posted."""
SWEEP = 3600.0
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
        self.add_dynamic_items(*ITEMS)

    # ------------------------------------------------------------------ starting and stopping

    async def open(self) -> None:
        """Opens and migrates the database; raises DatabaseProblem. Doing it twice does no harm."""
        if self._app is not None:
            return
        db = await Database.open(self.settings.database_url)
        context = Context(db, now, self._kick, self._chance, table_hours=self.settings.table_hours)
        play = Play(context)
        self._app = App(context, play, Tables(context, play), Consent(context, play), self.settings.theme)
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
        await self._sync_commands()
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
        """Posts the boards of running games and the open tables again, for a Discord that has forgotten its messages."""
        await self.app.play.repost_all()
        await self.app.tables.repost_all()

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
            self._sweeper.change_interval(seconds=min(SWEEP, max(1.0, wait / 1000)))
            old = now() - KEPT
            await self.app.context.db.write(lambda conn: game_store.forget_requests(conn, old))
            await self.app.context.db.write(lambda conn: outbox_store.forget_sent(conn, old))
        except Exception:
            logger.exception("the sweep failed and will be tried again")

    # ------------------------------------------------------------------ presses

    async def pressed(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        """Answers a press of any button or menu of the bot."""
        parts = ids.parse(custom_id)
        handler = _HANDLERS.get(parts[0]) if parts else None
        try:
            if parts is None or handler is None:
                work, edit = _unknown(), False
            else:
                work, edit = handler(self.app, interaction, parts[1:], list(values))
        except (ValueError, IndexError):
            logger.warning("a component that cannot be read", extra={"custom_id": custom_id, **about(interaction)})
            work, edit = _unknown(), False
        await answer(self.app, interaction, work, edit=edit)


Handled = tuple[Any, bool]
Handler = Callable[[App, discord.Interaction[Any], tuple[str, ...], list[str]], Handled]


async def _unknown() -> Reply:
    return Reply("This button is from an older version of the bot. See `/games` for your games.")


def _board_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: list[str]) -> Handled:
    game_id, version, what = int(parts[0]), int(parts[1]), parts[2]
    if what == "play":
        return panels.opened(app, interaction, game_id, version), False
    return _below_board(app, interaction, game_id, what), False


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


def _panel_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], values: list[str]) -> Handled:
    return panels.pressed(app, interaction, int(parts[0]), int(parts[1]), parts[2], values), True


def _table_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: list[str]) -> Handled:
    return lobbies.pressed(app, interaction, int(parts[0]), parts[1]), True


def _proposal_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: list[str]) -> Handled:
    return proposals.pressed(app, interaction, int(parts[0]), parts[1]), True


def _resign_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: list[str]) -> Handled:
    return proposals.resign_pressed(app, interaction, int(parts[0]), parts[1]), True


def _vote_pressed(app: App, interaction: discord.Interaction[Any], parts: tuple[str, ...], _: list[str]) -> Handled:
    return votes.pressed(app, interaction, int(parts[0]), parts[1]), parts[1] != "open"


_HANDLERS: dict[str, Handler] = {
    "board": _board_pressed,
    "panel": _panel_pressed,
    "table": _table_pressed,
    "proposal": _proposal_pressed,
    "resign": _resign_pressed,
    "vote": _vote_pressed,
}
"""What answers a component, by the first word of its ``custom_id``."""


def now() -> int:
    """The time in milliseconds since 1970, by the clock that discord.py goes by."""
    return int(discord.utils.utcnow().timestamp() * 1000)


def create_bot(
    settings: Settings | None = None, *, chance: Chance | None = None, retry_delays: Sequence[float] = DELAYS
) -> LandGames:
    """The complete bot, not yet logged in. ``settings``: read from the environment where not given.

    ``chance`` gets a state at a chance node and returns one of its outcomes; by default they are drawn from the operating
    system's randomness. ``retry_delays``: seconds between the attempts at a post that fails, the last again and again.
    """
    return LandGames(settings or Settings(), chance or draw_outcome, retry_delays)
