"""``/export`` and ``/import`` as members use them."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from simcord.components import walk_components
from sqlalchemy import func, select

from bot.common.clock import HOUR
from bot.storage.schema_statistics import imported_games, shares
from bot.usecases.statistics import exports
from tests.ui.played import play_at_once
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, pressable, said


async def over(w: World) -> int:
    """A finished game of Pastures on 4 by 4."""
    game = await w.start(width=4, height=4)
    await play_at_once(w, game, lambda state: state.moves()[0], 4)
    question = await w.ada.slash(w.channel, "resign", game=game)
    await w.ada.click(question.response, label="Yes, give up")
    return game


async def file_of(message: Any) -> bytes:
    (attachment,) = message.attachments
    return bytes(await attachment.read())


async def count(w: World, table: Any) -> int:
    return int(await w.app.context.db.read(lambda conn: conn.scalar(select(func.count()).select_from(table))) or 0)


async def test_what_was_exported_can_be_imported_and_looked_through(w: World) -> None:
    game = await over(w)
    given = await w.chidi.slash(w.channel, "export", game=game)
    assert given.ephemeral
    data = await file_of(given.response)
    counted = await count(w, shares)
    read = await w.chidi.slash(w.channel, "import", file=(given.response.attachments[0].filename, data))
    assert read.ephemeral
    assert "**Pastures New from a file · " in said(read.response)
    assert "Ada" in said(read.response)
    assert "turn 4 of 4" in said(read.response) or "turn 5 of 5" in said(read.response)
    assert read.response.attachments[0].description
    first = (await w.chidi.click(read.response, label="First")).response
    assert "The start." in said(first)
    before = len(w.messages())
    await w.chidi.click(first, label="Share")
    assert len(w.messages()) == before + 1
    assert await count(w, shares) == counted, "an import is never counted"


async def test_all_of_ones_own_games_or_the_servers_are_exported_at_once_or_in_parts_and_name_nobody_who_is_forgotten(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await over(w), await over(w)
    mine = (await w.björn.slash(w.channel, "export")).response
    assert f"2 games, from #{first} to #{second}" in said(mine)
    assert [g["number"] for g in json.loads(gzip.decompress(await file_of(mine)))["games"]] == [first, second]
    assert not pressable(mine)
    assert "no finished game" in said((await w.chidi.slash(w.channel, "export")).response)
    mara = manager(w)
    empty = (await mara.slash(w.channel, "export")).response
    assert "You have no finished game" in said(empty)
    whole = (await mara.click(empty, label="All games of this server")).response
    assert "2 games" in said(whole)
    assert "of the finished games of this server" in said(whole)
    with monkeypatch.context() as patch:
        patch.setattr(exports, "PART", 10)
        patch.setattr(exports, "AT_ONCE", 1)
        part = (await w.björn.slash(w.channel, "export")).response
        assert f"1 game, from #{first} to #{first}" in said(part)
        assert "More follow" in said(part)
        rest = (await w.björn.click(part, label="Next part")).response
        assert f"1 game, from #{second} to #{second}" in said(rest)
        assert not pressable(rest)

    data = await file_of((await w.björn.slash(w.channel, "export")).response)
    before = (await w.chidi.slash(w.channel, "import", file=("games.json.gz", data))).response
    assert "2 games to look through" in said(before)
    (menu,) = [part for part in walk_components(before.components) if part["type"] == 3]
    shown = await w.chidi.select(before, custom_id=menu["custom_id"], values=[menu["options"][1]["value"]])
    assert shown.ephemeral
    assert "from a file" in said(shown.response)
    question = (await w.ada.slash(w.channel, "my forget")).response
    sure = (await w.ada.click(question, label="In this server")).response
    await w.ada.click(sure, label="Yes, forget me")
    look = await w.chidi.select(before, custom_id=menu["custom_id"], values=[menu["options"][0]["value"]])
    again = (await w.chidi.slash(w.channel, "import", file=("games.json.gz", data))).response
    (offered,) = [part for part in walk_components(again.components) if part["type"] == 3]
    for text in (said(look.response), look.response.attachments[0].description, str(offered["options"])):
        assert "Ada" not in text
        assert "former player" in text
        assert "Björn" in text


async def test_a_bad_file_gets_a_clear_word_and_names_from_a_file_cannot_break_a_message(w: World) -> None:
    for data, why in (
        (b"hello", "cannot be read"),
        (b'{"format": "chess"}', "not a file of games"),
        (b'{"format": "land-games", "games": []}', "not a file of games"),
        (b'{"format": "land-games", "version": 2, "games": []}', "version 2 of the format"),
        (b" " * 1_000_001, "too large"),
        (b'{"game": "pastures", "seats": 2, "actions": ["A1 F", "A1 F"]}', "does not fit the rules"),
    ):
        answer = await w.chidi.slash(w.channel, "import", file=("games.json", data))
        assert answer.ephemeral
        assert why in said(answer.response)
    assert await count(w, imported_games) == 0

    game = await over(w)
    data = json.loads(gzip.decompress(await file_of((await w.ada.slash(w.channel, "export", game=game)).response)))
    for player, name in zip(data["games"][0]["players"], ["**Ada**\n# Big\0", " \u200b"], strict=True):
        player["name"] = name
    read = await w.chidi.slash(w.channel, "import", file=("games.json", json.dumps(data).encode()))
    assert "\n# Big" not in said(read.response)
    assert "\0" not in said(read.response)
    first = (await w.chidi.click(read.response, label="First")).response
    assert "Player 2" in said(first) + str(first.attachments[0].description)
    data["games"][0]["record"]["actions"] = ["\0\n# Big"]
    answer = await w.chidi.slash(w.channel, "import", file=("games.json", json.dumps(data).encode()))
    assert "does not fit the rules" in said(answer.response)
    assert "\n# Big" not in said(answer.response)


async def test_the_times_of_a_game_stand_around_its_record_once_it_is_over(w: World) -> None:
    await w.start(width=4, height=4, pace="daily")
    assert "when it is over" in said((await w.ada.slash(w.channel, "export", game=1)).response)
    assert "no finished game with that number" in said((await w.ada.slash(w.channel, "export", game=999)).response)
    mover, other = await w.turns(1)
    await mover.slash(w.channel, "move", move="b2 f")
    await mover.slash(w.channel, "undo")
    await w.env.advance_time(2 * 3600)
    await mover.slash(w.channel, "move", move="a1 f")
    await w.env.advance_time(3 * 3600)
    await other.slash(w.channel, "move", move="d4 w")
    question = await mover.slash(w.channel, "resign")
    await w.env.advance_time(3600)
    await mover.click(question.response, label="Yes, give up")
    data = await file_of((await mover.slash(w.channel, "export", game=1)).response)
    (game,) = json.loads(gzip.decompress(data))["games"]
    assert game["pace"] == "daily"
    assert len(game["times"]) == len(game["record"]["actions"]) == 3
    hours = [(turn["after"], turn["bank"] // HOUR, turn["spent"] // HOUR) for turn in game["turns"]]
    assert hours == [(0, 24, 2), (1, 24, 3), (2, 46, 1)], "the bank is reduced by the turn, and grows"
    assert game["turns"][0]["seat"] != game["turns"][1]["seat"]


async def test_a_game_in_which_nobodys_time_was_counted_is_exported_without_turns(w: World) -> None:
    await w.start(width=4, height=4, pace="none")
    mover, _ = await w.turns(1)
    await mover.slash(w.channel, "move", move="b2 f")
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    (game,) = json.loads(gzip.decompress(await file_of((await mover.slash(w.channel, "export", game=1)).response)))["games"]
    assert len(game["times"]) == len(game["record"]["actions"])
    assert not {"pace", "turns"} & set(game)
