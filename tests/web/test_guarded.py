"""The checks of every request to the pages: headers, limits of an address, its origin, its length."""

from __future__ import annotations

import asyncio
import json
import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.presentation.press_limit import Buckets
from bot.process.host import doctor
from bot.process.settings import Settings, split_at_commas
from bot.web import reads
from bot.web import site as limits
from bot.web.connections import find_address
from bot.web.server import PAGE
from tests.sampling import Sample
from tests.ui.world import settings, world
from tests.web.browserless import PUBLIC_URL, PagesOfWorld, pages_of

AT_ONCE, FLOOD = 20, 60
"""Requests that an address may send at once in a test, and those that it sends."""


async def test_every_answer_has_strict_headers_and_a_monitor_may_ask_for_them_alone(site: PagesOfWorld) -> None:
    for path in ("/board", "/page/board.js", "/page/board.css", "/api/game", "/api/nothing", "/nothing"):
        async with site.session.get(f"http://127.0.0.1:{site.port}{path}") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; "), path
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Set-Cookie" not in answer.headers
    address = f"http://127.0.0.1:{site.port}/board"
    async with site.session.head(address) as answer:
        assert answer.status == 200
    async with site.session.options(address) as answer:
        assert (answer.status, answer.headers["Allow"]) == (405, "GET,HEAD")


@pytest.mark.parametrize(
    ("forwarded", "asks"),
    [
        ((), "10.0.0.1"),
        (("203.0.113.9",), "203.0.113.9"),
        (("198.51.100.1", "203.0.113.9"), "203.0.113.9"),
        (("198.51.100.1, 203.0.113.9, 10.0.0.2",), "203.0.113.9"),
        (("198.51.100.1, nobody, 10.0.0.2",), None),
        (("203.0.113.9:4711",), "203.0.113.9"),
        (("::ffff:203.0.113.9",), "203.0.113.9"),
        (("[2001:db8::7]:4711",), "2001:db8::7"),
    ],
)
def test_the_address_is_the_last_one_that_is_no_trusted_proxy(forwarded: tuple[str, ...], asks: str | None) -> None:
    chain = [*",".join(forwarded).split(","), "10.0.0.1"]
    assert find_address(chain, [ip_network("10.0.0.0/24")]) == (None if asks is None else ip_address(asks))


def test_without_a_trusted_proxy_nobody_names_an_address() -> None:
    assert find_address(["203.0.113.9", "192.0.2.5"], []) == ip_address("192.0.2.5")


def test_every_network_from_which_docker_takes_addresses_is_trusted_as_the_page_for_hosts_says() -> None:
    """Docker's default pools: 172.17.0.0/16 to 172.31.0.0/16, then 192.168.0.0/16 in parts."""
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    (value,) = re.findall(r"In a container, .*?`TRUSTED_PROXY=(\S+)`", page)
    proxies = [ip_network(part) for part in split_at_commas(Settings(trusted_proxy=value).trusted_proxy or "")]
    for container in ("172.17.0.3", "172.31.255.2", "192.168.0.3", "192.168.240.2"):
        assert find_address(["203.0.113.9", container], proxies) == ip_address("203.0.113.9"), container


async def test_an_address_that_a_client_names_itself_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 0.0)
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 2)
    own: dict[str, Any] = {"public_url": PUBLIC_URL, "web_port": 0, "trusted_proxy": "127.0.0.1"}
    async with world(tmp_path, **own) as w, pages_of(w) as site:

        async def ask(invented: int, asks: str) -> int:
            """Ask with a header of the client's own before that of the proxy."""
            headers = [("X-Forwarded-For", f"198.51.100.{invented}"), ("X-Forwarded-For", asks)]
            async with site.session.get(f"http://127.0.0.1:{site.port}/api/game", headers=headers) as answer:
                return answer.status

        assert [await ask(number, "203.0.113.9") for number in range(3)] == [401, 401, 429]
        assert await ask(1, "203.0.113.10") == 401


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Games.Example.org", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
async def test_a_page_is_from_public_url_however_its_host_wrote_it(tmp_path: Path, url: str, origin: str) -> None:
    async with world(tmp_path, public_url=url, web_port=0) as w, pages_of(w) as site:
        assert (await site.post("key", {"ticket": "none"}, Origin=origin)).status == 401
        assert (await site.post("key", {"ticket": "none"}, Origin="https://elsewhere.example")).status == 403


async def test_a_flood_from_one_address_is_refused_and_another_one_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 0.0)
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", AT_ONCE)
    async with world(tmp_path, public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as site:
        game = await w.start(width=4, height=4)
        connector = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0), limit=20)
        async with aiohttp.ClientSession(connector=connector) as elsewhere:
            flooding = PagesOfWorld(w, elsewhere, site.port)
            move = {"text": "A1 F", "version": 0}
            answers = await asyncio.gather(*(flooding.act("play", move, "none") for _ in range(FLOOD)))
        told = [answer.status for answer in answers]
        assert told.count(401) == AT_ONCE
        assert told.count(429) == FLOOD - AT_ONCE
        assert (await site.get("game", await site.enter(w.ada, game))).data["version"] == 0


