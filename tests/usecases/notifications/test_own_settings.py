"""A member's setting holds in all servers; a setting for one server holds there alone."""

from __future__ import annotations

import pytest

from bot.common.home import home_of
from bot.storage.engine.database import Database
from bot.usecases.context import Context
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import MemberSettings
from tests.clock import Clock

MEADOW, FEN, ADA, BJÖRN = 11, 12, 911_111_111_111, 922_222_222_222


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=Clock(), deal=list, table_hours=48)


async def in_all(context: Context, **values: object) -> MemberSettings:
    return await member_settings.change_own(context, ADA, lambda own: own.model_copy(update=values))


async def only_in(context: Context, guild: int, **values: object) -> MemberSettings:
    return await member_settings.change_here(context, guild, ADA, lambda own: own.model_copy(update=values))


async def test_what_is_set_holds_in_every_server_but_where_another_thing_is_set(context: Context) -> None:
    await in_all(context, mention=False, direct=True, quiet=(22, 7), theme="light")
    await only_in(context, FEN, quiet=None)
    meadow, fen = [await member_settings.get(context, guild, ADA) for guild in (MEADOW, FEN)]
    assert (meadow.direct, meadow.quiet, meadow.theme) == (True, (22, 7), "light")
    assert (fen.direct, fen.quiet, fen.theme) == (True, None, "light")
    assert await member_settings.get(context, MEADOW, BJÖRN) == member_settings.USUAL


async def test_how_one_is_told_is_one_choice(context: Context) -> None:
    await in_all(context, mention=False, direct=True)
    await only_in(context, FEN, mention=True, direct=True)
    await in_all(context, mention=False, direct=False)
    fen = await member_settings.get(context, FEN, ADA)
    assert (fen.mention, fen.direct) == (True, True)


async def test_what_is_set_for_a_server_as_in_all_is_no_exception_any_more(context: Context) -> None:
    await only_in(context, FEN, time_zone="Asia/Tokyo", theme="dark")
    assert (await member_settings.get_layers(context, FEN, ADA)).differing == {"time_zone", "theme"}
    await only_in(context, FEN, time_zone="UTC")
    assert (await member_settings.get_layers(context, FEN, ADA)).differing == {"theme"}
    await member_settings.remove_exceptions(context, FEN, ADA, ("theme",))
    assert (await member_settings.get_layers(context, FEN, ADA)).differing == frozenset()
    await in_all(context, time_zone="Europe/Oslo", theme="light")
    assert await member_settings.get(context, FEN, ADA) == await member_settings.get(context, home_of(ADA), ADA)


async def test_muted_games_stay_with_their_server(context: Context) -> None:
    await only_in(context, FEN, muted=(3, 4))
    await in_all(context, theme="light")
    assert (await member_settings.get(context, FEN, ADA)).muted == (3, 4)
    assert (await member_settings.get(context, MEADOW, ADA)).muted == ()
    layers = await member_settings.get_layers(context, FEN, ADA)
    assert layers.differing == frozenset()
    await member_settings.remove_exceptions(context, FEN, ADA, layers.differing)
    assert (await member_settings.get(context, FEN, ADA)).muted == (3, 4)
