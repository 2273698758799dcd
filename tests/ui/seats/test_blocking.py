"""Blocks: the two never share a table or game, and the blocked member never learns why."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from simcord.components import walk_components

from bot.storage.schema import blocks
from bot.ui.server.blocked import BlockedPress
from bot.usecases import queries
from bot.usecases.tables.block_rules import NOT_INVITED, NOT_OPEN
from tests.storage.samples import everything
from tests.ui.computer_world import bot_of
from tests.ui.seats.test_substitutes import newcomer, offered, players
from tests.ui.world import World, choose, confirm, said

BLOCKERS = ("ada", "björn")
"""Either of the two has blocked the other one: it does not go either way."""


async def block(w: World, actor: Any, whom: Any) -> Any:
    """Block a member by the menu. Return the private answer."""
    answer = await actor.context_menu(w.channel, "Block", whom)
    assert answer.ephemeral
    return answer.response


async def block_by(w: World, blocker: str) -> None:
    """Have Ada block Björn, or Björn Ada."""
    await block(w, *((w.ada, w.björn) if blocker == "ada" else (w.björn, w.ada)))


def check_answer(answer: Any, *, is_blocker: bool, neutral: str) -> None:
    """The blocker is told why; the other one is told what anybody could be told."""
    told = answer.followups[0] if answer.followups else answer.response
    assert told.flags.ephemeral
    if is_blocker:
        assert "You have blocked" in said(told)
    else:
        assert said(told) == neutral
        assert "block" not in said(told)


@pytest.mark.sample(1)
@pytest.mark.parametrize("blocker", BLOCKERS)
async def test_they_meet_at_no_table_by_no_invitation_and_in_no_rematch_of_two(w: World, blocker: str) -> None:
    game = await w.start(width=4, height=4)
    await confirm(w.ada, await w.ada.slash(w.channel, "resign", game=game))
    over, before = w.boards()[-1], len(w.messages())

    await block_by(w, blocker)
    answer = await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
    check_answer(answer, is_blocker=blocker == "ada", neutral=NOT_INVITED)
    form = await w.ada.context_menu(w.channel, "Challenge to a game", w.björn)
    challenged = await w.ada.submit_modal(form, {"game": "land", "pace": ["usual"]})
    check_answer(challenged, is_blocker=blocker == "ada", neutral=NOT_INVITED)
    assert len(w.messages()) == before, "nobody was pinged"

    for kind in ("land", "pastures"):
        await w.ada.slash(w.channel, f"newgame {kind}")
        table = w.channel.last_message
        answer = await w.björn.click(table, label="Join")
        check_answer(answer, is_blocker=blocker == "björn", neutral=NOT_OPEN)
        assert "1 of" in said(w.message(table.id))
        await w.chidi.click(table, label="Join")
        assert "Chidi" in said(w.message(table.id))

    await w.chidi.slash(w.channel, "newgame land")
    table = w.channel.last_message
    await w.ada.click(table, label="Join")
    check_answer(await w.björn.click(table, label="Join"), is_blocker=blocker == "björn", neutral=NOT_OPEN)
    await w.ada.click(table, label="Leave")
    await w.björn.click(table, label="Join")
    assert "Björn" in said(w.message(table.id)), "the table of somebody else, once the other one has left it"

    before = len(w.messages())
    answer = await w.ada.click(over, label="Rematch")
    check_answer(answer, is_blocker=blocker == "ada", neutral=NOT_INVITED)
    assert len(w.messages()) == before


async def land_of_three(w: World) -> int:
    """A game of Land of three members, which two have given up: it is over."""
    await w.ada.slash(w.channel, "newgame land", seats=3)
    table = w.channel.last_message
    for member in (w.björn, w.chidi):
        await member.click(table, label="Join")
    for member in (w.björn, w.chidi):
        await confirm(member, await member.slash(w.channel, "resign"))
    return 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("blocker", BLOCKERS)
async def test_a_rematch_of_many_asks_and_seats_those_alone_who_come_together(w: World, blocker: str) -> None:
    await land_of_three(w)
    await block_by(w, blocker)
    last = w.boards()[-1]
    await w.ada.click(last, label="Rematch with other rules")
    ballot = w.channel.last_message
    wish = next(c for c in walk_components([c.to_dict() for c in ballot.components]) if "custom_id" in c)
    for member in (w.ada, w.björn):
        await press_first(w, member, ballot, wish)
    await w.ada.click(ballot, label="Open the table")
    table = w.channel.last_message
    assert "At the table (1 of 3): **Ada**" in said(table), "the vote seats nobody beside whom they blocked"
    assert [member.id for member in table.mentions] == [w.chidi.id]
    await w.ada.click(table, label="Cancel")

    await w.ada.click(last, label="Rematch")
    table = w.channel.last_message
    assert [member.id for member in table.mentions] == [w.chidi.id]
    check_answer(await w.björn.click(table, label="Join"), is_blocker=blocker == "björn", neutral=NOT_OPEN)


async def press_first(w: World, member: Any, message: Any, control: Any) -> None:
    """Use the first control of a vote, a button or a menu."""
    if control["type"] == 2:
        await member.click(message, custom_id=control["custom_id"])
    else:
        await member.select(message, [control["options"][0]["value"]], custom_id=control["custom_id"])


@pytest.mark.sample(1)
@pytest.mark.parametrize("blocker", BLOCKERS)
async def test_no_seat_brings_them_together(w: World, blocker: str) -> None:
    """Ada plays with Chidi. She may not give her seat to Björn, and Björn may not take Chidi's, whenever it was offered."""
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.chidi, width=4, height=4)
    await w.chidi.click(w.channel.last_message, label="Accept")
    named = await offered(w, w.chidi, w.björn)
    await block_by(w, blocker)
    check_answer(await w.björn.click(named, label="Accept"), is_blocker=blocker == "björn", neutral=NOT_OPEN)
    assert set(await players(w, 1)) == {w.ada.id, w.chidi.id}, "a seat that was offered before the block"
    await w.chidi.click(named, label="Withdraw")

    before = len(w.messages())
    answer = await w.ada.slash(w.channel, "substitute", member=w.björn)
    check_answer(answer, is_blocker=blocker == "ada", neutral=NOT_INVITED)
    assert len(w.messages()) == before
    answer = await w.chidi.slash(w.channel, "substitute", member=w.björn)
    check_answer(answer, is_blocker=False, neutral=NOT_INVITED)

    question = await offered(w, w.chidi)
    taken = await w.björn.click(question, label="Take the seat")
    check_answer(taken, is_blocker=blocker == "björn", neutral=NOT_OPEN)
    assert set(await players(w, 1)) == {w.ada.id, w.chidi.id}
    dana = newcomer(w)
    await dana.click(question, label="Take the seat")
    assert dana.id in await players(w, 1)


