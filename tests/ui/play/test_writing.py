"""A comment on a move, for everybody; a private note of a game. What members type does nothing but stand there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from simcord.backend.errors import SetupError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import notes, remarks
from bot.ui.play.writing import SayPress
from bot.usecases.channels import boards
from bot.usecases.play.change import load
from tests.storage.samples import everything
from tests.ui.server.test_server_manage import chosen
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, first_row, labels, said


async def say(w: World, member: Any, answer: Any, words: str) -> Any:
    """Type a word into the form of the answer to a move. Return what is answered."""
    form = await member.click(answer, label="Comment")
    return (await member.submit_modal(form, {"text": words})).response


async def form_of_old_answer(w: World, member: Any, game: int, version: int = 1) -> Any:
    """Return the form of a button whose message stays, though the answer with the button goes when the game moves on."""
    board, custom_id = w.boards()[-1], SayPress(game, version, "open").id
    stored = w.env.backend.get_message(w.channel.id, board.id)
    first_row(stored)["components"].append({**first_row(stored)["components"][0], "custom_id": custom_id})
    return await member.click(board, custom_id=custom_id)


async def move(w: World, member: Any, text: str) -> Any:
    return (await member.slash(w.channel, "move", move=text)).response


async def test_a_word_with_a_move_stands_on_the_board_after_it_until_another_member_has_moved_or_the_game_is_over(
    w: World,
) -> None:
    game = await w.start(width=4, height=4, hints=True)
    mover, other = await w.turns(game)
    answer = await move(w, mover, "a1 f")
    for blank in (" \n ", "\u200b\u3164"):
        assert "nothing" in said(await say(w, mover, answer, blank))
    with pytest.raises(SetupError, match="max_length=200"):
        await say(w, mover, answer, "x" * 201)
    assert "💬" not in said(w.boards()[-1])
    await say(w, mover, answer, "Hm")
    assert "Hm" in said(w.boards()[-1])
    await w.restart()
    await say(w, mover, answer, "Aha")
    assert "Aha" in said(w.boards()[-1])
    assert "Hm" not in said(w.boards()[-1])
    told = await say(w, mover, answer, "Your   turn,\n**friend**! <@1> https://example.org")
    assert "is on the newest board" in said(told)
    board = w.boards()[-1]
    line = next(line for line in said(board).splitlines() if line.startswith("💬"))
    assert line.startswith(f"💬 **{mover.name}**: Your turn, \\*\\*friend\\*\\*!")
    assert "<@1>" not in line.replace("\\<", "")
    assert "https://" not in line
    form = await form_of_old_answer(w, mover, game)
    await move(w, other, "b1 p")
    assert "💬" not in said(w.boards()[-1]), "it was about the board before"
    assert any("💬" in said(old) for old in w.boards()), "and stays there"

    late = await mover.submit_modal(form, {"text": "Too late"})
    assert said(late.response) == "Somebody has moved since. Comment on your next move."
    assert "Too late" not in said(w.boards()[-1])

    await move(w, mover, "d4 w")
    form = await form_of_old_answer(w, mover, game, 3)
    question = (await other.slash(w.channel, "resign")).response
    await other.click(question, label="Yes, give up")
    before = said(w.boards()[-1])
    await mover.submit_modal(form, {"text": "Thank you"})
    after = said(w.boards()[-1])
    assert "Thank you" in after
    assert "Too short to count" in before
    assert set(before.splitlines()) <= set(after.splitlines())


async def test_words_stay_with_their_board_when_the_game_moves_to_another_channel(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)
    mover, other = await w.turns(game)
    answer = await move(w, mover, "a1 f")
    await say(w, mover, answer, "Hm")
    elsewhere = w.guild.create_text_channel("elsewhere")
    await mara.click(await chosen(w, mara, game, elsewhere), label="Move it to this channel")
    (board,) = [m for m in elsewhere.history() if m.attachments]
    assert "💬" not in said(board)
    assert "Hm" in said(w.boards()[-1])

    await w.env.advance_time(1)
    await say(w, mover, answer, "Aha")
    await other.slash(elsewhere, "move", move="b1 p")
    board = next(m for m in elsewhere.history() if m.id == board.id)
    assert "Aha" in said(board), "what is said there stands there"
    assert "Hm" not in said(board)
    assert labels(board) == []
    view = (await mara.context_menu(elsewhere, "My view of this game", board)).response
    await mara.click(view, label="Delete comments")
    await w.post_all()
    assert all("💬" not in said(m) for channel in (w.channel, elsewhere) for m in channel.history())


async def test_words_stay_on_a_board_that_is_the_only_message_of_its_game(w: World) -> None:
    game = await w.start(width=4, height=4, posts="one")
    mover, _ = await w.turns(game)
    await say(w, mover, await move(w, mover, "a1 f"), "Hm")
    context = w.app.context

    async def repeat(conn: AsyncConnection) -> None:
        await boards.repeat_board(context, conn, await load(context, conn, None, game))

    await context.db.write(repeat)
    await w.post_all()
    assert "Hm" in said(w.boards()[-1])


async def test_a_note_is_seen_by_its_writer_alone_and_goes_with_the_words_when_its_writer_is_forgotten(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    board = (await mover.slash(w.channel, "board")).response
    assert "Note" in labels(board)
    form = await mover.click(board, label="Note")
    kept = (await mover.submit_modal(form, {"text": "Castle on *C4*\n# or D4"})).response
    assert kept.flags.ephemeral
    assert "Castle on \\*C4\\*\n\\# or D4" in said(kept), "line by line"
    again = (await mover.slash(w.channel, "board")).response
    assert "Castle on" in said(again)
    assert "Castle on *C4*" in json.dumps((await mover.click(again, label="Note")).modal)
    theirs = (await other.slash(w.channel, "board")).response
    assert "Castle" not in said(theirs)
    assert "Castle" not in json.dumps((await other.click(theirs, label="Note")).modal)
    assert all("Castle" not in said(message) for message in w.boards())
    form = await mover.click(again, label="Note")
    assert "deleted" in said((await mover.submit_modal(form, {"text": "\u3164"})).response), "nothing that can be seen"
    assert "Castle" not in said((await mover.slash(w.channel, "board")).response)

    answer = await move(w, mover, "a1 f")
    await say(w, mover, answer, "Ahoy")
    form = await mover.click((await mover.slash(w.channel, "board")).response, label="Note")
    await mover.submit_modal(form, {"text": "Secret plan"})
    data = (await mover.slash(w.channel, "my data")).response
    assert "1 comment" in said(data)
    assert "1 note" in said(data)
    tables = json.loads(await data.attachments[0].read())["tables"]
    assert [row["text"] for row in (*tables["remarks"], *tables["notes"])] == ["Ahoy", "Secret plan"]
    question = (await mover.slash(w.channel, "my forget")).response
    sure = (await mover.click(question, label="In this server")).response
    await mover.click(sure, label="Yes, forget me")
    assert "Ahoy" not in said(w.boards()[-1])
    found = await w.app.context.db.read(everything)
    assert found[remarks.name] == found[notes.name] == []
    exported = (await other.slash(w.channel, "export", game=game)).response
    assert b"Ahoy" not in await exported.attachments[0].read()
