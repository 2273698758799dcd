"""``/ranking`` and ``/halloffame`` as members see them."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.statistics import latest
from bot.storage.schema_statistics import meetings, ratings, results
from bot.usecases.context import User
from bot.usecases.play import resign
from bot.usecases.play.change import Asker
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from bot.usecases.statistics import rebuild
from bot.usecases.statistics.hall_of_fame import LEAST_GAMES
from bot.usecases.tables import opening, tables
from tests.ui.computer_world import bot_of
from tests.ui.played import append_actions, copy_game, play_at_once
from tests.ui.world import World, parts, pressable, said


async def won_by(w: World, winner: Any, *others: Any) -> int:
    """A game of Pastures on 4 by 4 that others give up after two turns each."""
    game = await w.start(width=4, height=4)
    await play_at_once(w, game, lambda state: state.moves()[0], 4)
    loser = w.ada if winner.id == w.björn.id else w.björn
    question = await loser.slash(w.channel, "resign", game=game)
    await loser.click(question.response, label="Yes, give up")
    return game


async def test_ranking_and_stats_after_no_game_after_one_and_after_two(w: World) -> None:
    empty = (await w.ada.slash(w.channel, "ranking")).response
    assert empty.flags.ephemeral
    assert "Nobody is ranked yet" in said(empty)
    assert "No finished game yet" in said((await w.ada.slash(w.channel, "stats")).response)
    assert "Bots have no statistics" in said((await w.ada.slash(w.channel, "stats", member=bot_of(w))).response)

    await won_by(w, w.ada)
    for whose, ended in ((w.ada, "won"), (w.björn, "not won")):
        answer = (await w.ada.slash(w.channel, "stats", member=whose)).response
        assert not answer.attachments, "one game is a sentence without charts"
        line = said(answer).splitlines()[1]
        assert line.startswith(f"One game so far, {ended}: Pastures New against "), line
        assert " seat, " in line
        assert " point" in line

    await won_by(w, w.ada)
    new = said((await w.ada.slash(w.channel, "ranking", game="pastures")).response).splitlines()
    assert new[:2] == ["**Ranking of this server · Pastures New**", said(empty).splitlines()[1]]
    assert new[2].startswith("**Ada** · 1,0"), "more than she began with"
    assert new[2].endswith(" points · 2 games, 2 won · *provisional*")
    assert new[3] == "You have no place now: play more, and with several members."
    assert "Nobody is ranked yet" in said((await w.ada.slash(w.channel, "ranking", game="land")).response)
    assert "You have no points yet" in said((await w.chidi.slash(w.channel, "ranking")).response)
    mine = (await w.ada.slash(w.channel, "stats")).response
    assert mine.flags.ephemeral
    lines = said(mine).splitlines()
    assert lines[0] == "**Ada** · all games"
    assert lines[1].startswith("2 games, 2 won (100 %) · 1,0")
    assert lines[1].endswith(" points (*provisional*)")
    assert lines[2].startswith("- Pastures New: 2 of 2 won · ")
    assert "over 4 moves" in lines[-1]
    (chart,) = mine.attachments
    assert "Against. Björn: 2 games, 2 won" in (chart.description or "")
    assert "Points after each game, over 2 games: 1," in (chart.description or "")
    theirs = (await w.ada.slash(w.channel, "stats", member=w.björn, game="pastures")).response
    assert said(theirs).startswith("**Björn** · Pastures New\n2 games, 0 won (0 %)")
    assert "Against. Ada: 2 games, 0 won" in (theirs.attachments[0].description or "")


async def test_a_long_ranking_has_pages_with_the_picture_of_its_game(w: World) -> None:
    now = 1_767_225_600_000  # when the simulated Discord begins
    rows = [
        {"who": 1000 + number, "name": f"Member {number}", "points": 1500 - number}
        | {"guild_id": w.guild.id, "pool": "members", "kind": "land", "period": "", "mu": 30.0, "sigma": 0.5}
        | {"games": 20, "wins": 10, "last_at": now, "best_points": 1500, "best_at": now, "best_game": 1}
        for number in range(1, 18)
    ]
    await w.app.context.db.write(lambda conn: conn.execute(ratings.insert(), rows))
    first = (await w.ada.slash(w.channel, "ranking", game="land")).response
    assert r"1\. Member 1 ·" in said(first)
    assert "Member 16" not in said(first)
    assert [file.filename for file in first.attachments] == ["icon-land.png"]
    assert [(part["label"], part.get("disabled", False)) for part in pressable(first)] == [("Back", True), ("More", False)]
    second = (await w.ada.click(first, label="More")).response
    assert r"16\. Member 16 ·" in said(second)
    assert "Member 15" not in said(second)
    assert [(part["label"], part.get("disabled", False)) for part in pressable(second)] == [("Back", False), ("More", True)]
    assert r"1\. Member 1 ·" in said((await w.ada.click(second, label="Back")).response)


async def even(w: World) -> None:
    """Games that Ada and Björn win in turn, Ada the last one: then both are known well enough."""
    with w.env.time_context():
        first = await begun_unseen(w)
        await append_actions(w.app.context, first, lambda state: state.moves()[0], 4)
        await copy_game(w, first, 15)
        for game in range(first, first + 16):
            loser = w.ada if (game - first) % 2 == 0 else w.björn
            await resign.resign(Asker(w.app.context, w.guild.id, game, User(loser.id, loser.name), 1000 * game))
        await rebuild.bring_up_to_date(w.app.context, w.guild.id)
    await w.restart()  # the timers of what was done here do not follow the simulated time
    await w.env.advance_time(60)


async def begun_unseen(w: World) -> int:
    """Such a game as it begins."""
    context, ada, björn = w.app.context, User(w.ada.id, w.ada.name), User(w.björn.id, w.björn.name)
    options = {"width": 4, "height": 4}
    table = await opening.open_table(context, w.guild.id, w.channel.id, ada, "pastures", options, opponent=björn)
    game = (await tables.accept(context, w.guild.id, table.id, björn)).game_id
    assert game is not None
    return game


async def won_unseen(w: World, winner: Any, loser: Any) -> None:
    """Such a game without anybody looking at it: without a board after each turn."""
    context, guild, game = w.app.context, w.guild.id, await begun_unseen(w)
    await append_actions(context, game, lambda state: state.moves()[0], 4)
    await resign.resign(Asker(context, guild, game, User(loser.id, loser.name), 1000 * game))


async def test_who_is_known_well_enough_has_a_place_also_after_an_update_that_counts_anew(w: World) -> None:
    """The update: a database as it comes from the version before, with points that grew with every game, by other rules."""
    await even(w)
    lines = said((await w.björn.slash(w.channel, "ranking")).response).splitlines()
    assert lines[1].startswith("1\\. Ada · 1,0")
    assert lines[1].endswith(" points · 16 games, 8 won")
    assert lines[2].startswith("2\\. **Björn** · 9")
    assert lines[-1].startswith("-# 1,000 is the average.")
    ever = said((await w.ada.slash(w.channel, "halloffame")).response)
    assert "Most points ever: Björn 1,018 (after #13) and Ada 1,005 (after #16)" in ever
    assert "Ada, 1,0" in ever.partition("Best of the month")[2]
    right = said((await w.ada.slash(w.channel, "ranking")).response)

    async def as_before(conn: AsyncConnection) -> None:
        await conn.execute(update(results).values(counted_by=0))
        await conn.execute(update(ratings).values(points=1_806, best_points=1_806, sigma=3.0))
        await conn.execute(delete(meetings))

    await w.app.context.db.write(as_before)
    assert "1,806" in said((await w.ada.slash(w.channel, "ranking")).response)
    await w.restart()
    await w.env.advance_time(1)
    assert said((await w.ada.slash(w.channel, "ranking")).response) == right


async def test_the_hall_of_fame_remembers_the_best_and_the_records_and_leads_to_its_games(w: World) -> None:
    assert "Nothing yet: only games between members" in said((await w.ada.slash(w.channel, "halloffame")).response)
    game = await w.start(width=4, height=4)
    await play_at_once(w, game, lambda state: state.moves()[-1])
    await w.post_all()
    answer = (await w.chidi.slash(w.channel, "halloffame")).response
    assert answer.flags.ephemeral
    assert "Most points ever" not in said(answer), "after one game nothing is certain"
    assert re.search(rf"Most points in a game\*\*\n- Pastures New: \d+ · .* in #{game}", said(answer))
    assert "Shortest game" not in said(answer), "the other records are a page for each game"
    (menu,) = [part for part in pressable(answer) if part["type"] == 3]
    assert [option["description"] for option in menu["options"]] == ["Most points in Pastures New"], "what is shown"
    assert said((await w.chidi.click(answer, label="Land")).response).endswith("members get in.")
    enough = update(ratings).values(games=LEAST_GAMES)
    await w.app.context.db.write(lambda conn: conn.execute(enough))
    answer = (await w.chidi.click(answer, label="Pastures New")).response
    titles = [re.findall(r"\*\*(.*?)\*\*", part["content"]) for part in parts(answer) if part["type"] == 10]
    assert titles == [["Hall of fame · Pastures New"], ["Best of the month"], ["Records"]], "each above its list"
    assert re.search(rf"- Shortest game: \d+ turns · .* in #{game}", said(answer))
    assert re.search(rf"- Most points: \d+ · .* in #{game}", said(answer))
    assert said((await w.chidi.slash(w.channel, "halloffame", game="pastures")).response) == said(answer)
    (menu,) = [part for part in pressable(answer) if part["type"] == 3]
    opened = await w.chidi.select(answer, custom_id=menu["custom_id"], values=[f"g{game}"])
    assert opened.ephemeral
    assert f"#{game}" in said(opened.response)
    assert opened.response.attachments


async def test_latest_tells_whose_turn_it_is_and_how_games_ended_page_by_page(w: World) -> None:
    assert "None yet" in said((await w.chidi.slash(w.channel, "latest")).response)
    over = await won_by(w, w.ada)
    running = await w.start(width=4, height=4)
    mover, _ = await w.turns(running)
    answer = (await w.chidi.slash(w.channel, "latest")).response
    assert answer.flags.ephemeral
    lines = said(answer).splitlines()
    assert f"#{running}" in lines[1]
    assert f"**{mover.name}**’s turn, started <t:" in lines[1]
    assert f"#{over} · **Ada** wins (" in lines[2]

    await copy_game(w, running, 10)
    games = range(over, over + 12)
    first = (await w.chidi.slash(w.channel, "latest")).response
    assert len(said(first).splitlines()) == 11
    second = (await w.chidi.click(first, label="Older")).response
    assert second.id == first.id, "in the place of the first"
    assert [f"#{game} " in said(second) for game in games] == [True, True] + [False] * 10
    assert "page 2" in said(second)
    back = (await w.chidi.click(second, label="Newer")).response
    assert f"#{games[-1]} " in said(back)


async def test_a_name_from_right_to_left_keeps_its_score_behind_it(w: World) -> None:
    w.members["Björn"] = w.guild.add_member(w.env.create_user("rtl", global_name="\u05d0\u05d1"))
    await won_by(w, w.ada)
    assert "\u2068\u05d0\u05d1\u2069 " in said((await w.chidi.slash(w.channel, "latest")).response)

    await won_by(w, w.ada)
    (charts,) = (await w.chidi.slash(w.channel, "stats", member=w.björn)).response.attachments
    assert charts.description.startswith("All games by seat."), "the picture cannot show the name"


async def set_latest(w: World, channel: Any) -> None:
    def update(settings: GuildSettings) -> GuildSettings:
        return settings.model_copy(update={"latest_channel": channel and channel.id})

    await guild_settings.change(w.app.context, w.guild.id, update)
    await w.bot.sender.wait_until_idle()
    await w.env.settle()


async def test_one_message_in_a_channel_is_kept_up_to_date(w: World) -> None:
    news = w.guild.create_text_channel("news")
    await set_latest(w, news)
    (kept,) = news.history()
    assert "None yet" in said(kept)
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f")
    await w.env.advance_time(31)
    (kept,) = news.history()
    assert f"**{other.name}**’s turn" in said(kept)
    opened = await w.chidi.click(kept, label="All games")
    assert opened.ephemeral
    assert f"#{game}" in said(opened.response)


async def test_where_the_message_is_gone_or_too_old_a_new_one_takes_its_place(w: World) -> None:
    news, other = w.guild.create_text_channel("news"), w.guild.create_text_channel("others")
    await set_latest(w, news)
    (kept,) = news.history()
    await kept.delete()
    await w.start(width=4, height=4)
    await w.env.advance_time(31)
    (again,) = news.history()
    assert again.id != kept.id
    await set_latest(w, other)
    assert len(other.history()) == 1
    await set_latest(w, None)
    assert await w.app.context.db.read(lambda conn: latest.get_message(conn, w.guild.id)) is None

    third = w.guild.create_text_channel("third")
    await set_latest(w, third)
    (kept,) = third.history()

    class TooOld:
        status, reason = 429, "Too Many Requests"

    async def refuse(*_: object, **__: object) -> None:
        raise discord.HTTPException(TooOld(), {"code": 30046, "message": "Maximum number of edits reached"})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.PartialMessage, "edit", refuse)
        game = await w.start(width=4, height=4)
        await w.env.advance_time(31)
    assert [message.id == kept.id for message in third.history()].count(False) == 1
    newest = max(third.history(), key=lambda message: message.id)
    assert f"#{game}" in said(newest)
