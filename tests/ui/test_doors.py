"""Access to games: hidden channels, other servers, forged presses, and names that are Markdown."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.ui.framework.game_picker import PickPress
from bot.ui.messages.board import BoardPress
from bot.ui.messages.proposal import ProposalPress
from bot.ui.messages.status import StatusPress
from bot.ui.statistics.stepper import LookPress
from bot.usecases import queries
from bot.usecases.computers import demos
from bot.usecases.refusal import Refusal
from tests.ui.server.test_server_settings import WHERE, manager
from tests.ui.world import World, choose, first_row, said

NASTY = ("**bold** [link](https://evil.example)", "||spoiler|| `code` @everyone", "> quote\n# big")
"""Names that would be formatted if a message did not escape them."""


def hide(w: World, channel: Any, *seen_by: Any) -> None:
    """Only some members see a channel."""
    view = discord.Permissions(view_channel=True).value
    closed = Overwrite(target_id=w.guild.id, type=OverwriteType.ROLE, allow=0, deny=view)
    opened = [Overwrite(target_id=m.id, type=OverwriteType.MEMBER, allow=view, deny=0) for m in seen_by]
    me = Overwrite(target_id=w.bot.user.id, type=OverwriteType.MEMBER, allow=view, deny=0)
    w.env.backend.edit_channel(channel.id, {}, overwrites=[closed, me, *opened])


async def hidden_game(w: World) -> int:
    """A game of Ada and Björn in a channel that Chidi does not see."""
    secret = w.guild.create_text_channel("secret")
    await w.ada.slash(secret, "newgame pastures", width=4, height=4)
    await w.björn.click(secret.last_message, label="Join")
    hide(w, secret, w.ada, w.björn)
    return 1


async def test_who_does_not_see_a_channel_does_not_see_its_games(w: World) -> None:
    game = await hidden_game(w)
    for command, options in (
        ("board", {"game": game}),
        ("history", {"game": game}),
        ("replay", {"game": game}),
        ("export", {"game": game}),
    ):
        answer = (await w.chidi.slash(w.channel, command, **options)).response
        assert "no such game" in said(answer) or "no finished game" in said(answer), command
        assert not answer.attachments
    for command in ("games", "latest"):
        assert "#1" not in said((await w.chidi.slash(w.channel, command)).response), command
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "move", move="a1 f", game=game)
    for command in ("games", "latest"):
        assert "#1" in said((await mover.slash(w.channel, command)).response), "players see their own games"
    assert (await mover.slash(w.channel, "history", game=game)).response.attachments


async def test_forged_ids_lead_to_no_game_that_is_hidden(w: World) -> None:
    await w.start(width=4, height=4)
    secret = w.guild.create_text_channel("secret")
    await w.ada.slash(secret, "newgame pastures", width=4, height=4)
    await w.björn.click(secret.last_message, label="Join")
    hide(w, secret, w.ada, w.björn)
    stepper = (await w.chidi.slash(w.channel, "history", game=1)).response
    forged = [
        LookPress("g2", 0, 0, "go").id,
        LookPress("g2", 0, -1, "share").id,
        LookPress("g2", 0, 0, "words").id,
        LookPress("g2", 0, 0, "replay").id,
        BoardPress(2, 0, "board").id,
        BoardPress(2, 0, "replay").id,
        PickPress(2, "board").id,
        PickPress(2, "history").id,
        StatusPress(2, 1, "board").id,
    ]
    for custom_id in forged:
        answer = (await press(w, w.chidi, stepper, custom_id)).response
        assert "no such game" in said(answer), custom_id
        assert not answer.attachments, custom_id


async def press(w: World, actor: Any, message: Any, custom_id: str) -> Any:
    """Press a button with a forged id on a message."""
    return await actor.click(forge(w, message, custom_id), custom_id=custom_id)


def forge(w: World, message: Any, custom_id: str) -> Any:
    """Change the id of the first button of a message, as an old or changed client could."""
    stored = w.env.backend.get_message(w.channel.id, message.id)
    row = first_row(stored)
    row["components"][0]["custom_id"] = custom_id
    row["components"][0]["disabled"] = False
    return message


async def test_the_public_list_names_only_games_that_everybody_sees(w: World) -> None:
    await hidden_game(w)
    await w.start(width=4, height=4)
    mara, news = manager(w), w.guild.create_text_channel("news")
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="More settings")).response
    await choose(mara, panel, "Live list of games: off", news)
    await w.env.advance_time(60)
    listed = said(news.last_message)
    assert "#2" in listed
    assert "#1" not in listed


async def test_a_demo_is_played_where_games_are_played_and_nobody_of_another_server_stops_it(w: World) -> None:
    demo = await demos.start(w.app.context, w.guild.id, w.channel.id, w.ada.id, "land", 1)
    with pytest.raises(Refusal, match="demo is over"):
        await demos.stop(w.app.context, w.guild.id + 1, demo.row.id, w.chidi.id, manages=True)
    assert (await queries.read_row(w.app.context, demo.row.id)).status == "running"

    mara, castles = manager(w), w.guild.create_text_channel("castles")
    panel = (await mara.slash(w.channel, "server settings")).response
    await choose(mara, panel, WHERE, castles)
    assert "not played in this channel" in said((await w.ada.slash(w.channel, "demo", game="land")).response)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "custom_id",
    [
        "lg1:forget:nowhere:yes",
        "lg1:forget:here:maybe",
        "lg1:claim:1:0:nothing",
        "lg1:claim:1:99999999999999999999999:drop",
        "lg1:pause:1:perhaps",
        "lg1:substitute:1:0:perhaps",
        "lg1:notify:told",
        "lg1:notify:from:1f",
        "lg1:data:moon",
        "lg1:export:others:0",
        "lg1:pick:1:dance",
        "lg1:seat:1:steal",
        "lg1:table:1:dance",
        "lg1:vacation:take:5",
        "lg1:server:channels:1f",
        "lg1:look:x1:0:0:go",
        "lg1:proposal:1:maybe",
        "lg1:manage:0:pick:1f",
        "lg1:nothing:1",
        "lg1:board",
        "lg2:board:1:0:play",
    ],
)
async def test_a_forged_press_gets_a_friendly_private_answer(
    w: World, custom_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    await w.start(width=4, height=4)
    panel = (await w.chidi.slash(w.channel, "history", game=1)).response
    answer = (await press(w, w.chidi, panel, custom_id)).response
    assert answer.flags.ephemeral
    assert said(answer)
    assert "Something went wrong" not in said(answer)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_names_are_shown_as_they_are_in_whole_sessions(w: World) -> None:
    """Names go through one door to Markdown: in boards, lists, refusals and answers, with several games in a channel."""
    people = [w.guild.add_member(w.env.create_user(f"nasty{n}", global_name=name)) for n, name in enumerate(NASTY)]
    for number, one in enumerate(people):
        w.members[f"nasty{number}"] = one
    one, two, three = people
    for first, second in ((one, two), (two, three), (one, three)):
        await first.slash(w.channel, "newgame pastures", width=4, height=4, opponent=second)
        await second.click(w.channel.last_message, label="Accept")
    shown: list[str] = []
    for actor in people:
        for command, options in (
            ("games", {}),
            ("latest", {}),
            ("board", {}),
            ("move", {"move": "a1 f"}),
            ("move", {"move": "nonsense"}),
            ("history", {"game": 1}),
            ("draw", {"game": 1}),
            ("undo", {"game": 1}),
            ("stats", {}),
            ("ranking", {}),
            ("resign", {"game": 3}),
        ):
            answer = (await actor.slash(w.channel, command, **options)).response
            shown.append(said(answer))
    await w.env.advance_time(60)
    shown += [said(message) for message in w.messages()]
    for text in shown:
        assert "**bold**" not in text.replace("****bold**", ""), text
        assert "[link](" not in text, text
        assert "||spoiler||" not in text, text
        assert "`code`" not in text, text
        assert "@everyone" not in text, text


async def test_a_forged_word_refuses_no_draw(w: World) -> None:
    await w.start(width=4, height=4)
    mover, other = await w.turns(1)
    await other.slash(w.channel, "draw", game=1)
    question = w.channel.last_message
    stored = w.env.backend.get_message(w.channel.id, question.id)
    first_row(stored)["components"][0]["custom_id"] = ProposalPress(1, "perhaps").id
    answer = await mover.click(question, custom_id=ProposalPress(1, "perhaps").id)
    assert "older version" in said(answer.response)
    assert "do you agree?" in said(w.message(question.id)), "it is open still"


async def test_quiet_hours_may_begin_in_the_morning(w: World) -> None:
    panel = (await w.ada.slash(w.channel, "my notifications")).response
    panel = await choose(w.ada, panel, "Quiet from", "7")
    assert "07:00 to 17:00" in said(panel)
