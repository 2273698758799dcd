"""Members are called as Discord last sent it; former members are hidden from the ranking until somebody wants them."""

from __future__ import annotations

from typing import Any

import discord
from sqlalchemy import update

from bot.common.clock import DAY, HOUR, SECOND
from bot.storage.queries.server.persons import FORMER
from bot.storage.schema_statistics import member_names, ratings
from bot.usecases import queries
from bot.usecases.statistics import rebuild
from tests.ui.statistics.test_memory_lists import won_unseen
from tests.ui.world import World, labels, said


def rename(w: World, member: Any, name: str) -> None:
    """Have a member take another name in the server."""
    w.env.backend.guilds[w.guild.id].members[member.id].nick = name


def requests(w: World, member: Any) -> int:
    """How often the bot has asked Discord about a member."""
    return sum(each.method == "GET" and each.path.endswith(f"/members/{member.id}") for each in w.env.backend.http_requests)


async def look(w: World, member: Any, command: str = "ranking") -> discord.Message:
    """What a member is answered, once the bot has done all that follows."""
    found: discord.Message = (await member.slash(w.channel, command)).response
    await w.env.advance_time(1)
    return found


async def rank(w: World, games: int = 1) -> None:
    """Ada stands before Björn in the ranking, as if both were known well enough after so few games."""
    with w.env.time_context():
        for _ in range(games):
            await won_unseen(w, w.ada, w.björn)
        await rebuild.bring_up_to_date(w.app.context, w.guild.id)
        known = {"sigma": 0.5, "best_points": ratings.c.points, "best_at": ratings.c.last_at, "best_game": games}
        await w.app.context.db.write(lambda conn: conn.execute(update(ratings).values(known)))
    await w.restart()  # the timers of what was done here do not follow the simulated time
    await w.env.advance_time(60)


async def test_each_interaction_renews_the_name_in_what_is_shown_and_in_what_goes_on(w: World) -> None:
    await rank(w, games=2)
    over = (await queries.list_user_games(w.app.context, w.ada.id, ("over",)))[0].id
    rename(w, w.ada, "Nova")
    assert "**Nova** · 1,0" in said(await look(w, w.ada))
    for command in ("ranking", "halloffame", "stats"):
        shown = await look(w, w.björn, command)
        told = said(shown) + "".join(file.description or "" for file in shown.attachments)
        assert "Nova" in told, command
        assert "Ada" not in told, command
    assert "Ada" in (await queries.read_row(w.app.context, over)).names, "a finished game keeps the names of its time"
    rename(w, w.ada, "Supernova")
    await w.restart()
    await look(w, w.ada, "games")
    assert "Supernova" in said(await look(w, w.björn))

    game = await w.start(width=4, height=4)
    table = (await w.ada.slash(w.channel, "newgame pastures", width=4, height=4)).response
    rename(w, w.ada, "Nova")
    await look(w, w.ada, "games")
    assert set((await queries.read_row(w.app.context, game)).names) == {"Nova", "Björn"}
    await w.björn.click(table, label="Join")
    begun = max(row.id for row in await queries.list_user_games(w.app.context, w.björn.id, ("running",)))
    assert begun != game
    assert set((await queries.read_row(w.app.context, begun)).names) == {"Nova", "Björn"}


async def test_a_shown_member_is_asked_for_once_a_day_unless_they_have_pressed_something(w: World) -> None:
    await rank(w)
    await look(w, w.ada)
    await look(w, w.björn)
    assert requests(w, w.ada) == requests(w, w.björn) - 1 == 0
    await w.env.advance_time(DAY / SECOND)
    rename(w, w.ada, "Nova")
    await look(w, w.chidi)
    assert requests(w, w.ada) == 1
    assert "1\\. Nova · 1,0" in said(await look(w, w.chidi))
    rename(w, w.ada, "Supernova")
    await w.env.advance_time(20 * HOUR / SECOND)
    await w.restart()
    assert "1\\. Nova · 1,0" in said(await look(w, w.chidi))
    assert requests(w, w.ada) == 1
    await w.env.advance_time(4 * HOUR / SECOND)
    await look(w, w.chidi)
    assert requests(w, w.ada) == 2
    assert "1\\. Supernova · 1,0" in said(await look(w, w.chidi))


async def test_former_members_are_hidden_until_the_button_is_pressed_or_they_come_back(w: World) -> None:
    await rank(w)
    w.guild.remove_member(w.ada)
    await look(w, w.chidi)
    shown = await look(w, w.chidi)
    assert "Ada" not in said(shown)
    assert "1\\. Björn" in said(shown)
    assert labels(shown) == ["Show former members"]
    all_of_them = (await w.chidi.click(shown, label="Show former members")).response
    assert "1\\. Ada · 1,0" in said(all_of_them)
    assert "*has left*" in said(all_of_them)
    assert "2\\. Björn" in said(all_of_them)
    assert labels(all_of_them) == ["Hide former members"]
    hidden = (await w.chidi.click(all_of_them, label="Hide former members")).response
    assert "Ada" not in said(hidden)
    w.members["Ada"] = w.guild.add_member(w.ada.user)
    await look(w, w.ada, "games")
    shown = await look(w, w.chidi)
    assert "1\\. Ada" in said(shown)
    assert labels(shown) == []

    game = await w.start(width=4, height=4)
    await look(w, w.ada)
    mover, _ = await w.turns(game)
    w.guild.remove_member(mover)
    await w.env.advance_time(HOUR / SECOND)
    assert f"{mover.name} ·" not in said(await look(w, w.chidi)), "who was looked for and is gone"


async def test_a_forgotten_member_leaves_no_name_behind(w: World) -> None:
    await rank(w)
    rename(w, w.ada, "Nova")
    await look(w, w.ada)
    question = await w.ada.slash(w.channel, "my forget")
    sure = await w.ada.click(question.response, label="In this server")
    await w.ada.click(sure.response, label="Yes, forget me")
    rename(w, w.ada, "Supernova")
    await look(w, w.ada, "games")
    await w.env.advance_time(DAY / SECOND)
    told = said(await look(w, w.ada))
    assert FORMER in told
    assert "ova" not in told
    found = await w.app.context.db.read(lambda conn: conn.execute(member_names.select()))
    assert {row.user_id for row in found} == {w.björn.id}
