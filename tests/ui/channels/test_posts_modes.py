"""The three ways in which a game shows itself: a board each turn, a thread, one board. As members see the channel."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest
from sqlalchemy import update

from bot.common.clock import DAY
from bot.storage.queries.channels.posts import find_posted
from bot.storage.queries.play import games
from bot.storage.schema import posts
from bot.usecases import queries
from rules import GAMES
from tests.ui.notifications.test_notifications import pinged, pings, told, until
from tests.ui.server.test_server_manage import chosen
from tests.ui.server.test_server_settings import manager
from tests.ui.world import World, labels, press_at_random, said


def shown(channel: Any) -> list[Any]:
    """The messages of a channel or thread by the bot, without Discord's own."""
    return [m for m in channel.history() if not m.flags.ephemeral and m.type is not discord.MessageType.thread_created]


def boards(channel: Any) -> list[Any]:
    """The boards among them."""
    return [m for m in shown(channel) if m.attachments and "** #" in said(m)]


def status(w: World) -> Any:
    """The status message of the channel."""
    (found,) = [m for m in shown(w.channel) if "#" in said(m) and label(m) in (["Play", "Board"], ["Board"])]
    return found


def label(message: Any) -> list[str]:
    """What the buttons of a message say."""
    return labels(message)


async def started(w: World, game: str = "pastures", **options: Any) -> int:
    """A running game of Ada and Björn; return its number."""
    if GAMES[game].seats[-1] == 2:
        await w.ada.slash(w.channel, f"newgame {game}", opponent=w.björn, **options)
        await w.björn.click(w.channel.last_message, label="Accept")
    else:
        await w.ada.slash(w.channel, f"newgame {game}", seats=2, **options)
        await w.björn.click(w.channel.last_message, label="Join")
    newest = await queries.list_guild_games(w.app.context, w.guild.id, None)
    return max(row.id for row in newest)


async def play(w: World, game: int, channel: Any, turns: int = 1, seed: int = 1) -> None:
    """Play some random decisions by typing them in a channel."""
    dice = random.Random(seed)
    for _ in range(turns):
        if (await w.state(game)).is_over:
            return
        mover, _ = await w.turns(game)
        move = dice.choice((await w.state(game)).moves())
        await mover.slash(channel, "move", move=str(move), game=game)


def thread(w: World) -> Any:
    """The only thread of the channel."""
    (found,) = w.channel.threads
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_in_a_thread_leaves_one_message_in_the_channel(w: World, game: str) -> None:
    number = await started(w, game, posts="thread")
    await play(w, number, thread(w), 2)
    await w.restart()
    await play(w, number, thread(w), 2)
    assert boards(w.channel) == []
    assert len(shown(w.channel)) == 2, "the table, and the status"
    there = boards(thread(w))
    assert len(there) >= 3
    assert ["Play" in label(m) for m in there] == [False] * (len(there) - 1) + [True]
    mover, _ = await w.turns(number)
    assert next(name for name, actor in w.members.items() if actor is mover) in said(status(w)).split("\n")[1]
    assert f"<#{thread(w).id}>" in said(status(w))
    assert f"/{thread(w).id}/{there[-1].id}" in said(status(w))
    assert thread(w).id == status(w).id


async def test_a_game_in_a_thread_is_played_and_looked_at_from_its_status_and_from_the_thread(w: World) -> None:
    first = await started(w, posts="thread")
    place, message = thread(w), status(w)
    mover, other = await w.turns(first)
    (board,) = boards(place)
    assert list(w.env.backend.get_message(place.id, board.id).ping_user_ids) == [mover.id]
    assert pinged(w, message) == [], "whoever is to move is mentioned in the thread alone"

    private = (await w.chidi.click(message, label="Board")).response
    assert private.flags.ephemeral
    assert private.attachments, "the status has the board for whoever presses"
    assert "It is" in said((await other.click(message, label="Play")).response)
    panel = (await mover.click(message, label="Play")).response
    await press_at_random(mover, panel, random.Random(1))
    await mover.slash(w.channel, "move", move="c4 f", game=first)
    assert len(await w.log(first)) >= 1, "the status is enough to play"

    second = await started(w)
    mover, _ = await w.turns(first)
    before = len(await w.log(first))
    await mover.slash(place, "move", move=str((await w.state(first)).moves()[0]))
    assert len(await w.log(first)) == before + 1, "a command in the thread means its game"
    assert len(await w.log(second)) == 0
    private = said((await w.ada.slash(w.channel, "board", game=first)).response)
    assert f"It is played in <#{place.id}>" in private
    assert f"/{place.id}/{boards(place)[-1].id}" in private
    listed = said((await w.ada.slash(w.channel, "games")).response)
    assert f"in <#{place.id}>" in listed
    assert f"/{place.id}/{boards(place)[-1].id}" in listed


