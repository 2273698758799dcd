"""The addresses of the public pages. Each request checks again what is public; nothing here changes anything."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from bot.presentation.press_limit import TOO_MANY_PICTURES
from bot.storage.queries.public.shown import Place
from bot.usecases.public import sites
from bot.usecases.public.sites import NotKnown, NotShown, Site
from bot.usecases.refusal import Refusal, TooMany
from bot.web.public.games import NOW
from bot.web.public.jobs import LISTED, NOT_LISTED, Content, DrawBoard, DrawExample, OfSite, ShowPage, templates
from bot.web.public.site import PAGES_KEPT, PUBLIC, SITES_KEPT, THEMES, Public
from bot.web.site import SITE, Handler, TooFull, send_tagged
from bot.workers.errors import TooBusy
from rules import GAMES

FOLDER = Path(__file__).parent
STYLE = (FOLDER / "style.css").read_bytes()
PACKED_STYLE = gzip.compress(STYLE)
NO_KIND = "There is no such game."
Load = Callable[[], Awaitable[Content | Refusal]]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "no-cache",
}
"""Headers of pages: browsers ask each time, so a withdrawn page disappears; other sites may show the pictures in previews of
links."""
ROBOTS = "User-agent: *\nAllow: /s/\nDisallow: /\n"
"""The rules for crawlers. They may read public pages, and each page says whether it may be listed."""

routes = web.RouteTableDef()
SLUG = "/s/{slug:[a-z0-9]{12}}"


@routes.get("/robots.txt")
async def show_robots(_: web.Request) -> web.Response:
    """Return the rules for search engines."""
    return web.Response(text=ROBOTS)


@routes.get("/s/style.css")
async def show_style(request: web.Request) -> web.Response:
    """Return the style of the pages."""
    return send_tagged(request, STYLE, PACKED_STYLE, "text/css", HEADERS | {"X-Robots-Tag": NOT_LISTED})


@routes.get(SLUG)
async def lead_home(request: web.Request) -> web.Response:
    """Redirect to the address with a slash at its end."""
    return web.Response(status=308, headers={"Location": f"{request.match_info['slug']}/", **HEADERS})


def _page(*paths: str) -> Callable[[Handler], Handler]:
    """Register a handler for addresses of a server's pages. If it raises NotShown, answer with a page that says so."""

    def register(handler: Handler) -> Handler:
        async def show(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except NotShown as problem:
                return await _show_problem(request, problem)

        for path in paths:
            routes.get(SLUG + path)(show)
        return show

    return register


def _show_always(name: str) -> Handler:
    """Return the handler of a page that has no variants."""
    return lambda request: _show(request, name)


for _path, _name in (
    ("/", "home"),
    ("/fame", "fame"),
    ("/leagues", "leagues"),
    ("/statistics", "statistics"),
    ("/rules", "all_rules"),
):
    _page(_path)(_show_always(_name))


@_page("/games")
async def show_games(request: web.Request) -> web.StreamResponse:
    """Return a page of all games: the first one, or the one before or after a position in the list."""
    return await _show(request, "games", *(_read_place(request.query.get(side)) for side in ("before", "after")))


@_page("/game/{game:[0-9]+}", "/game/{game:[0-9]+}/{turn:[0-9]+}")
async def show_game(request: web.Request) -> web.StreamResponse:
    """Return a game, at a turn."""
    turn = request.match_info.get("turn")
    return await _show(request, "game", _read_number(request.match_info["game"]), None if turn is None else _read_number(turn))


@_page("/ranking", "/ranking/{kind}")
async def show_ranking(request: web.Request) -> web.StreamResponse:
    """Return the complete ranking, of one kind of game or of all."""
    return await _show(request, "ranking", _read_kind(request) if "kind" in request.match_info else "")


@_page("/league/{league:[0-9]+}/{season:[0-9]+}")
async def show_league(request: web.Request) -> web.StreamResponse:
    """Return the standings of a season."""
    return await _show(request, "league", *(_read_number(request.match_info[part]) for part in ("league", "season")))


@_page("/rules/{kind:[a-z]+}")
async def show_rules(request: web.Request) -> web.StreamResponse:
    """Return the rules of a game."""
    return await _show(request, "rules", _read_kind(request))


@_page("/rules/{kind:[a-z]+}.png")
async def show_example(request: web.Request) -> web.StreamResponse:
    """Return the picture of the rules of a game."""
    kind = _read_kind(request)
    return await _show_picture(request, lambda public, site, theme: DrawExample(public.database_url, site, 0, kind, theme))


@_page("/board/{game:[0-9]+}/{turn:[0-9]+|now}.png")
async def show_board(request: web.Request) -> web.StreamResponse:
    """Return the board after a turn. ``n``: the numbers of the labels of its players on the page that shows it."""
    turn = request.match_info["turn"]
    game, shown = _read_number(request.match_info["game"]), None if turn == NOW else _read_number(turn)
    numbers = tuple(_read_number(each) for each in request.query.get("n", "").split("-"))
    may_draw = request.app[PUBLIC].drawings.has_any(request.app[SITE].connections.address_of(request))
    return await _show_picture(
        request,
        lambda public, site, theme: DrawBoard(public.database_url, site, 0, game, shown, numbers, theme, may_draw),
    )


@routes.get("/s/{any:.*}")
@routes.get(SLUG + "/{any:.*}")  # asked first
async def show_nothing(request: web.Request) -> web.Response:
    """Return the answer for a page that does not exist."""
    problem = NotShown("There is no such page.")
    try:
        site = await _find_site(request) if "slug" in request.match_info else None
    except Refusal:
        site = None
    return await _show_problem(request, problem, site)


async def _show(request: web.Request, name: str, *what: object) -> web.Response:
    """Return a page, which is cached for a few seconds for all clients."""
    public, now = request.app[PUBLIC], request.app[SITE].context.clock() // PAGES_KEPT * PAGES_KEPT
    resource = request.match_info.route.resource
    up = "../" * (resource.canonical.removeprefix("/s/{slug}/").count("/") if resource else 0)

    def want(site: Site) -> OfSite:
        return ShowPage(public.database_url, site, now, name, what, up, f"{public.url}/s/{site.slug}/")

    return await _answer(request, want, "text/html", lambda job, load: public.pages.get(job, load))


async def _show_picture(request: web.Request, want: Callable[[Public, Site, str], OfSite]) -> web.Response:
    """Return a picture. A picture that has to be drawn counts towards the limit of the client's address."""
    public, address = request.app[PUBLIC], request.app[SITE].connections.address_of(request)

    async def draw(_: OfSite, load: Load) -> Content | Refusal:
        outcome = await load()
        if isinstance(outcome, Content) and outcome.is_new:
            public.drawings.take(address)
        if isinstance(outcome, Content) and not outcome.body:
            raise TooMany(TOO_MANY_PICTURES)
        return outcome

    return await _answer(request, lambda site: want(public, site, _find_theme(request, site)), "image/png", draw)


async def _answer(
    request: web.Request,
    want: Callable[[Site], OfSite],
    kind: str,
    get: Callable[[OfSite, Load], Awaitable[Content | Refusal]],
) -> web.Response:
    """Run a job on the worker of the pages, and return its result as an answer."""
    public, own = request.app[PUBLIC], request.app[SITE]
    address, site = own.connections.address_of(request), None
    try:
        with public.take_place(address):
            site = await _find_site(request)
            job = want(site)
            outcome = await get(job, lambda: own.workers.run(job, address))
    except (Refusal, TooBusy) as problem:
        return await _show_problem(request, problem, site)
    if isinstance(outcome, Refusal):  # it may be cached, so it is not raised: each time would lengthen its traceback
        return await _show_problem(request, outcome, site)
    if outcome.stale:
        own.context.ask_names(site.shown.guild_id, outcome.stale)
    robots = {"X-Robots-Tag": LISTED if site.is_listed else NOT_LISTED}
    return send_tagged(request, outcome.body, outcome.packed, kind, HEADERS | robots)


async def _find_site(request: web.Request) -> Site:
    """Return the site of a request.

    Raise NotShown or NotKnown. The database is read at most once a second for each site, since answers to players need it, too.
    """
    context, slug = request.app[SITE].context, request.match_info["slug"]
    key = slug, context.clock() // SITES_KEPT
    return sites.show(context, await request.app[PUBLIC].sites.get(key, lambda: sites.read(context, slug)))


async def _show_problem(request: web.Request, problem: Refusal | TooBusy, site: Site | None = None) -> web.Response:
    """Return the reason why there is no page, with a link to the server's pages, if there are any."""
    status = 429 if isinstance(problem, TooMany) else 503 if isinstance(problem, NotKnown | TooFull | TooBusy) else 404
    depth = request.path.count("/") - 2
    around = {"site": site, "up": "../" * depth, "home": "../" * (depth - 1) or "./", "robots": NOT_LISTED}
    body = templates.get_template("problem.html").render(sentence=str(problem), status=status, **around).encode()
    again = {"Retry-After": "30"} if status in (429, 503) else {}
    headers = HEADERS | again | {"Cache-Control": "no-store", "X-Robots-Tag": NOT_LISTED}
    return web.Response(status=status, body=body, content_type="text/html", charset="utf-8", headers=headers)


def _find_theme(request: web.Request, site: Site) -> str:
    """Return the theme of a picture: high contrast if set by the server, otherwise the browser's preference."""
    wanted = request.query.get("t", "light")
    return "contrast" if site.settings.theme == "contrast" else wanted if wanted in THEMES else "light"


def _read_kind(request: web.Request) -> str:
    if (kind := request.match_info["kind"]) not in GAMES:
        raise NotShown(NO_KIND)
    return kind


def _read_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise NotShown("There is no such page.")
    return int(text)


def _read_place(text: str | None) -> Place | None:
    """Return the position in the list of games that a text ``time-number`` names."""
    if text is None:
        return None
    at, _, game = text.partition("-")
    return Place(_read_number(at), _read_number(game))
