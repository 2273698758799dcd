"""Direct messages over real sockets: games of two servers, games of one's own, and servers where nobody has invited the bot."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.home import home_of
from bot.process.client import LandGames
from bot.ui.framework.places import make_invitation
from bot.usecases import queries
from bot.usecases.computers import moves
from tests.matches import begin_game
from tests.ui.computer_world import HereAndNow
from tests.waiting import until, until_found
from tests.wire.matches import HEIGHT, WIDTH, Match
from tests.wire.server import Channel, Guild, Loopback, Person, Status, payloads
from tests.wire.server.people import answered
from tests.wire.server.world import Message, walk


def direct(person: Person) -> Person:
    """Return the person in their direct messages with the bot."""
    return person.elsewhere(person.discord.world.direct(person.id))


def told(message: Message) -> str:
    """All that a message says."""
    return "\n".join([message.content, *(str(part.get("content", "")) for part in walk(message.components))])


async def test_games_of_two_servers_are_listed_and_played_there(
    match: Match, land_games: LandGames, discord_server: Loopback, alice: Person, bob: Person
) -> None:
    fen = discord_server.world.add_guild("Fen")
    den = discord_server.world.add_channel(fen, "den")
    for person in (alice, bob):
        fen.members[person.id] = person.user
    discord_server.gateway.publish("GUILD_CREATE", payloads.guild(fen, discord_server.world.bot))
    await until("the second server at the bot", lambda: land_games.get_guild(fen.id) is not None)
    second = await begin_game(alice.elsewhere(den), bob.elsewhere(den), (WIDTH, HEIGHT))
    mover = await match.mover()
    other = bob if mover.id == alice.id else alice
    del discord_server.world.guild(match.channel.guild_id).members[other.id]
    refused = await answered(direct(other).slash("board", game=match.id), 1)
    assert "You cannot see the channel of this game now" in told(refused.reply)
    listed = (await answered(direct(mover).slash("games"), 1)).reply
    assert listed.ephemeral
    assert f"#{match.id}**" in told(listed)
    assert f"#{second}**" in told(listed)
    assert "**Fen**" in told(listed)
    move = str((await match.state()).moves()[0])
    await answered(direct(mover).slash("move", move=move, game=match.id), 1)
    await match.check(1)


async def test_where_discord_does_not_answer_nothing_is_played(match: Match, discord_server: Loopback) -> None:
    mover = await match.mover()
    move = str((await match.state()).moves()[0])
    discord_server.faults.add("GET", "/guilds/*/members/*", Status(500), times=None)
    refused = await answered(direct(mover).slash("move", move=move, game=match.id), 1)
    assert "nothing was done" in told(refused.reply)
    assert await match.log() == []


async def test_a_game_of_ones_own_is_opened_and_played_there(
    land_games: LandGames, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "THINKING", 0.01)
    app: Any = land_games.app
    app.workers = HereAndNow(app.workers)
    me = direct(alice)
    await answered(me.slash("newgame pastures", width=4, height=4, level=1), 1)

    async def board() -> bool:
        rows = await queries.list_user_games(land_games.app.context, alice.id, ("running",))
        return bool(rows) and rows[0].board_message_id is not None and rows[0].seat == rows[0].seat_of(alice.id)

    await until_found("a board on which she is to move", board)
    (row,) = await queries.list_user_games(land_games.app.context, alice.id, ("running",))
    assert (row.guild_id, row.channel_id) == (home_of(alice.id), me.channel.id)
    state = (await queries.view_game(land_games.app.context, row.guild_id, row.id)).state
    await answered(me.slash("move", move=str(state.moves()[0])), 1)

    async def moved() -> bool:
        return (await queries.read_row(land_games.app.context, row.id)).version > row.version

    await until_found("her move in the game", moved)


async def test_where_only_a_person_has_installed_it_the_bot_says_that_it_has_to_be_invited(
    land_games: LandGames, guild: Guild, channel: Channel, alice: Person, discord_server: Loopback
) -> None:
    discord_server.world.by_persons.add(guild.id)
    for command in ("newgame pastures", "games", "play"):
        refused = (await answered(alice.slash(command), 1)).reply
        assert refused.ephemeral
        assert make_invitation(discord_server.world.application_id) in told(refused)
    assert (await answered(alice.search("move", "move", ""))).answer == {"choices": []}
    assert discord_server.requests("POST", "/channels/{channel_id}/messages") == []
