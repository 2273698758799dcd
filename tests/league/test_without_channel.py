"""A league whose channel was deleted: no games begin until a manager chooses another channel, and seasons end all the same."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.common.clock import DAY, HOUR
from bot.league.rounds import can_pair
from bot.ui.league.words import NO_CHANNEL, write_season
from bot.usecases.channels import adjourn
from bot.usecases.league import creating, running, views
from tests.league.weeks import CHANNEL, GUILD, Weeks, people

ELSEWHERE = 77


async def delete_channel(weeks: Weeks) -> None:
    """Have Discord report that the channel was deleted; an hour later its running games are adjourned."""
    await adjourn.schedule_after_deleted_channel(weeks.context, GUILD, CHANNEL)
    await weeks.settle()


async def reasons(weeks: Weeks, season_id: int) -> Counter[str | None]:
    """Count the games of a season by their outcomes; ``None`` for those that have none."""
    return Counter(None if game.data is None else game.data["why"] for game in await weeks.games(season_id))


async def test_no_game_begins_without_a_channel_and_the_next_ones_begin_in_a_new_one(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=1)
    await weeks.join(league, people(4))
    await weeks.begin(league)
    before = await weeks.count_posts(CHANNEL)
    await delete_channel(weeks)
    await weeks.end_all()
    assert await weeks.count_games() == 2, "players have room for more"
    await weeks.go_to(weeks.clock.now + 2 * HOUR)
    view = await views.view(weeks.context, GUILD, league)
    assert (view.season.status, len(view.games)) == ("running", 12)
    assert f"{NO_CHANNEL} Until then no further games begin." in write_season(view)
    assert (await weeks.count_posts(CHANNEL))["league_edit"] == before["league_edit"], "nothing can be posted there"

    await creating.move(weeks.context, GUILD, league, ELSEWHERE)
    await weeks.settle()
    assert len(await weeks.running()) == 2
    assert await weeks.count_posts(ELSEWHERE) == {"league": 1, "thread": 2}
    assert NO_CHANNEL not in write_season(await views.view(weeks.context, GUILD, league))


async def test_a_season_without_a_channel_does_not_start_and_members_have_a_day_to_join_once_it_has_one(weeks: Weeks) -> None:
    league = await weeks.league(size=4, weeks=1)
    ada, björn, chidi = people(3)
    await weeks.join(league, [ada])
    await delete_channel(weeks)
    await weeks.go_to((await weeks.newest(league)).starts_at + 3 * DAY)
    await weeks.join(league, [björn])
    view = await views.view(weeks.context, GUILD, league)
    assert view.season.is_joining
    assert f"{NO_CHANNEL} Until then the season does not begin." in write_season(view)

    await creating.move(weeks.context, GUILD, league, ELSEWHERE)
    season = await weeks.newest(league)
    assert (season.starts_at, season.ends_at) == (weeks.clock.now + DAY, weeks.clock.now + 8 * DAY)
    await weeks.join(league, [chidi])
    await weeks.begin(league)
    view = await views.view(weeks.context, GUILD, league)
    assert (view.season.status, len(view.members)) == ("running", 3)


async def test_a_season_that_waits_for_its_games_waits_a_week_for_a_channel_and_begins_none_of_them(weeks: Weeks) -> None:
    league = await weeks.league(size=4, at_once=1, weeks=1, pace="14d", ends="finish")
    await weeks.join(league, people(3))
    await weeks.begin(league)
    first = await weeks.newest(league)
    await weeks.go_to(first.ends_at - HOUR)
    await delete_channel(weeks)
    await weeks.go_to(first.ends_at + running.WITHOUT_CHANNEL - 2 * HOUR)
    assert await reasons(weeks, first.id) == {"judged": 1, None: 5}
    await weeks.go_to(first.ends_at + running.WITHOUT_CHANNEL)
    assert await reasons(weeks, first.id) == {"judged": 1, "unplayed": 5}
    assert await weeks.count_games() == 1
    second = await weeks.newest(league)
    await weeks.go_to(second.ends_at)
    assert (await weeks.newest(league)).status == "joining", "it waits for a channel"
    assert (second.number, await weeks.count_games()) == (2, 1)
    assert (await creating.close(weeks.context, GUILD, league)).status == "closed"


@pytest.mark.skipif(not can_pair(), reason="py4swiss has no wheel for this machine")
async def test_rounds_without_a_channel_wait_for_one_and_do_not_end(weeks: Weeks) -> None:
    league = await weeks.league(form="rounds", pace="fast", rounds=3)
    await weeks.join(league, people(4))
    await weeks.begin(league)
    await delete_channel(weeks)
    await weeks.end_all()
    assert (await weeks.newest(league)).status == "running"
    await creating.move(weeks.context, GUILD, league, ELSEWHERE)
    await weeks.settle()
    await weeks.end_all()
    view = await views.view(weeks.context, GUILD, league, 1)
    assert (view.season.status, max(game.round for game in view.games)) == ("over", 3)
