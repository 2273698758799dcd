"""No data of a page reveals hidden tiles: deals of Nomads that differ in them alone look the same, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from sqlalchemy import update

from bot.games.cache import GameCache
from bot.games.log import GameLog
from bot.presentation.press_limit import Buckets
from bot.storage.queries.play.game_log import LogRow
from bot.storage.schema import game_log
from bot.usecases import queries
from bot.usecases.pages.cache import Cache
from bot.usecases.play.lines import MOST_ENTRIES
from rules import State
from tests.sampling import Sample
from tests.ui.played import at_random, play_at_once
from tests.web.browserless import PagesOfWorld

ACTIONS = 60
"""Before the attack, which turns what lies face down over."""
TRIES = 6
"""Moves that are tried in a row; all up to the end of the game in a full run."""
LEAST = 3
"""Pairs of deals to compare."""


async def take_all(site: PagesOfWorld, game: int, members: Sequence[Any], sample: Sample) -> dict[tuple[str, ...], bytes]:
    """Return every answer that the pages of some members get, as bytes, none of them cached; of pictures a sample."""
    server = await site.w.bot.serve_pages()
    assert server is not None
    site.w.app.context.cache = GameCache()
    for holder, limits in (
        (server.site, ("requests", "of_member", "turns")),
        (server.site.pacing, ("presses", "pictures", "replays")),
    ):
        for name in limits:
            setattr(holder, name, Buckets(1.0, 10**9))
    for name in ("pictures", "states", "recordings"):
        setattr(server.site, name, Cache(100))
    found: dict[tuple[str, ...], bytes] = {}
    for member in members:
        token = await site.enter(member, game)

        async def take(what: str, *, member: Any = member, token: str = token, **query: int) -> bytes:
            raw = await site.take(what, token, query)
            found[member.name, what, *map(str, query.values())] = raw
            return raw

        await take("game")
        await take("picture")
        told = (await site.get("game", token)).data
        for turn in sample(range(told["turns"]), 12):
            await take("turn", version=told["version"], turn=turn)
        for turn in sample(range(told["turns"]), 4):
            await take("turn/picture", version=told["version"], turn=turn)
        if sample.is_full:
            await take("film/picture")
        keep = lambda *key, raw, member=member: found.update({(member.name, *key): raw})  # noqa: E731
        await try_ahead(site, token, told["version"], keep, MOST_ENTRIES if sample.is_full else TRIES)
    return found


async def try_ahead(site: PagesOfWorld, token: str, version: int, keep: Any, most: int) -> None:
    """Try random moves, with what chance may bring, towards the end of the game; keep what is told after each, as bytes."""
    dice, line = Random(5), list[str]()
    while len(line) < most:
        raw = await site.send("try", {"version": version, "line": line}, token)
        keep("try", str(len(line)), raw=raw)
        moves = json.loads(raw)["moves"]
        if not moves:
            return
        line.append(dice.choice(moves)[0])


def replay(log: GameLog, rows: list[LogRow]) -> list[State] | None:
    """The states of a game with these rows; ``None`` where they are not legal."""
    states = [log.start()]
    try:
        for row in rows:
            states.append(states[-1].play(states[-1].parse(row.text)))
    except ValueError:
        return None
    return states


def other_deals(log: GameLog) -> Iterator[tuple[int, str]]:
    """Where a tile was laid face down, and another one that might have been laid there, with all that came after it legal."""
    states = replay(log, log.rows)
    assert states is not None
    for place, row in Random(1).sample(list(enumerate(log.rows)), len(log.rows)):
        state: Any = states[place]
        if not (state.is_chance and state.draws_face_down):
            continue
        for outcome, _ in state.outcomes():
            changed = [*log.rows[:place], LogRow(row.seq, row.kind, str(outcome), row.seat), *log.rows[place + 1 :]]
            if str(outcome) != row.text and replay(log, changed) is not None:
                yield row.seq, str(outcome)


async def test_N4_deals_that_differ_in_hidden_tiles_alone_are_told_byte_for_byte_alike(
    site: PagesOfWorld, sample: Sample
) -> None:
    await site.w.ada.slash(site.w.channel, "newgame nomads", seats=2)
    await site.w.björn.click(site.w.channel.last_message, label="Join")
    await play_at_once(site.w, 1, at_random(Random(1)), ACTIONS)
    await site.settle()
    log = await queries.read_log(site.w.app.context, 1)
    assert not log.state().is_over
    deals = list(islice(other_deals(log), LEAST))
    assert len(deals) == LEAST
    members = sample((site.w.ada, site.w.björn, site.w.chidi), 1)  # two play, one watches
    one = await take_all(site, 1, members, sample)
    assert sum(what == "turn" for _, what, *_ in one) > 10 * len(members)
    tried = [json.loads(raw) for (_, what, *_), raw in one.items() if what == "try"]
    assert any(told["chance"] for told in tried)
    assert any("Barbarians moved to " in str(told["news"]) for told in tried), "where, not what"
    assert not any("face down" in text for told in tried for text, *_ in told["moves"])
    assert len(tried) >= TRIES * len(members)
    for seq, text in sample(deals, 1):
        before = log.rows[seq - 1].text

        def rewrite(text: str, seq: int = seq) -> Any:
            return update(game_log).where(game_log.c.game_id == 1, game_log.c.seq == seq).values(text=text)

        async def write(text: str) -> None:
            async def work(conn: Any) -> None:
                assert (await conn.execute(rewrite(text))).rowcount == 1

            await site.w.app.context.db.write(work)

        await write(text)
        other = await take_all(site, 1, members, sample)
        assert (await site.w.log(1))[seq - 1] == text != before, "the deal is another one"
        assert other == one
        await write(before)
