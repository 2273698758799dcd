"""**Play** in a direct message: the whole turn is played there, by those who still see the game, and by nobody else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.ui.framework.direct import ELSEWHERE, NOT_SEEN
from bot.ui.messages.board import BoardPress
from bot.ui.messages.ping import DirectPlayPress
from bot.ui.play.move_reply import NextGamePress
from bot.ui.play.panel_message import PanelPress
from tests.ui.messages.test_where_boards_come import set_timeout
from tests.ui.notifications.test_notifications import direct, played, told
from tests.ui.test_doors import hide
from tests.ui.test_every_game import begin
from tests.ui.world import World, controls, first_row, labels, said


async def asked(w: World, kind: str = "pastures") -> tuple[int, Any, Any]:
    """A game in which somebody was told of their turn by a direct message. Return its number, them, and the message."""
    game = await w.start(kind, **({"width": 4, "height": 4} if kind == "pastures" else {}))
    _, other = await w.turns(game)
    await told(other, w, WAY="direct")
    await played(w, game)
    return game, other, direct(other)[-1]


async def click(member: Any, message: Any, label: str) -> Any:
    """Press a button in the direct messages of a member. Return what is answered."""
    answer = await member.user.click(message, label=label)
    return answer.followups[0] if answer.followups else answer.response


async def play(w: World, game: int, member: Any, panel: Any) -> Any:
    """Press what the panel in direct messages offers until a move is played. Return the answer."""
    before = await w.log(game)
    for _ in range(6):
        if await w.log(game) != before:
            break
        control = controls(panel)[0]
        if control["type"] == 2:
            answer = await member.user.click(panel, custom_id=control["custom_id"])
        else:
            answer = await member.user.select(panel, [control["options"][0]["value"]], custom_id=control["custom_id"])
        panel = answer.response
    return panel


async def test_in_timeout_the_answer_says_there_too_that_the_board_has_to_wait(w: World) -> None:
    game, mover, message = await asked(w)
    await set_timeout(w, (w.env.now() + timedelta(hours=1)).isoformat())
    answer = said(await play(w, game, mover, await click(mover, message, "Play")))
    assert "so the new board has to wait until then" in answer
    assert "The new board comes" not in answer


async def test_a_turn_is_played_from_the_direct_message_alone_whose_button_is_for_the_readers_turn(w: World) -> None:
    game, mover, message = await asked(w)
    assert labels(message) == ["Play"]
    before = await w.log(game)
    panel = await click(mover, message, "Play")
    assert panel.attachments
    panel = await play(w, game, mover, panel)
    assert len(await w.log(game)) == len(before) + 1
    assert "Done:" in said(panel)
    assert f"The new board comes to <#{w.channel.id}>" in said(panel)
    assert "it is your turn" in said(w.boards()[-1]), "the other one is asked in the channel"
    assert "Next game" not in labels(panel)
    await click(mover, panel, "Undo")
    assert await w.log(game) == [*before, (await w.log(game))[-2], (await w.log(game))[-1]]
    assert len((await w.state(game)).moves()) > 0

    other = next(member for member in (w.ada, w.björn) if member.id != mover.id)
    await told(other, w, WAY="direct")
    await mover.slash(w.channel, "draw", game=game)
    question = direct(other)[-1]
    assert "Play" not in labels(question)
    await played(w, game)
    late = await click(mover, message, "Play")
    assert f"It is **{other.name}**’s turn" in said(late)


async def test_a_panel_there_answers_after_a_restart_and_a_move_typed_and_a_word_said_there_count(w: World) -> None:
    game, mover, message = await asked(w)
    panel = await click(mover, message, "Play")
    await w.restart()
    assert "How?" in labels(panel)
    assert said(await click(mover, panel, "How?"))
    panel = await click(mover, message, "Play")
    assert panel.attachments
    form = await mover.user.click(panel, label="Type…")
    move = str((await w.state(game)).moves()[0])
    answer = (await mover.user.submit_modal(form, {"text": move})).response
    assert "Done:" in said(answer)
    words = await mover.user.click(answer, label="Comment")
    assert "on the newest board" in said((await mover.user.submit_modal(words, {"text": "From afar"})).response)
    assert f"💬 **{mover.name}**: From afar" in said(w.boards()[-1])
    assert (await w.log(game))[-1] == move


async def test_discord_is_asked_every_five_minutes_and_who_does_not_see_the_channel_or_has_left_plays_nothing(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, mover, message = await asked(w)
    questions: list[int] = []
    fetch = discord.Guild.fetch_member

    async def counted(guild: discord.Guild, member_id: int, /) -> discord.Member:
        questions.append(member_id)
        return await fetch(guild, member_id)

    monkeypatch.setattr(discord.Guild, "fetch_member", counted)
    panel = await click(mover, message, "Play")
    for _ in range(5):
        await click(mover, panel, "How?")
    assert questions == [mover.id]
    await w.env.advance_time(301)
    await click(mover, panel, "How?")
    assert questions == [mover.id, mover.id]

    before = await w.log(game)
    await w.env.advance_time(301)
    w.env.inject_error("GET", f"/guilds/*/members/{mover.id}", status=500, times=None)
    assert "I can’t check with Discord" in said(await click(mover, message, "Play"))
    form_button = next(c for c in walk_components(panel.components) if c.get("label") == "Type…")
    refused = await mover.user.click(panel, custom_id=form_button["custom_id"])
    assert "I can’t check with Discord" in said(refused.followups[0] if refused.followups else refused.response)
    assert await w.log(game) == before, "nothing is played without an answer"
    w.env.backend.faults.clear()
    panel = await click(mover, message, "Play")
    assert panel.attachments

    async def expect_refusals(panel: Any) -> None:
        for pressed, label in ((message, "Play"), (panel, "How?")):
            assert said(await click(mover, pressed, label)) == NOT_SEEN
        answer = await mover.user.click(panel, custom_id=controls(panel)[0]["custom_id"])
        assert said(answer.followups[0] if answer.followups else answer.response) == NOT_SEEN
        assert await w.log(game) == before

    hide(w, w.channel)
    await expect_refusals(panel)  # at once: the client knows the permissions without a question
    await w.env.advance_time(301)
    await expect_refusals(panel)
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[])
    panel = await click(mover, message, "Play")
    assert panel.attachments
    w.env.backend.remove_member(w.guild.id, mover.id)
    await w.env.advance_time(301)
    await expect_refusals(panel)


async def forged(w: World, member: Any, message: Any, custom_id: str) -> str:
    """Press a button with a forged id on a direct message. Return what is said."""
    stored = w.env.backend.get_message(member.user.dm_channel.id, message.id)
    first_row(stored)["components"][0]["custom_id"] = custom_id
    answer = await member.user.click(message, custom_id=custom_id)
    return said(answer.followups[0] if answer.followups else answer.response)


async def test_forged_presses_there_reach_no_game_of_others_and_nothing_that_needs_a_server(w: World) -> None:
    _, mover, message = await asked(w)
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.chidi, width=4, height=4)
    await w.chidi.click(w.channel.last_message, label="Accept")
    stranger = w.björn
    await told(stranger, w, WAY="direct")
    theirs = message if mover is stranger else None
    if theirs is None:
        await played(w, 1)
        theirs = direct(stranger)[-1]
    before = await w.log(2)
    move = str((await w.state(2)).moves()[0])
    for custom_id in (DirectPlayPress(2, 1).id, PanelPress(2, 0, f"play-{move}", "1f").id, PanelPress(2, 0, "type", "1f").id):
        assert await forged(w, stranger, theirs, custom_id) == NOT_SEEN
    for custom_id in (BoardPress(1, 0, "play").id, NextGamePress(1).id, "lg1:server:channels:1f", "lg1:manage:1:cancel:1f"):
        assert await forged(w, stranger, theirs, custom_id) == ELSEWHERE
    assert "no such game" in await forged(w, stranger, theirs, DirectPlayPress(99, 1).id)
    assert await w.log(2) == before


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["land", "nomads", "territories"])
async def test_every_game_has_its_panel_there(w: World, kind: str) -> None:
    game = await begin(w, kind)
    for member in w.members.values():
        await told(member, w, WAY="direct")
    first, _ = await w.turns(game)
    now = first
    while now is first:
        await played(w, game)
        now, _ = await w.turns(game)
    panel = await click(now, direct(now)[-1], "Play")
    assert panel.attachments
    assert controls(panel)
