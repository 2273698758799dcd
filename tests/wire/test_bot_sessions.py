"""The gateway comes and goes under the real bot: nothing that players did meanwhile is lost or done twice."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot import Settings, create_bot
from bot.process.client import LandGames
from bot.shards import second_program
from bot.shards.reconnect import FREE_LOGINS
from bot.usecases.privacy import departures
from tests.waiting import until
from tests.wire.conftest import Connect
from tests.wire.matches import Match, started
from tests.wire.server import Loopback, Person, payloads
from tests.wire.server.gateway import Gateway, Op
from tests.wire.server.people import answered

pytestmark = pytest.mark.usefixtures("logins_follow_at_once")


async def test_moves_and_presses_during_a_drop_are_replayed_and_boards_are_posted_meanwhile(match: Match) -> None:
    """Moves are played once. Posting needs HTTP alone."""
    gateway = match.server.gateway
    mover = await match.mover()
    other = next(person for person in match.people.values() if person.id != mover.id)
    first, second = (str(move) for move in (await match.state()).moves()[:2])
    gateway.hold()
    await gateway.drop()
    deeds = [mover.slash("move", move=first), mover.slash("move", move=first), other.slash("board")]
    gateway.release()
    for deed in deeds:
        await answered(deed)
    assert gateway.ops == [Op.IDENTIFY, Op.RESUME]
    await match.check(1)
    assert await match.log() == [first]
    assert second not in await match.log()
    gateway.hold()
    gateway.cut()
    opened = (await match.mover()).press(match.boards()[-1], "Play")
    gateway.release()
    panel = (await answered(opened)).reply
    assert panel.ephemeral
    assert panel.controls

    deed = await match.type_move()
    await answered(deed)
    gateway.hold()
    await gateway.drop()
    await match.check(2)
    gateway.release()
    await until("the session to be resumed", lambda: gateway.ops == [Op.IDENTIFY, *[Op.RESUME] * 3])


async def test_a_move_told_twice_is_played_once_and_one_after_the_three_seconds_without_an_answer(match: Match) -> None:
    """The same interaction, by its id, before and after the move that it asks for."""
    server = match.server
    deed = await match.type_move()
    told = payloads.interaction(deed, server.world, server.base)
    server.gateway.publish("INTERACTION_CREATE", told)
    await match.check(1)
    server.gateway.publish("INTERACTION_CREATE", told)
    await answered(await match.type_move())
    calls = server.api.requests
    await until("an answer to each telling", lambda: sum(deed.token in call.ids.values() for call in calls) >= 3)
    await match.check(2)
    server.gateway.hold()
    await server.gateway.drop()
    deed = await match.type_move()
    server.world.clock.advance(10)
    server.gateway.release()
    await match.check(3)
    assert deed.callback is None


async def test_a_new_session_goes_on_with_the_game(match: Match) -> None:
    gateway = match.server.gateway
    await gateway.invalidate()
    await until("a second login", lambda: gateway.ops == [Op.IDENTIFY, Op.IDENTIFY])
    await answered(await match.type_move())
    gateway.forget()
    await gateway.drop()
    await until("a login after a resume in vain", lambda: gateway.ops[2:] == [Op.RESUME, Op.IDENTIFY])
    await answered(await match.press_move())
    await match.check(2)


async def test_a_second_program_with_the_token_is_named_once(
    land_games: LandGames,
    alice: Person,
    connect: Connect,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has a database of its own, so no lock keeps it off. Both are told of every command, and one of them answers first."""
    monkeypatch.setattr(second_program, "ANSWERS", 2)
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}", icons=False)
    bots = [land_games, create_bot(settings)]
    await connect(bots[1])

    def told() -> int:
        return sum("another program answers members" in record.getMessage() for record in caplog.records)

    for _ in range(8):
        await answered(alice.slash("help"))
    await until("a record that names it", told)
    await until("the end of all answers", lambda: not any(bot.app.running for bot in bots))
    assert told() <= len(bots), "each of them says so once"


async def test_a_session_that_ends_again_and_again_is_explained_once(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    gateway = match.server.gateway

    def told() -> int:
        return sum("takes the session over" in record.getMessage() for record in caplog.records)

    for _ in range(FREE_LOGINS - 1):
        await log_in_anew(gateway)
    assert not told(), "Discord ends sessions now and then"
    for _ in range(3):
        await log_in_anew(gateway)
        assert told() == 1


async def log_in_anew(gateway: Gateway) -> None:
    """End the session, and wait until there is another one."""
    before = gateway.ops.count(Op.IDENTIFY)
    await gateway.invalidate()
    await until("another login", lambda: gateway.ops.count(Op.IDENTIFY) > before)


async def test_many_drops_in_the_middle_of_a_game(match: Match) -> None:
    gateway = match.server.gateway
    disturbances = [gateway.drop, gateway.ask_to_reconnect, gateway.drop]
    for move, disturb in enumerate(disturbances):
        await asyncio.gather(match.type_move(), disturb())
        await match.check(move + 1)
    wanted = [Op.IDENTIFY, *[Op.RESUME] * len(disturbances)]
    await until(f"the opcodes {wanted}", lambda: gateway.ops == wanted)


async def test_every_shard_has_its_session_and_its_servers(
    sqlite_url: str, connect: Connect, alice: Person, bob: Person, discord_server: Loopback
) -> None:
    settings = Settings(_env_file=None, database_url=sqlite_url, shard_count=2, icons=False)
    bot = create_bot(settings)
    await connect(bot)
    shards = {session.shard: session for session in discord_server.gateway.sessions.values()}
    assert set(shards) == {(0, 2), (1, 2)}
    match = await started(bot, alice, bob)
    await answered(await match.type_move())
    await match.check(1)
    told = {shard for shard, session in shards.items() if any(one["t"] == "INTERACTION_CREATE" for one in session.sent)}
    assert told == {((match.channel.guild_id >> 22) % 2, 2)}


async def test_an_event_that_fails_is_logged_and_one_that_comes_while_the_bot_stops_is_no_error(
    match: Match, land_games: LandGames, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database begins nothing new then; what the event says is found out at the next start."""
    guild = land_games.get_guild(match.channel.guild_id)
    with monkeypatch.context() as patch:
        patch.setattr(departures, "present", None)
        land_games.dispatch("guild_available", guild)
        failed = "an event of Discord's failed"
        await until("a record of the failure", lambda: any(failed in one.getMessage() for one in caplog.records))
    caplog.clear()
    await land_games.close()
    before = asyncio.all_tasks()
    land_games.dispatch("guild_available", guild)
    begun = asyncio.all_tasks() - before
    assert begun, "the bot listens to the event"
    await asyncio.gather(*begun)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
