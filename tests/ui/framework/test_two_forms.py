"""Messages that may notify somebody are plain, others made of components. Each is edited in the form in which it was posted."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.components import COMPONENTS_V2_FLAG

from bot.panels.core import Entry, Menu
from bot.presentation.texts import GREEN, GREY
from bot.storage.queries.channels.forms import save_components
from bot.ui.framework.attachment import Attachment, KeptFile
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


async def make_of_components(w: World, message: Any) -> Any:
    """Give a message the form that all had for a while: made of components. Return it as it is stored."""
    stored = w.env.backend.get_message(w.channel.id, message.id)
    files = [KeptFile(file.filename, file.description) for file in message.attachments]
    whole: Any = frame(said(message), files=files)
    (outer,) = whole.to_components()
    outer["components"] += [part for part in parts(message) if part["type"] == 1]
    stored.content, stored.components, stored.flags = "", [outer], stored.flags | COMPONENTS_V2_FLAG
    await w.app.context.db.write(lambda conn: save_components(conn, w.guild.id, message.id))
    w.app.forms.clear()
    return stored


def is_plain(stored: Any) -> bool:
    return not stored.flags & COMPONENTS_V2_FLAG


async def play(w: World, game: int) -> None:
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move=str((await w.state(game)).moves()[0]))


async def test_a_table_says_who_sits_there_before_its_terms_and_an_old_one_is_changed_in_its_form(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land")
    lines = said(w.channel.last_message).splitlines()
    assert lines[1].startswith("At the table (")
    assert [line for line in lines if line.startswith("-# ")] == lines[3:], "what is played is in small letters, at the end"

    table = w.channel.last_message
    stored = await make_of_components(w, table)
    await w.björn.click(table, label="Join")
    assert not is_plain(stored)
    assert "**Björn**" in said(stored)
    assert stored.attachments, "it keeps its map"
    assert colour(w.message(table.id)) == GREEN
    await w.ada.click(table, label="Cancel")
    assert not is_plain(stored)
    assert colour(w.message(table.id)) == GREY
    assert not pressable(stored)


async def test_a_puzzle_and_a_private_board_have_the_colour_of_whose_turn_it_is_and_grey_when_nobody_moves(w: World) -> None:
    owners = [int(owner.colour[1:], 16) for owner in OWNERS]
    assert colour((await w.ada.slash(w.channel, "puzzle", game="pastures")).response) in owners

    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    assert colour((await mover.slash(w.channel, "board")).response) == int(OWNERS[0].colour[1:], 16)
    await mover.click((await mover.slash(w.channel, "resign")).response, label="Yes, give up")
    assert colour((await mover.slash(w.channel, "board", game=game)).response) == GREY


async def test_a_board_is_plain_and_a_word_said_later_leaves_it_its_picture_with_the_alt_text_and_its_buttons(w: World) -> None:
    game = await w.start(width=4, height=4)
    (file,) = w.boards()[-1].attachments
    assert "Pastures New" in file.description
    await play(w, game)
    old = w.boards()[0]
    assert [(kept.filename, kept.description) for kept in old.attachments] == [(file.filename, file.description)]
    assert not pressable(old)
    for board in w.boards():
        assert is_plain(w.env.backend.get_message(w.channel.id, board.id))
        assert board.content

    mover, _ = await w.turns(game)
    answer = (await mover.slash(w.channel, "move", move="d4 f")).response
    before = w.boards()[-1]
    form = await mover.click(answer, label="Comment")
    await mover.submit_modal(form, {"text": "Hello"})
    after = w.message(before.id)
    assert "Hello" in after.content
    assert [file.filename for file in after.attachments] == [file.filename for file in before.attachments]
    assert labels(after) == labels(before) == ["Play", "Board", "Rules"]


async def test_an_old_board_made_of_components_loses_its_buttons_and_keeps_its_picture_if_it_has_one(w: World) -> None:
    game = await w.start(width=4, height=4)
    stored = await make_of_components(w, w.boards()[-1])
    (shown,) = pictures(w.boards()[-1])
    mover, _ = await w.turns(game)
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    assert "Fill a square" in said(panel), "its buttons go on working"
    await play(w, game)
    old = w.message(stored.id)
    assert not is_plain(stored)
    assert "it is your turn" not in said(old)
    assert pictures(old) == [shown]
    assert "Pastures New" in shown[1]
    assert not pressable(old)
    assert colour(old) == GREY
    assert is_plain(w.env.backend.get_message(w.channel.id, w.boards()[-1].id))

    stored = await make_of_components(w, w.boards()[-1])
    inside = stored.components[0]["components"]
    inside[:] = [part for part in inside if part["type"] != GALLERY]
    stored.attachments = []
    await play(w, game)
    old = w.message(stored.id)
    assert "it is your turn" not in said(old)
    assert not pressable(old)
    assert not pictures(old)


async def test_each_message_is_edited_in_the_form_in_which_it_was_posted_also_after_a_restart(w: World) -> None:
    """The status of a game in a thread notifies nobody and is made of components; a board that is edited is plain."""
    for posts in ("thread", "one"):
        w.channel = w.guild.create_text_channel(posts)
        game = await w.start(width=4, height=4, posts=posts)
        before = {m.id: m.flags.components_v2 for m in w.messages()}
        assert any(before.values()) is (posts == "thread")
        await w.restart()
        await play(w, game)
        await play(w, game)
        after = {m.id: m.flags.components_v2 for m in w.messages()}
        assert {one: form for one, form in after.items() if one in before}.items() <= before.items()
        assert len(after.keys() & before.keys()) >= 2, "the table, and the status or the board"
        if posts == "one":
            assert w.boards()[-1].content.startswith("<@")
        else:
            (status,) = [message for message in w.messages() if message.flags.components_v2]
            assert f"/{w.channel.threads[0].last_message.id})" in said(status), "it leads to the newest board"


async def test_a_button_answers_after_a_restart_and_after_the_message_was_edited(w: World) -> None:
    game = await w.start(width=4, height=4)
    await play(w, game)
    await w.restart()
    mover, _ = await w.turns(game)
    assert "Fill" in said((await mover.click(w.boards()[-1], label="Play")).response)
    await play(w, game)
    mover, _ = await w.turns(game)
    assert "Fill" in said((await mover.click(w.boards()[-1], label="Play")).response)
    assert first_row(w.env.backend.get_message(w.channel.id, w.boards()[-1].id))


def test_buttons_and_menus_stand_in_rows_that_discord_takes() -> None:
    buttons = [make_button(BoardPress(game, 0, "play"), "Play") for game in range(7)]
    picked = make_menu(BoardPress(9, 0, "board").id, Menu("m", "Which?", (Entry("a", "A"),)))
    made: Any = frame("text", view([*buttons[:6], picked, buttons[6]]))
    (outer,) = made.to_components()
    assert [len(row["components"]) for row in outer["components"][1:]] == [5, 1, 1, 1]


def test_pictures_are_shown_and_other_files_are_offered() -> None:
    files = (Attachment(b"x", "a.png", "A board."), Attachment(b"x", "all.txt"))
    (outer,) = Reply("text", files=files).parts()["view"].to_components()
    assert [part["type"] for part in outer["components"]] == [10, GALLERY, 13]
    assert outer["components"][1]["items"][0]["description"] == "A board."


@pytest.mark.parametrize("kept", [(), (KeptFile("a.png", "A board."),)])
def test_an_edit_that_keeps_files_sends_none(kept: tuple[KeptFile, ...]) -> None:
    changed = Reply("text", keep_files=True, kept=kept).edit_parts(plain=False)
    assert "attachments" not in changed
    assert len([part for part in changed["view"].to_components()[0]["components"] if part["type"] == GALLERY]) == len(kept)
