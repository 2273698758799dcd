"""Tables: Join, Leave, Accept, Decline, Start, Cancel, and what becomes of a table that nobody fills."""

from __future__ import annotations

import asyncio
from itertools import permutations
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.storage.queries.seats.players import Seated
from bot.usecases import queries
from bot.usecases.context import User, deal_seats
from bot.usecases.tables import opening, tables
from tests.sampling import Sample
from tests.ui.world import World, labels, pressable, said
from tests.waiting import until


async def test_anybody_may_join_and_two_seats_start_when_the_second_sits_down_whatever_they_are_called(w: World) -> None:
    star = w.guild.add_member(w.env.create_user("*_Star_* `x`"))
    opened = await star.slash(w.channel, "newgame pastures", width=4, height=4)
    assert not opened.ephemeral
    table = w.channel.last_message
    assert "1 of 2" in said(table)
    assert r"\*\_Star\_\*" in said(table), "a name is never read as formatting"
    assert labels(table) == ["Join", "Leave", "Add a computer", "Change…", "Rules", "Cancel"]
    await w.chidi.click(table, label="Join")
    assert "has begun" in said(w.message(table.id))
    assert pressable(w.message(table.id)) == []
    board = w.boards()[-1]
    assert "it is your turn" in said(board)
    assert len(board.mentions) == 1, "only the player to move is pinged"

    for mover in (w.chidi, star):
        await mover.slash(w.channel, "move", move=str((await w.state(1)).moves()[0]))
    assert r"\*\_Star\_\*" in said(w.boards()[-1])


async def test_the_seats_of_a_new_game_are_those_that_are_dealt(w: World) -> None:
    w.app.context.deal = list
    assert (await w.turns(await w.start(width=4, height=4)))[0] is w.ada
    w.app.context.deal = lambda players: [*reversed(players)]
    assert (await w.turns(await w.start(width=4, height=4)))[0] is w.björn


def test_seats_are_dealt_in_every_order() -> None:
    players = [Seated(user_id, str(user_id)) for user_id in (1, 2, 3)]
    dealt = {tuple(deal_seats(players)) for _ in range(300)}
    assert dealt == set(permutations(players)), "300 deals leave one of 6 orders out once in 10²³ runs"


async def test_only_the_invited_member_can_accept_or_decline_and_a_table_that_nobody_fills_expires_visibly(w: World) -> None:
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
    table = w.channel.last_message
    assert [m.id for m in table.mentions] == [w.björn.id]
    for wrong in (w.ada, w.chidi):
        for label in ("Accept", "Decline"):
            answer = await wrong.click(table, label=label)
            words = answer.followups[0] if answer.followups else answer.response
            assert words.ephemeral
    assert "invites" in said(w.message(table.id))
    await w.björn.click(table, label="Decline")
    assert "declined" in said(w.message(table.id))
    assert pressable(w.message(table.id)) == []
    assert w.boards() == []

    await w.ada.slash(w.channel, "newgame pastures")
    table = w.channel.last_message
    await w.env.advance_time(47 * 3600)
    assert pressable(w.message(table.id))
    await w.env.advance_time(2 * 3600)
    assert "expired" in said(w.message(table.id))
    assert pressable(w.message(table.id)) == []


