"""The server of the pages: it starts and ends with the bot, in the same process."""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
from functools import partial
from pathlib import Path

from aiohttp import web

from bot.web import actions, finished, learning, reads, trying, turns
from bot.web.connections import Connection
from bot.web.guard import MOST_BYTES, guard
from bot.web.public.playing import render_playing
from bot.web.public.routes import routes as public_routes
from bot.web.public.site import PUBLIC, Public
from bot.web.site import SITE, Handler, Site, send_tagged
from render.swatches import draw_swatch

TITLE = "<title>Land Games</title>"
"""A text in the page of a game, by which ``doctor`` recognises the page."""
PAGE = Path(__file__).with_name("page")
"""The files of the page, served without their comments."""
ENDING = 3.0
"""Seconds for pending requests to finish when the bot stops; those that wait for news end at once."""

_COMMENTS = re.compile(rb"^ *//[^\n]*\n| // [^\n]*|/\*.*?\*/\s?", re.DOTALL | re.MULTILINE)
"""The pattern of comments in scripts and styles, which are a quarter of their size. No string in them looks like a comment."""
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

logger = logging.getLogger(__name__)


class PageServer:
    """Serves the pages of a site on one port."""

    def __init__(self, site: Site, host: str, port: int) -> None:
        self.site = site
        self._host, self._port = host, port
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None

    async def start(self) -> None:
        """Start serving. Raise OSError if the port is taken."""
        runner = web.AppRunner(make_app(self.site), shutdown_timeout=ENDING, handle_signals=False)
        await runner.setup()
        assert runner.server is not None  # noqa: S101 - the setup has made it
        connect = partial(Connection, self.site.connections, runner.server)
        try:
            self._listening = await asyncio.get_running_loop().create_server(connect, self._host, self._port)
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        logger.info("serves pages", extra={"host": self._host, "port": self.port})

    @property
    def port(self) -> int:
        """The port on which it serves."""
        found: int = self._port if self._listening is None else self._listening.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Stop serving."""
        await self.site.context.changes.close()
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None


def make_app(site: Site) -> web.Application:
    """Return the application: the files of the page, and the handlers of its requests."""
    app = web.Application(middlewares=[guard], client_max_size=MOST_BYTES)
    app[SITE] = site
    app[PUBLIC] = Public(site.url, site.context.db.url.render_as_string(hide_password=False))
    app.add_routes(
        [*actions.routes, *reads.routes, *finished.routes, *learning.routes, *trying.routes, *turns.routes, *public_routes]
    )
    app.router.add_get("/", _serve_file(PAGE / "index.html"))
    app.router.add_get("/board", _serve_file(PAGE / "board.html"))
    app.router.add_get("/playing", _serve(render_playing().encode(), "text/html"))
    app.router.add_get("/page/swatch/{name}.png", _serve_swatch)
    for file in sorted(PAGE.iterdir()):
        if file.suffix in (".js", ".css", ".svg"):
            app.router.add_get(f"/page/{file.name}", _serve_file(file))
    return app


async def _serve_swatch(request: web.Request) -> web.Response:
    """Return the picture of a piece or a terrain. A changed picture has another name."""
    try:
        body = draw_swatch(request.match_info["name"])
    except (LookupError, TypeError, ValueError):
        raise web.HTTPNotFound from None
    return web.Response(body=body, content_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


def read_file(file: Path) -> bytes:
    """Return a file in the form in which it is served."""
    body = file.read_bytes()
    return _COMMENTS.sub(b"", body) if file.suffix in (".js", ".css") else body


def _serve_file(file: Path) -> Handler:
    """Return the handler that serves a file."""
    return _serve(read_file(file), _KINDS[file.suffix])


def _serve(body: bytes, kind: str) -> Handler:
    """Return the handler that serves a text. Browsers ask each time whether it has changed."""
    packed = gzip.compress(body)

    async def serve(request: web.Request) -> web.Response:
        return send_tagged(request, body, packed, kind, {"Cache-Control": "no-cache"})

    return serve
