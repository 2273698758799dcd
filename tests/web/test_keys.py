"""The keys to a page: who has which may do what, for how long, and how often."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.common.clock import HOUR, MINUTE, SECOND
from bot.usecases.pages import keys
from tests.storage.samples import everything
from tests.ui.world import confirm, labels, said, world
from tests.web.browserless import PagesOfWorld


async def test_each_press_gives_a_link_of_its_own_which_opens_the_page_once(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    tickets = [await site.link(site.w.ada, game) for _ in range(2)]
    assert len(set(tickets)) == 2
    first, second, again = [await site.exchange(ticket) for ticket in (*tickets, tickets[0])]
    assert (first.status, second.status, again.status) == (200, 200, 401)
    assert again.error == keys.LINK_ENDED
    assert (await site.get("game", first.data["token"])).data["game"] == game

    for header in ("", "Bearer", "Bearer x", "Basic YTpi", "Bearer " + "x" * 2000):
        for what in ("game", "picture", "news?stand=0"):
            answer = await site.get(what, Authorization=header)
            assert (answer.status, answer.error) == (401, keys.PAGE_ENDED), header

    mover, _ = await site.w.turns(game)
    panel = await mover.click(site.w.boards()[-1], label="Play")
    opened = await mover.click(panel.response, label="Open the board")
    assert "works once, within 15 minutes" in said(opened.response), "the panel has the button too"


async def test_a_link_is_good_for_15_minutes_and_an_open_page_for_12_hours(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    early, late = await site.link(site.w.ada, game), await site.link(site.w.ada, game)
    await site.w.env.advance_time((15 * MINUTE - 10 * SECOND) / SECOND)
    answer = await site.exchange(early)
    assert answer.status == 200
    await site.w.env.advance_time(11)
    assert (await site.exchange(late)).status == 401
    await site.w.env.advance_time((12 * HOUR - MINUTE) / SECOND)
    assert (await site.get("game", answer.data["token"])).status == 200
    await site.w.env.advance_time(MINUTE / SECOND)
    ended = await site.get("game", answer.data["token"])
    assert (ended.status, ended.error) == (401, keys.PAGE_ENDED)


async def test_no_letter_of_a_ticket_can_be_changed(site: PagesOfWorld) -> None:
    """Neither the random ones nor those that say what it opens."""
    game, other = await site.w.start(width=4, height=4), await site.w.start(width=4, height=4)
    text = await site.link(site.w.ada, game)
    number, place = text.split(".")
    assert (len(number), place) == (43, str(game))
    changed = [text[:at] + ("B" if letter == "A" else "A") + text[at + 1 :] for at, letter in enumerate(text)]
    changed += [f"{number}.{other}", f"{text}.lesson.land", f"{text}.", f" {text}", f"{text}\n", text[:-1], number, "", "ä"]
    with site.w.env.time_context():
        for each in changed:
            with pytest.raises(keys.NoKey):
                await keys.find_ticket(site.w.app.context, each)
        assert await keys.find_ticket(site.w.app.context, text)


async def test_the_database_has_neither_a_ticket_nor_a_token_and_one_is_not_good_for_the_other(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    ticket, token = await site.link(site.w.ada, game), await site.enter(site.w.ada, game)
    stored = str(await site.w.app.context.db.read(everything))
    assert keys.hash_token(ticket) in stored
    assert keys.hash_token(token) in stored
    for secret in (ticket, ticket.partition(".")[0], token):
        assert secret not in stored
    assert (await site.get("game", ticket)).status == 401
    assert (await site.exchange(token)).status == 401


async def test_who_was_forgotten_has_no_key_any_more(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    token, ticket = await site.enter(mover, game), await site.link(mover, game)
    asked = await mover.slash(site.w.channel, "my forget")
    asked = await mover.click(asked.response, label="In this server")
    await confirm(mover, asked)
    assert (await site.exchange(ticket)).status == 401
    before = await site.w.log(game)
    answer = await site.play(token, "A1 F", 0)
    assert (answer.status, answer.error) == (401, keys.PAGE_ENDED)
    assert await site.w.log(game) == before


async def test_who_has_left_the_server_is_shut_out_when_discord_says_so(site: PagesOfWorld) -> None:
    """Discord is asked when a ticket is exchanged, and again when its answer is older than five minutes."""
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    token, ticket = await site.enter(mover, game), await site.link(mover, game)
    site.w.guild.remove_member(mover)
    refused = await site.exchange(ticket)
    assert (refused.status, refused.error) == (403, keys.NOT_SEEN)
    await site.w.env.advance_time(5 * MINUTE / SECOND + 1)
    before = await site.w.log(game)
    answer = await site.play(token, "A1 F", 0)
    assert (answer.status, answer.error) == (403, keys.NOT_SEEN)
    assert await site.w.log(game) == before
    assert (await site.get("game", token)).status == 401, "the page is closed for good"


async def test_who_cannot_see_the_channel_is_shut_out_though_the_gateway_has_not_told_the_client(
    site: PagesOfWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    token = await site.enter(mover, game)
    view = discord.Permissions(view_channel=True).value
    hidden = Overwrite(target_id=mover.id, type=OverwriteType.MEMBER, allow=0, deny=view)
    monkeypatch.setitem(site.w.bot._connection.parsers, "CHANNEL_UPDATE", lambda data: None)
    site.w.env.backend.edit_channel(site.w.channel.id, {}, overwrites=[hidden])
    await site.w.env.advance_time(5 * MINUTE / SECOND + 1)
    refused = await site.get("game", token)
    assert (refused.status, refused.error) == (403, keys.NOT_SEEN)


async def test_where_discord_does_not_answer_nothing_is_played_and_one_answer_serves_all_pages_of_a_member_and_a_game(
    site: PagesOfWorld,
) -> None:
    game = await site.w.start(width=4, height=4)
    mover, _ = await site.w.turns(game)
    token, ticket = await site.enter(mover, game), await site.link(mover, game)
    look, asked = site.w.app.check_member, list[tuple[int, ...]]()

    async def silent(*where: int) -> str:
        asked.append(where)
        return "unknown"

    site.w.app.check_member = silent
    assert (await site.exchange(ticket)).status == 503
    await site.w.env.advance_time(5 * MINUTE / SECOND + 1)
    answer = await site.play(token, "A1 F", 0)
    assert (answer.status, answer.error) == (503, keys.UNSURE)
    assert await site.w.log(game) == []
    site.w.app.check_member = look
    assert (await site.play(token, "A1 F", 0)).status == 200
    assert len(asked) == 2
    assert (await site.exchange(ticket)).status == 200, "the ticket was not used up"

    tokens = [await site.enter(mover, game) for _ in range(3)]
    await site.w.env.advance_time(5 * MINUTE / SECOND + 1)
    asked.clear()

    async def counting(*where: int) -> str:
        asked.append(where)
        return await look(*where)

    site.w.app.check_member = counting
    assert [(await site.get("game", token)).status for token in tokens] == [200] * 3
    assert asked == [(site.w.guild.id, site.w.channel.id, mover.id)]


async def test_a_key_is_for_one_member_and_one_game_until_its_member_closes_all_pages(site: PagesOfWorld) -> None:
    game, other = await site.w.start(width=4, height=4), await site.w.start(width=4, height=4)
    ada, björn = await site.enter(site.w.ada, game), await site.enter(site.w.björn, other)
    seats = [(await site.get("game", token)).data for token in (ada, björn)]
    assert [data["game"] for data in seats] == [game, other]
    mover, _ = await site.w.turns(game)
    waiting = björn if mover is site.w.ada else ada
    answer = await site.play(waiting, "A1 F", 0)
    if waiting is ada:
        assert answer.status == 409
        assert await site.w.log(game) == []
    else:
        assert await site.w.log(game) == [], "the key of the other game plays nothing in this one"

    more, ticket = await site.enter(site.w.ada, game), await site.link(site.w.ada, game)
    panel = await site.w.ada.slash(site.w.channel, "my preferences")
    panel = await site.w.ada.click(panel.response, label="Close my open pages")
    assert "2 open pages closed" in said(panel.response)
    assert [(await site.get("game", token)).status for token in (ada, more)] == [401, 401]
    assert (await site.exchange(ticket)).status == 401
    assert (await site.get("game", björn)).status == 200


async def test_who_only_watches_or_has_handed_the_seat_on_plays_nothing(site: PagesOfWorld) -> None:
    game = await site.w.start(width=4, height=4)
    token = await site.enter(site.w.chidi, game)
    data = (await site.get("game", token)).data
    assert (data["seat"], data["yours"]) == (None, False)
    assert "moves" not in data
    for answer in (await site.play(token, "A1 F", 0), await site.post("undo", {"once": 7}, token)):
        assert (answer.status, answer.error) == (403, "You do not play in this game, so nothing was changed.")
    mover, _ = await site.w.turns(game)
    token = await site.enter(mover, game)
    await mover.slash(site.w.channel, "substitute", game=game, member=site.w.chidi)
    await site.w.chidi.click(site.w.channel.last_message, label=labels(site.w.channel.last_message)[0])
    assert (await site.w.turns(game))[0].id == site.w.chidi.id
    assert (await site.play(token, "A1 F", 0)).status == 403, "the seat is another's now"
    assert await site.w.log(game) == []


async def test_without_public_url_there_is_no_link_and_no_port(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        assert await w.bot.serve_pages() is None
        game = await w.start(width=4, height=4)
        mover, _ = await w.turns(game)
        board = await mover.slash(w.channel, "board", game=game)
        panel = await mover.click(w.boards()[-1], label="Play")
        assert "Open the board" not in labels(board.response) + labels(panel.response)
        preferences = await mover.slash(w.channel, "my preferences")
        assert "Close my open pages" not in labels(preferences.response)
