"""How far a game has come, for open pages: each thing that a page shows makes the stand another one, on both engines."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.queries.pages.keys import PageKey, add_key
from bot.storage.queries.pages.open_pages import read_open_pages
from bot.usecases.context import Context
from bot.usecases.pages import changes
from bot.usecases.play import draw, moves, proposals
from bot.usecases.play.change import Asker
from bot.usecases.time import pauses
from tests.chance import same_chance
from tests.clock import Clock
from tests.usecases.play.test_use_cases import ADA, BJÖRN, GUILD, begun

PRESSES = itertools.count(1000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(database: Database, clock: Clock) -> Context:
    return Context(database, clock=clock, deal=list, chance=same_chance())


async def test_whatever_a_page_shows_makes_the_stand_another_one(context: Context, clock: Clock) -> None:
    game, seen = await begun(context), list[str]()
    other = await begun(context)
    before = await context.changes.find(other)

    async def answer(proposal: int, *, agrees: bool) -> object:
        return await proposals.answer(context, GUILD, proposal, BJÖRN, agrees=agrees, interaction_id=next(PRESSES))

    steps: list[Callable[[], Awaitable[object]]] = [
        lambda: draw.draw(Asker(context, GUILD, game, ADA, next(PRESSES))),
        lambda: answer(1, agrees=False),
        lambda: pauses.propose_pause(Asker(context, GUILD, game, ADA, next(PRESSES))),
        lambda: answer(2, agrees=True),
        lambda: pauses.end_pause(Asker(context, GUILD, game, BJÖRN, next(PRESSES))),
        lambda: moves.play(context, GUILD, game, ADA, "A1 F", interaction_id=next(PRESSES)),
    ]
    seen.append(await context.changes.find(game))
    for step in steps:
        clock.now += 1000
        await step()
        seen.append(await context.changes.find(game))
    assert len(set(seen)) == len(steps) + 1
    assert await context.changes.find(other) == before
    assert await context.changes.find(999) == ""


async def test_open_pages_are_read_with_what_belongs_to_their_members(context: Context) -> None:
    game = await begun(context)

    async def add(conn: AsyncConnection) -> None:
        for number, user in enumerate((ADA.id, 99)):
            await add_key(conn, f"hash {number}", PageKey(GUILD, game, user, "", 2, 1))

    await context.db.write(add)
    found = await context.db.read(lambda conn: read_open_pages(conn, ["hash 0", "hash 1", "hash 2"]))
    assert set(found) == {"hash 0", "hash 1"}
    assert found["hash 0"].seat is not None
    assert found["hash 1"].seat is None
    assert [found[f"hash {number}"].key.user_id for number in range(2)] == [ADA.id, 99]
    assert {page.page_version for page in found.values()} == {await context.changes.find(game)}


async def test_who_was_told_more_than_is_known_waits_for_what_is_newer_still(
    context: Context, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has played. A page that shows it already does not ask again and again until this one has looked."""
    game = await begun(context)
    monkeypatch.setattr(changes, "INTERVAL", 60.0)
    first = asyncio.create_task(context.changes.wait(game, await context.changes.find(game), 10.0))
    await asyncio.sleep(0.1)
    elsewhere = Context(context.db, clock=clock, deal=list, chance=same_chance())
    clock.now += 1000
    await moves.play(elsewhere, GUILD, game, ADA, "A1 F", interaction_id=next(PRESSES))
    assert not first.done()
    assert not await context.changes.wait(game, await context.changes.find(game), 0.5)
    assert await first, "whoever shows what is older is told by the way"
    await context.changes.close()
