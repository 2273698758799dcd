"""Seats that change hands, by the use cases and on both engines: races, what is exported, who decided what."""

from __future__ import annotations

import asyncio
import itertools
import json

import pytest

from bot.storage.engine.database import Database
from bot.usecases import queries
from bot.usecases.context import Context
from bot.usecases.play import moves
from bot.usecases.privacy import forgetting
from bot.usecases.refusal import Refusal
from bot.usecases.seats import handover, offers
from bot.usecases.tables import limits
from tests.clock import Clock
from tests.sampling import Sample
from tests.usecases.play.test_use_cases import ADA, BJÖRN, CHIDI, GUILD, begun, texts

PRESSES = itertools.count(5000)
"""Numbers of interactions."""


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=Clock(), deal=list)


async def test_of_accepting_and_withdrawing_at_the_same_instant_one_counts(
    context: Context, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    monkeypatch.setattr(limits, "INVITATIONS", 9)
    for number in range(8 if sample.is_full else 4):
        game = await begun(context)
        offer = await offers.offer_seat(context, GUILD, game, ADA, CHIDI, interaction_id=next(PRESSES))
        work = [
            handover.take_seat(context, GUILD, offer.id, CHIDI, interaction_id=next(PRESSES)),
            offers.withdraw(context, GUILD, offer.id, ADA, interaction_id=next(PRESSES)),
        ]
        done = await asyncio.gather(*(work if number % 2 else work[::-1]), return_exceptions=True)
        refused = [outcome for outcome in done if isinstance(outcome, Refusal)]
        assert len(refused) == 1, "whoever was later is told"
        holder = (await queries.read_row(context, game)).players[0].user_id
        found = await offers.get_offer(context, offer.id)
        assert found is not None
        assert (holder, found[1].status) in ((CHIDI.id, "taken"), (ADA.id, "withdrawn"))
        assert len((await queries.read_board(context, game)).changes) == (holder == CHIDI.id)


async def test_of_a_move_and_a_handover_at_the_same_instant_the_seat_loses_nothing(context: Context, sample: Sample) -> None:
    for number in range(6 if sample.is_full else 2):
        game = await begun(context)
        offer = await offers.offer_seat(context, GUILD, game, ADA, CHIDI, interaction_id=next(PRESSES))
        work = [
            handover.take_seat(context, GUILD, offer.id, CHIDI, interaction_id=next(PRESSES)),
            moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=next(PRESSES)),
        ]
        done = await asyncio.gather(*(work if number % 2 else work[::-1]), return_exceptions=True)
        row = await queries.read_row(context, game)
        assert row.players[0].user_id == CHIDI.id
        played = not any(isinstance(outcome, Refusal) for outcome in done)
        assert await texts(context, game) == (["A1 F"] if played else [])
        (change,) = (await queries.read_board(context, game)).changes
        assert change.version == (1 if played else 0), "who decided what is known"


async def test_taking_a_seat_twice_changes_nothing_the_second_time(context: Context) -> None:
    game = await begun(context)
    offer = await offers.offer_seat(context, GUILD, game, ADA, None, interaction_id=next(PRESSES))
    for _ in range(2):
        _, taken = await handover.take_seat(context, GUILD, offer.id, CHIDI, interaction_id=next(PRESSES))
        assert taken.status == "taken"
    assert len((await queries.read_board(context, game)).changes) == 1


async def test_an_offer_that_is_delivered_twice_is_made_once(context: Context) -> None:
    game = await begun(context)
    first, second = [await offers.offer_seat(context, GUILD, game, ADA, CHIDI, interaction_id=77) for _ in range(2)]
    assert first.id == second.id


async def test_each_holder_is_handed_out_what_they_decided_and_nothing_else(context: Context) -> None:
    game = await begun(context)
    await moves.play(context, GUILD, game, ADA, "a1 f", interaction_id=next(PRESSES))
    await moves.play(context, GUILD, game, BJÖRN, "b2 w", interaction_id=next(PRESSES))
    offer = await offers.offer_seat(context, GUILD, game, ADA, CHIDI, interaction_id=next(PRESSES))
    await handover.take_seat(context, GUILD, offer.id, CHIDI, interaction_id=next(PRESSES))
    await moves.play(context, GUILD, game, CHIDI, "c3 r", interaction_id=next(PRESSES))
    for user, decided in ((ADA, ["A1 F"]), (BJÖRN, ["B2 W"]), (CHIDI, ["C3 R"])):
        data = await forgetting.export_data(context, user.id, GUILD)
        assert [row["text"] for row in data["tables"]["game_log"]] == decided
        for other in {ADA, BJÖRN, CHIDI} - {user}:
            assert other.name not in json.dumps(data, ensure_ascii=False)
    await forgetting.forget(context, ADA.id, GUILD)
    (change,) = (await queries.read_board(context, game)).changes
    assert (change.user_id, change.holder, change.name) == (None, "former", "a former player")
    assert (await forgetting.export_data(context, ADA.id, GUILD))["tables"]["game_log"] == []
