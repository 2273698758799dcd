"""The menus on a member and on a message, as members use them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.ui.channels.message_game import NO_GAME_HERE
from bot.usecases import queries
from tests.ui.computer_world import bot_of
from tests.ui.played import play_texts
from tests.ui.test_doors import hide
from tests.ui.world import World, said

CHALLENGE, STATISTICS = "Challenge to a game", "Statistics"
HISTORY, VIEW = "History of this game", "My view of this game"


async def challenge(w: World, actor: Any, whom: Any, game: str, pace: str = "usual") -> Any:
    """Challenge a member by the menu and the form. Return what is answered to the form."""
    form = await actor.context_menu(w.channel, CHALLENGE, whom)
    return await actor.submit_modal(form, {"game": game, "pace": [pace]})


async def played(w: World) -> int:
    """A game with four turns."""
    game = await w.start(width=4, height=4)
    await play_texts(w, game, "a1 f", "b2 w", "c3 p", "d4 f")
    return game


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pastures", "territories", "land", "nomads"])
async def test_a_challenge_opens_a_table_with_an_invitation_and_starts_when_it_is_accepted(w: World, kind: str) -> None:
    opened = await challenge(w, w.ada, w.björn, kind, "3d")
    assert not opened.ephemeral
    table = w.channel.last_message
    assert [member.id for member in table.mentions] == [w.björn.id], "the invited member alone is pinged"
    assert "3 days for each turn" in said(table)
    await w.björn.click(table, label="Accept")
    row = await queries.read_row(w.app.context, 1)
    assert row.kind == kind
    assert {player.user_id for player in row.players} == {w.ada.id, w.björn.id}
    assert row.terms.pace == "3d"


async def test_a_challenge_asks_in_a_private_form_that_answers_after_a_restart_with_the_pace_of_the_server(w: World) -> None:
    form = await w.ada.context_menu(w.channel, CHALLENGE, w.björn)
    assert form.modal is not None
    assert form.modal["title"] == "Challenge Björn"
    assert w.messages() == []

    await w.restart()
    await w.ada.submit_modal(form, {"game": "land", "pace": ["daily"]})
    assert f"invites <@{w.björn.id}>" in said(w.channel.last_message)

    await challenge(w, w.ada, w.björn, "pastures")
    assert "Pace: relaxed" in said(w.channel.last_message)

    # the bot itself is challenged: a computer plays at once

    await challenge(w, w.ada, bot_of(w), "land")
    row = await queries.read_row(w.app.context, 1)
    assert sorted(player.is_computer for player in row.players) == [False, True]


async def test_a_forged_form_opens_no_table(w: World) -> None:
    for field, value in (("game", "chess"), ("pace", "soon"), ("game", "")):
        form = await w.ada.context_menu(w.channel, CHALLENGE, w.björn)
        for label in form._interaction.modal["components"]:
            if label["component"]["custom_id"] == field:
                label["component"]["options"][0] = {"value": value or "none", "label": "x"}
                label["component"]["required"] = False
        sent: dict[str, Any] = {"game": "land", "pace": ["usual"], field: [value] if field == "pace" else value}
        answer = await w.ada.submit_modal(form, {name: chosen for name, chosen in sent.items() if chosen})
        told = answer.followups[0] if answer.followups else answer.response
        assert "older version" in said(told) or "cannot be `soon`" in said(told), (field, value)
        assert w.messages() == [], (field, value)


async def test_nobody_challenges_themselves_another_bot_or_where_boards_or_the_channel_are_out_of_sight(w: World) -> None:
    overwrites = {w.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    mute = w.guild.create_text_channel("mute", overwrites=overwrites)
    answer = await w.ada.context_menu(mute, CHALLENGE, w.björn)
    assert "Attach Files" in said(answer.response)

    robot = w.guild.add_member(w.env.create_user("Robo", bot=True))
    for whom, why in ((w.ada, "cannot challenge yourself"), (robot, "is a bot")):
        answer = await w.ada.context_menu(w.channel, CHALLENGE, whom)
        assert answer.ephemeral
        assert why in said(answer.response)
    form = await w.ada.context_menu(w.channel, CHALLENGE, w.björn)
    hide(w, w.channel, w.ada)
    late = await w.ada.submit_modal(form, {"game": "land", "pace": ["usual"]})
    assert "cannot see this channel" in said(late.response if late.response is not None else late.followups[0])
    again = await w.ada.context_menu(w.channel, CHALLENGE, w.björn)
    assert "cannot see this channel" in said(again.response)
    assert w.messages() == []


async def test_statistics_of_a_member_and_the_view_of_a_game_are_those_of_the_commands(w: World) -> None:
    game = await played(w)
    mover, other = await w.turns(game)
    by_command = (await w.chidi.slash(w.channel, "stats", member=w.björn)).response
    by_menu = await w.chidi.context_menu(w.channel, STATISTICS, w.björn)
    assert by_menu.ephemeral
    assert said(by_menu.response) == said(by_command)
    assert "**Björn**" in said(by_menu.response)
    for message in (w.boards()[0], w.boards()[-1]):
        mine = await mover.context_menu(w.channel, VIEW, message)
        assert mine.ephemeral
        assert "It is your turn" in said(mine.response)
        assert "It is your turn" not in said((await other.context_menu(w.channel, VIEW, message)).response)
    await mover.slash(w.channel, "draw", game=game)
    stepper = (await w.chidi.slash(w.channel, "history", game=game)).response
    await w.chidi.click(stepper, label="Share")
    for message in w.messages():  # its table, the mention of a player, a question, a shared picture
        answer = (await w.chidi.context_menu(w.channel, VIEW, message)).response
        assert f"game #{game}" in said(answer), said(message)


async def test_history_opens_at_the_turn_of_an_old_board_where_the_asker_sees_the_channel_of_the_game(w: World) -> None:
    game = await w.start(width=4, height=4)
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f")
    await play_texts(w, game, "b2 w", "c3 p", "d4 f")
    old, newest = w.boards()[1], w.boards()[-1]
    there = await w.chidi.context_menu(w.channel, HISTORY, old)
    assert there.ephemeral
    assert "turn 1 of 4" in said(there.response)
    assert "turn 4 of 4" in said((await w.chidi.context_menu(w.channel, HISTORY, newest)).response)

    # a message of it is seen by somebody who lost sight of the channel where the game goes on

    await w.start(width=4, height=4)
    board = w.boards()[0]
    other = w.guild.create_text_channel("elsewhere")
    await w.app.context.db.write(lambda conn: move_game(conn, game, other.id))
    hide(w, other, w.ada, w.björn)
    for name in (HISTORY, VIEW):
        assert "no such game" in said((await w.chidi.context_menu(w.channel, name, board)).response)


async def test_a_message_about_no_game_and_the_name_of_a_member_get_a_friendly_answer(w: World) -> None:
    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    written = await w.ada.send(w.channel, "I liked game #1")
    for message in (table, written):
        for name in (HISTORY, VIEW):
            answer = await w.ada.context_menu(w.channel, name, message)
            assert answer.ephemeral
            assert said(answer.response) == NO_GAME_HERE

    await w.start(width=4, height=4)
    trickster = w.guild.add_member(w.env.create_user("game #1"))
    await trickster.slash(w.channel, "newgame land")
    answer = await w.ada.context_menu(w.channel, VIEW, w.channel.last_message)
    assert said(answer.response) == NO_GAME_HERE


async def move_game(conn: Any, game: int, channel: int) -> None:
    """Have a game be played in another channel."""
    from sqlalchemy import update

    from bot.storage.schema import games

    await conn.execute(update(games).where(games.c.id == game).values(channel_id=channel))