async def test_members_leave_and_come_and_the_host_starts_with_those_who_are_there_or_cancels(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    start = next(part for part in pressable(table) if part.get("label") == "Start")
    assert start["disabled"], "one member is not enough"
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    wrong = await w.chidi.click(table, label="Start")
    assert "Only **Ada**" in said(wrong.response)

    await w.ada.click(table, label="Leave")
    assert "Ada" not in said(w.message(table.id))
    assert "**Björn** can start now." in said(w.message(table.id))
    assert "Only **Björn**" in said((await w.chidi.click(table, label="Start")).response)
    await w.ada.click(table, label="Join")
    await w.björn.click(table, label="Start")
    assert len((await queries.view_game(w.app.context, w.guild.id, 1)).row.players) == 3
    assert "has begun" in said(w.message(table.id))

    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    assert "Björn" in said(w.message(table.id))
    twice = await w.björn.click(table, label="Join")
    assert "already" in said(twice.response)
    await w.chidi.click(table, label="Join")
    await w.björn.click(table, label="Leave")
    assert "Björn" not in said(w.message(table.id))
    dana = w.guild.add_member(w.env.create_user("Dana"))
    await dana.click(table, label="Join")
    assert "**Ada**, **Chidi** and **Dana**." in said(w.message(table.id)), "another may join"
    for member in (w.chidi, dana):
        await member.click(table, label="Leave")
    host = await w.ada.click(table, label="Leave")
    assert "Cancel" in said(host.response)
    stranger = await w.björn.click(table, label="Cancel")
    assert "Only **Ada**" in said(stranger.response)
    await w.ada.click(table, label="Cancel")
    assert "closed" in said(w.message(table.id))


async def test_a_table_for_a_number_of_seats_starts_by_itself_and_options_are_kept(w: World) -> None:
    await w.ada.slash(w.channel, "newgame nomads", seats=3)
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    assert "2 of 3" in said(w.message(table.id))
    await w.chidi.click(table, label="Join")
    assert "has begun" in said(w.message(table.id))

    game = await w.start(width=5, height=7, adjacency="corners", forest=1)
    state = await w.state(game)
    assert (state.options.width, state.options.height, state.options.adjacency, state.options.forest) == (5, 7, "corners", 1)


async def test_who_and_what_cannot_be_at_a_table_is_refused_in_words_and_the_others_are_offered(w: World) -> None:
    alone = await w.ada.slash(w.channel, "newgame pastures", opponent=w.ada)
    assert "against yourself" in said(alone.response)
    robot = w.guild.add_member(w.env.create_user("Robo", bot=True))
    machine = await w.ada.slash(w.channel, "newgame pastures", opponent=robot)
    assert "is a bot" in said(machine.response)
    assert w.messages() == []

    # an old client can send an option that no menu offers
    from bot.usecases.refusal import Refusal

    wrongs = [({"width": 99}, "Width has to be at most 16."), ({"forest": 7}, "Forest has to be 2 or 1.")]
    for wrong, answer in wrongs:
        with pytest.raises(Refusal) as refused, w.env.time_context():
            await opening.open_table(w.app.context, w.guild.id, w.channel.id, User(w.ada.id, "Ada"), "pastures", wrong)
        assert str(refused.value) == answer

    overwrites = {w.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    mute = w.guild.create_text_channel("mute", overwrites=overwrites)
    answer = await w.ada.slash(mute, "newgame pastures")
    assert answer.ephemeral
    assert "Attach Files" in said(answer.response)

    outsider = w.env.create_user("Outsider")
    answer = await w.ada.slash(w.channel, "newgame pastures", opponent=outsider)
    assert answer.ephemeral
    assert "member of this server" in said(answer.response)
    assert [type(error).__name__ for error in w.env.errors] == ["TransformerError"]

    hidden = discord.PermissionOverwrite(view_channel=False)
    w.channel = w.guild.create_text_channel("secret", overwrites={w.björn: hidden})
    answer = await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
    assert "cannot see this channel" in said(answer.response)
    assert answer.response.ephemeral
    assert w.messages() == []


async def test_many_members_press_join_at_once_on_one_free_seat(w: World, sample: Sample) -> None:
    from bot.usecases.refusal import Refusal

    await w.ada.slash(w.channel, "newgame pastures", width=4, height=4)
    crowd = [User(10_000 + i, f"Member {i}") for i in range(100 if sample.is_full else 20)]
    with w.env.time_context():
        joins = (tables.join(w.app.context, w.guild.id, 1, user) for user in crowd)
        results = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(not isinstance(r, BaseException) for r in results) == 1
    assert all(isinstance(r, Refusal) for r in results if isinstance(r, BaseException))
    position = await queries.view_game(w.app.context, w.guild.id, 1)
    assert len(position.row.players) == 2
    await until("the first board", w.boards)
    assert len(w.boards()) == 1


async def test_play_again_by_winner_or_loser_swaps_the_seats_and_invites_the_other_who_sees_the_channel(w: World) -> None:
    game = await w.start(width=4, height=4)
    for who in ("winner", "loser"):
        first, second = await w.turns(game)
        question = await first.slash(w.channel, "resign", game=game)
        await first.click(question.response, label="Yes, give up")
        asker, asked = (second, first) if who == "winner" else (first, second)
        final = w.boards()[-1]
        await asker.click(final, label="Rematch")
        table = w.channel.last_message
        assert f"open already: join [it]({table.jump_url})" in said((await asker.click(final, label="Rematch")).response)
        await asked.click(table, label="Accept")
        game += 1
        assert (await w.turns(game))[0].id == second.id, who
        again = await asked.click(final, label="Rematch")
        assert "already" in said(again.response), who
        await w.post_all()

    mover, _ = await w.turns(game)
    question = await mover.slash(w.channel, "resign")
    await mover.click(question.response, label="Yes, give up")
    final = w.boards()[-1]
    view = discord.Permissions(view_channel=True).value
    hidden = Overwrite(target_id=w.björn.id, type=OverwriteType.MEMBER, allow=0, deny=view)
    w.env.backend.edit_channel(w.channel.id, {}, overwrites=[hidden])
    answer = await w.ada.click(final, label="Rematch")
    assert answer.ephemeral
    assert "**Björn** cannot see this channel now" in said(answer.response)
    assert w.boards()[-1].id == final.id


async def test_newgame_offers_the_values_of_options_and_terms_in_words(w: World) -> None:
    newgame = w.bot.tree.get_command("newgame")
    assert isinstance(newgame, discord.app_commands.Group)
    pastures = newgame.get_command("pastures")
    assert isinstance(pastures, discord.app_commands.Command)

    def offered(option: str) -> dict[Any, str]:
        found = pastures.get_parameter(option)
        assert found is not None
        return {choice.value: choice.name for choice in found.choices}

    assert offered("claim") == {"turn": "in turn", "offer": "by offer"}
    assert offered("forest") == {2: "for 2 points", 1: "for 1 point"}
    assert offered("posts")["one"] == "one that is edited"
    assert offered("pace")["3d"] == "3 days"
    assert offered("off")["nights"] == "nights"