async def test_who_blocks_leaves_the_open_tables_where_they_would_meet_and_plays_on(w: World) -> None:
    game = await w.start(width=4, height=4)
    await w.björn.slash(w.channel, "newgame pastures", opponent=w.ada)
    theirs = w.channel.last_message
    await w.chidi.slash(w.channel, "newgame land")
    shared = w.channel.last_message
    await w.chidi.slash(w.channel, "newgame land")
    alone = w.channel.last_message
    for table in (shared, alone):
        await w.ada.click(table, label="Join")
    await w.björn.click(shared, label="Join")
    assert "left 2 open tables" in said(await block(w, w.ada, w.björn))
    assert "was declined" in said(w.message(theirs.id)), "an invitation ends"
    assert "Ada" not in said(w.message(shared.id))
    assert "Björn" in said(w.message(shared.id))
    assert "Ada" in said(w.message(alone.id))

    for text in ("a1 f", "b2 w"):
        await (await w.turns(game))[0].slash(w.channel, "move", game=game, move=text)
    assert await w.log(game) == ["A1 F", "B2 W"], "games under way go on"

    await w.ada.slash(w.channel, "newgame pastures", opponent=w.chidi)
    mine = w.channel.last_message
    await block(w, w.ada, w.chidi)
    assert mine.id not in [message.id for message in w.messages()]


async def test_a_block_is_undone_in_the_panel_and_at_its_answer(w: World) -> None:
    panel = (await w.ada.slash(w.channel, "my blocked")).response
    assert panel.flags.ephemeral
    assert "Nobody." in said(panel)
    panel = await choose(w.ada, panel, "Block a member", w.björn)
    assert "- **Björn**" in said(panel)
    assert "You have blocked **Björn**" in said(panel)
    await w.ada.slash(w.channel, "newgame land")
    check_answer(await w.björn.click(w.channel.last_message, label="Join"), is_blocker=False, neutral=NOT_OPEN)
    panel = await choose(w.ada, panel, "Unblock", await block_id(w))
    assert "Nobody." in said(panel)
    await w.björn.click(w.channel.last_message, label="Join")
    assert "Björn" in said(w.channel.last_message)
    answer = await block(w, w.ada, w.björn)
    assert "already" in said(await block(w, w.ada, w.björn))
    undone = await w.ada.click(answer, label="Unblock")
    assert "You have unblocked **Björn**" in said(undone.response)
    assert "already unblocked" in said((await w.ada.click(await block_again(w), label="Unblock")).response)
    await w.start(width=4, height=4)
    assert (await queries.read_row(w.app.context, 1)).seat_of(w.björn.id) is not None


async def block_again(w: World) -> Any:
    """The answer to a block that is undone in the panel before its button is pressed."""
    answer = await block(w, w.ada, w.björn)
    panel = (await w.ada.slash(w.channel, "my blocked")).response
    await choose(w.ada, panel, "Unblock", await block_id(w))
    return answer


