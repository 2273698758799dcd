"""The server of the pages, made from the host's settings."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network

from yarl import URL

from bot.process.host import descriptors
from bot.process.settings import Settings, split_at_commas
from bot.ui.framework.app import App, Seen
from bot.web.connections import MOST, Connections
from bot.web.server import PageServer
from bot.web.site import Site


def origin_of(url: str) -> str:
    """Return the origin of an address in the form that browsers send: lower case, without a default port, in Punycode."""
    return str(URL(url).origin())


def make_server(app: App, settings: Settings, changed: Callable[[], None]) -> PageServer:
    """Return the page server of an open bot. ``changed`` is called after each action on a page."""
    proxies = tuple(map(ip_network, split_at_commas(settings.trusted_proxy or "")))
    origins = frozenset() if settings.public_url is None else frozenset({origin_of(settings.public_url)})

    async def check_member(guild_id: int, channel_id: int, user_id: int) -> Seen:
        """Ask Discord about a member in any server, because any process may serve a page."""
        ask = app.check_member if app.context.assignment.serves(guild_id) else app.check_elsewhere
        return await ask(guild_id, channel_id, user_id)

    url = settings.public_url or ""
    connections = Connections(min(MOST, descriptors.raise_limit() // 2), proxies)
    site = Site(
        app.context, app.workers, check_member, settings.theme, app.pacing, origins, url, changed, connections=connections
    )
    return PageServer(site, settings.web_host, settings.web_port)
