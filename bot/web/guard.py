"""The checks of every request: limits, its origin, the headers, and a sentence for each failure."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Awaitable
from typing import Annotated, TypeVar

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.storage.queries.pages.keys import PageKey
from bot.storage.queries.pages.open_pages import OpenPage
from bot.usecases.pages import keys
from bot.usecases.pages.keys import Closed, NoKey, Unsure
from bot.usecases.refusal import Refusal, TooMany
from bot.web.site import SITE, Handler, Site, TooFull, count_pending
from bot.web.spans import Span, to_spans
from bot.workers.errors import TooBusy

logger = logging.getLogger(__name__)

MOST_BYTES = 8192
"""Maximum bytes of the body of a request."""
WATCHED = ("/api/game", "/api/picture")
"""The requests that many watchers make at the same moment, after each move. Only a few are answered at a time, so that other
requests get through."""
FILES = ("/board", "/page/", "/s/style.css")
"""Files that are the same for everybody and served from memory. They do not count towards limits, since a page needs all of its
scripts."""
MOST_KNOWN = 10_000
"""Number of tokens whose members are cached."""

TOO_FAST = "That was very fast. Please wait a second, then try again: nothing was changed."
TOO_FULL = "Too many pages are open at the moment. Please try again soon."
UNREADABLE = "This request could not be read. Please reload the page."
ELSEWHERE = "This request does not come from this page."

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
    "Vary": "Accept-Encoding",
}


class Body(BaseModel):
    """The JSON of a request. Subclasses declare its fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


B = TypeVar("B", bound=Body)
K = TypeVar("K", PageKey, OpenPage)
Once = Annotated[int, Field(ge=1, lt=2**53)]
"""A number that the page makes for each press, so that a press sent twice is carried out once.

Discord's own numbers are larger, so they never collide.
"""


class PressBody(Body):
    """The JSON of a press, which is carried out once. Subclasses declare what else it takes."""

    once: Once


_STATUS: tuple[tuple[type[BaseException], int], ...] = (
    (NoKey, 401),
    (Closed, 403),
    (TooMany, 429),
    (TooFull, 503),
    (Unsure, 503),
    (DatabaseBusy, 503),
    (TooBusy, 409),
    (Refusal, 409),
)


def refuse(status: int, sentence: str | list[Span]) -> web.Response:
    """Return the answer for a refused request, with the reason."""
    retry = {"Retry-After": "5"} if status in (429, 503) else {}
    return web.json_response({"error": sentence}, status=status, headers=retry)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Pass on a request if it is allowed. Answer any other one with the reason."""
    site = request.app[SITE]
    address = site.connections.address_of(request)
    if site.under_way[address] >= site.connections.most_of_address:
        response: web.StreamResponse = refuse(503, TOO_FULL)
    else:
        if not request.can_read_body:
            site.connections.serve(request.protocol)
        try:
            with count_pending(site.under_way, address):
                response = await _answer(request, handler)
        finally:
            site.connections.wait_for(request.protocol)
    if not response.prepared:
        for name, value in (HEADERS | {"Cache-Control": "no-store"}).items():
            response.headers.setdefault(name, value)
    return response


async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    site = request.app[SITE]
    if not request.path.startswith(FILES) and not _count_request(request):
        return refuse(429, TOO_FAST)
    origin = request.headers.get("Origin")
    if (origin is None and request.method == "POST") or (origin is not None and origin not in site.origins):
        return refuse(403, ELSEWHERE)
    try:
        if request.method == "POST":
            check_size(request)
            return await handler(request)
        if request.path not in WATCHED:
            return await _answer_read(request, handler)
        async with site.watching:
            return await _answer_read(request, handler)
    except (Refusal, DatabaseBusy, TooBusy) as error:
        status = next(status for kind, status in _STATUS if isinstance(error, kind))
        return refuse(status, to_spans(error.text) if isinstance(error, Refusal) else str(error))
    except web.HTTPException as error:
        refused = refuse(error.status, UNREADABLE if error.status == 413 else f"{error.reason}.")
        refused.headers.update({"Allow": error.headers["Allow"]} if "Allow" in error.headers else {})
        return refused
    except ConnectionError:
        raise
    except Exception as error:
        code = secrets.token_hex(3).upper()
        logger.exception("unexpected error on a page", exc_info=error, extra={"code": code})
        return refuse(500, f"Something went wrong on the bot’s side (code {code}). Reload the page to see the game.")


def _count_request(request: web.Request) -> bool:
    """Count a request for its member, or for its address if the member is unknown. Return whether it is allowed."""
    site = request.app[SITE]
    member = site.members.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
    if member is not None:
        return site.of_member.take(member)
    return site.requests.take(site.connections.address_of(request))


@in_background
async def _answer_read(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a request that changes nothing. Its transactions wait for those of answers in Discord."""
    return await handler(request)


