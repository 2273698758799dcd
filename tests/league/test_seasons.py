"""A season from the announcement to the next one, by what members do and what the clock brings."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from itertools import permutations
from types import NoneType
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR, SECOND
from bot.league.rounds import can_pair
from bot.storage.queries.league import members
from bot.storage.queries.league.leagues import League, Season
from bot.storage.queries.statistics import ratings
from bot.storage.queries.statistics.ratings import RatingRow
from bot.ui.league.words import LAST, list_rules, write_season
from bot.usecases import queries
from bot.usecases.announcements import MemberGone, announce
from bot.usecases.channels import adjourn, manage
from bot.usecases.context import Context, User
from bot.usecases.league import creating, joining, recount, running, season, starting, views
from bot.usecases.league.joining import Joined
from bot.usecases.play import resign
from bot.usecases.play.change import Asker, load
from bot.usecases.privacy import forgetting
from bot.usecases.refusal import Refusal
from bot.usecases.server import member_names
from bot.usecases.statistics.rating import BASE
from bot.usecases.statistics.standings import ALL_TIME
from bot.usecases.tables import blocking
from bot.version import VERSION
from tests.league.weeks import CHANNEL, GUILD, HOST, WORK, Weeks, people
from tests.sampling import Sample


async def test_everybody_plays_everybody_and_begins_once_and_nobody_plays_more_at_once_than_agreed(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=2)
    await weeks.join(league, people(3))
    await weeks.begin(league)
    season = (await weeks.newest(league)).id
    while running := await weeks.running():
        playing = Counter(number for game in await weeks.games(season) if game.status == "running" for number in game.seats)
        assert max(playing.values()) <= 2, "somebody plays more than agreed"
        await weeks.give_up(weeks.dice.choice(running))
        await weeks.settle()
    view = await views.view(weeks.context, GUILD, league, 1)
    assert view.season.status == "over"
    assert len(view.games) == 6
    assert {game.data["why"] for game in view.games} == {"played"}
    assert sum(row.line.points for row in view.divisions[0]) == 6
    rows = [await _row(weeks, game.game_id) for game in view.games]
    begins = Counter((row.players[0].user_id, row.players[1].user_id) for row in rows)
    assert len(begins) == 6, "everybody begins once against everybody"
    assert all(row.terms.pace == "daily" and row.terms.posts == "thread" and row.thread_id for row in rows)
    assert all(row.counts for row in rows), "in the ranking"


async def _row(weeks: Weeks, game_id: int | None) -> Any:
    return await queries.read_row(weeks.context, game_id or 0)


async def test_many_games_at_once_post_nothing_to_the_channel_but_their_threads(weeks: Weeks) -> None:
    league = await weeks.league(size=7, at_once=8)
    await weeks.join(league, people(5))
    before = await weeks.count_posts(CHANNEL)
    await weeks.begin(league)
    begun = len(await weeks.running())
    assert begun >= 10
    assert await weeks.count_posts(CHANNEL) - before == {"thread": begun, "league_edit": 1}


async def test_the_next_season_opens_by_itself_with_the_right_members_moved(weeks: Weeks, sample: Sample) -> None:
    league = await weeks.league(size=4)
    many, moved = (8, 2) if sample.is_full else (6, 1)
    await weeks.join(league, people(many))
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert not any(row.move for division in view.divisions for row in division), "nobody is ahead before the first result"
    await weeks.end_all()
    before = await views.view(weeks.context, GUILD, league, 1)
    await weeks.begin(league)
    after = await views.view(weeks.context, GUILD, league)
    assert (after.season.number, after.season.status) == (2, "running")
    upper, lower = ([row.member.who for row in division] for division in before.divisions)
    assert [{row.member.who for row in division} for division in after.divisions] == [
        {*upper[:2], *lower[:moved]},
        {*upper[2:], *lower[moved:]},
    ]
    assert [row.move for row in before.divisions[0]] == [0, 0] + [-1] * moved
    assert [row.move for row in before.divisions[1]] == [1] * moved + [0, 0]


async def rate(weeks: Weeks, user: User, points: int) -> None:
    """Give a member points in Pastures New."""
    about = (GUILD, "members", "pastures", ALL_TIME, user.id, user.name)
    row = RatingRow(*about, mu=25, sigma=8, points=points, games=1, wins=1, last_at=0, best_points=0, best_at=0, best_game=0)
    await weeks.do(lambda conn: ratings.save_ratings(conn, [row]))


async def test_members_come_into_divisions_by_rating_and_into_a_later_season_behind_those_who_were_there(weeks: Weeks) -> None:
    league = await weeks.league(size=4)
    *first, new = people(7)
    await rate(weeks, first[5], BASE + 100)
    await rate(weeks, first[4], BASE + 50)
    await rate(weeks, first[0], BASE - 50)
    await weeks.join(league, first)
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert [member.who for member in view.members] == [first[place].id for place in (5, 4, 1, 2, 3, 0)]
    assert [member.division for member in view.members] == [0, 0, 0, 1, 1, 1]
    assert "by rating" in "\n".join(list_rules(view.league, 1))
    await weeks.end_all()
    await rate(weeks, new, BASE + 500)
    await weeks.join(league, [new])
    view = await views.view(weeks.context, GUILD, league)
    assert "by the places in the last season" in write_season(view)
    await weeks.begin(league)
    assert (await views.view(weeks.context, GUILD, league)).members[-1].who == new.id


@pytest.mark.sample(2)
@pytest.mark.parametrize(("joined", "kind", "enough"), [(0, "pastures", False), (1, "pastures", False), (2, "pastures", True)])
async def test_a_league_that_too_few_join_ends_with_a_plain_answer(weeks: Weeks, joined: int, kind: str, enough: bool) -> None:
    league = await weeks.league(kind)
    await weeks.join(league, people(joined))
    await weeks.begin(league)
    season = await weeks.newest(league)
    assert season.status == ("running" if enough else "empty")
    if not enough:
        with pytest.raises(Refusal, match="This league is over"):
            await joining.join(weeks.context, GUILD, league, people(9)[8], weeks.clock())


@pytest.mark.sample(2)
@pytest.mark.parametrize(("joined", "tables"), [(2, None), (3, [3, 3, 3]), (7, [4, 4, 4, 3, 3, 3])])
async def test_two_three_and_seven_members_of_a_game_for_more(weeks: Weeks, joined: int, tables: list[int] | None) -> None:
    league = await weeks.league("land", size=7)
    await weeks.join(league, people(joined))
    await weeks.begin(league)
    season = await weeks.newest(league)
    if tables is None:
        assert season.status == "empty"
    else:
        assert [len(game.seats) for game in await weeks.games(season.id)] == tables


@pytest.mark.parametrize(
    ("kind", "options", "data", "words"),
    [
        ("pastures", {"width": 99}, {}, "idth"),
        ("pastures", {}, {"pace": "none"}, "needs a pace"),
        ("land", {}, {"form": "rounds", "pace": "live"}, "Rounds are for games for two"),
        ("pastures", {}, {"form": "rounds", "pace": "daily"}, "`fast` or `live`"),
        ("pastures", {}, {"size": 9}, "does not fit"),
    ],
)
async def test_what_the_game_or_a_league_refuses_is_said(
    weeks: Weeks, kind: str, options: dict[str, Any], data: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        await weeks.league(kind, options, **data)


LATE = 3 * SECOND
"""How long after a press the bot looks at it."""


@pytest.mark.postgresql
async def test_of_many_who_press_join_around_the_deadline_exactly_those_before_it_are_in(weeks: Weeks, sample: Sample) -> None:
    many = 200 if sample.is_full else 8
    league = await weeks.league(size=4)
    starts = (await weeks.newest(league)).starts_at
    presses = list(zip(sorted(starts - 5000 + weeks.dice.randrange(10_000) for _ in range(many)), people(many), strict=True))
    under_way = list[asyncio.Task[Any]]()
    for at, user in presses:
        weeks.clock.now = at + LATE
        under_way.append(asyncio.create_task(joining.join(weeks.context, GUILD, league, user, at)))
        await asyncio.sleep(0)  # it has begun, and waits for those before it
    under_way.append(asyncio.create_task(weeks.settle()))
    said = await asyncio.gather(*under_way, return_exceptions=True)
    weeks.clock.now = starts + running.JOINED
    await asyncio.gather(*(weeks.do_due() for _ in range(3)))
    view = await views.view(weeks.context, GUILD, league)
    assert {member.who for member in view.members} == {user.id for at, user in presses if at < starts}
    assert Counter(map(type, said)) == {Joined: len(view.members), Refusal: many - len(view.members), NoneType: 1}
    planned = [game for division in view.divisions for game in permutations([row.member.number for row in division], 2)]
    assert sorted(game.seats for game in view.games) == sorted(planned), "nobody has started it twice"
    with pytest.raises(Refusal, match="You pressed in time, but I was too slow: the season has begun"):
        await joining.join(weeks.context, GUILD, league, people(many + 1)[-1], starts - 1)


async def test_who_withdraws_loses_what_has_not_begun_and_what_runs_goes_on(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=2)
    everybody = people(3)
    await weeks.join(league, everybody)
    await weeks.begin(league)
    weeks.clock.now -= HOUR
    assert (await joining.leave(weeks.context, GUILD, league, everybody[0])).withdrawn, "also after the clock was set back"
    await weeks.settle()
    view = await views.view(weeks.context, GUILD, league)
    mine = next(member.number for member in view.members if member.who == everybody[0].id)
    of_mine = [game for game in view.games if mine in game.seats]
    assert {game.data["why"] for game in of_mine if game.game_id is None} == {"withdrawn"}
    assert all(game.data is None and game.status == "running" for game in of_mine if game.game_id is not None)
    await weeks.end_all()
    view = await views.view(weeks.context, GUILD, league)
    assert view.season.number == 2
    assert everybody[0].id not in {member.who for member in view.members}


async def test_a_forgotten_or_departed_member_withdraws(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=1)
    everybody = people(4)
    await weeks.join(league, everybody)
    await weeks.begin(league)
    await forgetting.forget(weeks.context, everybody[0].id, GUILD)
    await weeks.do(lambda conn: announce(weeks.context, conn, MemberGone(GUILD, everybody[1].id)))
    await weeks.settle()
    view = await views.view(weeks.context, GUILD, league)
    gone = [member for member in view.members if member.left_at is not None]
    assert sorted(member.name for member in gone) == ["Member 01", "a former player"]
    assert everybody[0].id not in {member.who for member in view.members}


async def test_members_have_visible_and_distinct_names_and_those_that_they_have_now(weeks: Weeks) -> None:
    league = await weeks.league(size=4)
    ada, ben, blank = (User(user.id, name) for user, name in zip(people(3), ("Ada", "Ada", "\u3164"), strict=True))
    await weeks.join(league, [ada, ben, blank])
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert [member.name for member in view.members] == ["Ada (1)", "Ada (2)", "No name"]
    await member_names.renew(weeks.context, GUILD, User(ben.id, "Ben"))
    assert [member.name for member in (await views.view(weeks.context, GUILD, league)).members] == ["Ada", "Ben", "No name"]
    await weeks.end_all()
    await member_names.renew(weeks.context, GUILD, User(blank.id, "Cleo"))
    assert [member.name for member in (await views.view(weeks.context, GUILD, league, 1)).members] == ["Ada", "Ben", "No name"]
    assert {member.name for member in (await views.view(weeks.context, GUILD, league, 2)).members} == {"Ada", "Ben", "Cleo"}


async def test_an_unfinished_game_is_judged_at_the_end_and_marked(weeks: Weeks) -> None:
    league = await weeks.league(size=4, weeks=1, pace="7d")
    await weeks.join(league, people(2))
    await weeks.begin(league)
    for game in await weeks.running():
        await weeks.play(game)
    season = await weeks.newest(league)
    await weeks.go_to(season.ends_at)
    view = await views.view(weeks.context, GUILD, league, 1)
    assert view.season.status == "over"
    assert [game.data["why"] for game in view.games] == ["judged", "judged"]
    assert all(row.line.judged == 2 for row in view.divisions[0])


async def test_recount_makes_judged_games_the_same_again_and_says_what_another_version_has_judged(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await weeks.league(size=4, weeks=1, pace="7d")
    await weeks.join(league, people(2))
    await weeks.begin(league)
    first, _ = await weeks.running()
    await weeks.play(first)
    await weeks.go_to((await weeks.newest(league)).ends_at)
    await weeks.play(first)  # it goes on, for the ranking alone
    games = (await views.view(weeks.context, GUILD, league, 1)).games
    before = [game.data for game in games]
    assert [(data["judged"]["work"], data["judged"]["version"]) for data in before] == [(WORK, VERSION)] * 2

    async def counted_again() -> int:
        kept = await recount.recount(weeks.context, GUILD)
        assert [game.data for game in (await views.view(weeks.context, GUILD, league, 1)).games] == before
        return kept

    lost = before[0] | {"places": [9, 9], "margins": [0, 0]}
    await weeks.do(lambda conn: members.set_game(conn, games[0].id, data=lost))
    assert await counted_again() == 0
    monkeypatch.setattr(recount, "VERSION", "0.0.1")
    assert await counted_again() == 2
    monkeypatch.undo()
    before[0] = {name: value for name, value in before[0].items() if name != "judged"}  # as judged before that was stored
    await weeks.do(lambda conn: members.set_game(conn, games[0].id, data=before[0]))
    assert await counted_again() == 1


async def test_a_season_that_waits_ends_with_its_last_game(weeks: Weeks) -> None:
    league = await weeks.league(size=4, weeks=1, pace="14d", ends="finish")
    await weeks.join(league, people(2))
    await weeks.begin(league)
    season = await weeks.newest(league)
    await weeks.go_to(season.ends_at + DAY)
    assert (await weeks.newest(league)).status == "running"
    view = await views.view(weeks.context, GUILD, league)
    assert "**End**: once all games are over. After 1 week a computer judges adjourned ones." in list_rules(view.league, 1)
    text = write_season(view)
    assert f"ends with its last game, even if that is after <t:{season.ends_at // SECOND}:f>" in text
    with pytest.raises(Refusal, match="opens when its last game is over"):
        await joining.join(weeks.context, GUILD, league, people(3)[2], weeks.clock())
    await weeks.end_all()
    assert (await views.view(weeks.context, GUILD, league, 1)).season.status == "over"


async def test_whose_time_is_out_for_long_loses_on_time(weeks: Weeks) -> None:
    league = await weeks.league(size=4, weeks=8, pace="1d")
    await weeks.join(league, people(2))
    await weeks.begin(league)
    await weeks.go_to(weeks.clock.now + 3 * DAY)
    view = await views.view(weeks.context, GUILD, league, 1)
    assert view.season.status == "over"
    assert [(game.data["gone"], game.data["late"]) for game in view.games] == [([0], [0]), ([0], [0])]
    assert [row.line.late for row in view.divisions[0]] == [1, 1]
    assert [row.line.place for row in view.divisions[0]] == [1, 1]


async def test_an_adjourned_game_keeps_its_place_so_no_further_game_begins(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=1)
    await weeks.join(league, people(4))
    await weeks.begin(league)
    begun = await weeks.running()
    assert len(begun) == 2
    for game in begun:
        await weeks.do(lambda conn: _adjourn(weeks, conn, game))  # noqa: B023 - awaited at once
    await weeks.settle()
    view = await views.view(weeks.context, GUILD, league)
    assert {game.game_id: game.status for game in view.games if game.game_id} == dict.fromkeys(begun, "adjourned")


async def test_a_judged_game_is_resumed_once_its_players_have_a_place_for_it_and_then_keeps_it(
    weeks: Weeks,
) -> None:
    league = await weeks.league(size=4, at_once=1, weeks=1, pace="14d", ends="finish")
    await weeks.join(league, people(3))
    await weeks.begin(league)
    first = await _end_season_with_adjourned_game(weeks, league)
    [second] = await weeks.running()
    ada = weeks.user((await _row(weeks, first)).players[0].user_id)
    with pytest.raises(Refusal, match="nobody plays more than 1 at once"):
        await adjourn.resume(Asker(weeks.context, GUILD, first, ada, 1), CHANNEL)
    assert await weeks.running() == [second]
    await weeks.end_all()
    await adjourn.resume(Asker(weeks.context, GUILD, first, ada, 2), CHANNEL)
    await weeks.begin(league)
    assert await weeks.running() == [first], "the games of the next season wait"
    await weeks.give_up(first)
    await weeks.settle()
    assert len(await weeks.running()) == 1, "now it begins"


async def test_a_judged_game_that_nobody_resumes_holds_up_the_end_of_no_season(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=1, weeks=1, pace="14d", ends="finish")
    await weeks.join(league, people(2))
    await weeks.begin(league)
    judged = await _end_season_with_adjourned_game(weeks, league)
    assert len(await weeks.running()) == 1, "the last game"
    await weeks.end_all()
    assert (await views.view(weeks.context, GUILD, league, 1)).season.status == "over"

    await weeks.begin(league)
    assert await weeks.running() == [], "it keeps its place until the season is to end"
    await weeks.go_to((await weeks.newest(league)).ends_at)
    await weeks.end_all()
    assert (await views.view(weeks.context, GUILD, league, 2)).season.status == "over"
    assert (await _row(weeks, judged)).status == "adjourned"


async def _end_season_with_adjourned_game(weeks: Weeks, league: int) -> int:
    """Adjourn the only running game, and let time go by until it is judged at the end of the season. Return its number."""
    [game] = await weeks.running()
    await weeks.do(lambda conn: _adjourn(weeks, conn, game))
    season = await weeks.newest(league)
    await weeks.go_to(season.ends_at)
    assert [each.data and each.data["why"] for each in await weeks.games(season.id) if each.game_id == game] == ["judged"]
    return game


async def _adjourn(weeks: Weeks, conn: AsyncConnection, game_id: int) -> None:
    await adjourn.adjourn(weeks.context, conn, await load(weeks.context, conn, GUILD, game_id, lock=True), "a test")


async def cancel_one_of_two(weeks: Weeks, league: int) -> views.SeasonView:
    """Cancel the first of two running games, and play the second. Return the season."""
    first, second = await weeks.running()
    await manage.cancel_game(Asker(weeks.context, GUILD, first, HOST, 1))
    await weeks.settle()
    await weeks.play(second, to_end=True)
    await weeks.settle()
    return await views.view(weeks.context, GUILD, league, 1)


async def test_a_game_that_a_manager_cancels_is_shared(weeks: Weeks) -> None:
    league = await weeks.league(size=4)
    await weeks.join(league, people(2))
    await weeks.begin(league)
    view = await cancel_one_of_two(weeks, league)
    assert [game.data["why"] for game in view.games] == ["unplayed", "played"]
    assert view.season.status == "over"


async def test_those_who_have_blocked_each_other_do_not_meet(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=1)
    ada, björn, chidi = people(3)
    await weeks.join(league, [ada, björn])
    await blocking.block(weeks.context, GUILD, ada, chidi)
    with pytest.raises(Refusal, match="not open to you"):
        await joining.join(weeks.context, GUILD, league, chidi, weeks.clock())
    await blocking.block(weeks.context, GUILD, ada, björn)
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league, 1)
    assert [game.data["why"] for game in view.games] == ["unplayed", "unplayed"]


async def test_a_computer_fills_an_odd_number_and_takes_no_place(weeks: Weeks) -> None:
    league = await weeks.league(size=4, computer=True)
    await weeks.join(league, people(3))
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert len(view.games) == 12
    assert [row.line.place for row in view.divisions[0] if views.is_computer(row.member)] == [None]


@pytest.mark.parametrize(("joined", "divisions"), [(7, [4, 4]), (5, [6])])
async def test_a_computer_joins_odd_divisions_however_large_they_may_be(
    weeks: Weeks, joined: int, divisions: list[int]
) -> None:
    league = await weeks.league("land", size=7 if joined == 7 else 5, computer=True)
    await weeks.join(league, people(joined))
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert [len(division) for division in view.divisions] == divisions
    assert sum(views.is_computer(member) for member in view.members) == 1


async def test_with_offers_one_game_decides(weeks: Weeks) -> None:
    league = await weeks.league(options={"claim": "offer", "width": 4, "height": 4}, size=4)
    await weeks.join(league, people(3))
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert len(view.games) == 3
    assert "the sum of all margins (your points minus your opponent’s)" in "\n".join(list_rules(view.league, 1))


@pytest.mark.skipif(not can_pair(), reason="py4swiss has no wheel for this machine")
async def test_rounds_go_on_until_no_pairing_is_left_and_say_so(weeks: Weeks) -> None:
    league = await weeks.league(form="rounds", pace="fast", rounds=5)
    await weeks.join(league, people(3))
    await weeks.begin(league)
    await weeks.end_all()
    view = await views.view(weeks.context, GUILD, league, 1)
    assert view.season.status == "over"
    assert max(game.round for game in view.games) == 3
    byes = [game.seats for game in view.games if len(game.seats) == 1]
    assert sorted(byes) == [(0,), (1,), (2,)]
    assert min(row.line.points for row in view.divisions[0]) >= 2
    assert "after 3 rounds: no new pairs were left" in write_season(view)


@pytest.mark.skipif(not can_pair(), reason="py4swiss has no wheel for this machine")
async def test_rounds_that_end_early_say_why(weeks: Weeks) -> None:
    late = await weeks.league(form="rounds", pace="fast", rounds=5, weeks=1, ends="finish")
    await weeks.join(late, people(4))
    await weeks.begin(late)
    weeks.clock.now = (await weeks.newest(late)).ends_at
    await weeks.settle()
    await weeks.end_all()
    assert "after 1 round: the season’s time was up" in write_season(await views.view(weeks.context, GUILD, late, 1))

    alone = await weeks.league(form="rounds", pace="fast", rounds=5)
    await weeks.join(alone, people(2))
    await weeks.begin(alone)
    await joining.leave(weeks.context, GUILD, alone, people(2)[0])
    await weeks.end_all()
    assert "after 1 round: fewer than two members were left" in write_season(await views.view(weeks.context, GUILD, alone, 1))


@pytest.mark.skipif(not can_pair(), reason="py4swiss has no wheel for this machine")
async def test_rounds_go_on_after_a_game_that_a_manager_cancels(weeks: Weeks) -> None:
    league = await weeks.league(form="rounds", pace="fast", rounds=5)
    await weeks.join(league, people(4))
    await weeks.begin(league)
    view = await cancel_one_of_two(weeks, league)
    assert [game.data["why"] for game in view.games if game.round == 1] == ["unplayed", "played"]
    assert len([game for game in view.games if game.round == 2]) == 2


async def test_where_rounds_cannot_be_paired_they_are_refused(weeks: Weeks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.league.settings.can_pair", lambda: False)
    with pytest.raises(Refusal, match="on the machine"):
        await weeks.league(form="rounds", pace="fast")


async def test_a_league_that_its_managers_end_has_no_next_season(weeks: Weeks) -> None:
    league = await weeks.league(size=4)
    await weeks.join(league, people(2))
    await weeks.begin(league)
    season = await weeks.newest(league)
    ends = f"The season ends <t:{season.ends_at // SECOND}:f> at the latest. 0 of 2 games are over."
    text = write_season(await views.view(weeks.context, GUILD, league))
    assert ends in text
    assert LAST not in text
    await creating.close(weeks.context, GUILD, league)
    assert LAST in write_season(await views.view(weeks.context, GUILD, league))
    for game in await weeks.running():
        seat = User(people(2)[0].id, "Member 00")
        await resign.resign(Asker(weeks.context, GUILD, game, seat, game))
    await weeks.settle()
    season = await weeks.newest(league)
    assert (season.number, season.status) == (1, "over")
    assert LAST in write_season(await views.view(weeks.context, GUILD, league))
    with pytest.raises(Refusal):
        await joining.join(weeks.context, GUILD, league, people(3)[2], weeks.clock())


async def test_a_season_keeps_one_message_where_discord_takes_no_more_edits_and_where_it_moves(weeks: Weeks) -> None:
    league = await weeks.league()
    old = await weeks.newest(league)
    await season.replace_message(weeks.context, old.id, old.message_id or 0)
    await weeks.settle()
    assert await weeks.count_posts(CHANNEL) == {"league": 2, "remove": 1}
    await creating.move(weeks.context, GUILD, league, 99)
    await weeks.settle()
    assert await weeks.count_posts(CHANNEL) == {"league": 2, "remove": 2}
    assert await weeks.count_posts(99) == {"league": 1}
    assert (await weeks.newest(league)).message_id not in (None, old.message_id)


@pytest.mark.postgresql
async def test_a_server_has_ten_leagues_at_most_also_of_drafts_that_are_announced_together(weeks: Weeks) -> None:
    def draft() -> Awaitable[League]:
        return creating.create(weeks.context, GUILD, CHANNEL, HOST, "land", parent_id=None, manages=True, roles=())

    drafts = await asyncio.gather(*(draft() for _ in range(creating.MOST_OPEN + 1)))
    announcing = [creating.announce(weeks.context, GUILD, made.id, HOST) for made in drafts]
    for one in announcing[:-2]:
        await one
    said = await asyncio.gather(*announcing[-2:], return_exceptions=True)
    assert Counter(map(type, said)) == {League: 1, Refusal: 1}
    with pytest.raises(Refusal, match="has 10 leagues already"):
        await draft()


@pytest.mark.postgresql
async def test_a_league_that_fails_undoes_and_stops_nothing_of_the_others(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, broken, last = [await weeks.league(size=4) for _ in range(3)]
    for league in (first, broken, last):
        await weeks.join(league, people(2))
    start = starting.start

    async def start_or_fail(context: Context, conn: AsyncConnection, league: League, this: Season) -> Season:
        started = await start(context, conn, league, this)
        if league.id == broken:
            raise ZeroDivisionError
        return started

    monkeypatch.setattr(starting, "start", start_or_fail)
    await weeks.go_to((await weeks.newest(last)).starts_at + running.JOINED)
    assert [(await weeks.newest(league)).status for league in (first, broken, last)] == ["running", "joining", "running"]
    assert len(await weeks.running()) == 4
    assert "a league failed and will be tried again" in caplog.text
    monkeypatch.undo()
    await weeks.go_to(weeks.clock.now + running.AGAIN)
    assert (await weeks.newest(broken)).status == "running"
    assert len(await weeks.running()) == 6


async def test_drafts_that_nobody_announces_are_deleted_and_delay_no_other_league(weeks: Weeks) -> None:
    league = await weeks.league(size=4)
    await weeks.join(league, people(2))
    await weeks.go_to((await weeks.newest(league)).starts_at - HOUR)
    made = await creating.create(weeks.context, GUILD, 2, HOST, "land", parent_id=None, manages=True, roles=())
    await weeks.begin(league)
    assert (await weeks.newest(league)).status == "running"
    await weeks.go_to(weeks.clock.now + DAY)
    with pytest.raises(Refusal):
        await creating.announce(weeks.context, GUILD, made.id, HOST)
