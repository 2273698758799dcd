"""The game of a key: its state, its replay, and the analysis of its turns."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.presentation.analysis import list_standings
from bot.presentation.replay import Replay, of_game
from bot.presentation.standing import describe_standing
from bot.storage.queries.pages.keys import PageKey
from bot.storage.queries.pages.open_pages import OpenPage
from bot.usecases import queries
from bot.usecases.computers import lookbacks
from bot.usecases.notifications import member_settings
from bot.usecases.play.change import NO_GAME
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.statistics import replays
from bot.usecases.statistics.replays import PlayedGame
from bot.web.site import Site
from players.lookback import LookBack
from render.text.words import round_shares

NO_TURN = "The game no longer has this turn."


async def find_game(site: Site, key: PageKey) -> GameView:
    """Return the current state of a key's game, with the member's own data."""
    return await queries.view_game(site.context, key.guild_id, key.game_id, key.user_id)


async def find_watched(site: Site, page: OpenPage) -> GameView:
    """Return the current state of a page's game, without any member's own data. It is read once for all watchers."""
    key = page.key
    wanted = ("read", key.guild_id, key.game_id, page.page_version, page.names)
    found = await site.states.get(wanted, lambda: queries.view_game(site.context, key.guild_id, key.game_id))
    return replace(found, log=found.log.copy(found.row))


async def find_theme(site: Site, key: PageKey) -> str:
    """Return the theme in which the member of a key sees boards."""
    return await member_settings.get_theme(site.context, key.guild_id, key.user_id) or site.theme


def read_theme(site: Site, page: OpenPage) -> str:
    """Return the theme in which the member of a page sees boards, from the settings read with the page."""
    own = member_settings.merge(page.own, page.member).theme
    return own or guild_settings.parse(page.server).theme or site.theme


async def find_replay(site: Site, key: PageKey, version: int | None = None) -> Replay:
    """Return the replay of the game up to a version, by default the newest. Raise Refusal if there is no such version."""
    found = await replays.find(site.context, key.guild_id, f"g{key.game_id}")
    if not isinstance(found, PlayedGame):
        raise Refusal(NO_GAME)
    log, changes = found
    known = log.version if version is None else version
    if not 0 <= known <= log.version:
        raise Refusal(NO_TURN)
    wanted = ("replay", key.game_id, known, log.row.names, log.row.status, tuple(changes))
    return await site.recordings.get(wanted, lambda: asyncio.to_thread(of_game, log, known, changes))


async def find_shares(site: Site, replay: Replay, number: int) -> list[tuple[str, int | None]] | None:
    """Return the result of :func:`describe_shares`; ``None`` if the game has no analysis."""
    made = None if replay.row is None or not replay.row.is_over else await lookbacks.find(site.context, replay.row.id)
    return None if made is None else describe_shares(made, replay, number)


def describe_shares(made: LookBack, replay: Replay, number: int) -> list[tuple[str, int | None]]:
    """Return each player's standing after a turn from the analysis: in words, and for a bar as the share of the win in percent.

    There is no bar if points are more informative than shares. Empty after the last turn, where the result is shown.
    """
    if number == replay.last:
        return []
    after = list_standings(made, replay)[number]
    *percent, nobody = round_shares(after.shares)
    told = [
        (describe_standing(name, after, seat), None if made.in_points else percent[seat])
        for seat, name in enumerate(replay.names_in(number))
    ]
    if not nobody or made.in_points:
        return told
    return [*told, (f"Chance that no city is left, so nobody wins: {nobody}\u00a0%", nobody)]
