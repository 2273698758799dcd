"""Nobody can ping another member without end: by questions, invitations, changes of a table, or moves taken back."""

from __future__ import annotations

from typing import Any

from bot.ui.messages.table import TablePress
from bot.usecases.channels.boards import PINGS
from bot.usecases.tables import changing
from bot.usecases.tables.limits import INVITATIONS
from tests.ui.played import play_texts
from tests.ui.seats.test_substitutes import newcomer, offered
from tests.ui.tables.test_changing import change
from tests.ui.world import World, first_row, said

QUESTIONS = ("draw", "undo", "pause")
AFTER_MOVE = "You can ask again after the next move."


async def two_moves(w: World) -> tuple[int, Any, Any]:
    """A game with two moves. Return it, the member to move, and the other one."""
    game = await w.start(width=4, height=4, pace="daily")
    await play_texts(w, game, "a1 f", "b2 w")
    return game, *(await w.turns(game))


def pinged(w: World, message: Any) -> list[int]:
    """Return whom a message may ping."""
    return sorted(w.env.backend.get_message(w.channel.id, message.id).allowed_mentions.users)


async def ask(w: World, member: Any, question: str) -> Any:
    """Ask the other player: by a command, or for a pause by the button of the board. Return the answer."""
    if question != "pause":
        return await member.slash(w.channel, question)
    return await member.click((await member.slash(w.channel, "board")).response, label="Propose a pause")


async def test_a_refused_question_waits_until_a_move_was_played(w: World) -> None:
    _, mover, other = await two_moves(w)
    for question in QUESTIONS:
        await ask(w, mover, question)
        asked = w.channel.last_message
        assert [m.id for m in asked.mentions] == [other.id]
        await other.click(asked, label="Refuse")
    newest = w.channel.last_message.id
    for question in QUESTIONS:
        for _ in range(3):
            assert AFTER_MOVE in said((await ask(w, mover, question)).response)
    await w.restart()
    for question in QUESTIONS:
        assert AFTER_MOVE in said((await ask(w, mover, question)).response)
    assert w.channel.last_message.id == newest, "nobody was asked again"
    await mover.slash(w.channel, "move", move="c3 p")
    await other.slash(w.channel, "move", move="d4 f")
    for question in QUESTIONS:
        await ask(w, mover, question)
        assert "do you agree?" in said(w.channel.last_message)


async def test_a_member_who_declined_a_seat_is_asked_again_only_after_a_move_and_a_few_times_an_hour(w: World) -> None:
    dana = newcomer(w)
    _, mover, _ = await two_moves(w)
    await w.env.advance_time(1)
    await dana.click(await offered(w, mover, dana), label="Decline")
    refused = (await mover.slash(w.channel, "substitute", member=dana)).response
    assert "You can ask them again after the next move." in said(refused)
    assert "Who takes" in said(await offered(w, mover)), "anybody else may take it"
    await mover.click(w.channel.last_message, label="Withdraw")
    await w.env.advance_time(1)
    await mover.slash(w.channel, "move", move="c3 p")
    for _ in range(INVITATIONS - 1):
        question = await offered(w, mover, dana)
        assert [m.id for m in question.mentions] == [dana.id]
        await mover.click(question, label="Withdraw")
    refused = (await mover.slash(w.channel, "substitute", member=dana)).response
    assert f"{INVITATIONS} times within an hour" in said(refused)
    assert (await mover.slash(w.channel, "newgame pastures", opponent=dana)).ephemeral, "a seat counts as an invitation"


async def test_invitations_to_one_member_are_few_an_hour_and_a_cancelled_one_takes_its_message_away(w: World) -> None:
    pings = 0
    for _ in range(INVITATIONS + 2):
        answer = await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
        if answer.ephemeral:
            assert f"{INVITATIONS} times within an hour" in said(answer.response)
            continue
        table = w.channel.last_message
        pings += w.björn.id in [m.id for m in table.mentions]
        answer = (await w.ada.click(table, label="Cancel")).response
        assert answer.ephemeral
        assert "cancelled" in said(answer)
        assert w.messages() == []
    assert pings == INVITATIONS
    await w.chidi.slash(w.channel, "newgame pastures")
    row, late = first_row(w.env.backend.get_message(w.channel.id, w.channel.last_message.id)), TablePress(1, "accept").id
    row["components"].append({**row["components"][0], "custom_id": late})
    refused = (await w.björn.click(w.channel.last_message, custom_id=late)).response
    assert "has closed this table" in said(refused), "pressed just before the message went away"
    assert not (await w.ada.slash(w.channel, "newgame pastures", opponent=w.chidi)).ephemeral, "others can be invited"
    await w.env.advance_time(3601)
    assert not (await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)).ephemeral


async def test_the_players_of_a_game_are_asked_to_play_again_a_few_times_an_hour(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    for member in (w.ada, w.björn):
        await member.click((await member.slash(w.channel, "resign")).response, label="Yes, give up")
    final = w.boards()[-1]
    for _ in range(INVITATIONS):
        await w.ada.click(final, label="Rematch")
        again = w.channel.last_message
        assert {m.id for m in again.mentions} == {w.björn.id, w.chidi.id}
        await w.ada.click(again, label="Cancel")
    assert "times within an hour" in said((await w.ada.click(final, label="Rematch")).response)


async def test_the_fourth_change_of_a_table_pings_nobody(w: World) -> None:
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
    table, pings = w.channel.last_message, []
    for width in (5, 6, 7, 8, 5):
        await change(w, table, "Options…", width=str(width))
        await w.post_all()
        pings.append(pinged(w, w.channel.last_message) == [w.björn.id])
    assert pings == [True] * changing.PINGS + [False] * 2


async def test_moves_taken_back_and_played_again_ping_a_few_times_and_let_only_the_other_one_ask_again(w: World) -> None:
    game, mover, other = await two_moves(w)
    pings = []
    for _ in range(PINGS + 2):
        await mover.slash(w.channel, "move", move="c3 p")
        await w.post_all()
        pings.append(pinged(w, w.boards()[-1]) == [other.id])
        assert f"<@{other.id}>, it is your turn" in said(w.boards()[-1]), "the board still says whose turn it is"
        await mover.slash(w.channel, "undo")
    assert pings == [True] * PINGS + [False] * 2

    await mover.slash(w.channel, "move", move="c3 p")
    await mover.slash(w.channel, "draw")
    await other.click(w.channel.last_message, label="Refuse")
    await mover.slash(w.channel, "undo")
    await mover.slash(w.channel, "move", move="c3 p")
    assert AFTER_MOVE in said((await mover.slash(w.channel, "draw")).response)
    await other.slash(w.channel, "draw")
    await mover.click(w.channel.last_message, label="Agree")
    assert (await w.state(game)).is_over, "who has refused may ask for the same"
