"""The page of a game at a process that does not serve its server: a notice wakes the one that does, which posts the board."""

from __future__ import annotations

import aiohttp
import pytest

from bot.process.preview import find_free_port
from tests.crash.matches import first_answer, started
from tests.crash.pages import Pages
from tests.crash.processes import Bots
from tests.shards.test_sharded_processes import all_connected, people_of_each_shard

MOVES = 4


@pytest.mark.sample(1)
@pytest.mark.parametrize("shard", [0, 1])
async def test_a_move_at_a_page_of_another_process_is_posted_although_nobody_looks(bots: Bots, shard: int) -> None:
    """Each process checks for due work on its own only once an hour."""
    pairs = people_of_each_shard(bots.server, 2)
    pair = next(pair for pair in pairs if (pair[0].channel.guild_id >> 22) % 2 == shard)
    async with aiohttp.ClientSession() as session:
        pages = Pages(session, find_free_port(0))  # where the other process serves them
        bots.begin(shard_count=2, shard_ids=str(shard), deaf=True, **pages.settings | {"web_port": find_free_port(0)})
        bots.begin(shard_count=2, shard_ids=str(1 - shard), deaf=True, **pages.settings)
        await all_connected(bots, 2)
        match = await started(*pair)
        tokens = {person.id: await pages.enter(person, match.id) for person in pair}
        for number in range(MOVES):
            choice = match.choice()
            if number % 2:
                stand = (await pages.look(tokens[pair[0].id]))["stand"]
                match.type_move()
                assert (await pages.hear(tokens[pair[0].id], stand))["version"] == number + 1
            else:
                assert (await pages.play(tokens[match.mover.id], choice.move, number)) == {"told": ""}
                match.moves.append(choice.move)
            await match.posted()
        await match.check(bots.database_url)
        assert await first_answer(pair[0].slash("board", game=match.id))