async def test_so_many_links_are_tried_from_one_address_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 0.0)
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", AT_ONCE)
    async with world(tmp_path, public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as site:
        told = [(await site.exchange(f"ticket {number}")).status for number in range(AT_ONCE + 2)]
    assert told == [401] * AT_ONCE + [429] * 2


async def test_a_move_that_is_too_long_no_json_or_from_elsewhere_is_not_played(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    token = await site.enter(mover, game)
    good = json.dumps({"text": "A1 F", "version": 0, "once": 5})
    long = json.dumps({"text": "A1 F", "version": 0, "once": 5, "more": "x" * 9000})
    json_type, own = {"Content-Type": "application/json"}, {"Origin": PUBLIC_URL}
    refused: list[tuple[dict[str, str], Any, int]] = [
        (own | json_type, long, 413),
        (own | {"Content-Type": "text/plain"}, good, 415),
        (own | {"Content-Type": "application/x-www-form-urlencoded"}, good, 415),
        (own | json_type, "A1 F", 400),
        (own | json_type, b"\xff", 400),
        ({"Origin": "https://elsewhere.example.org"} | json_type, good, 403),
        ({"Origin": "null"} | json_type, good, 403),
        (json_type, good, 403),
    ]
    for headers, body, status in refused:
        answer = await site.ask("POST", "play", data=body, headers={"Authorization": f"Bearer {token}"} | headers)
        assert answer.status == status, (headers, body)
        assert answer.error
    assert await site.w.log(game) == []


async def test_so_many_requests_of_a_member_wait_for_news_and_no_more(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "POLLS_OF_MEMBER", 1)
    game = await site.w.start(width=4, height=4)
    mover, other = await site.w.turns(game)
    token, others = await site.enter(mover, game), await site.enter(other, game)
    query = {"stand": (await site.get("game", token)).data["stand"]}
    waiting = {asyncio.create_task(site.get("news", token, query=query)) for _ in range(2)}
    done, still = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert [(await task).status for task in done] == [503]
    assert (await site.play(token, "A1 F", 0)).status == 200
    assert [(await task).status for task in still] == [200], "who waits is told of the move"
    assert (await site.get("news", others, query=query)).status == 200


async def test_thirty_members_behind_one_address_open_their_pages_at_once_and_none_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    """In a sample a third of them, with a third of the limits."""
    share = 1 if sample.is_full else 3
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 0.0)  # as if no time went by
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", limits.REQUESTS_AT_ONCE // share)
    files = [f"page/{file.name}" for file in PAGE.iterdir() if file.suffix in (".js", ".css", ".svg")]
    async with world(tmp_path, public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as site:
        game = await w.start(width=4, height=4)

        async def fetch(path: str) -> int:
            async with site.session.get(f"http://127.0.0.1:{site.port}/{path}") as answer:
                return answer.status

        for number in range(30 // share):
            member = w.guild.add_member(w.env.create_user(f"Member {number}"))
            told = {await fetch(path) for path in ("board", *files)}
            token = await site.enter(member, game)
            told |= {(await site.get(what, token)).status for what in ("game", "picture", "game")}
            assert told == {200}


async def test_a_ticket_whose_time_is_out_counts_for_the_address_and_not_for_its_member(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    server = await site.w.bot.serve_pages()
    assert server is not None
    server.site.requests, server.site.of_member = Buckets(0.0, 3), Buckets(0.0, 1)
    old = await site.link(site.w.ada, game)
    await site.w.env.advance_time(16 * 60)
    new = await site.link(site.w.ada, game)
    assert [(await site.exchange(ticket)).status for ticket in (old, old, new, old)] == [401, 401, 200, 429]


async def test_a_member_has_a_limit_of_their_own_with_every_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUESTS_PER_SECOND", 0.0)
    monkeypatch.setattr(limits, "REQUESTS_AT_ONCE", 8)
    async with world(tmp_path, public_url=PUBLIC_URL, web_port=0) as w, pages_of(w) as site:
        game = await w.start(width=4, height=4)
        first, second, other = await site.enter(w.ada, game), await site.enter(w.ada, game), await site.enter(w.björn, game)
        told = [(await site.get("game", token)).status for token in (first, second) * 4]
        assert told == [200] * 6 + [429] * 2, "two were for the tokens"
        assert (await site.get("game", other)).status == 200


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("passes", "trusted", "said"),
    [
        (True, "127.0.0.1", "ok    the proxy passes on the addresses of visitors"),
        (True, None, "WRONG The bot does not trust the addresses that the proxy passes on"),
        (False, "127.0.0.1", "WRONG The proxy does not pass on the visitors"),
    ],
)
async def test_doctor_finds_out_whether_the_proxy_passes_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passes: bool, trusted: str | None, said: str
) -> None:
    monkeypatch.setattr(doctor, "LOOPBACK", ())  # else there may be no proxy
    own: dict[str, Any] = {"public_url": PUBLIC_URL, "web_port": 0, "trusted_proxy": trusted}
    found: list[str] = []
    async with world(tmp_path, **own) as w, pages_of(w) as site:

        async def forward(request: web.Request) -> web.Response:
            headers = {"X-Forwarded-For": "203.0.113.9"} if passes else {}
            async with site.session.get(f"http://127.0.0.1:{site.port}{request.path}", headers=headers) as answer:
                return web.Response(status=answer.status, body=await answer.read(), content_type=answer.content_type)

        proxy = TestServer(web.Application())
        proxy.app.router.add_get("/{any:.*}", forward)
        async with proxy:
            await doctor.examine(settings(tmp_path, **{**own, "public_url": f"http://127.0.0.1:{proxy.port}"}), found.append)
    assert any(line.startswith(said) for line in found), found
