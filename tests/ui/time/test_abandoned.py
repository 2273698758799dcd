"""An adjourned game that nobody takes up for thirty days ends, and its players are notified a week before."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, update

from bot.common.clock import DAY
from bot.storage.engine import migrate
from bot.storage.engine.database import Database
from bot.storage.queries.time.due import get_rows
from bot.storage.schema import games
from bot.usecases import queries
from bot.usecases.channels import adjourn
from tests.storage.samples import fill_any
from tests.storage.test_migrations import bare_engine
from tests.ui.notifications.test_notifications import pinged, told
from tests.ui.server.test_server_settings import manager
from tests.ui.time.test_time_turns import count, last
from tests.ui.world import World, said

DAYS = 86400.0
"""Seconds in a day."""
ANNOUNCED = "Unless somebody resumes it by <t:"


async def adjourned(w: World, moves: int = 4, **options: Any) -> tuple[Any, Any]:
    """An adjourned game after some moves: nobody has claimed. Return who was to move, and the other one."""
    await w.start(width=4, height=4, **options)
    for _ in range(moves):
        mover, _ = await w.turns(1)
        await mover.slash(w.channel, "move", move=str((await w.state(1)).moves()[0]), game=1)
    late, other = await w.turns(1)
    await w.env.advance_time(9 * DAYS)
    assert await status(w) == "adjourned"
    return late, other


async def status(w: World, game: int = 1) -> str:
    return (await queries.read_row(w.app.context, game)).status


async def test_it_is_announced_a_week_before_and_lost_on_time(w: World) -> None:
    late, other = await adjourned(w)
    await w.env.advance_time(20 * DAYS)
    assert count(w, ANNOUNCED) == 0
    await w.restart()
    await w.env.advance_time(4 * DAYS)
    notice = last(w, ANNOUNCED)
    assert f"it is over: **{late.name}** loses on time." in said(notice)
    assert set(pinged(w, notice)) == {late.id, other.id}
    await w.env.advance_time(4.5 * DAYS)
    assert await status(w) == "adjourned"
    await w.env.advance_time(2 * DAYS)
    row = await queries.read_row(w.app.context, 1)
    assert (row.status, row.ending) == ("over", "time")
    assert [player.won for player in row.players] == [player.user_id == other.id for player in row.players]
    assert f"**{late.name}**’s time was up." in said(w.boards()[-1])
    assert "has lost on time" in said(last(w, "Nobody resumed the game"))
    assert "over" in said((await late.click(notice, label="Resume")).response)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the end be announced after two days and not after 23."""
    monkeypatch.setattr(adjourn, "ABANDONED_AFTER", 2 * DAY)


@pytest.mark.usefixtures("hurried")
async def test_without_two_decisions_of_each_it_ends_without_a_result(w: World) -> None:
    late, _ = await adjourned(w, moves=3)
    await w.env.advance_time(3 * DAYS)
    assert "it ends without a result." in said(last(w, ANNOUNCED))
    await w.env.advance_time(7 * DAYS)
    assert await status(w) == "cancelled"
    for message in (w.channel.last_message, w.boards()[-1], (await late.slash(w.channel, "resume", game=1)).response):
        assert "Nobody resumed this game for 30 days" in said(message)


@pytest.mark.usefixtures("hurried")
async def test_with_more_players_the_others_share_the_win(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3, pace="relaxed")
    for member in (w.björn, w.chidi):
        await member.click(w.channel.last_message, label="Join")
    made: dict[int, int] = {}
    while min((made.get(seat, 0) for seat in range(3)), default=0) < 2:
        state = await w.state(1)
        made[state.seat or 0] = made.get(state.seat or 0, 0) + 1
        mover, _ = await w.turns(1)
        await mover.slash(w.channel, "move", move=str(state.moves()[0]), game=1)
    late, _ = await w.turns(1)
    await w.env.advance_time(24 * DAYS)
    row = await queries.read_row(w.app.context, 1)
    assert row.status == "over"
    assert [player.user_id for player in row.players if not player.won] == [late.id]


@pytest.mark.usefixtures("hurried")
async def test_a_silent_member_is_not_pinged_and_a_game_taken_up_goes_on(w: World) -> None:
    late, other = await adjourned(w)
    await told(late, w, WAY="none")
    await w.env.advance_time(3 * DAYS)
    assert pinged(w, last(w, ANNOUNCED)) == [other.id]
    resumed = await other.click(last(w, ANNOUNCED), label="Resume")
    assert "The game goes on" in said(resumed.response)
    due = await w.app.context.db.read(lambda conn: get_rows(conn, kind=adjourn.ABANDONED))
    assert due == []


@pytest.mark.usefixtures("hurried")
async def test_a_server_keeps_such_games_and_changes_its_mind_and_a_downtime_is_given_back(w: World) -> None:
    await adjourned(w)
    await w.start(width=4, height=4, pace="none")
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="More settings")).response
    panel = (await mara.click(panel, label="Keep adjourned games")).response
    assert "Adjourned games: **stay adjourned**" in said(panel)
    await w.env.advance_time(10 * DAYS)
    assert await status(w) == "adjourned"
    assert count(w, ANNOUNCED) == 0
    await mara.click(panel, label="End adjourned games after 30 days")
    await w.env.advance_time(7.1 * DAYS)
    assert await status(w) == "adjourned", "it is announced first"
    assert count(w, ANNOUNCED) == 1
    with w.env.time_context():
        await w.bot.close()
    w.env.backend.advance_clock(10 * DAYS)
    await w.restart()
    await w.env.advance_time(2 * DAYS)
    assert await status(w) == "adjourned", "the time of the downtime is given back"
    await w.env.advance_time(5 * DAYS)
    assert await status(w) == "over"
    assert await status(w, 2) == "running", "a running game without a pace is not touched"


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_games_that_were_adjourned_before_the_update_end_too(empty_database_url: str) -> None:
    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0030")
        reflected = MetaData()
        reflected.reflect(connection, only=["games"])
        fill_any(connection, reflected.sorted_tables)
        connection.execute(update(games).values(status="running"))
        connection.execute(update(games).where(games.c.id == 2).values(status="adjourned"))

    engine = bare_engine(empty_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(empty_database_url)
    (row,) = await database.read(get_rows)
    assert (row.kind, row.game_id, row.payload, row.attempts) == (adjourn.ABANDONED, 2, {}, 0)
    await database.close()
