"""The pages that a server shows to everybody: who turns them on, which games they show, how they are served."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.presentation.replay import of_game
from bot.storage.engine.database import Database
from bot.usecases.channels import manage
from bot.usecases.context import Context, User
from bot.usecases.play.change import Asker
from bot.usecases.server import guild_settings
from bot.web.public import games, page_data
from bot.web.public import site as public_site
from bot.web.public.jobs import ShowPage
from tests.sampling import Sample
from tests.statements import count_statements
from tests.ui.world import World, number_of, said, world
from tests.web.browserless import PUBLIC_URL, PagesOfWorld
from tests.web.public import choose_channels, keep, look, play_whole, set_pages, show_name, turn_on

PAGES = ("", "games", "ranking", "ranking/pastures", "fame", "leagues", "statistics", "rules", "rules/nomads", "game/1")
GOLDEN: dict[str, Any] = {"width": 4, "height": 4}


def close_channel(w: World, *, closed: bool = True) -> None:
    """Hide the channel from @everyone but those who play there, or show it again."""
    view = discord.Permissions(view_channel=True).value
    hidden = Overwrite(target_id=w.guild.id, type=OverwriteType.ROLE, allow=0, deny=view)
    players = (w.ada, w.björn, w.bot.user)
    seen = [Overwrite(target_id=player.id, type=OverwriteType.MEMBER, allow=view, deny=0) for player in players]
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[hidden, *seen] if closed else [])


async def make_thread(w: World, channel: Any, kind: discord.ChannelType = discord.ChannelType.public_thread) -> Any:
    """Make a thread of a channel, which those who play are in. Return it."""
    found: Any = w.bot.get_channel(channel.id)
    made = await found.create_thread(name="a talk", type=kind)
    for member in (w.ada, w.björn):
        await made.add_user(discord.Object(member.id))
    return next(each for each in channel.threads if each.id == made.id)


async def forget_kept(site: PagesOfWorld) -> None:
    """Let the seconds pass for which a page is kept."""
    await site.w.env.advance_time(6)


async def test_pages_are_there_while_they_are_turned_on_and_listed_once_the_server_wants_it(
    site: PagesOfWorld, sample: Sample
) -> None:
    """With strict headers, without a script, with a preview."""
    await choose_channels(site.w, site.w.channel)
    await site.w.start(**GOLDEN)
    assert (await look(site, "abcdefghijkm")).status == 404, "nobody has turned them on"
    slug = await turn_on(site.w)
    for page in PAGES:
        answer = await look(site, slug, page)
        assert answer.status == 200, page
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert '<meta name="robots" content="noindex, nofollow">' in answer.data
        assert "<script" not in answer.data
        assert " style=" not in answer.data
        for name in ("og:title", "og:description"):
            assert f'<meta property="{name}" content="' in answer.data
    for page in (*PAGES, "nothing/here", "board/1/now.png?n=1-2", "board/1/now.png?n=0-0"):
        headers = (await look(site, slug, page)).headers
        assert headers["Content-Security-Policy"] == (
            "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Frame-Options"] == "DENY"
    for page in ("", "games", "game/1", "rules", "rules/land"):
        assert f'<meta property="og:image" content="{PUBLIC_URL}/s/{slug}/' in (await look(site, slug, page)).data
    await set_pages(site.w, "listed")
    await forget_kept(site)
    for page in sample(PAGES, 3):
        answer = await look(site, slug, page)
        assert answer.headers["X-Robots-Tag"] == "all"
        assert '<meta name="robots" content="all">' in answer.data
    assert (await look(site, slug, "game/99")).headers["X-Robots-Tag"] == "noindex, nofollow"
    async with site.session.get(f"http://127.0.0.1:{site.port}/robots.txt") as found:
        assert await found.text() == "User-agent: *\nAllow: /s/\nDisallow: /\n"
    await set_pages(site.w, "usual")
    for page in PAGES:
        assert (await look(site, slug, page)).status == 404, page
    assert await turn_on(site.w) != slug, "the old address is gone for good"


async def test_without_a_page_server_the_setting_says_that_nothing_is_shown(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        panel = await set_pages(w, "shown")
    assert "serves no pages" in said(panel)
    assert "/s/" not in said(panel)


async def test_a_finished_game_is_stepped_through_and_a_running_one_shows_its_newest_board_alone(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a list of games opens none with all its turns."""
    slug = await turn_on(site.w)
    game = await play_whole(site.w, "pastures", [site.w.ada, site.w.björn], Random(1), **GOLDEN)
    cut = list[Any]()

    def cut_turns(*rest: Any) -> Any:
        cut.append(rest)
        return of_game(*rest)

    monkeypatch.setattr(games, "of_game", cut_turns)
    for listed in ("", "games"):
        assert f"#{game}" in (await look(site, slug, listed)).data
    assert cut == []
    whole = await look(site, slug, f"game/{game}")
    assert len(cut) == 1
    assert "Turn by turn" in whole.data
    assert (await look(site, slug, f"game/{game}/0")).status == 200
    middle = await look(site, slug, f"game/{game}/7")
    assert 'aria-current="true"' in middle.data
    assert f"board/{game}/7.png" in middle.data
    assert (await look(site, slug, f"board/{game}/7.png?n=1-2")).data[:4] == b"\x89PNG"
    assert (await look(site, slug, f"game/{game}/900")).status == 404
    running = await play_whole(site.w, "pastures", [site.w.ada, site.w.björn], Random(1), 4, **GOLDEN)
    page = await look(site, slug, f"game/{running}")
    assert "Turn by turn" not in page.data
    assert f"board/{running}/now.png" in page.data
    assert (await look(site, slug, f"game/{running}/1")).status == 404
    assert (await look(site, slug, f"board/{running}/1.png?n=1-2")).status == 404