async def block_id(w: World) -> str:
    found = await w.app.context.db.read(everything)
    return str(found["blocks"][-1][0])


async def test_nobody_blocks_themselves_or_a_bot_or_more_than_are_kept_and_nobody_unblocks_for_somebody_else(w: World) -> None:
    assert "cannot block yourself" in said(await block(w, w.ada, w.ada))
    assert "is a bot" in said(await block(w, w.ada, bot_of(w)))
    panel = (await w.ada.slash(w.channel, "my blocked")).response
    told = await w.ada.select(panel, [bot_of(w)], custom_id=users_menu(panel))
    assert "is a bot" in said(told.followups[0] if told.followups else told.response)
    assert (await w.app.context.db.read(everything))["blocks"] == []

    await block(w, w.ada, w.björn)
    await block(w, w.björn, w.chidi)
    panel = (await w.björn.slash(w.channel, "my blocked")).response
    stored = w.env.backend.get_message(w.channel.id, panel.id)
    first = (await w.app.context.db.read(everything))["blocks"][0][0]
    for component in walk_components(stored.components):
        if component.get("placeholder") == "Unblock":
            component["options"] = [{"label": "x", "value": str(first)}]
            menu = component["custom_id"]
    assert BlockedPress("unblock", 0, "").id.rpartition(":")[0] in menu
    await w.björn.select(panel, [str(first)], custom_id=menu)
    assert len((await w.app.context.db.read(everything))["blocks"]) == 2

    with w.env.time_context():
        mine = {"guild_id": w.guild.id, "user_id": w.ada.id, "at": 1}
        values = [{**mine, "blocked_id": 1000 + n, "name": f"Pest {n}"} for n in range(99)]

        async def fill(conn: Any) -> None:
            await conn.execute(blocks.insert(), values)

        await w.app.context.db.write(fill)
    assert "no more are kept" in said(await block(w, w.ada, w.chidi))
    panel = (await w.ada.slash(w.channel, "my blocked")).response
    assert "Pest 98" in said(panel)
    assert "Page 1 of 4" in said(panel)
    for page in (2, 3, 4):
        panel = (await w.ada.click(panel, label="Older")).response
        assert f"Page {page} of 4" in said(panel)
    assert "Pest 0" in said(panel)
    assert "Page 3 of 4" in said((await w.ada.click(panel, label="Newer")).response)


def users_menu(panel: Any) -> str:
    return next(c["custom_id"] for c in walk_components(panel.components) if c.get("placeholder") == "Block a member")


async def data_of(w: World, member: Any) -> Any:
    answer = (await member.slash(w.channel, "my data")).response
    if not answer.attachments:
        return said(answer)
    sent = await answer.attachments[0].read()
    return json.loads(gzip.decompress(sent) if sent[:2] == b"\x1f\x8b" else sent)["tables"]["blocks"]


async def test_a_block_is_in_the_data_of_who_made_it_holds_everywhere_and_outlives_that_the_blocked_one_is_forgotten(
    w: World,
) -> None:
    await block(w, w.ada, w.björn)
    (mine,) = await data_of(w, w.ada)
    assert mine["name"] == "Björn"
    assert str(w.björn.id) not in json.dumps(mine)
    assert "stored nothing" in await data_of(w, w.björn), "who was blocked is not told"

    other = w.env.create_guild("Forest")
    channel = other.create_text_channel("games")
    ada, björn = (other.add_member(member.user) for member in (w.ada, w.björn))
    await ada.slash(channel, "newgame land")
    check_answer(await björn.click(channel.last_message, label="Join"), is_blocker=False, neutral=NOT_OPEN)

    # otherwise being forgotten would undo it; no id and no name is kept
    await forget(w, w.björn)
    kept = str((await w.app.context.db.read(everything))["blocks"])
    assert str(w.björn.id) not in kept
    assert "Björn" not in kept
    await w.ada.slash(w.channel, "newgame land")
    table = w.channel.last_message
    check_answer(await w.björn.click(table, label="Join"), is_blocker=False, neutral=NOT_OPEN)
    check_answer(await w.björn.slash(w.channel, "newgame pastures", opponent=w.ada), is_blocker=False, neutral=NOT_INVITED)
    assert "already" in said(await block(w, w.ada, w.björn))
    await w.chidi.click(table, label="Join")
    panel = (await w.ada.slash(w.channel, "my blocked")).response
    assert "a former player" in said(panel)
    await choose(w.ada, panel, "Unblock", await block_id(w))
    await w.björn.click(table, label="Join")
    assert "Björn" in said(w.message(table.id))

    await block(w, w.ada, w.björn)
    await forget(w, w.ada)
    assert (await w.app.context.db.read(everything))["blocks"] == []


async def forget(w: World, member: Any) -> None:
    question = (await member.slash(w.channel, "my forget")).response
    sure = (await member.click(question, label="In this server")).response
    await member.click(sure, label="Yes, forget me")