def check_size(request: web.Request) -> None:
    """Raise an HTTPException for a body that is too long or not JSON, before reading it."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    if (request.content_length or 0) > MOST_BYTES:
        raise web.HTTPRequestEntityTooLarge(max_size=MOST_BYTES, actual_size=request.content_length or 0)


async def read_body(request: web.Request, kind: type[B]) -> B:
    """Return the body of a request.

    Raise an HTTPException if it is too long or too late, is not JSON, or does not fit ``kind``.
    """
    try:
        return kind.model_validate_json(await request.app[SITE].connections.read_body(request))
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValidationError, json.JSONDecodeError, UnicodeDecodeError):
        raise web.HTTPBadRequest from None


def count_press(site: Site, user_id: int) -> None:
    """Count a press of a member. Raise TooMany above the limit."""
    if not site.pacing.presses.take(user_id):
        raise TooMany(TOO_FAST)


async def read_key(request: web.Request, *, of_game: bool = True) -> PageKey:
    """Return the key of a request to the page of a game, or to one of a puzzle or lesson. Raise NoKey, Closed or Unsure."""
    site, token = request.app[SITE], token_of(request)
    return await _know(site, token, keys.read_key(site.context, site.check_member, token, of_game=of_game))


async def read_page(request: web.Request) -> OpenPage:
    """Return the page of a game, with its member's own data. Raise NoKey, Closed or Unsure."""
    site, token = request.app[SITE], token_of(request)
    return await _know(site, token, keys.read_open_page(site.context, site.check_member, site.open_pages, token))


async def _know(site: Site, token: str, reading: Awaitable[K]) -> K:
    """Cache the member of a token once it has been read."""
    try:
        found = await reading
    except (NoKey, Closed):
        know(site, token, None)
        raise
    know(site, token, found.key.user_id if isinstance(found, OpenPage) else found.user_id)
    return found


def know(site: Site, token: str, member: int | None) -> None:
    """Cache the member of a token; ``None`` for an invalid token."""
    site.members.pop(token, None)
    if member is not None:
        site.members[token] = member
        while len(site.members) > MOST_KNOWN:
            site.members.popitem(last=False)


def token_of(request: web.Request) -> str:
    """Return the token of a request. Raise NoKey if it has none."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bearer" or not token:
        raise NoKey(keys.PAGE_ENDED)
    return token


async def pressing(request: web.Request, *, of_game: bool = True) -> PageKey:
    """Return the key of a request that counts as a press. Raise NoKey, Closed, Unsure or TooMany."""
    key = await read_key(request, of_game=of_game)
    count_press(request.app[SITE], key.user_id)
    return key


async def read_press(request: web.Request, kind: type[B], *, of_game: bool = True) -> tuple[Site, PageKey, B]:
    """Return the site, the key and the body of a press. Raise what :func:`pressing` and :func:`read_body` raise."""
    return request.app[SITE], await pressing(request, of_game=of_game), await read_body(request, kind)
