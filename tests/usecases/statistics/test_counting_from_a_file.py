"""An exported file has all that the ranking is computed from: a script computes it from the file alone."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.cache import GameCache
from bot.games.exchange import read
from bot.storage.engine.database import Database
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_changes import add_change
from bot.storage.schema import game_log, hints_used, players
from bot.storage.schema_statistics import ratings
from bot.usecases.context import Context
from bot.usecases.play import resign
from bot.usecases.play.change import Asker
from bot.usecases.privacy import forgetting
from bot.usecases.statistics import exports, rebuild
from bot.usecases.statistics.eligibility import counting
from bot.usecases.statistics.facts import read_course
from bot.usecases.statistics.rating import Meetings, Seat, Skill, rate
from bot.usecases.statistics.rebuild import AGAIN
from rules import Record
from rules.steps import play_steps
from tests.usecases.statistics.test_counting import (
    ADA,
    BJÖRN,
    CHIDI,
    DANA,
    GUILD,
    Clock,
    begun,
    given_up_early,
    play,
    some_games,
)


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=Clock(), deal=list)


def rank(file: bytes) -> dict[int, Skill]:
    """The script: from a file to the strength of everybody in it, by their numbers."""
    skills, last, met = dict[int, Skill](), dict[int, int](), dict[tuple[int, int], Meetings]()
    quits: list[tuple[int, int]] = []
    for game in sorted(json.loads(gzip.decompress(file))["games"], key=lambda game: (game["ended"], game["number"])):
        if not game["ranked"]:
            continue
        record, ended = Record.model_validate(game["record"]), round(datetime.fromisoformat(game["ended"]).timestamp() * 1000)
        course = read_course(record.start(), play_steps(record.start(), record.actions))
        gave_up = [game["players"][seat].get("person") for seat in course.gave_up]
        again = any(who in gave_up and at >= ended - AGAIN for who, at in quits)
        quits += [(who, ended) for who in gave_up]
        holders, helped = [one["holder"] for one in game["players"] + game["changes"]], game["hints"] or game["stand_ins"]
        if counting(course.ending, course.turns, holders, helped=bool(helped), again=again) != "members":
            continue
        seats = []
        for seat, player in enumerate(game["players"]):
            changes = [change for change in game["changes"] if change["seat"] == seat]
            mine = [number for whose, number in course.decisions if whose == seat]
            held = [next((change for change in changes if number < change["after"]), player) for number in mine]
            taken = Counter(holder["person"] for holder in held or [player])
            seats.append(Seat(course.places[seat], {who: taken[who] / taken.total() for who in taken}))
        everybody = {who for seat in seats for who in seat.weights}
        rated = rate(seats, {who: skills[who].after(ended - last[who]) for who in everybody if who in skills}, met, ended)
        skills, met, last = skills | rated.skills, met | rated.meetings, last | dict.fromkeys(everybody, ended)
    return skills


async def stored(context: Context) -> list[tuple[float, float]]:
    """The strength of all members as the bot has counted it."""

    async def work(conn: AsyncConnection) -> list[tuple[float, float]]:
        query = select(ratings.c.mu, ratings.c.sigma).where(ratings.c.pool == "members", ratings.c.kind == "")
        return [(row.mu, row.sigma) for row in await conn.execute(query.where(ratings.c.period == ""))]

    return await context.db.read(work)


async def change(context: Context, table: Any, game: int, values: Mapping[str, object], **which: int) -> None:
    """Change rows of a game, as another version of this test's world has them."""
    query = update(table).where(table.c.game_id == game, *(table.c[name] == value for name, value in which.items()))
    await context.db.write(lambda conn: conn.execute(query.values(**values)))
    context.cache = GameCache()


async def all_kinds_of_games(context: Context) -> None:
    """Games that ended in every way: early, with a substitute, with a computer, a hint, or a stand-in, and a casual one."""
    await some_games(context)
    await given_up_early(context, ADA, 50)
    given = await begun(context)
    await play(context, given, 4)
    await context.db.write(lambda conn: add_change(conn, given, 4, PlayerRow(1, BJÖRN.id, BJÖRN.name), 5))
    await change(context, players, given, {"user_id": DANA.id, "name": DANA.name}, seat=1)
    await play(context, given, 6)
    await resign.resign(Asker(context, GUILD, given, ADA, 60))
    for number, what in enumerate(("computer", "hint", "stand-in")):
        game = await begun(context)
        await play(context, game, 6, seed=number)
        if what == "hint":
            await context.db.write(lambda conn: conn.execute(insert(hints_used).values(game_id=game, seat=0, version=2)))  # noqa: B023
        if what == "stand-in":
            await change(context, game_log, game, {"level": 2}, seq=3)
        await resign.resign(Asker(context, GUILD, game, ADA, 61 + number))
        if what == "computer":
            computer = {"user_id": None, "holder": "computer", "holder_number": 3, "name": "Computer"}
            await change(context, players, game, computer, seat=1)
    casual = await begun(context, asked={"ranked": "no"})
    await play(context, casual, 6)
    await resign.resign(Asker(context, GUILD, casual, ADA, 70))
    await rebuild.bring_up_to_date(context, GUILD)


def about(first: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Sorted, to the ninth place."""
    return sorted((round(mu, 9), round(sigma, 9)) for mu, sigma in first)


@pytest.mark.slow
async def test_a_script_computes_the_ranking_from_a_file_that_says_who_was_what_and_never_who(context: Context) -> None:
    await all_kinds_of_games(context)
    file = (await exports.export_part(context, GUILD, None, 0)).data
    assert len(await stored(context)) == 4
    assert about(list(rank(file).values())) == about(await stored(context))
    await forgetting.forget(context, CHIDI.id, GUILD)
    file = (await exports.export_part(context, GUILD, None, 0)).data
    assert about(list(rank(file).values())) == about(await stored(context)), "a former player is somebody, too"
    text = gzip.decompress(file).decode()
    assert CHIDI.name not in text
    assert not any(str(user.id) in text for user in (ADA, BJÖRN, CHIDI, DANA))
    games = json.loads(text)["games"]
    told = [(one["name"], one["holder"], one.get("person"), one.get("level")) for game in games for one in game["players"]]
    assert {one[1:] for one in told if one[0] == "Ada"} == {("member", 1, None)}, "the same number in all games of the file"
    assert {one[1:] for one in told if one[0] == "Computer"} == {("computer", None, 3)}
    ((_, _, former, _),) = {one for one in told if one[1] == "former"}
    assert former in range(1, 5)
    assert [one["name"] for game in games for one in game["changes"]] == ["Björn"]
    assert [(one["after"], one["seat"]) for game in games for one in game["changes"]] == [(4, 1)]
    assert [hint for game in games for hint in game["hints"]] == [{"after": 2, "seat": 0}]
    assert [one for game in games for one in game["stand_ins"]] == [{"after": 2, "seat": 0, "level": 2}]
    assert all(game.players[0].holder for game in read(file)[0]), "and it can be imported"
