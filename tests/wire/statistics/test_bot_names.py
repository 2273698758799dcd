"""Names over real sockets: Discord is asked in the background, after all else, about members who are shown."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from bot.posting.rate_limit import Priority, RateLimiter
from bot.process.client import LandGames
from bot.storage.queries.server.member_names import list_members
from bot.storage.schema_statistics import ratings, shares
from tests.waiting import until, until_found
from tests.wire.matches import Match
from tests.wire.server import Guild, Loopback, Person, Status
from tests.wire.server.people import answered


async def add_figures(match: Match, land_games: LandGames, *people: Person) -> None:
    """Write figures of a game that these people have finished."""
    now, guild = land_games.app.context.clock(), match.channel.guild_id
    share = {"game_id": match.id, "guild_id": guild, "kind": "land", "ended_at": now, "counting": "members", "place": 1}
    share |= {"won": 1, "score": 5, "decisions": 3, "decided": 3, "thought": 0}
    rating = {"guild_id": guild, "pool": "members", "kind": "", "period": "", "mu": 25.0, "sigma": 0.5, "points": 1000}
    rating |= {"games": 20, "wins": 9, "last_at": now, "best_points": 1100, "best_at": now, "best_game": 1}
    whose = [{"who": person.id, "name": f"Old {seat}", "seat": seat} for seat, person in enumerate(people)]
    await land_games.app.context.db.write(lambda conn: conn.execute(insert(shares), [share | each for each in whose]))
    for each in whose:
        del each["seat"]
    await land_games.app.context.db.write(lambda conn: conn.execute(insert(ratings), [rating | each for each in whose]))


@pytest.fixture
def carol(discord_server: Loopback, match: Match) -> Person:
    """Somebody who looks on."""
    return discord_server.person(match.channel, "carol")


async def test_names_are_asked_for_after_all_else_and_answers_do_not_wait(
    match: Match,
    land_games: LandGames,
    discord_server: Loopback,
    guild: Guild,
    alice: Person,
    bob: Person,
    carol: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await add_figures(match, land_games, alice, bob)
    urgencies: list[Priority] = []
    admit = RateLimiter.admit

    async def note(limiter: RateLimiter, urgency: Priority) -> None:
        urgencies.append(urgency)
        await admit(limiter, urgency)

    monkeypatch.setattr(RateLimiter, "admit", note)
    alice.user.name, land_games.app.context.names_sent = "nova", {}
    del guild.members[bob.id]
    first = (await answered(carol.slash("ranking"), 1)).reply
    assert "Old 0" in first.text
    context = land_games.app.context

    async def is_known() -> bool:
        found = await context.db.read(lambda conn: list_members(conn, (guild.id,)))
        return {alice.id: ("Nova", 0), bob.id: ("Old 1", 1)} == {
            row.user_id: (row.name, row.has_left) for row in found.values()
        }

    await until_found("what Discord has said of both", is_known)
    assert urgencies == [Priority.TIDY] * 2
    second = (await answered(carol.slash("ranking"), 1)).reply
    assert "Nova" in second.text
    assert "Old" not in second.text


async def test_where_discord_does_not_answer_the_name_stays(
    match: Match, land_games: LandGames, discord_server: Loopback, alice: Person, carol: Person
) -> None:
    await add_figures(match, land_games, alice)
    rule = discord_server.faults.add("GET", "/guilds/*/members/*", Status(403))
    await answered(carol.slash("ranking"), 1)
    await until("the refusal", lambda: rule.struck)
    assert "Old 0" in (await answered(carol.slash("ranking"), 1)).reply.text
