"""Many members press **Solve** below the daily puzzle: each gets it privately, and no computer is asked."""

from __future__ import annotations

from typing import Any

import pytest

from bot.process.client import LandGames
from bot.usecases.learning import daily
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings
from players import PLAYERS
from tests.sampling import Sample
from tests.waiting import until
from tests.wire.server import Channel, Loopback
from tests.wire.server.interactions import Callback
from tests.wire.server.people import answered


async def test_many_members_solve_at_once_and_no_computer_is_asked(
    land_games: LandGames, discord_server: Loopback, channel: Channel, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    def asked(*_: Any, **__: Any) -> Any:
        pytest.fail("a computer was asked")

    for player in PLAYERS.values():
        for name in ("choose", "shares", "margin"):
            monkeypatch.setattr(type(player), name, asked)
    monkeypatch.setattr(land_games.app.workers, "run", asked)
    context, guild = land_games.app.context, channel.guild_id
    await guild_settings.change(context, guild, lambda _: GuildSettings(puzzle_channel=channel.id))
    await context.db.write(lambda conn: context.schedule.schedule(conn, daily.DUE, context.clock(), guild_id=guild))
    await until("the daily puzzle", lambda: discord_server.world.history(channel))
    message = discord_server.world.history(channel)[0]
    members = [discord_server.person(channel, f"Member {number}") for number in sample(range(50), 6)]
    for deed in [member.press(message, "Solve") for member in members]:
        mine = (await answered(deed)).reply
        assert deed.callback in (Callback.MESSAGE, Callback.DEFERRED_MESSAGE)
        assert mine.ephemeral
        assert "**Puzzle** · " in mine.text
        assert mine.attachments[0].data[:4] == b"\x89PNG"
    assert discord_server.world.history(channel) == [message], "nobody sees that others try"
