"""Leagues in Discord: the panel of the host, the announcement, games in threads, the standings."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, SECOND
from bot.storage.queries.league import leagues
from bot.storage.queries.league.leagues import Season
from bot.storage.schema import posts
from bot.ui.league import words as league_words
from bot.usecases.channels import adjourn
from bot.usecases.league import creating, season, views
from rules import GAMES
from tests.ui.server.test_server_settings import manager
from tests.ui.tables.test_changing import now
from tests.ui.test_doors import hide
from tests.ui.world import World, choose, labels, said
from tests.waiting import limited


async def announced(w: World, game: str = "pastures", **values: Any) -> Any:
    """The announcement of a league with small boards, with further values of its forms by their labels' ids."""
    mara = manager(w)
    panel = (await mara.slash(w.channel, "league create", game=game)).response
    wanted = {"width": "4", "height": "4", **values} if game == "pastures" else values
    for form in [label for label in labels(panel) if label.endswith("…")]:
        asked = await mara.click(panel, label=form)
        filled = now(asked)
        kept = {
            name: [wanted[name]] if isinstance(filled[name], list) else wanted[name] for name in wanted.keys() & filled.keys()
        }
        panel = (await mara.submit_modal(asked, filled | kept)).response
    done = (await mara.click(panel, label="Announce")).response
    assert "is announced" in said(done)
    await w.post_all()
    return w.channel.last_message


def shown(w: World, number: int = 1) -> discord.Message:
    """The newest message of a season."""
    return next(m for m in reversed(w.messages()) if f"League #1 of Pastures New · season {number}" in said(m))


