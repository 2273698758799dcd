"""A seat changes hands: offered to a member or to anybody, accepted, declined, withdrawn; it keeps everything."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.usecases import queries
from bot.usecases.seats import offers
from rules import GAMES
from tests.ui.test_every_game import begin, turn_by_panel
from tests.ui.world import World, confirm, controls, labels, pressable, said


async def offered(w: World, member: Any, to: Any | None = None, **options: Any) -> Any:
    """The public message of a seat that a member offers."""
    asked = await member.slash(w.channel, "substitute", **({} if to is None else {"member": to}), **options)
    if to is None:
        await confirm(member, asked)
    return w.channel.last_message


async def players(w: World, game: int) -> list[int | None]:
    return [player.user_id for player in (await queries.read_row(w.app.context, game)).players]


def newcomer(w: World) -> Any:
    """A member who plays in no game."""
    w.members["Dana"] = w.guild.add_member(w.env.create_user("Dana"))
    return w.members["Dana"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", list(GAMES))
async def test_a_member_who_accepts_plays_on_in_every_game(w: World, kind: str) -> None:
    dana = newcomer(w)
    game = await begin(w, kind)
    await turn_by_panel(w, game, random.Random(4))
    mover, _ = await w.turns(game)
    before, log = await w.state(game), await w.log(game)
    question = await offered(w, mover, dana)
    assert [m.id for m in question.mentions] == [dana.id]
    assert labels(question) == ["Accept", "Decline", "Withdraw"]
    boards = len(w.boards())
    await dana.click(question, label="Accept")
    assert (await w.state(game), await w.log(game)) == (before, log), "the seat keeps everything"
    assert pressable(w.message(question.id)) == []
    assert "**Dana** has taken this seat" in said(w.message(question.id))
    board = w.boards()[-1]
    assert len(w.boards()) == boards + 1
    assert f"**Dana** plays on in **{mover.name}**’s place." in said(board)
    assert [m.id for m in board.mentions] == [dana.id], "it is Dana's turn now"
    assert not pressable(w.boards()[-2])
    assert "You are not in this game" in said((await mover.click(board, label="Play")).response)
    await turn_by_panel(w, game, random.Random(5))
    assert len(await w.log(game)) > len(log)
    (change,) = (await queries.read_board(w.app.context, game)).changes
    assert (change.user_id, change.version) == (mover.id, len(log))


async def test_a_seat_offered_to_all_is_taken_by_anybody_who_may_and_an_undo_finds_its_decisions(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)

    async def refused(member: Any) -> str:
        answer = await mover.slash(w.channel, "substitute", member=member)
        assert answer.ephemeral
        return str(said(answer.response))

    assert "plays in this game already" in await refused(other)
    assert "plays in this game already" in await refused(mover)
    assert "is a bot" in await refused(w.guild.add_member(w.env.create_user("Robot", bot=True)))
    assert "You are not in this game" in said((await w.chidi.slash(w.channel, "substitute", game=game)).response)
    w.app.context.limits = w.app.context.limits._replace(games_per_member=0)
    assert "may play no more than 0 games" in await refused(w.chidi)
    assert len(w.boards()) == 1

    await w.restart()

    await mover.slash(w.channel, "move", move="a1 f")
    question = await offered(w, mover)
    assert f"Who takes {mover.name}’s seat?" in said(question)
    assert "play in this game already" in said((await other.click(question, label="Take the seat")).response)
    await w.restart()
    await w.chidi.click(question, label="Take the seat")
    assert set(await players(w, game)) == {other.id, w.chidi.id}
    await w.chidi.slash(w.channel, "undo")
    assert await w.log(game) == ["A1 F", "0"]
    assert (await w.turns(game))[0].id == w.chidi.id
    assert "You are not in this game" in said((await mover.slash(w.channel, "undo", game=game)).response)
    await w.chidi.slash(w.channel, "move", move="a1 f")
    assert (await w.turns(game))[0].id == other.id


async def test_an_offer_is_declined_withdrawn_or_for_somebody_else_and_one_out_of_turn_pings_nobody(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    question = await offered(w, mover, w.chidi)
    assert "Another member was asked" in said((await other.click(question, label="Accept")).response)
    assert "your own seat" in said((await mover.click(question, label="Accept")).response)
    assert "were not asked" in said((await other.click(question, label="Decline")).response)
    assert f"Only **{mover.name}** can" in said((await other.click(question, label="Withdraw")).response)
    again = await mover.slash(w.channel, "substitute", member=w.chidi)
    assert "offered already" in said(again.response)
    await w.chidi.click(question, label="Decline")
    assert "has declined" in said(w.message(question.id))
    dana = newcomer(w)
    question = await offered(w, mover, dana)
    await mover.click(question, label="Withdraw")
    assert "offer was withdrawn" in said(w.message(question.id))
    assert mover.id in await players(w, game)
    await w.chidi.click(await offered(w, other, w.chidi), label="Accept")
    board = w.boards()[-1]
    assert "plays on in" in said(board)
    assert board.mentions == [], "whose turn it is was pinged before"


async def test_an_offer_expires_in_virtual_time_and_ends_with_its_game(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)
    question = await offered(w, mover, w.chidi)
    await w.env.advance_time(49 * 3600)
    assert "has expired" in said(w.message(question.id))
    question = await offered(w, mover)
    sure = await other.slash(w.channel, "resign")
    await other.click(sure.response, label="Yes, give up")
    assert "moved on" in said(w.message(question.id))
    assert not pressable(w.message(question.id))
    assert (await offers.get_offer(w.app.context, 1)) is not None
    assert "over" in said((await mover.slash(w.channel, "substitute", game=game)).response)


async def test_what_the_old_holder_began_ends_and_the_history_names_the_holder_of_each_turn(w: World) -> None:
    dana = newcomer(w)
    game = await w.start(width=4, height=4)
    mover, other = await w.turns(game)

    async def moves(player: Any) -> None:
        await player.slash(w.channel, "move", move=str(next(iter((await w.state(game)).moves()))), game=game)

    await moves(mover)
    await moves(other)
    await mover.slash(w.channel, "draw")
    draw = w.channel.last_message
    panel = (await mover.click(w.boards()[-1], label="Play")).response
    await dana.click(await offered(w, mover, dana), label="Accept")
    assert pressable(w.message(draw.id)) == []
    late = await mover.click(panel, custom_id=controls(panel)[0]["custom_id"])
    assert "not your turn" in said(late.response)
    answer = await mover.slash(w.channel, "move", move="a1 f", game=game)
    assert "You are not in this game" in said(answer.response)
    await moves(dana)
    history = (await dana.slash(w.channel, "history", game=game)).response
    lines = [line for line in said(history).splitlines() if line[:1].isdigit()]
    assert [name for line in lines for name in (mover.name, other.name, "Dana") if f"**{name}**" in line] == [
        mover.name,
        other.name,
        "Dana",
    ]
    everything = (await dana.click(history, label="All moves")).response
    assert f"**{mover.name}**" in said(everything)
    first = (await dana.click(history, label="First")).response
    assert mover.name in first.attachments[0].description
