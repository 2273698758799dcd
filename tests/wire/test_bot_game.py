"""The real bot plays over the wire: from the login to the boards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from bot.process.client import LandGames
from bot.ui.framework.places import IN_DIRECT
from tests.sampling import Sample
from tests.ui.computer_world import HereAndNow
from tests.ui.played import append_actions, at_random
from tests.waiting import until
from tests.wire.conftest import Connect
from tests.wire.matches import Match, started
from tests.wire.server import ApiFailure, Channel, Guild, Loopback, Person, errors, payloads
from tests.wire.server.interactions import Interaction
from tests.wire.server.people import answered, labels

COMMANDS = "/applications/{application_id}/commands"
PNG = b"\x89PNG\r\n\x1a\n"
MIDDLE = 16
"""Moves of a whole game that nobody types: there is more of the same."""


async def test_commands_are_sent_only_when_they_changed_and_the_entry_point_of_activities_stays(
    make_bot: Callable[[], LandGames], connect: Connect, channel: Channel, discord_server: Loopback
) -> None:
    """Discord adds it on its own as soon as a host enables Activities, and refuses a set of commands without it."""
    commands = discord_server.world.commands

    def sent() -> int:
        return len(discord_server.requests("PUT", COMMANDS))

    for _ in range(2):
        client = make_bot()
        await connect(client)
        assert sent() == 1
        await client.close()
    names = {command["name"] for command in commands[None]}
    assert {"newgame", "move", "board", "games", "rules", "resign", "undo", "draw", "history", "help"} <= names

    launch = {"type": 4, "name": "launch", "description": "", "handler": 2, "contexts": [0, 1]}
    commands[None].append(payloads.command(launch, 77, discord_server.world.application_id, 78))
    changed = make_bot()
    changed.tree.remove_command("help")
    await connect(changed)
    assert sent() == 2
    there = {command["name"]: command for command in commands[None]}
    assert "help" not in there
    assert (there["launch"]["id"], there["launch"]["handler"]) == ("77", 2)
    assert "launch" not in changed.app.command_ids
    await changed.close()

    commands[None].clear()
    await connect(make_bot())
    assert sent() == 3


async def test_commands_that_an_earlier_program_left_in_a_server_are_removed(
    make_bot: Callable[[], LandGames],
    connect: Connect,
    guild: Guild,
    discord_server: Loopback,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """They would appear next to the bot's own, some with the same name."""
    world = discord_server.world
    closed, quiet = world.add_guild("Where the bot may not look"), world.add_guild("Without any")
    for server in (guild, closed):
        world.commands[server.id] = [{"id": "1", "type": 1, "name": name} for name in ("newgame", "roll")]
    path = f"/applications/{world.application_id}/guilds/{closed.id}/commands"
    discord_server.faults.add("GET", path, ApiFailure(errors.missing_access()), times=None)
    await connect(make_bot())
    asked = "/applications/{application_id}/guilds/{guild_id}/commands"
    await until("a look at each server", lambda: len(discord_server.requests("GET", asked)) == 3)
    await until("their removal", lambda: not world.commands[guild.id])
    assert quiet.id not in world.commands, "nothing is sent where nothing was left"


async def test_commands_are_offered_without_a_privileged_intent_in_servers_and_some_in_direct_messages(
    land_games: LandGames, discord_server: Loopback
) -> None:
    """Contexts: 0 servers, 1 the bot's direct messages. Installed by 0 a server, 1 a person for themselves."""
    (session,) = discord_server.gateway.sessions.values()
    assert session.intents == 1
    for command in discord_server.world.commands[None]:
        direct = command["name"] in IN_DIRECT and command["type"] == 1
        assert sorted(command["contexts"]) == ([0, 1] if direct else [0]), command["name"]
        assert sorted(command["integration_types"]) == ([0, 1] if direct else [0]), command["name"]