async def test_an_archived_thread_is_opened_again_and_its_status_is_posted_anew_when_too_old_and_tells_of_the_end(
    w: World,
) -> None:
    number = await started(w, posts="thread")
    place = thread(w)
    w.env.backend.edit_channel(place.id, {}, thread_metadata={"archived": True})
    await play(w, number, w.channel)
    assert len(boards(place)) == 2, "a move opens it"

    old = status(w)
    await w.env.advance_time(7200)
    path = f"/channels/{w.channel.id}/messages/{old.id}"
    w.env.inject_error("PATCH", path, status=429, code=30046, message="Maximum number of edits", times=None)
    await play(w, number, w.channel, 2)
    assert status(w).id != old.id
    assert f"<#{place.id}>" in said(status(w))
    assert len(boards(place)) == 4

    asked = (await w.ada.slash(place, "resign", game=number)).response
    await w.ada.click(asked, label="Yes, give up")
    assert "The game is over. **Björn** won." in said(status(w))
    assert label(status(w)) == ["Board"]


async def test_without_the_permission_the_game_goes_on_in_its_channel_and_says_so_also_when_the_board_is_edited(
    w: World,
) -> None:
    w.env.inject_error(
        "POST", "/channels/*/messages/*/threads", status=403, code=50013, message="Missing Permissions", times=None
    )
    number = await started(w, posts="thread")
    assert w.channel.threads == []
    (first,) = boards(w.channel)
    assert "could not make a thread" in said(first)
    context = w.app.context
    row = await queries.read_row(context, number)
    await context.db.write(lambda conn: context.outbox.put_for_game(conn, "board_edit", row))
    await w.post_all()
    assert w.message(first.id).edited_at is not None
    assert "could not make a thread" in said(w.message(first.id))
    await play(w, number, w.channel, 2)
    assert len(boards(w.channel)) == 3
    assert "could not make a thread" in said(w.message(first.id)), "also when its buttons are removed"
    assert "could not make a thread" not in said(boards(w.channel)[-1]), "once is enough"
    assert "could not make a thread" in said(status(w))


async def test_the_list_of_games_says_that_a_thread_waits_for_discord(w: World) -> None:
    number = await started(w, posts="thread")
    for coming in ("coming", None):
        await w.app.context.db.write(lambda conn, coming=coming: games.set_game(conn, number, no_thread=coming))
        listed = said((await w.ada.slash(w.channel, "games")).response)
        assert ("its thread opens as soon as Discord lets me" in listed) == (coming is not None)


async def test_a_game_opened_in_a_thread_stays_there(w: World) -> None:
    found: Any = w.bot.get_channel(w.channel.id)
    await found.create_thread(name="a talk", type=discord.ChannelType.public_thread)
    talk = w.channel.threads[0]
    await w.ada.slash(talk, "newgame pastures", opponent=w.björn, posts="thread")
    await w.björn.click(talk.last_message, label="Accept")
    (board,) = boards(talk)
    assert "This is a thread already" in said(board)
    assert len(w.channel.threads) == 1


