"""The use cases, called directly: no Discord, a real database, a clock that stands still."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR
from bot.storage.engine.database import Database
from bot.storage.queries.time import due
from bot.storage.schema import posts
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import draw, moves, proposals, resign, undo
from bot.usecases.play.change import Asker
from bot.usecases.refusal import Refusal
from bot.usecases.tables import opening, tables, votes
from tests.clock import Clock

GUILD, CHANNEL = 1, 2
ADA, BJÖRN, CHIDI = User(11, "Ada"), User(12, "Björn"), User(13, "Chidi")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(database: Database, clock: Clock) -> Context:
    return Context(database, clock=clock, deal=list, table_hours=48)


async def begun(context: Context) -> int:
    """A game of Pastures in which Ada begins."""
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "pastures", {"width": 4, "height": 4}, opponent=BJÖRN)
    table = await tables.accept(context, GUILD, table.id, BJÖRN)
    assert table.game_id is not None
    return table.game_id


async def queued(context: Context) -> list[str]:
    """The kinds of the posts that wait."""

    async def read(connection: AsyncConnection) -> list[str]:
        return list((await connection.execute(select(posts.c.kind).order_by(posts.c.id))).scalars())

    return await context.db.read(read)


async def texts(context: Context, game: int) -> list[str]:
    return [row.text for row in (await queries.read_log(context, game)).rows]


async def test_a_move_and_its_board_are_saved_together_and_the_sender_is_woken_once_they_are(context: Context) -> None:
    game = await begun(context)
    before, woken = await queued(context), list[list[str]]()
    context.outbox.connect(lambda: woken.append(["woken"]), lambda _: None)
    played = await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=1)
    assert (played.texts, played.before, played.version) == (("A1 F",), 0, 1)
    assert await queued(context) == [*before, "board"]
    assert len(woken) == 1
    with pytest.raises(Refusal):
        await moves.play(context, GUILD, game, BJÖRN, "a1 w", interaction_id=2)
    assert len(woken) == 1, "a refusal posts nothing"


async def test_the_same_interaction_twice_plays_once(context: Context) -> None:
    game = await begun(context)
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=1)
    assert (await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=1)).repeated
    assert await texts(context, game) == ["A1 F"]


@pytest.mark.parametrize(
    ("user", "guild", "seen", "why"),
    [
        (BJÖRN, GUILD, None, "turn"),
        (CHIDI, GUILD, None, "not in this game"),
        (ADA, 99, None, "no such game"),
        (ADA, GUILD, 7, "moved on"),
    ],
)
async def test_who_may_not_move_is_told_why(context: Context, user: User, guild: int, seen: int | None, why: str) -> None:
    game = await begun(context)
    with pytest.raises(Refusal, match=why):
        await moves.play(context, guild, game, user, "a1 f", interaction_id=1, seen=seen)
    assert await texts(context, game) == []


async def test_undo_is_free_right_after_the_own_move_and_proposed_later(context: Context) -> None:
    game = await begun(context)
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=1)
    assert (await undo.undo(Asker(context, GUILD, game, ADA, 2))).proposal is None
    await moves.play(context, GUILD, game, ADA, "a2 f", interaction_id=3)
    await moves.play(context, GUILD, game, BJÖRN, "d4 w", interaction_id=4)
    proposal = (await undo.undo(Asker(context, GUILD, game, ADA, 5))).proposal
    assert proposal is not None
    with pytest.raises(Refusal, match="others have to answer"):
        await proposals.answer(context, GUILD, proposal.id, ADA, agrees=True, interaction_id=6)
    log, settled = await proposals.answer(context, GUILD, proposal.id, BJÖRN, agrees=True, interaction_id=7)
    assert settled.status == "agreed"
    assert log.actions() == []


async def test_a_move_ends_the_proposals_that_are_open(context: Context) -> None:
    game = await begun(context)
    proposal = (await draw.draw(Asker(context, GUILD, game, BJÖRN, 1))).proposal
    assert proposal is not None
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=2)
    assert "proposal_edit" in await queued(context)
    with pytest.raises(Refusal, match="moved on"):
        await proposals.answer(context, GUILD, proposal.id, ADA, agrees=True, interaction_id=3)


async def test_G2_a_draw_that_all_offer_shares_the_win(context: Context) -> None:
    game = await begun(context)
    await draw.draw(Asker(context, GUILD, game, ADA, 1))
    await draw.draw(Asker(context, GUILD, game, BJÖRN, 2))
    row = await queries.read_row(context, game)
    assert row.is_over
    assert [player.won for player in row.players] == [True, True]


async def test_G1_who_gives_up_leaves_the_win_to_the_other(context: Context) -> None:
    game = await begun(context)
    await resign.resign(Asker(context, GUILD, game, ADA, 1))
    row = await queries.read_row(context, game)
    assert [player.won for player in row.players] == [False, True]
    with pytest.raises(Refusal, match="over"):
        await resign.resign(Asker(context, GUILD, game, BJÖRN, 2))


async def test_a_table_expires_when_its_time_is_over(context: Context, clock: Clock) -> None:
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "land", {})
    (row,) = await context.db.read(lambda conn: due.get_rows(conn, table_id=table.id))
    assert row.at == clock.now + 48 * HOUR
    clock.now += 48 * HOUR
    with pytest.raises(Refusal, match="expired"):
        await tables.join(context, GUILD, table.id, BJÖRN)
    await context.db.write(lambda conn: tables.expire(context, conn, row))
    assert (await tables.get(context, table.id)).status == "expired"


async def test_the_same_vote_again_takes_it_back(context: Context) -> None:
    row = await queries.read_row(context, await begun(context))
    assert (await votes.vote(context, row, ADA.id, "width", 8)).cast == {ADA.id: {"width": 8}}
    assert (await votes.vote(context, row, ADA.id, "width", 8)).cast == {}


async def test_a_vote_counts_when_most_have_voted_or_a_day_has_gone_by(context: Context, clock: Clock) -> None:
    table = await opening.open_table(context, GUILD, CHANNEL, ADA, "land", {}, seats=3)
    for other in (BJÖRN, CHIDI):
        table = await tables.join(context, GUILD, table.id, other)
    row = await queries.read_row(context, table.game_id or 0)
    opened = await votes.open_vote(context, row)
    assert (opened.quorum, opened.counts) == (2, False)
    coming = await context.db.read(lambda conn: due.get_rows(conn, game_id=row.id))
    (due_row,) = [each for each in coming if each.kind == votes.DUE]
    assert due_row.at == opened.counts_at == clock.now + 24 * HOUR
    clock.now += HOUR
    assert not (await votes.vote(context, row, ADA.id, "herd", "equal")).counts
    assert not (await votes.vote(context, row, ADA.id, "order", "poorest")).counts, "the same voice"
    assert (await votes.vote(context, row, BJÖRN.id, "herd", "equal")).counts
    assert not (await votes.vote(context, row, BJÖRN.id, "herd", "equal")).counts, "taken back"
    clock.now = opened.counts_at
    assert (await votes.get(context, row)).counts
