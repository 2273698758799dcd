"""``/play``: the games with small pictures, privately; and a game against the computer at one press from wherever one looks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from simcord.components import walk_components

from bot.games.lessons import games_with_lessons
from bot.presentation.texts import read_summary
from bot.usecases import queries
from rules import GAMES
from tests.ui.server.test_server_settings import WHERE, manager
from tests.ui.world import World, choose, labels, parts, said

SECTION, MOST_COMPONENTS = 9, 40
"""The type of a section, and Discord's limit for a message."""


def custom_id(message: Any, word: str, kind: str) -> str:
    """The id of the button of a game that has a word."""
    found = [part["custom_id"] for part in walk_components(message.components) if "custom_id" in part]
    return next(each for each in found if each == f"lg1:{word}:{kind}")


async def test_each_game_has_a_section_with_a_picture_and_opens_its_lesson_or_a_table_where_games_are_played(
    w: World,
) -> None:
    shown = (await w.ada.slash(w.channel, "play")).response
    assert shown.flags.ephemeral
    assert w.messages() == []
    assert [file.filename for file in shown.attachments] == [f"{kind}-example.png" for kind in GAMES]
    assert all(file.description for file in shown.attachments)
    sections = [part for part in parts(shown) if part["type"] == SECTION]
    assert [each["accessory"]["media"]["url"].rpartition("/")[2] for each in sections] == [
        f"{kind}-example.png" for kind in GAMES
    ]
    assert Counter(labels(shown)) == dict.fromkeys(("Learn", "Invite", "Play bot: level 1"), len(GAMES))
    text = said(shown)
    for game in GAMES.values():
        low, high = game.seats[0], game.seats[-1]
        players = f"for {low}" if low == high else f"for {low} to {high}"
        assert f"**{game.title}** · {players}\n{read_summary(game.name)}\n" in text, "how it is won, too"
        assert f"-# {games_with_lessons()[game.name].length}" in text
    assert len(list(walk_components(shown.components))) <= MOST_COMPONENTS
    opened = (await w.ada.click(shown, custom_id=custom_id(shown, "learn", "nomads"))).response
    assert "**Learn Nomads** · step 1 of" in said(opened), "the lesson opens from there"
    await w.ada.click(shown, custom_id=custom_id(shown, "open", "land"))
    table = w.channel.last_message
    assert "At the table (1 of 6): **Ada**" in said(table), "a table with the usual options, by one press"
    assert labels(table)[:2] == ["Join", "Leave"]

    boss = manager(w)
    elsewhere = w.guild.create_text_channel("elsewhere")
    await choose(boss, (await boss.slash(w.channel, "server settings")).response, WHERE, elsewhere)
    for word in ("versus", "open"):
        refused = (await w.ada.click(shown, custom_id=custom_id(shown, word, "land"))).response
        assert refused.flags.ephemeral
        assert f"<#{elsewhere.id}>" in said(refused)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", GAMES)
async def test_the_bot_is_played_at_one_press_from_play_and_from_help(w: World, kind: str) -> None:
    for number, command in enumerate(("play", "help"), 1):
        shown = (await w.ada.slash(w.channel, command)).response
        await w.ada.click(shown, custom_id=custom_id(shown, "versus", kind))
        row = (await queries.view_game(w.app.context, w.guild.id, number)).row
        assert (row.kind, row.status, row.terms.level, row.terms.hints) == (kind, "running", 1, True)
        assert sorted(player.holder for player in row.players) == ["computer", "member"]