async def test_a_deleted_thread_does_not_end_the_game(w: World) -> None:
    number = await started(w, posts="thread")
    place = thread(w)
    await play(w, number, w.channel)
    w.env.backend.delete_channel(place.id)
    mover, _ = await w.turns(number)
    move = str((await w.state(number)).moves()[0])
    answer = said((await mover.slash(w.channel, "move", move=move, game=number)).response)
    assert "The new board comes to the channel." in answer
    (board,) = boards(w.channel)
    assert "was deleted or locked" in said(board)
    assert "was deleted or locked" in said(status(w))
    await w.restart()
    await play(w, number, w.channel)
    assert ["Play" in label(m) for m in boards(w.channel)] == [False, True]
    assert ["was deleted or locked" in said(m) for m in boards(w.channel)] == [True, False], "its next edit keeps the note"


REQUESTS = {
    "turn": ["DELETE webhooks", "PATCH channels", "POST channels", "POST interactions"],
    "thread": ["DELETE webhooks", "PATCH channels", "PATCH channels", "POST channels", "POST interactions"],
    "one": ["DELETE channels", "DELETE webhooks", "PATCH channels", "POST channels", "POST interactions"],
}
"""The requests of a move: the answer to the move before goes, the old board is edited, the new one posted, the move answered.

A thread has a status in addition; in one message, the board is edited, and a ping posted instead of the one before.
"""


async def test_a_move_takes_no_request_more(w: World) -> None:
    made = {}
    for way in REQUESTS:
        w.channel = w.guild.create_text_channel(way)
        number = await started(w, posts=way, width=4, height=4)
        place = thread(w) if way == "thread" else w.channel
        await play(w, number, place)
        await w.post_all()
        before = len(w.env.http_requests)
        await play(w, number, place)
        await w.post_all()
        made[way] = sorted(f"{each.method} {each.path.split('/')[1]}" for each in w.env.http_requests[before:])
    assert made == REQUESTS


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
async def test_one_board_is_edited_and_one_ping_is_replaced(w: World, game: str) -> None:
    number = await started(w, game, posts="one")
    first = boards(w.channel)[0]
    for part in range(2):
        if part == 1:
            await w.restart()
        await play(w, number, w.channel, 2, seed=part)
        (board,) = boards(w.channel)
        assert board.id == first.id
        (ping,) = pings(w)
        mover, _ = await w.turns(number)
        assert pinged(w, ping) == [mover.id]
    panel = (await mover.click(ping, label="Play")).response
    assert panel.attachments
    assert "Play" in label(boards(w.channel)[0])


async def test_the_one_board_is_posted_anew_where_it_is_gone_or_too_old_and_alone_at_the_end(w: World) -> None:
    number = await started(w, posts="one")
    (deleted,) = boards(w.channel)
    w.env.backend.delete_message(w.channel.id, deleted.id)
    await play(w, number, w.channel)
    (old,) = boards(w.channel)
    assert old.id != deleted.id

    await w.env.advance_time(7200)
    path = f"/channels/{w.channel.id}/messages/{old.id}"
    w.env.inject_error("PATCH", path, status=429, code=30046, message="Maximum number of edits", times=None)
    await play(w, number, w.channel)
    (new,) = boards(w.channel)
    assert new.id != old.id
    assert len(pings(w)) == 1
    await play(w, number, w.channel)
    assert [m.id for m in boards(w.channel)] == [new.id]

    asked = (await w.ada.slash(w.channel, "resign", game=number)).response
    await w.ada.click(asked, label="Yes, give up")
    (board,) = boards(w.channel)
    assert "Rematch" in label(board)
    assert pings(w) == [], "no ping is left"


async def test_a_board_too_old_to_be_edited_now_loses_its_buttons_later_and_the_newest_one_is_remembered(w: World) -> None:
    number = await started(w, pace="none")
    (old,) = boards(w.channel)
    await w.env.advance_time(7200)
    path = f"/channels/{w.channel.id}/messages/{old.id}"
    w.env.inject_error("PATCH", path, status=429, code=30046, message="Maximum number of edits", times=1)
    await play(w, number, w.channel)
    await w.env.advance_time(60)
    before, new = boards(w.channel)
    assert label(before) == []
    assert "Play" in label(new)

    # however long the turn takes

    days_ago = update(posts).values(created_at=posts.c.created_at - 8 * DAY)
    await w.app.context.db.write(lambda conn: conn.execute(days_ago))
    await w.restart()

    async def find(message: discord.Message) -> object:
        return await w.app.context.db.read(lambda conn: find_posted(conn, number, message.id))

    assert await find(new) is not None
    assert await find(old) is None