async def test_a_channel_that_is_closed_takes_its_games_away_and_one_that_opens_again_brings_them_back(
    site: PagesOfWorld,
) -> None:
    slug = await turn_on(site.w)
    game = await play_whole(site.w, "pastures", [site.w.ada, site.w.björn], Random(2), **GOLDEN)
    assert f"#{game}" in (await look(site, slug, "fame")).data
    close_channel(site.w)
    await site.w.env.advance_time(0.1)
    for page in ("", "games", "fame", "statistics"):
        assert f"#{game}" not in (await look(site, slug, page)).data, page
    assert "<dd>0</dd>" in (await look(site, slug, "statistics")).data
    assert (await look(site, slug, f"game/{game}")).status == 404
    began = await site.w.start(**GOLDEN)
    assert (await look(site, slug, f"game/{began}")).status == 404
    close_channel(site.w, closed=False)
    await forget_kept(site)
    for number in (game, began):
        assert (await look(site, slug, f"game/{number}")).status == 200


async def test_the_games_of_a_channel_are_shown_while_it_is_on_the_list_but_for_those_that_began_while_it_was_not(
    site: PagesOfWorld,
) -> None:
    await set_pages(site.w, "shown")
    game = await play_whole(site.w, "pastures", [site.w.ada, site.w.björn], Random(1), **GOLDEN)
    running = await site.w.start(**GOLDEN)
    slug = await turn_on(site.w)
    later = await site.w.start(**GOLDEN)
    for number in (game, running):
        assert (await look(site, slug, f"game/{number}")).status == 404
    assert (await look(site, slug, f"game/{later}")).status == 200
    assert "<dd>0</dd>" in (await look(site, slug, "statistics")).data
    assert f"<#{site.w.channel.id}>" not in said(await choose_channels(site.w))
    assert (await look(site, slug, f"game/{later}")).status == 404
    assert (await look(site, slug, f"board/{later}/now.png?n=1-2")).status == 404
    assert f"#{later}" not in (await look(site, slug, "games")).data
    unlisted = await site.w.start(**GOLDEN)
    await choose_channels(site.w, site.w.channel)
    assert (await look(site, slug, f"game/{later}")).status == 200
    for number in (game, running, unlisted):
        assert (await look(site, slug, f"game/{number}")).status == 404, "it began while the channel was not on the list"
    await _check_news(site)


async def _check_news(site: PagesOfWorld) -> None:
    """The managers of a server are notified once that channels are chosen now, as the migration requires."""
    await guild_settings.change(site.w.app.context, site.w.guild.id, lambda own: own.model_copy(update={"pages_news": True}))
    mara = site.w.members["Mara"]
    news = "now show the games of channels that you choose"
    assert news in said((await mara.slash(site.w.channel, "server settings")).response)
    assert news not in said((await mara.slash(site.w.channel, "server settings")).response)
    assert (await guild_settings.get(site.w.app.context, site.w.guild.id)).public_channels == (site.w.channel.id,)


