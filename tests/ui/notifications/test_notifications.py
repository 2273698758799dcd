"""``/my notifications``: mentions, direct messages, quiet hours, reminders and muted games, as players see them."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from bot.common.clock import DAY
from bot.storage.queries.channels import posts
from bot.storage.queries.time import vacations
from tests.ui.world import World, choose, said

WAY, FROM, UNTIL, EVERY, MUTE = "When it is your turn", "Quiet from", "Quiet until", "Reminders", "Mute games"


async def told(actor: Any, w: World, **chosen: Any) -> Any:
    """The panel after some choices: ``WAY="both"`` and so on."""
    panel = (await actor.slash(w.channel, "my notifications")).response
    for name, value in chosen.items():
        values = value if isinstance(value, list) else [value]
        panel = await choose(actor, panel, globals()[name], *values)
    return panel


def pings(w: World) -> list[Any]:
    """The short messages of the channel that mention somebody."""
    return [m for m in w.messages() if not m.attachments and "<@" in said(m) and "#" in said(m) and "invites" not in said(m)]


def pinged(w: World, message: Any) -> list[int]:
    """The users whom a message notified."""
    return list(w.env.backend.get_message(w.channel.id, message.id).ping_user_ids)


def direct(actor: Any) -> list[Any]:
    """The direct messages that a member has got."""
    return actor.user.dm_channel.history()


async def played(w: World, game: int) -> tuple[Any, Any]:
    """The player to move plays something; return them and the one whose turn it is then."""
    mover, other = await w.turns(game)
    move = str((await w.state(game)).moves()[0])
    await mover.slash(w.channel, "move", move=move, game=game)
    return mover, other


async def until(w: World, hour: int) -> None:
    """The time passes until it is that hour (UTC)."""
    now = w.env.now().astimezone(UTC)
    await w.env.advance_time(((hour - now.hour) % 24) * 3600 - now.minute * 60 - now.second + 5)


async def test_the_panel_shows_and_changes_settings_and_a_muted_game_is_silent_and_another_is_not(w: World) -> None:
    first = await w.start()
    panel = await told(w.ada, w)
    assert "A mention in the channel" in said(panel)
    panel = await told(w.ada, w, WAY="both", FROM="22", UNTIL="8", EVERY="12", MUTE=["1"])
    for line in (
        "A mention and a direct message",
        "22:00 to 08:00, UTC",
        "every 12 hours",
        "Muted games of this server: **#1**",
    ):
        assert line in said(panel)
    await w.restart()
    assert said(await told(w.ada, w)) == said(panel)
    panel = await told(w.ada, w, FROM="never", EVERY="never", MUTE=[])
    assert "Quiet hours: **none**" in said(panel)
    assert "Muted games of this server: **none**" in said(panel)

    second = await w.start()
    for actor in (w.ada, w.björn):
        await told(actor, w, WAY="both", MUTE=[str(first)])
    before = len(direct(w.ada)) + len(direct(w.björn))
    await played(w, first)
    assert pinged(w, w.boards()[-1]) == []
    assert len(direct(w.ada)) + len(direct(w.björn)) == before
    _, other = await played(w, second)
    assert pinged(w, w.boards()[-1]) == [other.id]
    assert len(direct(w.ada)) + len(direct(w.björn)) == before + 1


async def test_nobody_is_mentioned_against_their_wish_and_direct_messages_that_cannot_be_sent_are_told_of_once(
    w: World,
) -> None:
    game = await w.start()
    _, other = await w.turns(game)
    await told(other, w, WAY="none")
    await played(w, game)
    assert pinged(w, w.boards()[-1]) == []
    await played(w, game)
    assert len(pinged(w, w.boards()[-1])) == 1, "the other player is mentioned as ever"

    await told(other, w, WAY="direct")
    await played(w, game)
    (message,) = direct(other)
    assert "It is your turn" in said(message)
    assert f"/{w.channel.id}/{w.boards()[-1].id}" in said(message)
    assert message.attachments
    assert pinged(w, w.boards()[-1]) == []

    await played(w, game)
    path = f"/channels/{other.user.dm_channel.id}/messages"
    w.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages to this user", times=None)
    await played(w, game)
    (ping,) = pings(w)
    assert "I cannot send you direct messages" in said(ping)
    assert pinged(w, ping) == [other.id]
    assert "A mention in the channel" in said(await told(other, w))
    await played(w, game)
    await played(w, game)
    assert pings(w) == []
    assert pinged(w, w.boards()[-1]) == [other.id]


async def test_in_quiet_hours_nobody_is_mentioned_and_what_still_matters_is_told_after_them(w: World) -> None:
    game = await w.start()
    _, other = await w.turns(game)
    await told(other, w, WAY="both", FROM="22", UNTIL="7")
    await until(w, 23)
    await played(w, game)
    assert pinged(w, w.boards()[-1]) == []
    assert f"<@{other.id}>" in said(w.boards()[-1]), "the board says whose turn it is all the same"
    assert direct(other) == []
    await w.restart()
    await until(w, 7)
    (ping,) = pings(w)
    assert pinged(w, ping) == [other.id]
    assert str(w.boards()[-1].id) in said(ping)
    assert len(direct(other)) == 1
    panel = (await other.click(ping, label="Play")).response
    assert panel.attachments
    await played(w, game)
    assert pings(w) == [], "an older ping goes when the game moves on"

    await until(w, 23)
    await played(w, game)
    await played(w, game)
    await until(w, 8)
    assert pings(w) == [], "the turn is over"

    await until(w, 23)
    mover = next(member for member in (w.ada, w.björn) if member.id != other.id)
    await mover.slash(w.channel, "draw", game=game)
    question = w.messages()[-1]
    assert "do you agree" in said(question)
    assert pinged(w, question) == []
    await until(w, 7)
    assert any("you are offered a draw" in said(ping) for ping in pings(w)), "a question is told, too"


async def test_quiet_hours_are_those_of_the_members_own_time_zone(w: World) -> None:
    game = await w.start()
    _, other = await w.turns(game)
    await other.slash(w.channel, "my preferences", time_zone="Asia/Tokyo")
    await told(other, w, FROM="22", UNTIL="7")
    await until(w, 14)  # 23:00 in Tokyo
    await played(w, game)
    assert pinged(w, w.boards()[-1]) == []
    await until(w, 21)
    assert pings(w) == []
    await until(w, 22)  # 07:00 in Tokyo
    assert len(pings(w)) == 1


async def test_reminders_come_again_and_again_but_not_on_vacation_nor_to_who_has_left(w: World) -> None:
    game = await w.start(pace="none")
    _, other = await w.turns(game)
    await told(other, w, EVERY="24")
    await played(w, game)
    await w.env.advance_time(23 * 3600)
    assert pings(w) == []
    await w.env.advance_time(2 * 3600)
    (first,) = pings(w)
    assert "it is still your turn" in said(first)
    await w.restart()
    await w.env.advance_time(24 * 3600)
    (second,) = pings(w)
    assert second.id != first.id, "each replaces the one before"
    await played(w, game)
    await w.env.advance_time(25 * 3600)
    assert pings(w) == []
    assert await w.app.context.db.read(posts.count_waiting) == 0

    await played(w, game)
    now = int(w.env.now().timestamp() * 1000)
    await w.app.context.db.write(lambda conn: vacations.insert_vacation(conn, other.id, now, now + 2 * DAY))
    await w.env.advance_time(86400 + 3600)
    assert pings(w) == [], "the vacation"
    await w.env.advance_time(2 * 86400)
    assert len(pings(w)) == 1, "it is over"

    w.env.backend.remove_member(w.guild.id, other.id)
    newest = w.messages()[-1].id
    await w.env.advance_time(50 * 3600)
    later = [message for message in w.messages() if message.id > newest]
    assert "still your turn" not in "".join(map(said, later)), [said(m) for m in later]
    assert all(other.id not in [m.id for m in each.mentions] for each in later)
    assert await w.app.context.db.read(posts.count_waiting) == 0


async def test_a_member_who_may_claim_is_told_after_their_quiet_hours(w: World) -> None:
    await until(w, 22)
    game = await w.start(pace="daily")
    mover, other = await w.turns(game)
    await told(other, w, FROM="21", UNTIL="7")
    await w.env.advance_time(25 * 3600)
    claim = next(m for m in w.messages() if "time is up" in said(m))
    assert pinged(w, claim) == [mover.id], "the late player alone"
    await until(w, 7)
    (ping,) = [m for m in pings(w) if pinged(w, m) == [other.id]]
    assert "’s time is up" in said(ping)