async def test_a_game_in_a_thread_is_adjourned_when_its_channel_is_deleted_with_it(w: World) -> None:
    number = await started(w, posts="thread")
    w.env.backend.delete_channel(w.channel.id)  # the threads are reported after their channel
    await w.env.advance_time(3700)
    assert (await queries.read_row(w.app.context, number)).status == "adjourned"


async def test_a_game_whose_channel_is_gone_goes_on_elsewhere_in_its_own_way(w: World) -> None:
    for way in ("turn", "thread", "one"):
        w.channel = w.guild.create_text_channel(way)
        number = await started(w, posts=way)
        other = w.guild.create_text_channel("castles")
        for place in [*w.channel.threads, w.channel]:
            w.env.backend.delete_channel(place.id)
        mover, _ = await w.turns(number)
        answer = said((await mover.slash(other, "move", move="a1 f", game=number)).response)
        assert "goes on in this one" in answer
        assert [len(boards(each)) for each in [other, *other.threads]] == ([0, 1] if way == "thread" else [1])


async def test_a_game_that_moves_leaves_nothing_to_press_behind_and_a_cancelled_one_says_so(w: World) -> None:
    mara = manager(w)
    for way in ("turn", "thread", "one"):
        w.channel = w.guild.create_text_channel(way)
        number = await started(w, posts=way)
        old = thread(w) if way == "thread" else w.channel
        other = w.guild.create_text_channel("castles")
        await mara.click(await chosen(w, mara, number, other), label="Move it to this channel")
        assert [label(board) for board in boards(old)] == ([] if way == "one" else [[]])
        assert pings(w) == []
        assert not [m for m in shown(w.channel) if "to move, since" in said(m)]
        here = other.threads[0] if way == "thread" else other
        (board,) = boards(here)
        assert "Play" in label(board)
        await play(w, number, here, 2)
        assert len(boards(here)) == (1 if way == "one" else 3)

        sure = (await mara.click(await chosen(w, mara, number), label="Cancel this game")).response
        await mara.click(sure, label="Yes, cancel it")
        assert "was cancelled" in said(boards(here)[-1])
        assert f"cancelled by <@{mara.id}>" in said(boards(here)[-1])
        assert asking(w, here) == [], "it mentions nobody any more"
        if way == "thread":
            assert [m for m in shown(other) if label(m) == ["Board"] and "was cancelled" in said(m)], "the status says so, too"


@pytest.mark.sample(1)
@pytest.mark.parametrize("posts", ["turn", "thread", "one"])
@pytest.mark.parametrize("game", GAMES)
async def test_quiet_hours_and_reminders_in_every_way_and_game(w: World, game: str, posts: str) -> None:
    number = await started(w, game, posts=posts, pace="none")
    place = thread(w) if posts == "thread" else w.channel
    for actor in (w.ada, w.björn):
        await told(actor, w, FROM="22", UNTIL="7", EVERY="24")
    await until(w, 23)
    await play(w, number, place, 3)
    mover, _ = await w.turns(number)
    assert asking(w, place) == []
    await w.restart()
    await until(w, 7)
    (after_quiet,) = asking(w, place)
    assert said(after_quiet).startswith(f"<@{mover.id}>, it is your turn")
    await w.env.advance_time(86_400)
    (reminder,) = asking(w, place)
    assert reminder.id != after_quiet.id
    assert "it is still your turn" in said(reminder)
    assert str(boards(place)[-1].id) in said(reminder)
    await until(w, 12)
    while (await w.turns(number))[0] is mover:
        await play(w, number, place)
    assert reminder.id not in {m.id for m in shown(place)}
    assert len(asking(w, place)) == (1 if posts == "one" else 0)


def asking(w: World, place: Any) -> list[Any]:
    """The messages of a channel or thread, beside boards, that notified a player."""
    found = [m for m in shown(place) if not m.attachments and "invites" not in said(m) and "At the table" not in said(m)]
    return [m for m in found if w.env.backend.get_message(place.id, m.id).ping_user_ids]
