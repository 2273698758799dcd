"""Messages are made of components, in the colour of whose turn it is; those from before are edited in their own form."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.components import COMPONENTS_V2_FLAG

from bot.panels.core import Button, Entry, Menu
from bot.presentation.texts import GREEN, GREY
from bot.storage.queries.server.bot_values import NEWEST_OLDER_MESSAGE, save_value
from bot.ui.framework.attachment import Attachment, Kept
from bot.ui.framework.components import make_button, make_menu, view
from bot.ui.framework.layout import frame
from bot.ui.framework.reply import Reply
from bot.ui.messages.board import BoardPress
from render.style.owners import OWNERS
from tests.ui.world import World, first_row, labels, parts, pressable, said

CONTAINER, GALLERY = 17, 12


def colour(message: Any) -> int | None:
    """The colour of a message's frame."""
    (outer,) = [part for part in parts(message) if part["type"] == CONTAINER]
    return outer.get("accent_color")


def pictures(message: Any) -> list[tuple[str, str]]:
    """Which pictures a message shows, by their addresses, with their alt texts."""
    return [
        (item["media"]["url"].split("?")[0].split("/")[-1], item["description"])
        for part in parts(message)
        if part["type"] == GALLERY
        for item in part["items"]
    ]


def make_older(w: World, message: Any) -> Any:
    """Give a message the form that all had before they were made of components. Return it as it is stored."""
    stored = w.env.backend.get_message(w.channel.id, message.id)
    rows = [part for part in parts(message) if part["type"] == 1]
    stored.content, stored.components, stored.flags = said(message), rows, stored.flags & ~COMPONENTS_V2_FLAG
    w.app.newest_older = max(w.app.newest_older, message.id)
    return stored


def is_older(stored: Any) -> bool:
    return not stored.flags & COMPONENTS_V2_FLAG


async def play(w: World, game: int) -> None:
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))


