"""The shared parts of the tests of public pages: quickly played games, and the pages as a browser requests them."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from bot.usecases.context import User
from bot.usecases.public import sites
from bot.usecases.statistics import rebuild
from bot.usecases.tables import opening, tables
from tests.ui.played import at_random, play_at_once
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, choose, said
from tests.web.browserless import Answer, PagesOfWorld


async def turn_on(w: World, what: str = "shown") -> str:
    """Have those who manage the server make the channel public, and turn the pages on. Return their part of the address."""
    await choose_channels(w, w.channel)
    panel = await set_pages(w, what)
    found = re.search(r"/s/([a-z0-9]+)/", said(panel))
    assert found is not None, said(panel)
    return found[1]


async def set_pages(w: World, what: str) -> Any:
    """Have those who manage the server choose in the menu. Return the panel after it."""
    keeper, panel = await open_panel(w)
    answer = await choose(keeper, panel, "Public pages", what)
    await w.env.advance_time(1)  # so long the stored settings are cached
    return answer


async def choose_channels(w: World, *channels: Any) -> Any:
    """Have those who manage the server choose the channels whose games are public. Return the panel after it."""
    keeper, panel = await open_panel(w)
    answer = await choose(keeper, panel, "Channels whose games are public: none yet", *channels)
    await w.env.advance_time(1)
    return answer


async def open_panel(w: World) -> tuple[Any, Any]:
    """Have somebody who manages the server open the page about public pages. Return them, and the panel."""
    keeper = w.members.get("Mara") or manager(w)
    panel = (await keeper.slash(w.channel, "server settings")).response
    return keeper, (await keeper.click(panel, label="Public pages")).response


async def show_name(w: World, member: Any) -> None:
    """Have a member say yes to their name on the pages."""
    panel = (await member.slash(w.channel, "my preferences")).response
    panel = (await member.click(panel, label="Show my name on public pages")).response
    assert "**called by your name**" in said(panel)


async def look(site: PagesOfWorld, slug: str, page: str = "", **headers: str) -> Answer:
    """Ask for a page as a browser does."""
    address = f"http://127.0.0.1:{site.port}/s/{slug}/{page}"
    async with site.session.get(address, headers=headers, allow_redirects=False) as answer:
        body = await answer.read()
        text: Any = body.decode() if answer.content_type.startswith("text/") else body
        return Answer(answer.status, text, dict(answer.headers))


async def play_whole(w: World, kind: str, players: list[Any], dice: Random, most: int = 2000, **options: Any) -> int:
    """Have members play a game by at most ``most`` random actions, and let its newest board be posted. Return its number."""
    with w.env.time_context():
        game = await _begin(w, kind, players, options)
        await play_at_once(w, game, at_random(dice), most)
        await rebuild.bring_up_to_date(w.app.context, w.guild.id)
    await w.env.advance_time(60)
    return game


async def _begin(w: World, kind: str, players: list[Any], options: dict[str, Any]) -> int:
    context, guild = w.app.context, w.guild.id
    first, second = (User(player.id, player.name) for player in players)
    table = await opening.open_table(context, guild, w.channel.id, first, kind, options, opponent=second)
    table = await tables.accept(context, guild, table.id, second)
    if table.game_id is None:
        table = await tables.start(context, guild, table.id, first)
    assert table.game_id is not None
    return table.game_id


async def keep(w: World) -> None:
    """Have the bot write down what everybody sees, as it does every few seconds."""
    with w.env.time_context():
        await sites.keep(w.app.context)
    await w.env.advance_time(1)
