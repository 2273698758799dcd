"""The pages of games: how their links and their server are made from the host's settings."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from urllib.parse import urlsplit

from bot.presentation.press_limit import Buckets
from bot.process.settings import Settings
from bot.ui.framework.app import App, Seen
from bot.usecases.pages.tickets import Links
from bot.web.server import PageServer
from bot.web.site import Allowances, Site

REQUESTS_PER_SECOND, REQUESTS_AT_ONCE = 20.0, 300
"""Of one address: several members may share one."""
EXCHANGES_PER_SECOND, EXCHANGES_AT_ONCE = 0.2, 20
"""Links that may be tried from one address."""
TURNS_PER_SECOND, TURNS_AT_ONCE = 5.0, 60
"""Pictures of earlier turns of one member, where they are not kept: who draws the slider asks for many."""


def links_of(settings: Settings) -> Links | None:
    """Return how links to pages are made; ``None`` where no pages are served."""
    given = (settings.web_secret, settings.web_secret_before)
    if settings.public_url is None:
        return None
    return Links(settings.public_url, tuple(secret.get_secret_value().encode() for secret in given if secret is not None))


def make_server(app: App, settings: Settings, changed: Callable[[], None]) -> PageServer:
    """Return the server of the pages of a bot that is open. ``changed`` is called after something was done on a page."""
    address = urlsplit(settings.public_url or "")
    allowances = Allowances(
        requests=Buckets(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE),
        exchanges=Buckets(EXCHANGES_PER_SECOND, EXCHANGES_AT_ONCE),
        presses=app.pacing.presses,
        pictures=app.pacing.pictures,
        turns=Buckets(TURNS_PER_SECOND, TURNS_AT_ONCE),
        films=app.pacing.replays,
    )
    proxy = None if settings.trusted_proxy is None else ip_network(settings.trusted_proxy)
    origins = frozenset({f"{address.scheme}://{address.netloc}"})

    async def look(guild_id: int, channel_id: int, user_id: int) -> Seen:
        """Ask Discord: a page may reach any process."""
        ask = app.look if app.context.assignment.serves(guild_id) else app.look_elsewhere
        return await ask(guild_id, channel_id, user_id)

    url = settings.public_url or ""
    site = Site(app.context, app.workers, look, settings.theme, allowances, origins, url, proxy, changed)
    return PageServer(site, settings.web_host, settings.web_port)