async def test_a_game_in_a_thread_is_public_by_the_channel_of_the_thread(site: PagesOfWorld) -> None:
    """A private thread makes its game no public one, and neither does a thread of another channel."""
    w, other = site.w, site.w.guild.create_text_channel("castles")
    slug = await turn_on(w)
    talk, elsewhere = await make_thread(w, w.channel), await make_thread(w, other)
    hidden = await make_thread(w, w.channel, discord.ChannelType.private_thread)
    found = {}
    for place in (talk, elsewhere, hidden):
        await w.ada.slash(place, "newgame pastures", opponent=w.björn, **GOLDEN)
        await w.björn.click(place.last_message, label="Accept")
        game = found[place] = number_of(place.last_message)
        assert (await look(site, slug, f"game/{game}")).status == (200 if place is talk else 404)
    await choose_channels(w, w.channel, other)
    assert (await look(site, slug, f"game/{found[elsewhere]}")).status == 404, "it began before"
    close_channel(w)
    await w.env.advance_time(0.1)
    assert (await look(site, slug, f"game/{found[talk]}")).status == 404


async def test_a_game_that_is_moved_stays_shown_only_where_its_new_channel_is_on_the_list(site: PagesOfWorld) -> None:
    w, other = site.w, site.w.guild.create_text_channel("castles")
    earlier = await w.start(**GOLDEN)
    slug = await turn_on(w)
    games = [await w.start(**GOLDEN) for _ in range(2)]

    async def move(*numbers: int) -> None:
        for number in numbers:
            await manage.relocate_game(Asker(w.app.context, w.guild.id, number, User(1, "Mara"), number), other.id)

    await move(games[0])
    assert (await look(site, slug, f"game/{games[0]}")).status == 404, "the new channel is not on the list"
    await choose_channels(w, w.channel, other)
    await move(earlier, games[1])
    for chosen in ((w.channel, other), (other,)):
        await choose_channels(w, *chosen)
        told = [(await look(site, slug, f"game/{number}")).status for number in (*games, earlier)]
        assert told == [404, 200, 404]


async def test_a_process_that_does_not_serve_the_server_shows_what_the_other_has_written_down_for_half_a_minute(
    site: PagesOfWorld,
) -> None:
    context: Context = site.w.app.context
    slug = await turn_on(site.w)
    game = await site.w.start(**GOLDEN)
    await keep(site.w)
    knows = context.find_server
    context.find_server = lambda _: None
    assert (await look(site, slug, f"game/{game}")).status == 200
    await site.w.env.advance_time(20)
    assert (await look(site, slug, f"game/{game}")).status == 200
    await site.w.env.advance_time(11)
    late = await look(site, slug, f"game/{game}")
    assert late.status == 503
    assert "Please try again in a minute" in late.data
    context.find_server = knows
    close_channel(site.w)
    await site.w.env.advance_time(0.1)
    await keep(site.w)
    context.find_server = lambda _: None
    assert (await look(site, slug, f"game/{game}")).status == 404


