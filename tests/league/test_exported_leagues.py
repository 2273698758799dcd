"""Leagues in ``/export``, in ``/my data`` and in the export of a server."""

from __future__ import annotations

import gzip
import json

import pytest

from bot.games.exchange import read
from bot.games.file_format import Export
from bot.storage.queries.server.guilds import export_guild
from bot.usecases.league import views
from bot.usecases.privacy import forgetting
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import exports
from tests.league.weeks import CHANNEL, GUILD, HOST, Weeks, people


async def test_a_file_has_leagues_with_their_standings_and_pairings_and_names_nobody_who_is_forgotten(weeks: Weeks) -> None:
    league, other = await weeks.league(size=4, computer=True), await weeks.league(size=4)
    everybody = people(3)
    await weeks.join(league, everybody)
    await weeks.join(other, everybody[:1])
    await weeks.begin(league)
    await forgetting.forget(weeks.context, everybody[1].id, GUILD)
    await weeks.end_all()

    part = await exports.export_part(weeks.context, GUILD, None, 0)
    text = gzip.decompress(part.data).decode()
    assert not any(str(user.id) in text for user in everybody)
    assert everybody[1].name not in text
    assert read(part.data)[1] == len(part.games), "and it can be imported"
    file = Export.model_validate_json(text)
    assert [each.number for each in file.leagues] == [league, other]
    first, following = file.leagues[0].seasons
    view = await views.view(weeks.context, GUILD, league, 1)
    assert [(each.name, each.number, each.place, each.points, each.margin) for each in first.members] == [
        (row.member.name, row.member.number, row.line.place, row.line.points, row.line.margin)
        for division in view.divisions
        for row in division
    ]
    assert [(each.seats, each.game, each.result) for each in first.games] == [
        (list(game.seats), game.game_id, game.data) for game in view.games
    ]
    assert (following.status, len(following.members), following.games) == ("joining", 2, [])
    assert [each.level for each in first.members if each.place is None] == [3]
    former = next(each for each in first.members if each.name == "a former player")
    assert former.withdrew is not None
    assert former.person in {player.person for game in file.games for player in game.players if player.holder == "former"}

    mine = await exports.export_part(weeks.context, GUILD, everybody[2].id, 0, sees_league=lambda _: False)
    assert _leagues(mine) == [league], "a member's own one also where they no longer see its channel"
    hidden = await exports.export_part(weeks.context, GUILD, None, 0, sees_league=lambda each: each.channel_id != CHANNEL)
    assert _leagues(hidden) == []


async def test_leagues_come_without_games_and_after_the_last_game_that_the_asker_sees(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await weeks.league(size=4)
    everybody = people(2)
    await weeks.join(league, everybody)
    for asker in (None, everybody[0].id):
        part = await exports.export_part(weeks.context, GUILD, asker, 0)
        assert (part.games, part.leagues, part.is_all, _leagues(part)) == ([], 1, True, [league])
    for asker in (None, 7):
        with pytest.raises(Refusal):
            await exports.export_part(weeks.context, GUILD, asker, 0, sees_league=lambda _: False)

    await weeks.begin(league)
    first, second = await weeks.running()
    await weeks.end_all()
    monkeypatch.setattr(exports, "PART", 10)
    monkeypatch.setattr(exports, "AT_ONCE", 1)
    part = await exports.export_part(weeks.context, GUILD, None, 0)
    assert (part.games, part.is_all, _leagues(part)) == ([first], False, [])
    part = await exports.export_part(weeks.context, GUILD, None, 0, lambda row: row.id != second)
    assert (part.games, part.is_all, _leagues(part)) == ([first], True, [league]), "only others see the game that follows"


def _leagues(part: exports.Part) -> list[int]:
    return [each["number"] for each in json.loads(gzip.decompress(part.data)).get("leagues", [])]


@pytest.mark.postgresql
async def test_what_is_stored_about_a_member_has_their_leagues_seasons_and_pairings_and_nobody_else(weeks: Weeks) -> None:
    league = await weeks.league(size=7, at_once=1)
    await weeks.league(size=4)
    everybody = people(12)
    await weeks.join(league, everybody)
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    ada = next(member for member in view.members if member.number == 1)
    tables = (await forgetting.export_data(weeks.context, ada.who, GUILD))["tables"]
    assert [row["id"] for row in tables["leagues"]] == [league]
    assert [row["id"] for row in tables["seasons"]] == [view.season.id]
    assert [row["number"] for row in tables["league_members"]] == [1]
    assert [row["id"] for row in tables["league_games"]] == sorted(game.id for game in view.games if 1 in game.seats)
    text = json.dumps(tables)
    assert not any(str(user.id) in text or user.name in text for user in (*everybody, HOST) if user.id != ada.who)
    assert len((await export_guild(weeks.database, GUILD))["tables"]["league_games"]) == len(view.games), "while it runs, too"