async def test_a_table_is_green_while_somebody_may_sit_down_and_says_who_sits_there_before_its_terms(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land")
    lines = said(w.channel.last_message).splitlines()
    assert colour(w.channel.last_message) == GREEN
    assert lines[1].startswith("At the table (")
    assert [line for line in lines if line.startswith("-# ")] == lines[3:], "what is played is in small letters, at the end"
    await w.ada.click(w.channel.last_message, label="Cancel")
    assert colour(w.channel.last_message) == GREY


async def test_a_puzzle_has_the_colour_of_whose_move_is_asked_for(w: World) -> None:
    owners = [int(owner.colour[1:], 16) for owner in OWNERS]
    assert colour((await w.ada.slash(w.channel, "puzzle", game="pastures")).response) in owners


async def test_a_board_has_the_colour_of_whose_turn_it_is_and_grey_when_nobody_moves(w: World) -> None:
    game = await w.start(width=4, height=4)
    first, second = [int(OWNERS[owner].colour[1:], 16) for owner in (0, 1)]
    assert colour(w.boards()[-1]) == first
    await play(w, game)
    assert [colour(board) for board in w.boards()] == [GREY, second], "nobody moves at the old board"
    mover, _ = await w.turns(game)
    assert colour((await mover.slash(w.channel, "board")).response) == second
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    assert colour(w.boards()[-1]) == GREY


async def test_an_old_board_keeps_its_picture_with_the_alt_text(w: World) -> None:
    game = await w.start(width=4, height=4)
    (shown,) = pictures(w.boards()[-1])
    name, alt = shown
    assert "Pastures New" in alt
    await play(w, game)
    old = w.boards()[0]
    assert pictures(old) == [shown]
    assert [file.filename for file in old.attachments] == [name]
    assert not pressable(old)


async def test_a_word_said_later_leaves_the_board_its_picture_and_its_buttons(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    answer = (await mover.slash(w.channel, "move", move="a1 f")).response
    before = w.boards()[-1]
    form = await mover.click(answer, label="Say something")
    await mover.submit_modal(form, {"text": "Hello"})
    after = w.message(before.id)
    assert "Hello" in said(after)
    assert pictures(after) == pictures(before)
    assert [file.filename for file in after.attachments] == [file.filename for file in before.attachments]
    assert labels(after) == labels(before) == ["Play", "Board", "Rules"]
    assert colour(after) == colour(before)


async def test_a_board_without_its_picture_is_edited_all_the_same(w: World) -> None:
    game = await w.start(width=4, height=4)
    stored = w.env.backend.get_message(w.channel.id, w.boards()[-1].id)
    inside = stored.components[0]["components"]
    inside[:] = [part for part in inside if part["type"] != GALLERY]
    stored.attachments = []
    await play(w, game)
    old = w.message(stored.id)
    assert "it is your turn" not in said(old)
    assert not pressable(old)
    assert not pictures(old)


async def test_a_board_of_the_older_form_loses_its_buttons_in_that_form(w: World) -> None:
    game = await w.start(width=4, height=4)
    stored = make_older(w, w.boards()[-1])
    mover, _ = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    assert "choose a square" in said(panel), "its buttons go on working"
    await play(w, game)
    assert is_older(stored)
    assert "it is your turn" not in said(stored)
    assert not stored.components
    assert len(stored.attachments) == 1
    assert not is_older(w.env.backend.get_message(w.channel.id, w.boards()[-1].id))


async def test_a_table_of_the_older_form_is_changed_in_that_form(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    stored = make_older(w, table)
    await w.björn.click(table, label="Join")
    assert is_older(stored)
    assert "**Björn**" in said(stored)
    assert stored.attachments, "it keeps its map"
    await w.ada.click(table, label="Cancel")
    assert is_older(stored)
    assert not stored.components


async def test_what_was_posted_before_the_update_is_known_after_a_restart(w: World) -> None:
    await w.start(width=4, height=4)
    newest = w.boards()[-1].id
    await w.app.context.db.write(lambda conn: save_value(conn, NEWEST_OLDER_MESSAGE, str(newest)))
    await w.restart()
    assert w.app.has_older_form(newest)
    assert not w.app.has_older_form(newest + 1)


async def test_a_button_in_a_frame_answers_after_a_restart_and_after_the_message_was_edited(w: World) -> None:
    game = await w.start(width=4, height=4)
    await play(w, game)
    await w.restart()
    mover, _ = await w.turns(game)
    assert "choose" in said((await mover.click(w.boards()[-1], label="Play")).response)
    await play(w, game)
    mover, _ = await w.turns(game)
    assert "choose" in said((await mover.click(w.boards()[-1], label="Play")).response)
    assert first_row(w.env.backend.get_message(w.channel.id, w.boards()[-1].id))


def test_buttons_and_menus_stand_in_rows_that_discord_takes() -> None:
    buttons = [make_button(BoardPress(game, 0, "play").id, Button("play", "Play")) for game in range(7)]
    picked = make_menu(BoardPress(9, 0, "board").id, Menu("m", "Which?", (Entry("a", "A"),)))
    made: Any = frame("text", view([*buttons[:6], picked, buttons[6]]))
    (outer,) = made.to_components()
    assert [len(row["components"]) for row in outer["components"][1:]] == [5, 1, 1, 1]


def test_pictures_are_shown_and_other_files_are_offered() -> None:
    files = (Attachment(b"x", "a.png", "A board."), Attachment(b"x", "all.txt"))
    (outer,) = Reply("text", files=files).parts()["view"].to_components()
    assert [part["type"] for part in outer["components"]] == [10, GALLERY, 13]
    assert outer["components"][1]["items"][0]["description"] == "A board."


@pytest.mark.parametrize("kept", [(), (Kept("a.png", "A board."),)])
def test_an_edit_that_keeps_files_sends_none(kept: tuple[Kept, ...]) -> None:
    changed = Reply("text", keep_files=True, kept=kept).edit_parts()
    assert "attachments" not in changed
    assert len([part for part in changed["view"].to_components()[0]["components"] if part["type"] == GALLERY]) == len(kept)
