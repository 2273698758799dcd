"""The daily puzzle: once a day at its hour, whatever happens, with no word about anybody's try before the next day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from bot.common.clock import DAY, HOUR
from bot.games.puzzles import find_puzzle
from bot.storage.schema import due
from bot.storage.schema_learning import daily_puzzles
from bot.usecases.learning import daily
from bot.usecases.server.guild_settings import GuildSettings
from tests.ui.learning.test_puzzles_in_discord import give, right, rows_of
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, choose, pressable, said


def ms(text: str) -> int:
    """A time in milliseconds since 1970."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def posted(w: World) -> list[Any]:
    """The puzzles of the days that were posted."""
    return [message for message in w.messages() if "Puzzle of the day" in said(message)]


def puzzle_of(message: Any) -> str:
    """The id of the puzzle that a message sets, by its button."""
    return str(pressable(message)[0]["custom_id"].rsplit(":", 1)[1])


async def turn_on(w: World, hour: int | None = None) -> Any:
    """Have a manager turn the daily puzzle on in the channel; return the panel."""
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="Daily puzzle")).response
    panel = await choose(mara, panel, "Daily puzzle: off", w.channel)
    if hour is not None:
        panel = await choose(mara, panel, "Hour of the daily puzzle", str(hour))
    return panel


async def days(w: World, count: float) -> None:
    """Let days go by."""
    await w.env.advance_time(count * DAY / 1000)


async def test_a_puzzle_comes_once_a_day_at_its_hour(w: World) -> None:
    panel = await turn_on(w, 9)
    assert f"Daily puzzle: **<#{w.channel.id}>**" in said(panel)
    assert "Hour of the daily puzzle: **09:00** (UTC)" in said(panel)
    await days(w, 4)
    assert len(posted(w)) == 4
    assert len({puzzle_of(message) for message in posted(w)}) == 4, "another one each day"
    stored = await rows_of(w, daily_puzzles)
    assert [date.fromisoformat(row.day) - date.fromisoformat(stored[0].day) for row in stored] == [
        timedelta(n) for n in range(4)
    ]
    assert [row.message_id for row in stored] == [message.id for message in posted(w)]
    [task] = [row for row in await rows_of(w, due) if row.kind == daily.DUE]
    assert datetime.fromtimestamp(task.at / 1000, UTC).hour == 9


async def test_a_server_gets_no_puzzle_until_it_wants_one_none_twice_after_a_restart_and_none_once_it_is_turned_off(
    w: World,
) -> None:
    await days(w, 2)
    assert posted(w) == []
    await turn_on(w)
    for _ in range(3):
        await days(w, 1)
        await w.restart()
    assert len(posted(w)) == 3

    mara = w.members["Mara"]
    panel = (await mara.click((await mara.slash(w.channel, "server settings")).response, label="Daily puzzle")).response
    panel = await choose(mara, panel, "Daily puzzle: off")
    assert "Daily puzzle: **" not in said(panel)
    await days(w, 2)
    assert len(posted(w)) == 3


async def test_solve_is_private_and_the_next_day_tells_the_answer_and_who_found_it(w: World) -> None:
    await turn_on(w)
    await days(w, 1)
    [first] = posted(w)
    puzzle = find_puzzle(puzzle_of(first))
    assert puzzle is not None
    opened = (await w.ada.click(first, label="Solve")).response
    assert opened.flags.ephemeral
    solved = await give(w, opened, right(puzzle))
    assert "✅" in said(solved)
    again = (await w.ada.click(first, label="Solve")).response
    assert "With best play" in said(again), "who has solved it sees what they have found"
    await w.björn.click((await w.björn.click(first, label="Solve")).response, label="Show")
    public = [message for message in w.messages() if not message.flags.ephemeral]
    assert public == [first], "nothing about a try is public on the same day"
    assert "solved it" not in said(first)
    await days(w, 1)
    second = posted(w)[-1]
    assert f"1 of 2 solved it: <@{w.ada.id}>." in said(second)
    assert w.env.backend.get_message(second.channel.id, second.id).ping_user_ids == [], "nobody is pinged"


@pytest.mark.parametrize(
    ("now", "zone", "hour", "expected"),
    [
        ("2026-11-24T10:00", None, None, "2026-11-24T18:00"),
        ("2026-11-24T18:00", None, None, "2026-11-25T18:00"),
        ("2026-11-24T10:00", "Asia/Tokyo", 9, "2026-11-25T00:00"),
        ("2026-03-28T12:00", "Europe/Berlin", 9, "2026-03-29T07:00"),
        ("2026-03-29T00:30", "Europe/Berlin", 2, "2026-03-29T01:00"),
        ("2026-10-25T00:30", "Europe/Berlin", 2, "2026-10-26T01:00"),
    ],
)
def test_the_hour_is_one_of_the_servers_time_zone_also_where_clocks_change(
    now: str, zone: str | None, hour: int | None, expected: str
) -> None:
    assert daily.find_next_time(ms(now), GuildSettings(time_zone=zone, puzzle_hour=hour)) == ms(expected)


def test_every_day_has_one_hour_of_the_puzzle_in_each_time_zone() -> None:
    for zone in ("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland"):
        for hour in (0, 2, 3, 23):
            settings, now = GuildSettings(time_zone=zone, puzzle_hour=hour), ms("2026-01-01T12:00")
            times = [now := daily.find_next_time(now, settings) for _ in range(400)]
            gaps = {(after - before) // HOUR for before, after in pairwise(times)}
            assert gaps <= {23, 24, 25}, (zone, hour)
            assert times[-1] - times[0] == pytest.approx(399 * DAY, abs=HOUR)