async def begun(w: World, **values: Any) -> None:
    """A league of Ada and Björn whose season has begun."""
    league = await announced(w, **values)
    await w.ada.click(league, label="Join")
    await w.björn.slash(w.channel, "league join")
    await w.env.advance_time(7 * DAY // SECOND + 60)
    await w.post_all()


async def test_the_announcement_says_all_that_counts_members_join_and_leave_and_in_the_end_nobody_has_joined(w: World) -> None:
    league = await announced(w)
    text = said(league)
    assert "joins each division" not in text
    for words in (
        "your points minus your opponent’s",
        "the games between you decide",
        "When your time is up, your opponent can claim the game; if nobody does, you lose it later",
        "after 8 weeks, or once all games are over. A computer (level 5) judges",
        "you lose the games that have not begun",
        "the last two down",
        "count in the ranking",
    ):
        assert words in text
    assert "season begins" in text
    assert "You are in" in said((await w.ada.click(league, label="Join")).response)
    assert "in this league already" in said((await w.ada.slash(w.channel, "league join")).response)
    await w.env.advance_time(60)
    await w.post_all()
    assert "1 has joined: **Ada**" in said(shown(w))
    assert "You have left" in said((await w.ada.slash(w.channel, "league leave")).response)
    assert "not in this league" in said((await w.ada.click(league, label="Leave")).response)

    await w.env.advance_time(7 * DAY // SECOND + 60)
    await w.post_all()
    await w.env.advance_time(60)
    await w.post_all()
    assert "Nobody has joined, and a league needs 2" in said(shown(w))
    assert labels(shown(w)) == []


async def test_what_counts_is_when_join_was_pressed_however_long_the_bot_took_before_it_looked(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await announced(w)
    [found] = await creating.list_leagues(w.app.context, w.guild.id)
    starts = (await views.view(w.app.context, w.guild.id, found.id)).season.starts_at

    async def renew_slowly(*_: Any) -> None:
        w.env.backend.advance_clock(2)

    monkeypatch.setattr("bot.usecases.server.member_names.renew", renew_slowly)
    await w.env.advance_time(starts / SECOND - w.env.now().timestamp() - 3)
    answers = [
        (await w.ada.click(league, label="Join")).response,
        (await w.björn.slash(w.channel, "league join")).response,
        (await w.chidi.click(league, label="Join")).response,
    ]
    assert [said(answer).startswith("You are in") for answer in answers] == [True, True, False]
    assert "This season has begun. Join the next one" in said(answers[2])
    view = await views.view(w.app.context, w.guild.id, found.id)
    assert [member.name for member in view.members] == ["Ada", "Björn"]


async def test_a_season_begins_in_threads_lets_nobody_in_too_late_and_its_winner_enters_the_hall_of_fame(w: World) -> None:
    await begun(w)
    assert "in this league already" in said((await w.ada.slash(w.channel, "league join")).response)
    view = await views.view(w.app.context, w.guild.id, 1)
    assert view.season.status == "running"
    assert len(w.channel.threads) == 2
    await w.env.advance_time(60)
    await w.post_all()
    message = shown(w)
    [picture] = message.attachments
    assert "Ada: 0, 2 to come" in picture.description
    table = (await w.chidi.slash(w.channel, "league table")).response
    assert table.flags.ephemeral
    assert [each.description for each in table.attachments] == [picture.description]

    assert "in this league already" in said((await w.ada.slash(w.channel, "league join")).response)
    said_so = said((await w.chidi.slash(w.channel, "league join")).response)
    assert f"Join the next one, which opens when it ends: <t:{view.season.ends_at // SECOND}:R> at the latest" in said_so

    for thread in list(w.channel.threads):
        asked = (await w.ada.slash(thread, "resign")).response
        await w.ada.click(asked, label=labels(asked)[0])
    await w.env.advance_time(120)
    await w.post_all()
    assert "**Björn** wins the season" in said(shown(w))
    fame = said((await w.chidi.slash(w.channel, "halloffame")).response)
    assert "League #1 of Pastures New · season 1: Björn" in fame
    assert "season 2" in said(shown(w, 2))
    following = (await views.view(w.app.context, w.guild.id, 1)).season
    text = said((await w.chidi.slash(w.channel, "league table")).response)
    assert "wins the season" in text
    assert f"Season 2 begins <t:{following.starts_at // SECOND}:f>: `/league join`" in text


async def test_a_league_game_is_lost_on_time_without_a_claim_and_says_so_and_counts_in_the_league(w: World) -> None:
    await begun(w, pace="1d")
    thread = w.channel.threads[0]
    await w.env.advance_time(DAY // SECOND)
    await w.post_all()
    late = "Björn" if "Björn**’s time is up" in said(thread.last_message) else "Ada"
    assert f"Without a move or a claim, **{late}** loses on time <t:" in said(thread.last_message)
    asked = thread.last_message.id
    await w.env.advance_time(DAY // SECOND + 60)
    await w.post_all()
    texts = {message.id: said(message) for message in thread.history()}
    assert texts[asked].endswith(f"**{({'Ada', 'Björn'} - {late}).pop()}** wins on time.")
    assert "Too short for the ranking: it ended before" in said(thread.last_message)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", list(GAMES))
async def test_every_game_can_be_announced_with_every_form_sent_as_it_is(w: World, game: str) -> None:
    text = said(await announced(w, game, computer="True", size="5"))
    assert f"League #1 of {GAMES[game].title} · season 1" in text
    for words in (
        "Three games each",
        "6, 4, 2, 0 for four",
        "give up or lose on time come last",
        "equal within 5 percentage points",
    ):
        assert (words in text) == (GAMES[game].seats[-1] > 2)
    for words in (
        "up to 4 (one if only five join), by rating",
        "level 3 joins each division with an odd number",
        "is not placed",
    ):
        assert words in text


async def test_the_players_of_a_judged_game_read_in_its_thread_what_counts(w: World) -> None:
    await begun(w, weeks="1", pace="14d")
    for seconds in (7 * DAY // SECOND, 60):
        await w.env.advance_time(seconds)
        await w.post_all()
    notice = next(message for message in w.channel.threads[0].history() if "judged" in said(message))
    assert "The season is over, and a computer has judged this game for the league: 1 **" in said(notice)
    assert "Played on, it counts for the ranking alone." in said(notice)
    assert not notice.mentions


async def test_a_season_gets_the_time_of_a_downtime_back_before_it_begins_and_before_it_ends(w: World) -> None:
    async def be_down() -> None:
        with w.env.time_context():
            await w.bot.close()
        w.env.backend.advance_clock(3 * DAY // SECOND)
        await w.restart()
        await w.post_all()

    async def look() -> Season:
        return (await views.view(w.app.context, w.guild.id, 1)).season

    league = await announced(w, weeks="1", pace="14d")
    await w.ada.click(league, label="Join")
    first = await look()
    await w.env.advance_time((first.starts_at - DAY) // SECOND - w.env.now().timestamp())
    await be_down()
    shifted = await look()
    assert (shifted.starts_at, shifted.ends_at) == (first.starts_at + 3 * DAY, first.ends_at + 3 * DAY)
    assert f"**Join** until <t:{shifted.starts_at // SECOND}:f>" in said(shown(w))
    assert "You are in" in said((await w.björn.click(shown(w), label="Join")).response)

    await w.env.advance_time((shifted.ends_at - DAY) // SECOND - w.env.now().timestamp())
    await be_down()
    later = await look()
    assert (later.status, later.ends_at - shifted.ends_at) == ("running", 3 * DAY)
    assert later.starts_at == shifted.starts_at
    assert f"<t:{later.ends_at // SECOND}:f> at the latest" in said(shown(w))


async def test_of_many_who_share_the_first_place_a_few_are_named(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league_words, "MOST_WINNERS", 1)
    await begun(w)
    for thread in list(w.channel.threads):
        await w.ada.slash(thread, "draw")
        await w.björn.slash(thread, "draw")
    await w.env.advance_time(120)
    await w.post_all()
    assert "**Ada** and 1 more share first place in the season." in said(shown(w))
    fame = said((await w.chidi.slash(w.channel, "halloffame")).response)
    assert "League #1 of Pastures New · season 1: Ada and 1 more" in fame


async def test_leagues_are_for_who_manages_the_server_and_sees_the_channel_and_panels_refuse_what_does_not_fit(
    w: World,
) -> None:
    refusals = [await w.ada.slash(w.channel, "league create", game="land")]
    await announced(w)
    refusals.append(await w.ada.slash(w.channel, "league manage", league=1))
    assert all("Only server managers" in said(refusal.response) for refusal in refusals)
    hide(w, w.channel, w.ada, w.björn)
    elsewhere = w.guild.create_text_channel("elsewhere")
    assert "no such league" in said((await w.chidi.slash(elsewhere, "league table", league=1)).response)
    assert "has no league" in said((await w.chidi.slash(elsewhere, "league join")).response)

    mara = w.members["Mara"]
    panel = (await mara.slash(elsewhere, "league create", game="territories")).response
    asked = await mara.click(panel, label="How it is played…")
    filled = now(asked)
    answer = await mara.submit_modal(asked, filled | {"form": "rounds"})
    said_so = said(answer.followups[0] if answer.followups else answer.response)
    assert "`fast` or `live`" in said_so


async def test_a_new_season_whose_post_is_tried_again_leaves_the_message_of_the_season_before_alone(w: World) -> None:
    await announced(w)
    context, first = w.app.context, shown(w)

    async def open_another(conn: AsyncConnection) -> None:
        league = await leagues.get_league(conn, 1)
        assert league is not None
        await season.open_season(context, conn, league, 2, context.clock() + DAY)
        await conn.execute(posts.update().where(posts.c.status == "waiting").values(attempts=1, first_try_at=context.clock()))

    with w.env.time_context():
        await context.db.write(open_another)
    async with limited("the message of the second season"):
        while not any("season 2" in said(message) for message in w.messages()):
            await w.env.advance_time(1)
    assert shown(w).id == first.id != shown(w, 2).id


async def test_a_member_who_no_longer_sees_the_channel_sees_the_league_and_can_leave(w: World) -> None:
    league = await announced(w)
    await w.ada.click(league, label="Join")
    hide(w, w.channel, w.mara)
    elsewhere = w.guild.create_text_channel("elsewhere")
    assert "has no league" in said((await w.björn.slash(elsewhere, "league leave")).response)
    assert "**Join** until" in said((await w.ada.slash(elsewhere, "league table")).response)
    exported = (await w.ada.slash(elsewhere, "export")).response
    assert said(exported) == "1 league that you joined. The file has no finished game."
    assert exported.attachments[0].filename == "my-leagues.json.gz"
    assert "no finished game" in said((await w.björn.slash(elsewhere, "export")).response)
    assert "You have left" in said((await w.ada.slash(elsewhere, "league leave", league=1)).response)
    assert "no such league" in said((await w.ada.slash(elsewhere, "league table", league=1)).response)


async def test_who_is_in_one_of_several_leagues_leaves_it_without_naming_it(w: World) -> None:
    for league in [await announced(w) for _ in range(3)][1:]:
        await w.ada.click(league, label="Join")
    asked = said((await w.ada.slash(w.channel, "league leave")).response)
    assert "Which one? You are in League #3 of Pastures New, League #2 of Pastures New." in asked
    await w.ada.slash(w.channel, "league leave", league=3)
    assert "You have left **League #2" in said((await w.ada.slash(w.channel, "league leave")).response)
    assert "Which one? This server has League #3" in said((await w.ada.slash(w.channel, "league leave")).response)


async def test_members_with_a_role_that_the_settings_name_open_and_manage_leagues(w: World) -> None:
    mara, role = manager(w), w.guild.create_role("Arbiters")
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="More settings")).response
    await choose(mara, panel, "Who else opens leagues", role)
    dana = w.members["Dana"] = w.guild.add_member(w.env.create_user("Dana"), roles=[role])
    panel = (await dana.slash(w.channel, "league create", game="land")).response
    assert "is announced" in said((await dana.click(panel, label="Announce")).response)
    assert "Only server managers" in said((await w.ada.slash(w.channel, "league create", game="land")).response)

    w.env.backend.delete_channel(w.channel.id)
    elsewhere = w.guild.create_text_channel("elsewhere")
    panel = (await dana.slash(elsewhere, "league manage")).response
    assert "whose channel was deleted: no further games begin" in said(panel)
    assert "goes on in this channel" in said((await dana.click(panel, label="Go on in this channel")).response)


async def test_the_bot_learns_from_a_refused_post_that_a_channel_was_deleted_and_says_what_to_do(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await announced(w)
    elsewhere = w.guild.create_text_channel("elsewhere")
    monkeypatch.setattr(league_words, "MOST_NAMES", 1)
    monkeypatch.setattr(adjourn, "schedule_after_deleted_channel", AsyncMock())  # the bot misses the event
    await w.ada.click(league, label="Join")
    w.env.backend.delete_channel(w.channel.id)
    await w.env.advance_time(60)  # the edit of the announcement
    await w.post_all()
    deleted = "The channel of this league was deleted. A manager can choose another: with `/league manage` in the channel"
    assert deleted in said((await w.ada.slash(elsewhere, "league table")).response)
    mara = w.members["Mara"]
    assert deleted in said((await mara.slash(elsewhere, "league join")).response)
    await w.env.advance_time(8 * DAY // SECOND)
    panel = (await mara.slash(elsewhere, "league manage")).response
    await mara.click(panel, label="Go on in this channel")
    await w.post_all()
    assert "**Join** until" in said(elsewhere.last_message)
    assert "** and 1 more." in said(elsewhere.last_message).split("2 have joined: **")[1]


async def test_leaving_during_the_season_asks_first_and_the_league_moves_to_another_channel_and_ends(w: World) -> None:
    await begun(w)
    asked = (await w.ada.slash(w.channel, "league leave")).response
    assert "are lost" in said(asked)
    assert "You have withdrawn" in said((await w.ada.click(asked, label="Withdraw")).response)
    again = (await w.ada.slash(w.channel, "league leave")).response
    assert "not in this league" in said(again)

    mara = w.members["Mara"]
    other = w.guild.create_text_channel("other")
    panel = (await mara.slash(other, "league manage", league=1)).response
    assert "goes on in this channel" in said((await mara.click(panel, label="Go on in this channel")).response)
    await w.post_all()
    assert "season 1" in said(other.last_message)

    w.env.backend.delete_channel(other.id)
    other = w.guild.create_text_channel("another")
    assert "has no league" in said((await w.chidi.slash(other, "league manage")).response)
    assert "Only server managers" in said((await w.björn.slash(other, "league manage")).response)
    asked = (await w.björn.slash(other, "league leave")).response
    assert "You have withdrawn" in said((await w.björn.click(asked, label="Withdraw")).response)
    panel = (await mara.slash(other, "league manage")).response
    assert "goes on in this channel" in said((await mara.click(panel, label="Go on in this channel")).response)
    panel = (await mara.slash(other, "league manage", league=1)).response
    sure = (await mara.click(panel, label="End it")).response
    assert "ends after this season" in said((await mara.click(sure, label="Yes, end it")).response)