@pytest.fixture
def six_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an address have six pictures, and no time bring it further ones."""
    monkeypatch.setattr(public_site, "DRAWN_AT_ONCE", 6)
    monkeypatch.setattr(public_site, "DRAWN_PER_SECOND", 0.0)


async def test_many_different_pages_at_once_ask_the_database_of_the_players_once(site: PagesOfWorld) -> None:
    """The rest is asked by the worker, over a connection of its own."""
    slug = await turn_on(site.w)
    with count_statements() as asked:
        for page in ("", "games", "fame", "rules", "statistics"):
            assert (await look(site, slug, page)).status == 200
    assert sum("WHERE public_pages.slug =" in statement for statement in asked.statements) == 1


async def test_pictures_that_are_not_kept_are_limited_for_each_address(six_pictures: None, site: PagesOfWorld) -> None:
    slug = await turn_on(site.w)
    game = await site.w.start(**GOLDEN)
    found = [(await look(site, slug, f"board/{game}/now.png?n=1-{number}")).status for number in range(2, 10)]
    assert found == [200] * 6 + [429] * 2
    assert (await look(site, slug, f"board/{game}/now.png?n=1-2")).status == 200, "this one is kept"


async def test_pages_are_sent_packed_or_not_and_only_once_and_what_fits_no_address_leads_to_what_is_there(
    site: PagesOfWorld,
) -> None:
    """And the rules stand in the order of the guide."""
    slug = await turn_on(site.w)
    game = await site.w.start(**GOLDEN)
    for page in (
        "games?before=0-0",
        "games?before=x",
        "games?after=1-2-3",
        "games?before=",
        "game/0",
        f"game/{10**18}",
        f"game/{10**30}",
        "ranking/chess",
    ):
        assert (await look(site, slug, page)).status == 404, page
    for query in ("", "?n=1", "?n=1-2-3", "?n=1-x", "?n=0-0", "?n=1-99999999999999999999"):
        assert (await look(site, slug, f"board/{game}/now.png{query}")).status == 404, query
    for page in ("rules/chess", "rules/chess.png", "no/such/page", f"board/{game}/900.png?n=1-2"):
        assert (await look(site, slug, page)).status == 404, page
    for page, home in (("game/7", "../"), ("no/such/page", "../../"), ("games?before=0-0", "./")):
        found = await look(site, slug, page)
        assert found.status == 404
        assert f'<a href="{home}">' in found.data, page
    assert "<a href" not in (await look(site, "abcdefghijkm", "no/such/page")).data, "of no server is told whether it is there"
    pastures = (await look(site, slug, "rules/pastures")).data
    assert "Four things are not allowed:</p><ul><li>the terrain that you played" in pastures
    assert "plains and mountain side by side (P7).</li></ul><p>With the option" in pastures
    nomads = (await look(site, slug, "rules/nomads")).data
    assert nomads.count("<br>") >= 7, "a line of its own for each tile"
    for packing in ("gzip", "identity"):
        answer = await look(site, slug, "games", **{"Accept-Encoding": packing})
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers.get("Content-Encoding", "identity") == packing
        assert "<h1>All games" in answer.data
    for page in ("", "board/1/now.png?n=1-2"):
        first = await look(site, slug, page)
        assert first.headers["Cache-Control"] == "no-cache"
        assert (await look(site, slug, page, **{"If-None-Match": first.headers["Etag"]})).status == 304
    close_channel(site.w)
    await site.w.env.advance_time(0.1)
    picture = await look(site, slug, "board/1/now.png?n=1-2", **{"If-None-Match": first.headers["Etag"]})
    assert picture.status == 404


async def test_a_name_that_looks_like_html_or_turns_the_direction_of_writing_is_text(site: PagesOfWorld) -> None:
    slug = await turn_on(site.w)
    eve, rev = (site.w.guild.add_member(site.w.env.create_user(name)) for name in ('<b>Eve"&', "\u202eveR"))
    for member in (eve, rev):
        site.w.members[member.name] = member
        await show_name(site.w, member)
    game = await play_whole(site.w, "pastures", [eve, rev], Random(1), 3, **GOLDEN)
    page = (await look(site, slug, f"game/{game}")).data
    assert "<b>Eve" not in page
    assert "&lt;b&gt;Eve&#34;&amp;" in page
    assert "<bdi>veR</bdi>" in page
    assert "\u202e" not in page


async def test_all_games_are_leafed_through_from_the_last_played_to_the_first_and_back(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_data, "ON_A_PAGE", 2)
    slug = await turn_on(site.w)
    for _ in range(5):
        await site.w.start(**GOLDEN)
    seen, back, page = [], [], "games"
    while page:
        last, text = page, (await look(site, slug, page)).data
        seen.append(re.findall(r'<h3><a href="game/(\d+)">', text))
        page = "".join("games" + found for found in re.findall(r'<a rel="next" href="(.*?)">', text))
    assert seen == [["5", "4"], ["3", "2"], ["1"]]
    while last:
        text = (await look(site, slug, last)).data
        back.append(re.findall(r'<h3><a href="game/(\d+)">', text))
        last = "".join("games" + found for found in re.findall(r'<a rel="prev" href="(.*?)">', text))
    assert back == seen[::-1]


async def test_a_page_is_made_once_however_its_address_is_written_and_none_is_where_too_much_is_asked_for(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    make = ShowPage.make

    async def count(self: ShowPage, room: Any) -> Any:
        made.append(self.name)
        return await make(self, room)

    monkeypatch.setattr(ShowPage, "make", count)
    slug = await turn_on(site.w)
    game = await site.w.start(**GOLDEN)
    place = f"{site.w.env.now().timestamp():.0f}000-{game + 1}"
    for page in ("games", "games?page=1", "games?page=001", "games?x=y"):
        assert (await look(site, slug, page)).status == 200
    for page in (f"games?before={place}", f"games?before=00{place}", f"games?before={place}&page=2"):
        assert (await look(site, slug, page)).status in (200, 404)
    for page in (f"game/{game}", f"game/00{game}"):
        assert (await look(site, slug, page)).status == 200
    assert made == ["games", "games", "game"]
    reads = list[Any]()

    async def read(_: Database, work: Any) -> None:
        reads.append(work)

    monkeypatch.setattr(Database, "read", read)
    for bound in ("UNDER_WAY", "OF_ADDRESS"):
        with monkeypatch.context() as patch:
            patch.setattr(public_site, bound, 0)
            for page in ("", "games", f"game/{game}", f"board/{game}/now.png?n=1-2", "rules/land.png"):
                answer = await look(site, slug, page)
                assert (answer.status, answer.headers["Retry-After"]) == (503, "30"), (bound, page)
    assert reads == []
