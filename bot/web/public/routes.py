"""The addresses of the public pages. Each request asks anew what is shown; nothing here changes anything."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.presentation.press_limit import TOO_MANY_PICTURES
from bot.presentation.texts import read_summary
from bot.storage.queries.public import shown as store
from bot.usecases.public import sites
from bot.usecases.public.memory import Memory, remember
from bot.usecases.public.sites import NotKnown, NotShown, Site
from bot.usecases.refusal import Refusal, TooMany
from bot.web.public.games import NOW, open_game
from bot.web.public.page_data import Teller, tell_rules
from bot.web.public.site import PAGES_KEPT, PUBLIC, THEMES, Busy, Public
from bot.web.public.words import tell_number
from bot.web.site import SITE
from bot.workers.jobs import ExamplePicture
from render.view import Picture
from rules import GAMES
from rules.words import count

FOLDER = Path(__file__).parent
STYLE = (FOLDER / "style.css").read_bytes()

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "no-cache",
}
"""Browsers ask each time: a page that is taken away is gone. Pictures may be shown elsewhere, as previews of links are."""
LISTED, NOT_LISTED = "all", "noindex, nofollow"
"""What search engines are told."""
ROBOTS = "User-agent: *\nAllow: /s/\nDisallow: /\n"
"""They may look at public pages, for only there they find whether they may list them."""

templates = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.filters.update({"number": tell_number, "count": count})
routes = web.RouteTableDef()
Shows = Callable[[Teller], Awaitable[dict[str, Any]]]
SLUG = "/s/{slug:[a-z0-9]{12}}"


@routes.get("/robots.txt")
async def show_robots(_: web.Request) -> web.Response:
    """Return what search engines may look at."""
    return web.Response(text=ROBOTS)


@routes.get("/s/style.css")
async def show_style(request: web.Request) -> web.Response:
    """Return the style of the pages."""
    return _send_tagged(request, STYLE, "text/css")


@routes.get(SLUG)
async def lead_home(request: web.Request) -> web.Response:
    """Lead to the address with its last slash."""
    return web.Response(status=308, headers={"Location": f"{request.match_info['slug']}/", **HEADERS})


@routes.get(SLUG + "/")
async def show_home(request: web.Request) -> web.Response:
    """Return the first page."""
    return await _show(request, "home", lambda teller: teller.tell_home())


@routes.get(SLUG + "/games")
async def show_games(request: web.Request) -> web.Response:
    """Return a page of all games."""
    page = request.query.get("page", "1")
    return await _show(request, "games", lambda teller: teller.tell_games(_read_number(page)), page)


@routes.get(SLUG + "/game/{game:[0-9]+}")
@routes.get(SLUG + "/game/{game:[0-9]+}/{turn:[0-9]+}")
async def show_game(request: web.Request) -> web.Response:
    """Return a game, at a turn."""
    game, turn = request.match_info["game"], request.match_info.get("turn")

    def tell(teller: Teller) -> Awaitable[dict[str, Any]]:
        return teller.tell_game(_read_number(game), None if turn is None else _read_number(turn))

    return await _show(request, "game", tell, game, turn)


@routes.get(SLUG + "/ranking")
@routes.get(SLUG + "/ranking/{kind}")
async def show_ranking(request: web.Request) -> web.Response:
    """Return the complete ranking, of one kind of game or of all."""
    kind = request.match_info.get("kind", "")
    if kind and kind not in GAMES:
        return await _show_problem(request, NotShown("There is no such game."))
    return await _show(request, "ranking", lambda teller: teller.tell_ranking(kind), kind)


@routes.get(SLUG + "/fame")
async def show_fame(request: web.Request) -> web.Response:
    """Return the hall of fame."""
    return await _show(request, "fame", lambda teller: teller.tell_fame())


@routes.get(SLUG + "/statistics")
async def show_statistics(request: web.Request) -> web.Response:
    """Return the figures of all games."""
    return await _show(request, "statistics", lambda teller: teller.tell_statistics())


@routes.get(SLUG + "/rules")
async def show_all_rules(request: web.Request) -> web.Response:
    """Return what there is to play."""

    async def tell(_: Teller) -> dict[str, Any]:
        return {"kinds": [(kind, game.title, read_summary(kind)) for kind, game in GAMES.items()]}

    return await _show(request, "all_rules", tell)


@routes.get(SLUG + "/rules/{kind:[a-z]+}")
async def show_rules(request: web.Request) -> web.Response:
    """Return the rules of a game."""
    kind = request.match_info["kind"]

    async def tell(_: Teller) -> dict[str, Any]:
        return tell_rules(kind) | {"alt": (await _draw_example(request, kind, "light")).alt}

    return await _show(request, "rules", tell, kind)


@routes.get(SLUG + "/rules/{kind:[a-z]+}.png")
async def show_example(request: web.Request) -> web.Response:
    """Return the picture of the rules of a game."""
    return await _show_picture(
        request, lambda site: _draw_example(request, request.match_info["kind"], _find_theme(request, site))
    )


@routes.get(SLUG + "/board/{game:[0-9]+}/{turn:[0-9]+|now}.png")
async def show_board(request: web.Request) -> web.Response:
    """Return the board after a turn. ``n``: the numbers of the labels of its players on the page that shows it."""
    return await _show_picture(request, lambda site: _draw_board(request, site))


@routes.get("/s/{any:.*}")
@routes.get(SLUG + "/{any:.*}")  # asked first
async def show_nothing(request: web.Request) -> web.Response:
    """Return that there is no such page."""
    problem, slug = NotShown("There is no such page."), request.match_info.get("slug")
    try:
        site = None if slug is None else await sites.find(request.app[SITE].context, slug)
    except Refusal:
        site = None
    return await _show_problem(request, problem, site)


async def _show(request: web.Request, template: str, tell: Shows, *what: object) -> web.Response:
    """Return a page, kept for a few seconds for all who ask for it."""
    context, public = request.app[SITE].context, request.app[PUBLIC]
    site = None
    try:
        site = await sites.find(context, request.match_info["slug"])

        async def make() -> bytes:
            teller = Teller(context, public, site, await _remember(request, site))
            return _render(request, template, site, **await tell(teller))

        wanted = (site, template, what, context.clock() // PAGES_KEPT)
        body: bytes = await public.pages.get(wanted, make)
    except Refusal as problem:
        return await _show_problem(request, problem, site)
    return _send_tagged(request, body, "text/html", LISTED if site.is_listed else NOT_LISTED)


async def _remember(request: web.Request, site: Site) -> Memory:
    context, public = request.app[SITE].context, request.app[PUBLIC]
    stamp = await context.db.read(lambda conn: store.find_stamp(conn, site.shown.guild_id))
    return await public.memories.get((site.shown, stamp), lambda: remember(context, site.shown))


def _render(request: web.Request, template: str, site: Site, **told: Any) -> bytes:
    """Fill in a template. Addresses in it are relative, so that a proxy may put the pages anywhere."""
    inside = request.match_info.route.resource.canonical.removeprefix("/s/{slug}/") if request.match_info.route.resource else ""
    up = "../" * inside.count("/")
    home = f"{request.app[PUBLIC].url}/s/{site.slug}/"
    robots = LISTED if site.is_listed else NOT_LISTED
    page = templates.get_template(f"{template}.html")
    return page.render(**{"site": site, "up": up, "home": home, "robots": robots, "at": template, **told}).encode()


async def _show_problem(request: web.Request, problem: Refusal, site: Site | None = None) -> web.Response:
    """Return why there is no page, with the way to the pages of the server, if there are any."""
    status = {NotShown: 404, NotKnown: 503, Busy: 503, TooMany: 429}.get(type(problem), 404)
    depth = request.path.count("/") - 2
    told = {"sentence": str(problem), "status": status, "site": site, "up": "../" * depth, "home": "../" * (depth - 1) or "./"}
    body = templates.get_template("problem.html").render(**told).encode()
    again = {"Retry-After": "30"} if status in (429, 503) else {}
    headers = HEADERS | again | {"Cache-Control": "no-store", "X-Robots-Tag": NOT_LISTED}
    return web.Response(status=status, body=body, content_type="text/html", charset="utf-8", headers=headers)


async def _show_picture(request: web.Request, draw: Callable[[Site], Awaitable[Picture]]) -> web.Response:
    try:
        site = await sites.find(request.app[SITE].context, request.match_info["slug"])
        made = await draw(site)
    except Refusal as problem:
        return await _show_problem(request, problem)
    return _send_tagged(request, made.png, "image/png", LISTED if site.is_listed else NOT_LISTED)


async def _draw_board(request: web.Request, site: Site) -> Picture:
    public, context = request.app[PUBLIC], request.app[SITE].context
    found = request.match_info["turn"]
    game = await open_game(context, public, site, _read_number(request.match_info["game"]))
    turn = None if found == NOW else _read_number(found)
    if turn is not None and (game.replay is None or turn > game.replay.last):
        raise NotShown("The game has no such turn.")
    names = game.call_by([_read_number(each) for each in request.query.get("n", "").split("-")], turn)
    theme = _find_theme(request, site)
    wanted = (game.row.id, game.log.version, turn, names, theme)
    return await _draw(request, wanted, lambda: asyncio.to_thread(game.draw, turn, names, theme))


async def _draw_example(request: web.Request, kind: str, theme: str) -> Picture:
    if kind not in GAMES:
        raise NotShown("There is no such game.")
    workers, who = request.app[SITE].workers, request.app[SITE].address_of(request)
    return await _draw(request, ("rules", kind, theme), lambda: workers.run(ExamplePicture(kind, theme), who))


async def _draw(request: web.Request, wanted: object, make: Callable[[], Awaitable[Picture]]) -> Picture:
    public: Public = request.app[PUBLIC]
    if wanted not in public.pictures and not public.drawings.take(request.app[SITE].address_of(request)):
        raise TooMany(TOO_MANY_PICTURES)
    return await public.pictures.get(wanted, lambda: public.draw(make))


def _find_theme(request: web.Request, site: Site) -> str:
    """Return the theme of a picture: high contrast where the server has set that, else as the browser wants it."""
    wanted = request.query.get("t", "light")
    return "contrast" if site.settings.theme == "contrast" else wanted if wanted in THEMES else "light"


def _read_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise NotShown("There is no such page.")
    return int(text)


def _send_tagged(request: web.Request, body: bytes, kind: str, robots: str = NOT_LISTED) -> web.Response:
    """Return an answer with a tag, or that the browser has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = HEADERS | {"ETag": tag, "X-Robots-Tag": robots}
    if request.headers.get("If-None-Match") == tag:
        return web.Response(status=304, headers=headers)
    charset = "utf-8" if kind.startswith("text/") else None
    answer = web.Response(body=body, content_type=kind, charset=charset, headers=headers)
    if charset:
        answer.enable_compression()
    return answer
