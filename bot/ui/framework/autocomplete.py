"""Autocomplete: the suggestions for an option of a command while the user types."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from discord.app_commands import Choice

from bot.presentation import suggest
from bot.storage.engine.database import DatabaseBusy
from bot.storage.queries.play.games import GameRow
from bot.ui.framework.app import App, Interaction, app_of, here
from bot.ui.framework.direct import choose, is_direct, list_games
from bot.ui.framework.reply import about
from bot.usecases import queries
from bot.usecases.refusal import Refusal

logger = logging.getLogger(__name__)

C = TypeVar("C", Choice[str], Choice[int])


def offers(
    work: Callable[[App, Interaction, str], Awaitable[list[C]]],
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[C]]]:
    """Return a discord.py autocomplete callback that offers the choices from ``work``.

    It offers nothing to users who type too fast, or if ``work`` raises; unexpected errors are logged.
    """

    async def offered(interaction: Interaction, typed: str) -> list[C]:
        app = app_of(interaction)
        if not app.pacing.suggestions.take(interaction.user.id):
            return []
        try:
            return await work(app, interaction, typed)
        except (Refusal, DatabaseBusy):
            return []
        except Exception:
            logger.exception("autocomplete failed", extra=about(interaction))
            return []

    return offered


async def list_legal_moves(app: App, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Return the legal moves of the user's game."""
    named = getattr(interaction.namespace, "game", None)
    game = named if isinstance(named, int) else None
    if is_direct(interaction):
        game = await choose(app, interaction, game, to_move=True)
    guild, channel, user = here(interaction)
    position, _ = await queries.view_waiting_game(app.context, guild, channel, user, game)
    row = position.row
    if position.state.seat is None or position.state.seat != row.seat_of(interaction.user.id):
        return []
    return [Choice(name=label, value=text) for label, text in suggest.suggest_moves(row.kind, position.state, typed)]


async def list_own_games(app: App, interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the user's running games in the channel; in a direct message, those in all servers."""
    if is_direct(interaction):
        return _choices(await list_games(app, interaction.user.id, "running"), typed)
    guild, channel, user = here(interaction)
    return _choices(await queries.list_channel_games(app.context, guild, channel, user), typed)


async def list_games_here(app: App, interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the channel's running games; in a direct message, the user's."""
    if is_direct(interaction):
        return await list_own_games(app, interaction, typed)
    guild, channel, _ = here(interaction)
    return _choices(await queries.list_channel_games(app.context, guild, channel, None), typed)


async def list_games_to_look_at(app: App, interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the channel's running and finished games; in a direct message, the user's."""
    if is_direct(interaction):
        return _choices(await list_games(app, interaction.user.id, "running", "adjourned", "over"), typed)
    guild, channel, _ = here(interaction)
    running = await queries.list_channel_games(app.context, guild, channel, None)
    return _choices(running + await queries.list_channel_games(app.context, guild, channel, None, over=True), typed)


async def list_adjourned_games(app: App, interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the user's adjourned games in the server."""
    guild, _, user = here(interaction)
    return _choices(await queries.list_adjourned_games(app.context, guild, user), typed)


def _choices(rows: list[GameRow], typed: str) -> list[Choice[int]]:
    return [Choice(name=label, value=number) for label, number in suggest.suggest_games(rows, typed)]
