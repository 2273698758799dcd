"""Weeks of a league at random speed, with everything that can go wrong, held to what its members were promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass

import pytest

from bot.common.clock import DAY, HOUR
from bot.league.divisions import cut_divisions, exchange
from bot.storage.engine.database import Database
from bot.storage.queries.league import members
from bot.storage.queries.server.guilds import export_guild
from bot.usecases.announcements import MemberGone, announce
from bot.usecases.channels import adjourn
from bot.usecases.league import creating, joining, recount, views
from bot.usecases.privacy import forgetting
from bot.usecases.refusal import Refusal
from tests.league.independent import season_of
from tests.league.weeks import CHANNEL, GUILD, Weeks, people


@dataclass(frozen=True)
class Scale:
    """How large the league is, and how much goes wrong."""

    members: int
    size: int
    weeks: int
    withdraw: int
    leave: int
    deaths: int
    pace: str
    lively: tuple[float, ...]
    """How likely members are to move within some hours; each is one of these."""


SMALL = Scale(6, 4, weeks=1, withdraw=1, leave=1, deaths=4, pace="3d", lively=(0.1, 0.3, 0.9))
WHOLE = Scale(23, 6, weeks=12, withdraw=3, leave=2, deaths=40, pace="7d", lively=(0.05, 0.12, 0.4))
ELSEWHERE = 77


async def _live(weeks: Weeks, league: int, scale: Scale) -> AsyncIterator[None]:
    """Let a season go by, some hours at a time; yield after each."""
    season = await weeks.newest(league)
    everybody = [member.who for member in (await views.view(weeks.context, GUILD, league)).members]
    unlucky = weeks.dice.sample(everybody, scale.withdraw + scale.leave + 1)
    length = season.ends_at - season.starts_at
    events = [(weeks.dice.uniform(0.05, 0.9), "withdraw", who) for who in unlucky[: scale.withdraw]]
    events += [(weeks.dice.uniform(0.05, 0.9), "left", who) for who in unlucky[scale.withdraw : -1]]
    events += [(weeks.dice.uniform(0.05, 0.9), "forgotten", unlucky[-1]), (0.3, "channel", 0)]
    coming = sorted(events)
    lively = {who: weeks.dice.choice(scale.lively) for who in everybody}
    while (await weeks.newest(league)).id == season.id:
        at = weeks.clock.now + weeks.dice.randint(2, 10) * HOUR
        while coming and season.starts_at + coming[0][0] * length <= at:
            _, what, who = coming.pop(0)
            await _happen(weeks, league, what, who)
        if weeks.deaths < scale.deaths:
            weeks.die_soon()
        await weeks.go_to(at)
        await weeks.play_lively(lively)
        yield


async def _happen(weeks: Weeks, league: int, what: str, who: int) -> None:
    if what == "withdraw":
        await weeks.survive(lambda: joining.leave(weeks.context, GUILD, league, weeks.user(who)))
    elif what == "left":
        await weeks.survive(lambda: weeks.do(lambda conn: announce(weeks.context, conn, MemberGone(GUILD, who))))
    elif what == "forgotten":
        await weeks.survive(lambda: forgetting.forget(weeks.context, who, GUILD))
    else:
        await weeks.survive(lambda: adjourn.schedule_after_deleted_channel(weeks.context, GUILD, CHANNEL))
        for _ in range(2):  # a process that dies at the first attempt has no second death to die
            with suppress(Refusal):  # it has moved already
                await weeks.survive(lambda: creating.move(weeks.context, GUILD, league, ELSEWHERE))


async def _check_limits(weeks: Weeks, season_id: int) -> None:
    playing = Counter(number for game in await weeks.games(season_id) if game.status == "running" for number in game.seats)
    assert max(playing.values(), default=0) <= 4


async def _weeks_of_a_league(database: Database, scale: Scale, seed: int) -> None:
    weeks = Weeks(database, seed)
    league = await weeks.league(size=scale.size, weeks=scale.weeks, pace=scale.pace)
    await weeks.join(league, people(scale.members))
    await weeks.begin(league)
    season = await weeks.newest(league)
    planned = [game.seats for game in await weeks.games(season.id)]
    async for _ in _live(weeks, league, scale):
        await _check_limits(weeks, season.id)
    games = await weeks.games(season.id)
    assert [game.seats for game in games] == planned, "a game was added or lost"
    assert all(game.data["why"] in ("played", "judged", "withdrawn", "unplayed") for game in games)
    for game in games:
        was_begun = {"played": True, "judged": True, "withdrawn": False}.get(game.data["why"], game.status == "cancelled")
        assert (game.game_id is not None) == was_begun, f"{game.data['why']}, but its game is {game.status}"
    left = {
        member.number for member in await database.read(lambda conn: members.list_members(conn, season.id)) if member.left_at
    }
    assert all(left.intersection(game.seats) for game in games if game.data["why"] == "withdrawn"), "a reason that is none"
    begun = [game.game_id for game in games if game.game_id is not None]
    assert len(begun) == len(set(begun)) == await weeks.count_games(), "a game was started twice"
    view = await views.view(weeks.context, GUILD, league, 1)
    assert [len(division) for division in view.divisions] == list(map(len, cut_divisions(range(scale.members), scale.size)))
    lines = [[(row.member, row.line) for row in division] for division in view.divisions]
    mine = [[(member.number, line.place, line.points, line.margin) for member, line in division] for division in lines]
    assert season_of(await export_guild(database, GUILD), season.id) == mine
    assert await recount.recount(weeks.context, GUILD) == 0
    assert (await views.view(weeks.context, GUILD, league, 1)).divisions == view.divisions
    assert weeks.deaths == scale.deaths
    remaining = [[row.member.who for row in division if row.member.left_at is None] for division in view.divisions]
    following = await weeks.newest(league)
    assert (following.number, following.status) == (2, "joining")
    await weeks.begin(league)
    after = await views.view(weeks.context, GUILD, league)
    assert [{row.member.who for row in division} for division in after.divisions] == [
        set(division) for division in cut_divisions(exchange(remaining), scale.size)
    ]
    assert len(left) == scale.withdraw + scale.leave + 1
    assert (await weeks.count_posts(ELSEWHERE))["league"] >= 2, "each season has its message in the channel that is left"
    assert weeks.clock.now > season.ends_at - scale.weeks * 7 * DAY


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(5))
async def test_weeks_of_a_small_league_keep_every_promise(database: Database, seed: int) -> None:
    await _weeks_of_a_league(database, SMALL, seed)


@pytest.mark.full
async def test_twelve_weeks_of_twenty_three_members_in_four_divisions(database: Database) -> None:
    await _weeks_of_a_league(database, WHOLE, 1)
