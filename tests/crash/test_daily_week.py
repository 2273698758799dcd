"""A week of the daily puzzle in three servers, with the bot killed at each crash point and Discord away for hours.

Each server gets one post a day, at its hour in its time zone, and none twice. Nothing that goes over the wire tells the answer,
or who has found it, before the day is over.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.common.clock import DAY, HOUR
from bot.games.puzzles import KeptPuzzle, find_puzzle
from bot.presentation.exercises.puzzles import describe_answer
from bot.storage.engine.database import Database
from bot.ui.learning.daily_message import DailyPress
from bot.usecases import followers  # noqa: F401 - so that the settings schedule the first puzzle
from bot.usecases.context import Context
from bot.usecases.learning import daily
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from tests.crash.matches import all_posted, first_answer
from tests.crash.processes import MOVE_POINTS, Bots
from tests.sampling import Sample
from tests.ui.learning.test_puzzles_in_discord import find_way
from tests.waiting import until
from tests.wire.server import Channel, Loopback, Message, Person, Status
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import labels
from tests.wire.server.recorder import Recorded

POINTS = ("due.taken", "due.done", *(name for name in MOVE_POINTS if name.startswith("post.") and name != "post.read"))
"""The crash points between the hour of a puzzle and its finished post; ``post.read`` is of boards alone."""
FAILING = ("post.failed", "post.postponed", "post.looked")
"""Points that are passed only after a request has failed."""
POST = ("POST", "/channels/*/messages")
WEEK = 7
"""Days of a full run; others end after the day on which Discord is away."""
AWAY = 2
"""The day on which Discord takes no posts for some hours, counted from 0."""
HOURS_AWAY = 3


@dataclass
class Club:
    """A server with its daily puzzle, and two of its members."""

    channel: Channel
    settings: GuildSettings
    ada: Person
    björn: Person

    def posts(self) -> list[Message]:
        """The puzzles that were posted, oldest first."""
        history = self.ada.discord.world.history(self.channel)
        return sorted((each for each in history if "Puzzle of the day" in each.text), key=lambda each: each.id)

    def puzzle(self, message: Message) -> KeptPuzzle:
        """The puzzle of a message."""
        return puzzle_in(str(message.controls[0]["custom_id"]))


def puzzle_in(custom_id: str) -> KeptPuzzle:
    """The puzzle that a button opens."""
    found = find_puzzle(custom_id.rpartition(":")[2])
    assert found is not None
    return found


class Time:
    """The time of Discord and of the bot."""

    def __init__(self, server: Loopback, folder: Path) -> None:
        self._server, self._file = server, folder / "clock"
        self.set_to(round(time.time() * 1000))

    def set_to(self, now: int) -> None:
        """Put both clocks to a time in milliseconds since 1970."""
        ahead = now / 1000 - time.time()
        self._server.world.clock.elapsed = ahead
        new = self._file.with_suffix(".new")
        new.write_text(str(ahead))
        new.rename(self._file)

    def pass_by(self, milliseconds: int) -> None:
        """Put both clocks forward."""
        self.set_to(self.now() + milliseconds)

    def reach(self, then: int) -> None:
        """Put both clocks forward to a time, unless it has passed."""
        self.set_to(max(then, self.now()))

    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return round((time.time() + self._server.world.clock.elapsed) * 1000)


@pytest.fixture
async def clubs(server: Loopback, database_url: str, sample: Sample) -> list[Club]:
    """Three servers, each with an hour and a time zone of its own; two of them without ``--full``."""
    made = list[Club]()
    for zone, hour in (("UTC", 18), *sample((("Asia/Tokyo", 9), ("America/St_Johns", 21)), 1)):
        channel = server.world.add_channel(server.world.add_guild(zone))
        settings = GuildSettings(time_zone=zone, puzzle_hour=hour, puzzle_channel=channel.id)
        made.append(Club(channel, settings, server.person(channel, "Ada"), server.person(channel, "Björn")))
    db = await Database.open(database_url)
    context = Context(db)
    for club in made:
        await guild_settings.change(context, club.channel.guild_id, lambda _, new=club.settings: new)  # type: ignore[misc]
    await db.close()
    return made


def plan(clubs: list[Club], days: int) -> list[tuple[int, int, Club]]:
    """Return the hours at which puzzles are due: the time, the number of the day, the server."""
    found = list[tuple[int, int, Club]]()
    for club in clubs:
        now = round(time.time() * 1000)
        for day in range(days):
            now = daily.find_next_time(now, club.settings)
            found.append((now, day, club))
    return sorted(found, key=lambda each: each[0])


async def test_each_day_has_one_post_at_its_hour_and_no_spoiler_whatever_is_killed(
    server: Loopback, bots: Bots, clubs: list[Club], tmp_path: Path, sample: Sample
) -> None:
    days = WEEK if sample.is_full else AWAY + 1
    deadly = sample(POINTS, 1)
    clock, points, deaths, solved = Time(server, tmp_path), list(deadly), 0, 0
    hours = plan(clubs, days)
    await bots.start()
    for number, (at, day, club) in enumerate(hours):
        if day == AWAY and club is clubs[0]:
            await be_away(server, bots, clock, at, club)
        elif points:
            point, deaths = points.pop(0), deaths + 1
            if point in FAILING:
                server.faults.add(*POST, Status(503))
            bots.now.arm(point, at_once=True)
            clock.set_to(at + 1000)
            assert await bots.now.ended() == -signal.SIGKILL
            server.faults.clear()
            clock.set_to(at + 600_000)  # Discord has forgotten every nonce
            await bots.start()
        else:
            clock.set_to(at + 1000)
        await until(f"the puzzle of day {day} in {club.settings.time_zone}", lambda day=day, club=club: len(club.posts()) > day)  # type: ignore[misc]
        await all_posted(bots.database_url)
        if number % len(clubs) == day % len(clubs):  # one server a day, another every day
            await solve(club, right=solved % 2 == 0)
            solved += 1
    assert (points, deaths) == ([], len(deadly)), "each point has killed a process"
    check_days(clubs, days, {at for at, day, club in hours if day == AWAY and club is clubs[0]})
    assert solved >= days - 1
    check_spoilers(server, clubs, days, solved // 2)
    assert server.violations == []


async def be_away(server: Loopback, bots: Bots, clock: Time, at: int, club: Club) -> None:
    """Discord takes no posts from the hour of a puzzle on, and a process dies meanwhile; hours later it does again."""
    before = len(club.posts())
    away = server.faults.add(*POST, Status(503), times=None)
    clock.set_to(at + 1000)
    await until("an attempt at the puzzle while Discord is away", lambda: away.struck)
    await bots.now.kill()
    await bots.start()
    clock.set_to(at + HOURS_AWAY * HOUR)
    assert len(club.posts()) == before
    server.faults.clear()


async def solve(club: Club, *, right: bool) -> None:
    """Ada answers the puzzle of the day, right or by asking for the answer; Björn looks at it and leaves it."""
    message = club.posts()[-1]
    assert (await first_answer(club.björn.press(message, "Solve"))).ephemeral
    mine = await first_answer(club.ada.press(message, "Solve"))
    if right:
        puzzle = club.puzzle(message)
        for control, values in find_way(puzzle, puzzle.judgement.answers[0]):
            part = next(part for part in mine.controls if f":{control}:" in part["custom_id"])
            edits = mine.edits
            club.ada.use(mine, part, list(values))
            await until(f"a change of the puzzle after {control}", lambda edits=edits: mine.edits > edits)  # type: ignore[misc]
    else:
        club.ada.press(mine, "Show")
    await until("the answer to the puzzle", lambda: "Next puzzle" in labels(mine))
    assert ("✅ Right!" in mine.text) is right


def check_days(clubs: list[Club], days: int, late: set[int]) -> None:
    """Each server has one post for each day, at its hour, but on the day on which Discord was away."""
    for club in clubs:
        posts = club.posts()
        zone = ZoneInfo(club.settings.time_zone or "")
        local = [datetime.fromtimestamp(post.created, UTC).astimezone(zone) for post in posts]
        assert len(posts) == days
        assert [(day.date() - local[0].date()).days for day in local] == list(range(days))
        wrong = [day for day in local if day.hour != club.settings.puzzle_hour]
        assert len(wrong) == (1 if club is clubs[0] else 0), wrong
        for day in wrong:
            since = day.timestamp() * 1000 - min(late)
            assert 0 < since <= HOURS_AWAY * HOUR + DAY / 24
        assert len({club.puzzle(post).id for post in posts}) == days, "another puzzle each day"


def check_spoilers(server: Loopback, clubs: list[Club], days: int, shown: int) -> None:
    """Nothing that was sent tells the answer of a day, or who found it, before the next post of that server."""
    by_place = {club.channel.id: club for club in clubs}
    interactions = {deed.token: deed for deed in server.interactions.all.values()}
    today = dict[int, KeptPuzzle]()
    told = public = 0
    for request in server.api.requests:
        text = plain(" ".join(strings_in(request.body)))
        deed = find_deed(request, interactions)
        if deed is not None:
            club = by_place[deed.channel.id]
            spoils = club.channel.id in today and plain(describe_answer(today[club.channel.id])) in text
            assert not spoils or deed.user.id == club.ada.id, "Björn, who has not answered, was told the answer"
            told += spoils
        elif request.template.startswith("/channels/"):
            club = by_place[int(request.ids["channel_id"])]
            sets = DailyPress.prefix() in text
            if sets:
                today[club.channel.id] = puzzle_in(find_custom_id(request))
            else:
                assert str(club.ada.id) not in text, "who has found it is told by the next puzzle alone"
            assert club.channel.id not in today or plain(describe_answer(today[club.channel.id])) not in text
            public += sets
    assert told >= shown, "the search finds an answer where it is told: Ada asked for it"
    assert public >= len(clubs) * days


def strings_in(value: Any) -> Iterator[str]:
    """Every text in a body, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings_in(inner)


def plain(text: str) -> str:
    """A text without what keeps Markdown harmless."""
    return text.replace("\\", "")


def find_deed(request: Recorded, interactions: dict[str, Interaction]) -> Interaction | None:
    """The press or command that a request answers."""
    return next((interactions[value] for value in request.ids.values() if value in interactions), None)


def find_custom_id(request: Recorded) -> str:
    """The id of the button of a daily puzzle in a request."""
    text = json.dumps(request.body)
    begin = text.index(DailyPress.prefix())
    return text[begin : text.index('"', begin)]