async def test_a_game_goes_from_its_invitation_to_a_board_for_each_move_and_on_after_a_stop_and_a_start(
    land_games: LandGames, alice: Person, bob: Person, make_bot: Callable[[], LandGames], connect: Connect
) -> None:
    opened = await answered(alice.slash("newgame pastures", opponent=bob.user, width=5, height=4))
    table = opened.reply
    assert table.pinged == [bob.id]
    assert {"Accept", "Decline"} <= set(labels(table))
    await answered(bob.press(table, "Accept"))
    assert labels(table) == []
    assert table.edits == 1
    match = Match(alice.discord, alice.channel, 1, land_games, {alice.id: alice, bob.id: bob})
    await match.settled()
    (board,) = match.boards()
    (picture,) = board.attachments
    assert picture.data.startswith(PNG)
    assert board.alt_texts[0] != ""
    assert board.pinged == [(await match.mover()).id]
    assert labels(board) == ["Play", "Board", "Rules"]
    assert board.nonce
    await _check_move(match, match.type_move, 1)
    await _check_move(match, match.press_move, 2)
    await land_games.close()
    await connect(restarted := make_bot())
    match.bot = restarted
    await answered(await match.press_move())  # the buttons of a board that an earlier process posted are as good as new
    await match.check(3)


async def _check_move(match: Match, way: Callable[[], Awaitable[Interaction]], number: int) -> None:
    """A move posts a board, and the one before loses its buttons."""
    before = match.boards()[-1]
    picture = before.attachments[0]
    deed = await answered(await way())
    assert all(message.ephemeral for message in deed.messages)
    await match.check(number)
    after = match.boards()[-1]
    assert after.attachments[0].data != picture.data
    assert after.alt_texts != before.alt_texts
    assert after.pinged == [(await match.mover()).id]
    assert labels(before) == []
    assert before.attachments == [picture]


async def test_discord_takes_every_private_answer_and_the_moves_that_are_offered_are_legal(
    match: Match, sample: Sample
) -> None:
    """What the other commands and buttons answer goes through all the checks of a request."""
    offered = await answered((await match.mover()).search("move", "move"))
    legal = {str(move) for move in (await match.state()).moves()}
    assert {choice["value"] for choice in offered.choices} <= legal
    assert len(offered.choices) == min(25, len(legal))
    mover = await match.mover()
    (board,) = match.boards()
    commands: list[tuple[str, dict[str, str]]] = [("rules", {"game": "pastures"}), ("move", {"move": "nonsense"})]
    commands += [(name, {}) for name in ("board", "games", "history", "help", "undo", "resign")]
    for number in sample(range(len(commands) + 2), 4):
        name, own = commands[number - 2]
        deed = await answered(mover.press(board, ("Board", "Rules")[number]) if number < 2 else mover.slash(name, **own))
        assert deed.reply.text
        assert all(message.ephemeral for message in deed.messages)
    assert await match.log() == []


async def test_a_whole_game_is_played_over_the_wire(land_games: LandGames, alice: Person, bob: Person) -> None:
    """Typed at its begin and its end: every board once, in order, and the last one offers the next game."""
    app: Any = land_games.app
    app.workers = HereAndNow(app.workers)
    match = await started(land_games, alice, bob, (4, 4))
    await answered(await match.type_move())
    await match.settled(1)
    await append_actions(land_games.app.context, match.id, at_random(Random(1)), MIDDLE)
    await match.settled(1 + MIDDLE)
    while not (await match.state()).is_over:
        await answered(await match.type_move())
    await match.settled()
    boards = match.boards()
    assert [match.shown(board) for board in boards] == [0, 1, *range(1 + MIDDLE, len(await match.log()) + 1)]
    assert labels(boards[-1]) == ["Rematch", "Replay", "Analysis", "Practice mistakes", "Rules"]
    assert not any(labels(board) for board in boards[:-1])
    anyone = next(iter(match.people.values()))
    replay = (await answered(anyone.press(boards[-1], "Replay"))).reply
    assert replay.attachments[0].data.startswith(b"GIF8")


async def test_two_servers_and_two_channels_do_not_meet(
    land_games: LandGames, match: Match, channel: Channel, discord_server: Loopback
) -> None:
    world = discord_server.world
    second = world.add_channel(world.guilds[channel.guild_id], "second")
    guild = world.add_guild("Elsewhere")
    third = world.add_channel(guild, "third")
    discord_server.join(guild)
    people = [(discord_server.person(place, "carol"), discord_server.person(place, "dan")) for place in (second, third)]
    matches = [match, *[await started(land_games, *two) for two in people]]
    for one in matches:
        await answered(await one.type_move())
    for one in matches:
        await one.check(1)
