"""Whose names the public pages have: of those who have said yes, and of nobody else, in words and in pictures."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.common.clock import DAY, SECOND
from bot.storage.schema import remarks
from bot.usecases.statistics import ranking, rating
from bot.web.public.names import Labels, label
from bot.web.public.site import PAGES_KEPT
from tests.ui.league.test_league import announced, shown
from tests.ui.world import said
from tests.web.browserless import PagesOfWorld
from tests.web.public import look, play_whole, show_name, turn_on
from tests.web.test_public_pages import close_channel, forget_kept

PAGES = ("", "games", "ranking", "fame", "statistics")


async def read_all(site: PagesOfWorld, slug: str, game: int) -> str:
    """Return all that pages about a server with one finished game have."""
    pages = [*PAGES, "ranking/pastures", f"game/{game}", *(f"game/{game}/{turn}" for turn in (0, 3, 9))]
    return "\n".join([(await look(site, slug, page)).data for page in pages])


async def test_only_who_has_said_yes_is_named_until_they_take_it_back_or_are_forgotten(site: PagesOfWorld) -> None:
    w = site.w
    slug = await turn_on(w)
    game = await play_whole(w, "pastures", [w.ada, w.björn], Random(3), width=4, height=4)
    told = await read_all(site, slug, game)
    assert not re.search("Ada|Björn", told), "nobody has said yes"
    assert "Player A" in told
    assert "Player B" in told
    said_then = {"game_id": game, "version": 3, "user_id": w.ada.id, "name": "Ada", "text": "hello Björn", "at": 1}
    await w.app.context.db.write(lambda conn: conn.execute(remarks.insert().values(**said_then)))
    await show_name(w, w.ada)
    await forget_kept(site)
    told = await read_all(site, slug, game)
    assert "Ada" in told
    assert "Björn" not in told
    assert "hello" not in told, "comments are on no page"
    panel = (await w.ada.slash(w.channel, "my preferences")).response
    panel = (await w.ada.click(panel, label="Leave my name out of public pages")).response
    assert "you are **“Player A”**" in said(panel)
    await forget_kept(site)
    assert "Ada" not in await read_all(site, slug, game), "she has taken it back"
    await show_name(w, w.ada)
    asked = await w.ada.slash(w.channel, "my forget")
    sure = await w.ada.click(asked.response, label="In this server")
    await w.ada.click(sure.response, label="Yes, forget me")
    await forget_kept(site)
    told = await read_all(site, slug, game)
    assert "Ada" not in told, "she was forgotten"
    assert "Player" in told


async def test_a_picture_has_the_labels_of_its_page_and_no_other_name(site: PagesOfWorld) -> None:
    """The same person is the same player in all pictures of a page; a name that is not shown cannot be asked for."""
    slug = await turn_on(site.w)
    for number, pair in enumerate(((site.w.ada, site.w.björn), (site.w.björn, site.w.chidi)), 1):
        await play_whole(site.w, "pastures", list(pair), Random(number), 5, width=4, height=4)
    home = (await look(site, slug)).data
    newest, older = re.findall(r"board/(\d+)/now\.png\?n=([\d-]+)&", home.replace("&amp;", "&"))[1::2][:2]
    labels = {seat for _, numbers in (newest, older) for seat in numbers.split("-")}
    assert labels == {"1", "2", "3"}, "three people, Björn in both games"
    game, numbers = newest
    shown = await look(site, slug, f"board/{game}/now.png?n={numbers}")
    assert shown.status == 200
    assert (await look(site, slug, f"board/{game}/now.png?n=0-{numbers[-1]}")).status == 404
    await show_name(site.w, site.w.björn)
    await show_name(site.w, site.w.chidi)
    named = await look(site, slug, f"board/{game}/now.png?n=0-0")
    assert named.status == 200
    assert named.data != shown.data, "the header of the picture has names now"
    assert (await look(site, slug, f"board/{game}/now.png?n={numbers}")).status == 404


def test_labels_are_given_in_order_and_never_twice() -> None:
    labels = Labels({5})
    assert [labels.call(who, "Ada") for who in (9, 5, 7, 9, -3)] == ["Player A", "Ada", "Player B", "Player A", "Player C"]
    assert [label(number) for number in (26, 27, 52, 53, 703)] == [
        "Player Z",
        "Player AA",
        "Player AZ",
        "Player BA",
        "Player AAA",
    ]


async def test_standings_are_a_page_that_names_only_those_who_said_yes(site: PagesOfWorld) -> None:
    w = site.w
    slug = await turn_on(w)
    assert "No league is played here" in (await look(site, slug, "leagues")).data
    league = await announced(w)
    await w.ada.click(league, label="Join")
    await w.björn.click(league, label="Join")
    await show_name(w, w.ada)
    await w.env.advance_time(7 * DAY // SECOND + 120)
    await w.post_all()
    await forget_kept(site)
    listed = (await look(site, slug, "leagues")).data
    assert 'league/1/1">League #1 of Pastures New' in listed
    page = (await look(site, slug, "league/1/1")).data
    assert "Ada" in page
    assert "Björn" not in page
    assert "Player A" in page
    assert f"/s/{slug}/league/1/1" in said(shown(w))
    for thread in list(w.channel.threads):
        asked = (await w.björn.slash(thread, "resign")).response
        await w.björn.click(asked, label="Yes, give up")
    await w.env.advance_time(120)
    await w.post_all()
    await forget_kept(site)
    asked = (await w.mara.click((await w.mara.slash(w.channel, "league manage")).response, label="End it")).response
    await w.mara.click(asked, label="Yes, end it")
    await forget_kept(site)
    assert "Did not begin. </p>" in (await look(site, slug, "league/1/2")).data, "two have joined, which is not too few"
    won = 'league/1/1">League #1 of Pastures New, season 1</a></dt><dd><strong><bdi>Ada</bdi></strong>'
    assert won in (await look(site, slug, "fame")).data
    close_channel(w)
    await forget_kept(site)
    assert (await look(site, slug, "league/1/1")).status == 404
    assert (await look(site, slug, "league/1/9")).status == 404
    assert "League #1" not in (await look(site, slug, "fame")).data


async def test_a_season_that_waits_for_its_games_names_no_end(site: PagesOfWorld) -> None:
    slug = await turn_on(site.w)
    await announced(site.w, ends="finish")
    await forget_kept(site)
    assert "until its last game is over" in (await look(site, slug, "league/1/1")).data


async def test_pages_have_the_names_of_now_and_no_former_members(site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finished game keeps the names that it was played under."""
    for module in (rating, ranking):
        monkeypatch.setattr(module, "CERTAIN", rating.START_SIGMA)  # one game is enough for a place
    w = site.w
    slug = await turn_on(w)
    await play_whole(w, "pastures", [w.ada, w.björn], Random(3), width=4, height=4)
    for member in (w.ada, w.björn):
        await show_name(w, member)
    await w.env.advance_time((DAY + PAGES_KEPT) / SECOND)
    w.env.backend.guilds[w.guild.id].members[w.ada.id].nick = "Nova"
    w.guild.remove_member(w.björn)
    first = (await look(site, slug, "ranking")).data
    assert "Ada" in first
    assert "Björn" in first
    await forget_kept(site)
    page = (await look(site, slug, "ranking")).data
    assert "Nova" in page
    assert "Ada" not in page
    assert "Björn" not in page
    assert "Nova" in (await look(site, slug, "fame")).data
    assert "Ada" in (await look(site, slug, "games")).data
