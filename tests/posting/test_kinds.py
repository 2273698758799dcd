"""The registry of the kinds of posts, and what follows when a post is given up."""

from __future__ import annotations

import discord
import pytest

from bot import Settings
from bot.posting.delivery import Delivery
from bot.posting.errors import PermanentError
from bot.posting.kinds.registry import KINDS, find_kind
from bot.presentation.press_limit import Pacing
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import TIDYING, Post, is_edit
from bot.storage.queries.time import due
from bot.ui.framework.app import App
from bot.usecases.context import Context, User
from bot.usecases.tables import opening, tables
from bot.workers import Workers

ADA, BJÖRN = User(11, "Ada"), User(12, "Björn")


def test_every_kind_updates_its_message_and_only_two_more_are_edits() -> None:
    assert [kind for kind in KINDS if is_edit(kind)] == list(TIDYING)
    for kind in KINDS:
        assert find_kind(f"{kind}_edit") is find_kind(kind)


def test_a_post_of_an_unknown_kind_can_never_be_made() -> None:
    with pytest.raises(PermanentError, match="nothing is known about posts of the kind 'letter'"):
        find_kind("letter")


@pytest.mark.parametrize(("kind", "scheduled"), [("board_edit", False), ("board", True)])
async def test_a_game_is_to_be_adjourned_after_a_board_was_given_up_but_not_after_an_edit(
    database: Database, kind: str, scheduled: bool
) -> None:
    context = Context(database, clock=lambda: 1, deal=list)
    opened = await opening.open_table(context, 1, 2, ADA, "pastures", {}, opponent=BJÖRN)
    game = (await tables.accept(context, 1, opened.id, BJÖRN)).game_id or 0
    app = App(context, "dark", Workers(1), Pacing(Settings(_env_file=None)))
    delivery = Delivery(discord.Client(intents=discord.Intents.none()), app)
    post = Post(99, 1, 2, kind, game, None, {"start": 0, "end": 0}, 1, 1, 1)
    await database.write(lambda conn: delivery.record_given_up(conn, post))
    rows = await database.read(lambda conn: due.get_rows(conn, game_id=game))
    assert ("homeless" in [row.kind for row in rows]) is scheduled
