"""The figures that the bot reports to Prometheus and ``health`` while it plays on the loopback Discord."""

from __future__ import annotations

import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from bot.common import metrics
from bot.process.client import LandGames
from bot.process.host.health import AWAY, LATE_POST
from bot.process.vitals import Measurement
from tests.waiting import until
from tests.wire.matches import Match
from tests.wire.server import Loopback, Status
from tests.wire.server.people import answered


def value(name: str, **labels: str) -> float:
    """A sample of the registry; 0 where there is none."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_move_is_measured_from_its_press_to_its_board(match: Match) -> None:
    names = ("land_games_move_seconds_count", "land_games_answer_seconds_count")
    before = [value(name) for name in names]
    posts, sent = (
        value("land_games_post_seconds_count", kind="board"),
        value("land_games_discord_requests_total", method="POST", status="200"),
    )
    await answered(await match.type_move())
    await match.posted(2)
    await match.settled(1)
    await until("the times of the answer", lambda: all(value(name) > count for name, count in zip(names, before, strict=True)))
    assert [value(name) for name in names] == [count + 1 for count in before]
    assert value("land_games_post_seconds_count", kind="board") == posts + 1
    assert value("land_games_discord_requests_total", method="POST", status="200") > sent


async def test_a_post_that_does_not_get_through_makes_the_bot_ill(match: Match, land_games: LandGames) -> None:
    context, later = land_games.app.context, 0
    with match.server.faults.outage(Status(503), path="/channels/*"):
        await answered(await match.type_move())
        await match.logged(1)
        now = context.clock
        context.clock = lambda: now() + later
        later = int((LATE_POST + 5) * 1000)
        vitals = await Measurement(land_games).measure()
        assert vitals.posts_waiting >= 1
        assert "A post has been due" in (vitals.find_illness() or "")
        context.clock = now
    await match.settled(1)
    assert (await Measurement(land_games).measure()).find_illness() is None


async def test_a_shard_that_stays_away_makes_the_bot_ill(discord_server: Loopback, match: Match, land_games: LandGames) -> None:
    seconds = 0.0
    measurement = Measurement(land_games, lambda: seconds)
    assert (await measurement.measure()).discord_away == 0
    discord_server.gateway.hold()
    for session in discord_server.gateway.sessions.values():
        if session.line is not None:
            session.line.cut()
    await until("a lost shard", lambda: not all(land_games.connected_shards().values()))
    assert (await measurement.measure()).find_illness() is None
    seconds += AWAY + 1
    assert "Discord has been away" in ((await measurement.measure()).find_illness() or "")
    discord_server.gateway.release()
    await until("the shard to be back", lambda: all(land_games.connected_shards().values()))
    assert (await measurement.measure()).find_illness() is None


def test_prometheus_can_read_what_is_served() -> None:
    server, thread = metrics.serve("127.0.0.1", 0)
    with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/metrics") as response:
        families = {family.name: family for family in text_string_to_metric_families(response.read().decode())}
    server.shutdown()
    server.server_close()
    thread.join()
    assert {"land_games_move_seconds", "land_games_posts_waiting", "land_games_discord_requests"} <= families.keys()
